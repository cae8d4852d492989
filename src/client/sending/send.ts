import { type ChasquiError, NetworkError, RateLimitError, ServiceError } from '../errors.ts'
import type { Fetch, FetchReply, Signal } from '../options.ts'
import { type Deadline, openDeadline } from './deadline.ts'
import { parse, type Reply, readFile, readReply } from './reply.ts'

/** An answer that may be given again when the service says that it has not changed. */
interface RememberedReply {
  etag: string
  body: string
  source: string | null
}

interface RememberedReplies {
  get(url: string): RememberedReply | undefined
  set(url: string, reply: RememberedReply): void
}

export interface SendOptions {
  timeoutMs: number
  retries: number
  signal: Signal | undefined
  headers: Record<string, string>
  /** GET unless said. */
  method?: 'POST' | 'DELETE'
  body?: unknown
}

export interface Sender {
  fetch: Fetch
  remembered: RememberedReplies | undefined
}

/** A reply whose body is known, with the `Chasqui-Source` that belongs to it. */
export interface Answered extends Reply {
  source: string | null
}

// No cookies: the key is all that identifies a caller. A browser's cache would answer one key with what another was told, and
// keep personal data on the disk.
const INIT = { redirect: 'manual', credentials: 'omit', cache: 'no-store' } as const

const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 8_000
const LEAST_JITTER_MS = 100

/** One question with its retries, all within one time-out. */
export const send = (sender: Sender, url: string, options: SendOptions): Promise<Answered> =>
  withRetries(options, (deadline) => sendOnce(sender, url, options, deadline))

/** The same for an answer that is a file. */
export const sendForFile = (sender: Sender, url: string, options: SendOptions): Promise<ArrayBuffer> =>
  withRetries(options, async (deadline) => {
    const { host } = new URL(url)
    return readFile(await fetchReply(sender.fetch, url, options, deadline, host), deadline, host)
  })

const withRetries = async <Result>(
  options: SendOptions,
  ask: (deadline: Deadline) => Promise<Result>,
): Promise<Result> => {
  const deadline = openDeadline(options.timeoutMs, options.signal)
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await ask(deadline)
      } catch (error) {
        const waitMs = attempt < options.retries ? waitBefore(error as ChasquiError, attempt) : undefined
        // Waiting for nothing would only hide what went wrong.
        if (waitMs === undefined || deadline.failure() || waitMs >= deadline.remainingMs()) throw error
        await deadline.pause(waitMs)
      }
    }
  } finally {
    deadline.close()
  }
}

const sendOnce = async (
  { fetch, remembered }: Sender,
  url: string,
  options: SendOptions,
  deadline: Deadline,
): Promise<Answered> => {
  const known = options.method ? undefined : remembered?.get(url)
  const init = known ? { ...options, headers: { ...options.headers, 'if-none-match': known.etag } } : options
  const { host } = new URL(url)
  const fetched = await fetchReply(fetch, url, init, deadline, host)
  const reply = await readReply(fetched, deadline, host)
  if (reply.status === 304) return fromMemory(reply, known, host)
  const [etag, source] = [reply.headers.get('etag'), reply.headers.get('chasqui-source')]
  if (etag && !options.method && !/\bno-store\b/i.test(reply.headers.get('cache-control') ?? ''))
    remembered?.set(url, { etag, body: reply.text, source })
  return { ...reply, source }
}

const fetchReply = async (
  fetch: Fetch,
  url: string,
  { headers, method, body }: SendOptions,
  deadline: Deadline,
  host: string,
): Promise<FetchReply> => {
  const { signal } = deadline
  const already = deadline.failure()
  if (already) throw already
  try {
    return await deadline.race(
      fetch(url, { ...INIT, method: method ?? 'GET', headers, signal, ...(body !== undefined && { body }) }),
    )
  } catch (cause) {
    throw deadline.failure() ?? new NetworkError(`No se pudo conectar con ${host}`, { codigo: 'sin_conexion', cause })
  }
}

const fromMemory = (reply: Reply, known: RememberedReply | undefined, host: string): Answered => {
  const body = known && parse(known.body)
  if (!known || !body)
    throw new ServiceError(`${host} respondió 304 sin que se le preguntara`, {
      ...{ codigo: 'respuesta_ilegible', status: 304 },
    })
  return { ...reply, body, source: reply.headers.get('chasqui-source') ?? known.source }
}

/** Milliseconds to wait before the same question is worth asking again; undefined when it is not. */
const waitBefore = (error: ChasquiError, attempt: number): number | undefined => {
  const isGateway = error.status === 502 || error.status === 503 || error.status === 504
  const isProxys = error.codigo === 'respuesta_ilegible' && (isGateway || error.status === 429)
  // Without a time, a gateway's failure that the service reported is final: it has tried again itself, and would fail at once.
  const isTimed = isGateway && error.reintentarEn !== undefined
  if (!(error instanceof NetworkError || error instanceof RateLimitError || isProxys || isTimed)) return undefined
  if (error.reintentarEn === undefined) {
    const longest = Math.min(FIRST_BACKOFF_MS * 2 ** attempt, LONGEST_BACKOFF_MS)
    return longest * (0.5 + Math.random() / 2)
  }
  const ms = error.reintentarEn * 1000
  return ms + Math.random() * Math.max(LEAST_JITTER_MS, ms / 10)
}

/** Longer bodies are not worth their memory. */
const LONGEST_BODY = 200_000

/** The last so many answers. They are kept as text, so that a caller who changes an answer does not change the next one. */
export const rememberReplies = (limit: number): RememberedReplies => {
  const kept = new Map<string, RememberedReply>()
  return {
    get: (url) => {
      const found = kept.get(url)
      if (found) {
        // A Map keeps the order of insertion: the first one is the least recently used.
        kept.delete(url)
        kept.set(url, found)
      }
      return found
    },
    set: (url, reply) => {
      kept.delete(url)
      if (reply.body.length > LONGEST_BODY || limit < 1) return
      kept.set(url, reply)
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break
        kept.delete(oldest)
      }
    },
  }
}
