import { CookieJar } from 'tough-cookie'
import { Agent, type Dispatcher, FormData, request as send } from 'undici'
import { type Clock, systemClock } from '../clock.ts'
import { Failure } from '../errors.ts'
import { currentSignal, TIMED_OUT } from '../guard/call-signal.ts'
import { pourBody, readBody } from './body.ts'
import { isChallengeForJson, recogniseWall } from './bot-wall.ts'
import { decodeText } from './charset.ts'
import { parseRetryAfter } from './retry-after.ts'

/** One request to an upstream. Paths are relative to the upstream's origin unless they are whole addresses. */
export interface UpstreamRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** A form (urlencoded), several parts (multipart), or JSON. */
  form?: Record<string, string>
  multipart?: Record<string, string>
  json?: unknown
  /** Statuses besides 2xx that the source reads itself; any other status is thrown as a Failure. */
  accept?: readonly number[]
  /** Ends the request; without it the signal of the guarded call is used. */
  signal?: AbortSignal
  /** Largest body, in place of the upstream's own limit. */
  maxBytes?: number
  /** Takes the body of a 2xx reply piece by piece, for what is too large to hold; the reply's `text` is then empty. */
  sink?: (piece: Uint8Array) => void
}

export interface UpstreamReply {
  status: number
  headers: Record<string, string>
  contentType: string
  /** Strict UTF-8 when it is valid, else windows-1252, whatever the header claims. */
  text: string
}

/** A visit with its own cookie jar: what one browser tab would keep between two pages. */
export interface Visit {
  request(path: string, request?: UpstreamRequest): Promise<UpstreamReply>
}

/** One upstream origin. Every call identifies itself, is size-limited, and throws a Failure on anything it cannot read. */
export interface Upstream extends Visit {
  visit(): Visit
}

export interface UpstreamOptions {
  /** Scheme, host and port; a path in it is kept as a prefix. */
  origin: string
  /** Who we are: `product/version (+contact)`. A request cannot claim to be anybody else. */
  userAgent: string
  /** Largest body, as sent and as decoded. */
  maxBytes?: number
  connections?: number
  clock?: Clock
}

export interface OpenUpstream extends Upstream {
  close(): Promise<void>
}

const MAX_BYTES = 4 * 1024 * 1024
const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
// How long we keep quiet after a 429 that does not say.
const TOO_MANY_MS = 5_000
// The guard's time-out comes first; these end what nobody waits for.
const CONNECT_MS = 10_000
const SILENCE_MS = 60_000

const unavailable = (mensaje: string, detail: string, retryAfterMs?: number): Failure =>
  new Failure('upstream-unavailable', mensaje, retryAfterMs === undefined ? { detail } : { detail, retryAfterMs })

/** Opens one upstream with sockets of its own, so that a hanging source holds up nobody else. */
export const openUpstream = (options: UpstreamOptions): OpenUpstream => {
  const agent = new Agent({
    connections: options.connections ?? 4,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  })
  const upstream: Fetching = { ...options, agent, clock: options.clock ?? systemClock }
  return {
    request: (path, request = {}) => fetchReply(upstream, path, request, null),
    visit: () => {
      const jar = new CookieJar(undefined, { looseMode: true })
      return { request: (path, request = {}) => fetchReply(upstream, path, request, jar) }
    },
    close: () => agent.destroy(),
  }
}

interface Fetching extends UpstreamOptions {
  agent: Agent
  clock: Clock
}

const fetchReply = async (
  upstream: Fetching,
  path: string,
  request: UpstreamRequest,
  jar: CookieJar | null,
): Promise<UpstreamReply> => {
  let url = resolve(upstream.origin, path)
  let wanted = request
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const reply = await exchange(upstream, url, wanted, jar)
    const location = reply.headers.location
    if (!REDIRECTS.has(reply.status) || !location || request.accept?.includes(reply.status)) {
      return judge(reply, request, upstream.clock)
    }
    const next = URL.parse(location, url.href)
    if (next?.origin !== url.origin) throw unavailable('La fuente no responde en este momento', 'redirected elsewhere')
    url = next
    wanted = afterRedirect(reply.status, wanted)
  }
  throw unavailable('La fuente no responde en este momento', 'too many redirects')
}

