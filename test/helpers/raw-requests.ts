import { connect } from 'node:net'
import type { Random } from '../../sandbox/random.ts'
import { editAnywhere } from './mutate.ts'

const QUESTIONS = [
  ...['/api/tipo-cambio', '/api/tipo-cambio?fecha=2026-11-02', '/api/indicadores?codigo=inflacion', '/api/health'],
  ...['/api/tipo-cambio?mes=2026-10', '/api/indicadores/buscar?q=tipo+de+cambio'],
  ...[
    '/api/ruc?numero=20000000125',
    '/api/ruc?numero=20000000126',
    '/api/dni?numero=00000012',
    '/api/soat?placa=ABC-123',
  ],
  ...['/api/nombre?q=andina', '/api/persona?nombre=quispe', '/api/sanciones?ruc=20000000125', '/api/aml?nombre=perez'],
  ...[
    '/healthz',
    '/readyz',
    '/docs',
    '/docs/static/swagger-ui.css',
    '/docs/static/nope.js',
    '/openapi.json',
    '/',
    '/*',
  ],
  ...[
    '/api/:x(',
    '/api/ruc(',
    '/api/*',
    '*',
    '//',
    '/api/%zz',
    '/api/%C3%28',
    'http://x/api/ruc',
    'x:80',
    '/api/ruc?x=1&x=2',
  ],
]
const METHODS = [
  ...Array(12).fill('GET'),
  ...[
    'HEAD',
    'POST',
    'PUT',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'CONNECT',
    'PATCH',
    'PROPFIND',
    'get',
    'FOO',
    'M-SEARCH',
    'QUERY',
  ],
]
const HEADERS = [
  ...[
    'host: y',
    'expect: x',
    'expect: 100-continue',
    'upgrade: websocket',
    'connection: upgrade',
    'connection: keep-alive',
  ],
  ...['content-length: 5', 'content-length: -1', 'transfer-encoding: chunked', 'transfer-encoding: x', 'te: trailers'],
  ...[
    'if-none-match: *',
    'if-none-match: "a", W/"b"',
    'accept: application/problem+json',
    'accept: */*',
    'range: bytes=0-1',
  ],
  ...[
    'x-request-id: abcdefgh',
    'x-request-id: \u00f1',
    'origin: null',
    'authorization: Bearer',
    'cookie: a=b',
    'x:',
    ': x',
    'x y: z',
  ],
  ...[
    'accept-version: 1',
    'content-type: application/json',
    'content-encoding: gzip',
    'x-http-method-override: DELETE',
  ],
]

/** A request that is nearly one: with or without a key, some of its lines wrong, some of its bytes others. */
export const nearlyRequest = (random: Random, key: string): string => {
  const lines = [`${random.pick(METHODS)} ${random.pick(QUESTIONS)} HTTP/1.${random.onceIn(10) ? '0' : '1'}`]
  if (!random.onceIn(12)) lines.push('host: x')
  if (!random.onceIn(3)) lines.push(`authorization: ${random.onceIn(2) ? 'Bearer ' : ''}${key}`)
  for (let more = random.below(3); more > 0; more--) lines.push(random.pick(HEADERS))
  if (random.onceIn(25)) lines.push(...Array.from({ length: 1 + random.below(1_500) }, (_, i) => `x${i}: 1`))
  if (random.onceIn(40)) lines.push(`x: ${'y'.repeat(random.below(40_000))}`)
  const whole = `${lines.join('\r\n')}\r\n\r\n${random.onceIn(8) ? '{"a":1}' : ''}`
  const text = random.onceIn(3) ? editAnywhere(whole, random) : whole
  return random.onceIn(12) ? text + whole : text
}

/** How a caller behaves after it has sent its bytes. */
export type Manner = 'reads' | 'hangs up' | 'ends'

/** Sends bytes as they are and gives what came back until the server hung up, or said nothing for a while. */
export const sendRaw = (port: number, bytes: string, manner: Manner): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.from(bytes, 'latin1'), () => {
        if (manner === 'hangs up') socket.destroy()
        if (manner === 'ends') socket.end()
      })
    })
    socket.setTimeout(400, () => socket.destroy())
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })

export interface RawAnswer {
  status: number
  headers: string
  body: string
}

/** The answers in what a connection received; informational ones are left out. The last body may be cut. */
export const readAnswers = (received: string): RawAnswer[] => {
  const answers: RawAnswer[] = []
  for (let rest = received; rest !== ''; ) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest)
    if (!head) return [...answers, { status: 0, headers: '', body: rest.slice(0, 200) }]
    const [whole, status = '', headers = ''] = head
    rest = rest.slice(whole.length)
    const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0)
    // The answer to HEAD has a length and no body.
    const body = rest.startsWith('HTTP/1.1 ') ? '' : rest.slice(0, length)
    rest = rest.slice(body.length)
    if (!status.startsWith('1')) answers.push({ status: Number(status), headers, body })
  }
  return answers
}
