import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody, FAILURES } from '../../endpoints/shared/failures.ts'
import type { FailureKind } from '../../kernel/errors.ts'

type Reason = readonly [kind: FailureKind, mensaje: string]

const MALFORMED: Reason = ['invalid-input', 'La petición no es HTTP válido']

/** What Node's HTTP parser reports, by its error code. */
const REASONS: Record<string, Reason> = {
  HPE_INVALID_URL: [
    'invalid-input',
    'La dirección lleva caracteres sin codificar: escriba ñ como %C3%B1 y el espacio como %20',
  ],
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'La dirección o las cabeceras son demasiado grandes'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'La petición tardó demasiado en llegar'],
}

const NO_CONNECT: Reason = ['method-not-allowed', 'Solo se aceptan GET y HEAD']

/**
 * Answers what never became a request (broken, too large or too slow) in our error body, and closes the connection.
 * Requests that came before it on the same connection get their answers first: some of them are paid for.
 */
export const clientErrorAnswer =
  (afterAnswers: (socket: Socket, callBack: () => void) => void) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    afterAnswers(socket, () => {
      if (socket.writable) endWith(socket, REASONS[error.code ?? ''] ?? MALFORMED)
    })
  }

/** CONNECT asks for a proxy. Node takes its connection out of HTTP, so it is answered by hand. */
export const answerConnect = (socket: Socket): void => {
  socket.on('error', () => socket.destroy())
  endWith(socket, NO_CONNECT, 'allow: GET, HEAD\r\n')
}

const endWith = (socket: Socket, [kind, mensaje]: Reason, headers = ''): void => {
  const { status } = FAILURES[kind]
  const body = JSON.stringify(errorBody(kind, mensaje))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n` +
      `${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  // A client that neither reads nor hangs up must not keep the socket.
  socket.setTimeout(2_000, () => socket.destroy())
}
