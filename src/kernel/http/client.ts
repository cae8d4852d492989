import { CookieJar } from 'tough-cookie'
import { Agent, type Dispatcher, FormData, request as send } from 'undici'
import { isChallengeForJson, recogniseWall } from '../bot-wall.ts'
import { type Clock, systemClock } from '../clock.ts'
import { Failure } from '../errors.ts'
import { timedOut, upstreamBlocked } from '../upstream-failures.ts'
import { readBody, streamBody } from './body.ts'
import { decodeText } from './charset.ts'
import { isFramed } from './framed-body.ts'

/** One request to an upstream. Paths are relative to the upstream's origin unless they are whole addresses. */
export interface UpstreamRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** A form (urlencoded), several parts (multipart), or JSON. */
  form?: Record<string, string>
  multipart?: Record<string, string>
  json?: unknown
  /** Statuses besides 200 that the source reads itself; any other status is thrown as a Failure. */
  accept?: readonly number[]
  /** Ends the request. */
  signal?: AbortSignal
  /** Largest body, in place of the upstream's own limit. */
  maxBytes?: number
  /** Takes the body of a 200 piece by piece, for what is too large to hold; the reply's `text` is then empty. */
  sink?: (piece: Uint8Array) => void
}

export interface UpstreamReply {
  status: number
  headers: Record<string, string>
  contentType: string
  /** Strict UTF-8 when it is valid, else windows-1252, whatever the header claims. */
  text: string
  /** All of the body arrived, by HTTP's own account. Absent when only the end of the connection says so. */
  whole?: true
  /** It came from another address than the one asked for. */
  redirected?: true
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
  clock?: Clock
}

export interface OpenUpstream extends Upstream {
  close(): Promise<void>
}

const MAX_BYTES = 4 * 1024 * 1024
const MAX_REDIRECTS = 3
const MAX_CONNECTIONS = 4
const REDIRECTS = new Set([301, 302, 303, 307, 308])
// The backoff after a 429 that does not say how long.
const DEFAULT_BACKOFF_MS = 5_000
// The guard's time-out comes first. These end requests that nobody waits for any more.
const CONNECT_MS = 10_000
const SILENCE_MS = 60_000

const unavailable = (mensaje: string, detail: string, retryAfterMs?: number): Failure =>
  new Failure('upstream-unavailable', mensaje, retryAfterMs === undefined ? { detail } : { detail, retryAfterMs })

/** Opens one upstream with sockets of its own, so that a source that hangs delays no other. */
export const openUpstream = (options: UpstreamOptions): OpenUpstream => {
  const agent = new Agent({
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  })
  const upstream: UpstreamState = { ...options, agent, clock: options.clock ?? systemClock }
  return {
    request: (path, request = {}) => fetchReply(upstream, path, request, null),
    visit: () => {
      const jar = new CookieJar(undefined, { looseMode: true })
      return { request: (path, request = {}) => fetchReply(upstream, path, request, jar) }
    },
    close: () => agent.destroy(),
  }
}

interface UpstreamState extends UpstreamOptions {
  agent: Agent
  clock: Clock
}

const fetchReply = async (
  upstream: UpstreamState,
  path: string,
  request: UpstreamRequest,
  jar: CookieJar | null,
): Promise<UpstreamReply> => {
  let url = resolve(upstream.origin, path)
  let wanted = request
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const reply = await sendOnce(upstream, url, wanted, jar)
    const location = reply.headers.location
    if (!REDIRECTS.has(reply.status) || !location || request.accept?.includes(reply.status)) {
      const checked = checkReply(reply, request, upstream.clock)
      return hop === 0 ? checked : { ...checked, redirected: true }
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

/** What a browser sends after a redirect: only 307 and 308 repeat the form. */
const afterRedirect = (status: number, request: UpstreamRequest): UpstreamRequest => {
  if (status === 307 || status === 308) return request
  const { form: _form, multipart: _multipart, json: _json, ...rest } = request
  return { ...rest, method: 'GET' }
}

/** One request and its whole reply, cookies kept. Errors become a Failure without address or cause, which may hold what was asked. */
const sendOnce = async (
  upstream: UpstreamState,
  url: URL,
  request: UpstreamRequest,
  jar: CookieJar | null,
): Promise<UpstreamReply> => {
  const cookies = jar ? await jar.getCookieString(url.href) : ''
  try {
    const response = await send(url, {
      dispatcher: upstream.agent,
      method: request.method ?? (bodyOf(request) === null ? 'GET' : 'POST'),
      headers: headersOf(upstream, request, cookies),
      body: bodyOf(request),
      signal: request.signal ?? null,
    })
    const headers = plainHeaders(response.headers)
    const maxBytes = request.maxBytes ?? upstream.maxBytes ?? MAX_BYTES
    const sink = response.statusCode === 200 ? request.sink : undefined
    const bytes = sink
      ? await streamBody(response.body, headers['content-encoding'], maxBytes, sink)
      : await readBody(response.body, headers['content-encoding'], maxBytes)
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      await jar?.setCookie(cookie, url.href, { ignoreError: true })
    }
    const contentType = headers['content-type'] ?? ''
    const reply = { status: response.statusCode, headers, contentType, text: decodeText(bytes) }
    return isFramed(headers) ? { ...reply, whole: true } : reply
  } catch (error) {
    if (error instanceof Failure) throw error
    if (request.signal?.aborted) throw timedOut()
    throw unavailable('La fuente no responde en este momento', codeOf(error))
  }
}

const headersOf = (upstream: UpstreamState, request: UpstreamRequest, cookies: string): Record<string, string> => {
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

/** The reply, or a Failure. The content is looked at before the status, because a bot wall comes with any status. */
const checkReply = (reply: UpstreamReply, request: UpstreamRequest, clock: Clock): UpstreamReply => {
  const { status, headers, text } = reply
  const wall = recogniseWall(status, headers, text)
  if (wall === 'captcha' || isChallengeForJson(request.headers?.accept ?? '', text)) {
    throw upstreamBlocked(`wall, status ${status}`)
  }
  if (wall === 'firewall') throw unavailable('La fuente rechazó la consulta', `firewall page, status ${status}`)
  // No source's document names another success: 204 and 205 say nothing, 206 is a part, 202 and 203 are somebody else's.
  if (status === 200 || request.accept?.includes(status)) return reply
  const retryAfterMs =
    status === 429 || status === 503 ? parseRetryAfter(headers['retry-after'], clock.now()) : undefined
  const mensaje =
    status === 429 ? 'La fuente pide esperar antes de volver a consultar' : 'La fuente no responde en este momento'
  throw unavailable(mensaje, `status ${status}`, retryAfterMs ?? (status === 429 ? DEFAULT_BACKOFF_MS : undefined))
}

/** Milliseconds a `Retry-After` header asks for, as seconds or as an HTTP date; undefined when it asks for nothing. */
const parseRetryAfter = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? ''
  const ms = /^[0-9]+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