const resolve = (origin: string, path: string): URL => {
  const address = /^https?:\/\//i.test(path) ? path : `${origin.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
  const url = URL.parse(address)
  if (!url) throw unavailable('La fuente no responde en este momento', 'not an address')
  return url
}

/** What a browser sends next: a form that was answered by "see over there" is not sent twice. */
const afterRedirect = (status: number, request: UpstreamRequest): UpstreamRequest => {
  if (status === 307 || status === 308) return request
  const { form: _form, multipart: _multipart, json: _json, ...rest } = request
  return { ...rest, method: 'GET' }
}

/** One request and its whole reply, cookies kept. Whatever goes wrong on the way is a Failure without address or cause. */
const exchange = async (
  upstream: Fetching,
  url: URL,
  request: UpstreamRequest,
  jar: CookieJar | null,
): Promise<UpstreamReply> => {
  const signal = request.signal ?? currentSignal()
  const cookies = jar ? await jar.getCookieString(url.href) : ''
  try {
    const response = await send(url, {
      dispatcher: upstream.agent,
      method: request.method ?? (bodyOf(request) === null ? 'GET' : 'POST'),
      headers: headersOf(upstream, request, cookies),
      body: bodyOf(request),
      signal: signal ?? null,
    })
    const headers = plainHeaders(response.headers)
    const maxBytes = request.maxBytes ?? upstream.maxBytes ?? MAX_BYTES
    const sink = response.statusCode < 300 ? request.sink : undefined
    const bytes = sink
      ? await pourBody(response.body, headers['content-encoding'], maxBytes, sink)
      : await readBody(response.body, headers['content-encoding'], maxBytes)
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      await jar?.setCookie(cookie, url.href, { ignoreError: true })
    }
    const contentType = headers['content-type'] ?? ''
    return { status: response.statusCode, headers, contentType, text: decodeText(bytes) }
  } catch (error) {
    if (error instanceof Failure) throw error
    if (signal?.aborted) throw unavailable('La fuente no respondió a tiempo', TIMED_OUT)
    throw unavailable('La fuente no responde en este momento', codeOf(error))
  }
}

const headersOf = (upstream: Fetching, request: UpstreamRequest, cookies: string): Record<string, string> => {
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'gzip, br' }
  if (request.sink) headers['accept-encoding'] = 'identity'
  if (request.form) headers['content-type'] = 'application/x-www-form-urlencoded'
  if (request.json !== undefined) headers['content-type'] = 'application/json; charset=utf-8'
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value
  if (cookies) headers.cookie = cookies
  headers['user-agent'] = upstream.userAgent
  return headers
}

const bodyOf = (request: UpstreamRequest): string | FormData | null => {
  if (request.form) return new URLSearchParams(request.form).toString()
  if (request.json !== undefined) return JSON.stringify(request.json)
  if (!request.multipart) return null
  const parts = new FormData()
  for (const [name, value] of Object.entries(request.multipart)) parts.append(name, value)
  return parts
}

const plainHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

const codeOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown error'
}

/** Walls are told by their content, because they come with any status; then the status speaks. */
const judge = (reply: UpstreamReply, request: UpstreamRequest, clock: Clock): UpstreamReply => {
  const { status, headers, text } = reply
  const wall = recogniseWall(status, headers, text)
  if (wall === 'captcha' || isChallengeForJson(request.headers?.accept ?? '', text)) {
    throw new Failure('upstream-blocked', 'La fuente exige una verificación captcha', {
      detail: `wall, status ${status}`,
    })
  }
  if (wall === 'firewall') throw unavailable('La fuente rechazó la consulta', `firewall page, status ${status}`)
  if ((status >= 200 && status < 300) || request.accept?.includes(status)) return reply
  const retryAfterMs =
    status === 429 || status === 503 ? parseRetryAfter(headers['retry-after'], clock.now()) : undefined
  const mensaje =
    status === 429 ? 'La fuente pide esperar antes de volver a consultar' : 'La fuente no responde en este momento'
  throw unavailable(mensaje, `status ${status}`, retryAfterMs ?? (status === 429 ? TOO_MANY_MS : undefined))
}
