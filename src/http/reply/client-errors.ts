import type { Socket } from 'node:net'
import { errorBody, FAILURES } from './failures.ts'

const REASONS: Record<string, readonly [number, string, string]> = {
  HPE_INVALID_URL: [
    400,
    'Bad Request',
    'La dirección lleva caracteres sin codificar: escriba ñ como %C3%B1 y el espacio como %20',
  ],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'La dirección o las cabeceras son demasiado grandes'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'La petición tardó demasiado en llegar'],
}
const MALFORMED = [FAILURES['invalid-input'].status, 'Bad Request', 'La petición no es HTTP válido'] as const

/** Answers what never became a request (broken, oversized or too slow) in our error body, and closes the connection. */
export const answerClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, reason, mensaje] = REASONS[error.code ?? ''] ?? MALFORMED
  const body = JSON.stringify(errorBody('invalid-input', mensaje))
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  // A client that neither reads nor hangs up must not keep the socket.
  socket.setTimeout(2_000, () => socket.destroy())
}
