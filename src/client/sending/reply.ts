import { type ChasquiError, errorFromService, NetworkError, ServiceError } from '../errors.ts'
import { type ReplyHeaders, readRetryAfter } from '../meta.ts'
import type { FetchReply } from '../options.ts'
import type { Deadline } from './deadline.ts'

/** A reply of the service: 200 with its body, or 304. */
export interface Reply {
  status: 200 | 202 | 304
  headers: ReplyHeaders
  text: string
  body: Record<string, unknown>
}

/** No answer of the service comes near this size. */
const MOST_BYTES = 16 * 2 ** 20

/** Reads a reply, whoever sent it; throws what the service reported, or that it was not the service. */
export const readReply = async (reply: FetchReply, deadline: Deadline, host: string): Promise<Reply> => {
  const { status, headers } = reply
  if (status === 304) return { status, headers, text: '', body: {} }
  if (reply.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    discard(reply)
    throw unreadable(reply, `${host} redirige a otra dirección, a la que no se envía la clave: use la definitiva`)
  }
  if (!/^[^;]*\bjson\b/i.test(headers.get('content-type') ?? '')) {
    discard(reply)
    throw unreadable(reply, `${host} no respondió como Chasqui (estado ${status})`)
  }
  const text = await readText(reply, deadline, host)
  const body = parse(text)
  if ((status === 200 || status === 202) && body?.ok === true && 'data' in body) return { status, headers, text, body }
  const error = body?.ok === false ? (body.error as Record<string, unknown> | undefined) : undefined
  if (status >= 400 && typeof error?.codigo === 'string')
    throw reportedError(reply, error.codigo, { ...error, constancia: body?.constancia })
  throw unreadable(reply, `${host} respondió algo que no se puede leer (estado ${status})`)
}

/** Reads a file as it is; a failure comes as JSON and is thrown like any other. */
export const readFile = async (reply: FetchReply, deadline: Deadline, host: string): Promise<ArrayBuffer> => {
  const { status, headers } = reply
  if (status !== 200 || !headers.get('content-disposition')) {
    await readReply(reply, deadline, host)
    throw unreadable(reply, `${host} no respondió con un archivo (estado ${status})`)
  }
  const read = reply.arrayBuffer?.bind(reply)
  if (!read) throw unreadable(reply, 'Este fetch no permite leer archivos')
  return untilCut(read, deadline, host)
}

/** The body of a reply that was read before. */
export const parse = (text: string): Record<string, unknown> | null => {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' ? (body as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

const factsOf = ({ status, headers }: FetchReply) => ({
  status,
  reintentarEn: readRetryAfter(headers),
  requestId: headers.get('x-request-id') ?? undefined,
})

const reportedError = (
  reply: FetchReply,
  codigo: string,
  { mensaje, campo, constancia }: Record<string, unknown>,
): ChasquiError =>
  errorFromService(typeof mensaje === 'string' ? mensaje : `El servicio respondió ${codigo}`, {
    ...factsOf(reply),
    codigo,
    campo: typeof campo === 'string' ? campo : undefined,
    constancia: typeof constancia === 'string' ? constancia : undefined,
  })

const unreadable = (reply: FetchReply, message: string, cause?: unknown): ServiceError =>
  // A redirect that a browser hides has the status 0.
  new ServiceError(message, {
    ...factsOf(reply),
    status: reply.status || undefined,
    codigo: 'respuesta_ilegible',
    cause,
  })

interface Reader {
  read(): Promise<{ done: boolean; value?: Uint8Array }>
  cancel(): Promise<void>
}

const readerOf = ({ body }: FetchReply): Reader | undefined =>
  (body as { getReader?(): Reader } | null | undefined)?.getReader?.()

/** Lets the connection go without reading the rest. */
const discard = (reply: FetchReply): void => {
  try {
    readerOf(reply)
      ?.cancel()
      .catch(() => {})
  } catch {
    // Somebody reads it already.
  }
}

const readText = async (reply: FetchReply, deadline: Deadline, host: string): Promise<string> => {
  const reader = readerOf(reply)
  // A `fetch` of somebody's own may have no stream.
  if (!reader) return untilCut(() => reply.text(), deadline, host)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (cause) {
      throw unreadable(reply, `${host} respondió texto que no es UTF-8`, cause)
    }
  }
  let [text, bytes] = ['', 0]
  try {
    for (;;) {
      const { done, value } = await untilCut(() => reader.read(), deadline, host)
      if (done || !value) return text + decode()
      bytes += value.byteLength
      if (bytes > MOST_BYTES) throw unreadable(reply, `${host} respondió más de ${MOST_BYTES / 2 ** 20} MB`)
      text += decode(value)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  }
}

/** Part of a reply; throws why there is no more of it. */
const untilCut = async <Value>(read: () => Promise<Value>, deadline: Deadline, host: string): Promise<Value> => {
  try {
    return await deadline.race(read())
  } catch (cause) {
    throw deadline.failure() ?? new NetworkError(`La conexión con ${host} se cortó`, { codigo: 'sin_conexion', cause })
  }
}
