import { gzipSync } from 'node:zlib'
import { seededRandom } from '../../sandbox/random.ts'
import { JSON_BODIES, PAGES, TEXTS, TROUBLE } from './bodies.ts'

/** A reply that is plausible and is no answer. */
export interface OddReply {
  name: string
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** The connection breaks after the body. */
  isCut?: true
}

const odd = (name: string, status: number, type: string, body: string | Buffer, more: object = {}): OddReply => ({
  name,
  status,
  headers: { ...(type && { 'content-type': type }), ...more },
  body,
})

const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json'
const shown = (body: string): string => body.replace(/\s+/g, ' ').slice(0, 48)

const STATUSES_OF_PAGES: Record<string, number> = {
  varnish: 503,
  haproxy: 503,
  squid: 502,
  cloudflare: 530,
  akamai: 403,
}

const page = (name: string): string => PAGES[name] as string

/** Replies with the status and type that their senders give them. */
export const ODD_REPLIES: readonly OddReply[] = [
  ...Object.entries(PAGES).map(([name, body]) => odd(`${name}, as sent`, STATUSES_OF_PAGES[name] ?? 404, HTML, body)),
  ...Object.entries(PAGES).map(([name, body]) => odd(`${name}, with 200`, 200, HTML, body)),
  ...[201, 202, 203, 206, 207, 226].flatMap((status) => [
    odd(`${status}, an empty list`, status, JSON_TYPE, '[]'),
    odd(`${status}, not found`, status, JSON_TYPE, '{"message":"not found"}'),
  ]),
  ...[204, 205, 304].map((status) => odd(`${status}, no body`, status, '', '')),
  ...[400, 401, 402, 403, 405, 406, 408, 409, 410, 418, 421, 425, 426, 429, 451, 500, 501, 502, 503, 504, 520, 522].map(
    (status) => odd(`${status}, an empty list`, status, JSON_TYPE, '[]'),
  ),
  ...[302, 307].flatMap((status) =>
    ['/login', '/list', '/missing', '/not-found', '/Not-found', '/nobody', 'http://localhost:1/'].map((location) =>
      odd(`${status} to ${location}`, status, HTML, '', { location }),
    ),
  ),
  odd('300 without an address', 300, HTML, ''),
  odd('302 to itself', 302, HTML, '', { location: '?again' }),
  odd('plain text said to be compressed', 200, JSON_TYPE, '[]', { 'content-encoding': 'gzip' }),
  odd('an unknown compression', 200, JSON_TYPE, '[]', { 'content-encoding': 'zz' }),
  odd('a compressed page', 200, JSON_TYPE, gzipSync(page('nginx')), { 'content-encoding': 'gzip' }),
  odd('UTF-16', 200, JSON_TYPE, Buffer.from('{"message":"not found"}', 'utf16le')),
  odd('Latin-1', 200, 'text/html; charset=utf-16', Buffer.from(page('maintenance'), 'latin1')),
  { ...odd('JSON that breaks off', 200, JSON_TYPE, '[', { 'content-length': '900' }), isCut: true },
  { ...odd('404 that breaks off', 404, JSON_TYPE, '', { 'content-length': '23' }), isCut: true },
  { ...odd('404 that is closed at once', 404, '', '', { connection: 'close' }), isCut: true },
  ...TROUBLE.map((said) => odd(`200, ${said}`, 200, JSON_TYPE, JSON.stringify({ success: false, message: said }))),
]

const TYPES = [
  JSON_TYPE,
  HTML,
  'text/plain',
  '',
  'application/xml',
  'application/problem+json',
  'application/octet-stream',
]
const READ_STATUSES = [200, 200, 404, 404, 422, 403, 400, 206, 500, 429]
const BODIES = [...JSON_BODIES, ...TEXTS, ...Object.values(PAGES)]

/** Any status with any type and any body, so many of them; one seed makes one list. */
export const oddCombinations = (count: number, seed: number): OddReply[] => {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const [status, type, body] = [random.pick(READ_STATUSES), random.pick(TYPES), random.pick(BODIES)]
    const bom = random.onceIn(10) ? '\ufeff' : ''
    return odd(`${status} ${type || 'no type'} ${shown(body)}`, status, type, bom + body)
  })
}

/** Where the redirects lead: somebody else's pages, some of which read like a "no". */
export const placeAt = (path: string): OddReply => {
  if (path === '/list') return odd(path, 200, JSON_TYPE, '[]')
  if (path === '/missing') return odd(path, 404, '', '', { 'content-length': '0' })
  if (path === '/not-found') return odd(path, 404, JSON_TYPE, '{"message":"not found"}')
  if (path === '/Not-found') return odd(path, 404, JSON_TYPE, '{"message":"Not found"}')
  if (path === '/nobody') return odd(path, 200, JSON_TYPE, '{"success":false,"message":"No se encontraron registros"}')
  return odd(path, 200, HTML, page('sign-in'))
}
