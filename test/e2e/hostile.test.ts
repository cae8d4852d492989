import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { createKey, startServer } from '../helpers/server.ts'

const settings = { CHASQUI_DATA_DIR: temporaryFolder(), CHASQUI_TODAY: '2026-11-13' }
const server = await startServer(settings)
const { key } = await createKey(settings)

/** Sends bytes as they are and reads until the server hangs up; an empty text when it only hung up. */
const raw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk) => {
      answer += chunk.toString('utf8')
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(answer) : reject(error),
    )
  })

const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${key}\r\n${headers}connection: close\r\n\r\n`

// Patience with it is ten seconds, so it begins while the others are tried.
const unfinished = raw('GET /api/ruc HTTP/1.1\r\nhost: x\r\nx-slow: ')

const megabyte = 'x'.repeat(1_048_576)

const attacks: [string, string, number[]][] = [
  ['an unknown method', `FOO /api/ruc HTTP/1.1\r\nhost: x\r\n\r\n`, [400]],
  ['an uncommon method', `PROPFIND /api/ruc HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`, [405]],
  ['no HTTP at all', '\u0016\u0003\u0001 hello\r\n\r\n', [400]],
  ['a megabyte of address', get(`/api/ruc?numero=${megabyte}`), [431]],
  ['a megabyte of header', get('/api/ruc?numero=20000000125', `x: ${megabyte}\r\n`), [431]],
  ['an Ñ that was not encoded', get('/api/nombre?q=pe\u00c3\u00b1a'), [400]],
  ['two lengths', get('/api/ruc', 'content-length: 1\r\ncontent-length: 2\r\n'), [400]],
  ['bad percent-encoding in the path', get('/api/%e0%a4%a'), [400]],
  ['bad percent-encoding in a value', get('/api/ruc?numero=%c3%28'), [400]],
  ['unicode digits', get(`/api/ruc?numero=${encodeURIComponent('２０００００００１２５')}`), [400]],
  ['a parameter twice', get('/api/ruc?numero=20000000125&numero=20000000125'), [400]],
  ['a NUL', get('/api/ruc?numero=2000000%00125'), [400]],
  ['a name of our own machinery', get('/api/ruc?__proto__=1&constructor=2&numero=x'), [400]],
  ['an array in disguise', get('/api/ruc?numero[]=20000000125'), [400]],
  ['no Host', `GET /api/ruc HTTP/1.1\r\nauthorization: ${key}\r\nconnection: close\r\n\r\n`, [400]],
  ['an expectation we do not know', get('/api/ruc', 'expect: x\r\n'), [417]],
  ['a CONNECT', 'CONNECT example.test:443 HTTP/1.1\r\nhost: example.test:443\r\n\r\n', [405]],
  ['an upgrade', get('/api/nada', 'upgrade: websocket\r\nconnection: upgrade\r\n'), [404]],
  ['a path that reads as a pattern', get('/api/:x(*'), [404]],
  ['a file of the documentation that there is not', get('/docs/static/nope.js'), [404]],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', [404]],
  ['an absolute path elsewhere', get('http://example.test/api/nada'), [404]],
  ['dots', get('/api/../../etc/passwd'), [404]],
]

for (const [name, bytes, statuses] of attacks) {
  test(`${name} is a clear refusal in our error body`, async () => {
    const answer = await raw(bytes)
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
    assert.ok(statuses.includes(status), answer.slice(0, 120))
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
    assert.equal(body.ok, false)
    assert.equal(typeof body.error.mensaje, 'string')
  })
}

test('small headers are limited by their size alone, however many they are', async () => {
  const headers = (count: number): string => Array.from({ length: count }, (_, i) => `x${i}: 1\r\n`).join('')
  assert.match(await raw(get('/healthz', headers(1_500))), /^HTTP\/1\.1 200 /)
  assert.match(await raw(get('/healthz', headers(4_000))), /^HTTP\/1\.1 431 /)
})

test('callers who never read the documentation hold no file of it', async () => {
  const folder = `/proc/${server.process.pid}/fd`
  const ask = 'GET /docs/static/swagger-ui-bundle.js HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(300)
  const files = () => (existsSync(folder) ? readdirSync(folder).length : 0)
  const before = files()
  const sockets = Array.from({ length: 5 }, () => connect(server.port, '127.0.0.1').pause())
  for (const socket of sockets) socket.on('error', () => {}).write(ask)
  for (let i = 0; i < 20; i++) assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
  assert.ok(files() < before + 20, `${files()} open files, ${before} before`)
  for (const socket of sockets) socket.destroy()
})

test('a client that never finishes its headers is answered 408 and let go', async () => {
  assert.match(await unfinished, /^HTTP\/1\.1 408 .*"codigo":"peticion_lenta"/s)
})

test('after all of that the server answers, and its log names no person', async () => {
  const reply = await fetch(`${server.url}/healthz`)
  assert.equal(reply.status, 200)
  assert.doesNotMatch(server.output(), /"status":500|20000000125|internal error/)
  assert.ok(!server.output().includes(key))
  assert.equal(await server.end(), 0)
})
