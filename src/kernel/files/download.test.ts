import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Downloaded, type DownloadRequest, download } from './download.ts'

const BODY = Buffer.from(Array.from({ length: 200_000 }, (_, i) => 65 + ((i * 7 + (i >> 5)) % 26)))
const sha = (data: Buffer) => createHash('sha256').update(data).digest('hex')

type Answer = (request: IncomingMessage, response: ServerResponse) => void
let answer: Answer
let seen: IncomingMessage[] = []
const server = createServer((request, response) => {
  seen.push(request)
  answer(request, response)
})
let origin = ''
let folder = ''

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = mkdtempSync(join(tmpdir(), 'chasqui-download-'))
})
after(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})
let serial = 0
beforeEach(() => {
  seen = []
  serial++
})

const to = () => join(folder, `file-${serial}`)
let held: ServerResponse | null = null
const cutHeld = () => {
  held?.destroy()
  held = null
}
const get = (request: Partial<DownloadRequest> = {}) =>
  download({
    onProgress: cutHeld,
    from: `${origin}/list`,
    to: to(),
    maxBytes: 1e6,
    backoffMs: 1,
    attempts: 3,
    ...request,
  })
const fetched = async (request: Partial<DownloadRequest> = {}): Promise<Downloaded> => {
  const result = await get(request)
  assert.notEqual(result, 'unchanged')
  return result as Downloaded
}

/** Serves the body with ranges; while there are cuts, a reply ends after so many bytes, once the other side has some. */
const serving =
  (cuts: number[], etag = '"v1"', body = BODY): Answer =>
  (request, response) => {
    const begin = Number(/bytes=([0-9]+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const partial = begin > 0 && request.headers['if-range'] === etag
    const rest = partial ? body.subarray(begin) : body
    response.writeHead(partial ? 206 : 200, {
      etag,
      'last-modified': 'Thu, 20 Aug 2026 10:00:00 GMT',
      'content-length': rest.length,
      ...(partial ? { 'content-range': `bytes ${begin}-${body.length - 1}/${body.length}` } : {}),
    })
    const cut = cuts.shift()
    if (cut === undefined) return void response.end(rest)
    response.write(rest.subarray(0, cut))
    held = response
  }

test('a file is fetched and hashed, with what is needed to ask for it again', async () => {
  answer = serving([])
  const steps: number[] = []
  const file = await fetched({ onProgress: (done) => steps.push(done), userAgent: 'Prueba/1' })
  assert.deepEqual(readFileSync(file.path), BODY)
  assert.equal(file.sha256, sha(BODY))
  assert.equal(file.validators.etag, '"v1"')
  assert.equal(file.lastModified, 'Thu, 20 Aug 2026 10:00:00 GMT')
  assert.equal(seen[0]?.headers['user-agent'], 'Prueba/1')
  assert.equal(steps.at(-1), BODY.length)
  assert.equal(existsSync(`${to()}.part`), false)
})

test('a broken transfer goes on from where it was', async () => {
  answer = serving([70_000, 50_000])
  const file = await fetched()
  assert.equal(file.sha256, sha(BODY))
  assert.deepEqual(readFileSync(file.path), BODY)
  assert.equal(seen.length, 3)
  assert.match(seen[2]?.headers.range ?? '', /^bytes=[1-9]/)
})

test('a failed run leaves its partial file, and a file that changed meanwhile is fetched from its start', async () => {
  answer = serving([60_000])
  await assert.rejects(get({ attempts: 1 }), { kind: 'upstream-unavailable' })
  assert.ok(existsSync(`${to()}.part`))
  const other = Buffer.from('otro contenido')
  answer = serving([], '"v2"', other)
  const file = await fetched()
  assert.match(seen[1]?.headers.range ?? '', /^bytes=[1-9]/)
  assert.deepEqual(readFileSync(file.path), other)
})

test('a server error is retried as often as allowed', async () => {
  answer = (_, response) => void response.writeHead(503).end()
  await assert.rejects(get(), { kind: 'upstream-unavailable' })
  assert.equal(seen.length, 3)
})

test('validators are sent back, and 304 is unchanged', async () => {
  answer = serving([])
  const { validators } = await fetched()
  answer = (request, response) => void response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 200).end()
  assert.equal(await get({ known: validators }), 'unchanged')
  answer = serving([], '"v2"')
  assert.equal(await get({ known: validators }), 'unchanged', 'same bytes under a new tag')
  assert.equal(existsSync(`${to()}.part`), false)
})

test('validators of another address are not sent', async () => {
  answer = serving([])
  await fetched({ known: { from: `${origin}/other`, etag: '"v1"', sha256: sha(BODY) } })
  assert.equal(seen[0]?.headers['if-none-match'], undefined)
})

for (const [status, kind] of [
  [403, 'upstream-blocked'],
  [404, 'upstream-changed'],
  [500, 'upstream-unavailable'],
  [418, 'upstream-changed'],
] as const)
  test(`status ${status} is ${kind}`, async () => {
    answer = (_, response) => void response.writeHead(status).end('no')
    await assert.rejects(get(), { kind })
    assert.equal(existsSync(to()), false)
  })

test('redirects are followed and the last address is given', async () => {
  answer = (request, response) => {
    if (request.url === '/list') response.writeHead(302, { location: '/moved/2026/list' }).end()
    else serving([])(request, response)
  }
  assert.equal((await fetched()).address, `${origin}/moved/2026/list`)
})

test('a web page in place of a file, an empty file and a file over the limit are refused', async () => {
  const send =
    (text: string): Answer =>
    (_, response) =>
      void response.end(text)
  answer = send('\n<!DOCTYPE html><html><body>mantenimiento</body></html>')
  await assert.rejects(get({ refuseHtml: true }), { kind: 'upstream-changed' })
  answer = send('<html><title>Ingrese el captcha</title></html>')
  await assert.rejects(get({ refuseHtml: true }), { kind: 'upstream-blocked' })
  answer = send('')
  await assert.rejects(get(), { kind: 'upstream-changed' })
  answer = serving([])
  await assert.rejects(get({ maxBytes: 1_000 }), { kind: 'upstream-changed' })
  answer = (_, response) => void response.end(BODY)
  await assert.rejects(get({ maxBytes: 1_000 }), { kind: 'upstream-changed' })
  assert.equal(existsSync(`${to()}.part`), false)
})

test('gzip is recognised by its first bytes; one that unpacks too large or is cut is refused', async () => {
  const packed = gzipSync(BODY)
  const send =
    (data: Buffer): Answer =>
    (_, response) =>
      void response.end(data)
  answer = send(packed)
  const file = await fetched({ gunzip: true })
  assert.deepEqual(readFileSync(file.path), BODY)
  assert.equal(file.sha256, sha(packed))
  answer = send(gzipSync(Buffer.alloc(5_000_000)))
  await assert.rejects(get({ gunzip: true }), { kind: 'upstream-changed' })
  answer = send(packed.subarray(0, packed.length - 100))
  await assert.rejects(get({ gunzip: true }), { kind: 'upstream-changed' })
  assert.equal(existsSync(`${to()}.plain`), false)
})

test('of several names the first that exists is taken', async () => {
  answer = (request, response) =>
    request.url === '/x.csv' ? void response.writeHead(404).end() : serving([])(request, response)
  assert.equal((await fetched({ from: [`${origin}/x.csv`, `${origin}/x.csv.gz`] })).address, `${origin}/x.csv.gz`)
  const path = join(folder, 'y.csv.gz')
  writeFileSync(path, gzipSync(BODY))
  const local = await fetched({ from: [join(folder, 'y.csv'), path], gunzip: true })
  assert.deepEqual(readFileSync(local.path), BODY)
  await assert.rejects(get({ from: join(folder, 'nothing.csv') }), { kind: 'upstream-unavailable' })
})

test('a local file is dated by its modification, and unchanged while its content is the same', async () => {
  const path = join(folder, 'local.txt')
  writeFileSync(path, BODY)
  utimesSync(path, 0, Date.parse('2026-08-20T10:00:00Z') / 1000)
  const file = await fetched({ from: path })
  assert.equal(file.lastModified, 'Thu, 20 Aug 2026 10:00:00 GMT')
  assert.equal(await get({ from: path, known: file.validators }), 'unchanged')
  writeFileSync(path, 'otro')
  assert.equal((await fetched({ from: path, known: file.validators, inPlace: true })).path, path)
})

test('a transfer ends when the publisher is silent, and when its signal is aborted', async () => {
  answer = (_, response) => void response.writeHead(200, { 'content-length': 1_000 }).write('x')
  await assert.rejects(get({ stallMs: 50, attempts: 1 }), { kind: 'upstream-unavailable' })
  const stop = new AbortController()
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('x')
    stop.abort()
  }
  await assert.rejects(get({ signal: stop.signal }), { name: 'AbortError' })
})

test('a source that cannot be reached has a message of its own', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  await assert.rejects(get({ from: `http://127.0.0.1:${port}/list` }), {
    kind: 'upstream-unavailable',
    message: 'No se pudo conectar con la fuente',
  })
})

test('a publisher that sends a byte now and then is left at the deadline, and the next run goes on', async () => {
  const drips: NodeJS.Timeout[] = []
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': BODY.length, etag: '"one"' })
    response.write(BODY.subarray(0, 1_000))
    drips.push(setInterval(() => response.write('x'), 20).unref())
  }
  await assert.rejects(get({ deadlineMs: 200, onProgress: () => {} }), {
    kind: 'upstream-unavailable',
    detail: 'deadline',
  })
  for (const drip of drips) clearInterval(drip)
  assert.equal(seen.length, 1, 'the deadline covers the retries too')
  assert.ok(existsSync(`${to()}.part`))
})

for (const stated of ['yesterday', 'Tue, 31 Feb 2026 10:00:00 GMT', '1', 'Thu, 99 Foo 2026 99:99:99 GMT'])
  test(`a Last-Modified that says ${stated} is absent`, async () => {
    answer = (_, response) => void response.writeHead(200, { 'last-modified': stated }).end(BODY)
    const file = await fetched()
    assert.equal(file.lastModified, undefined)
    assert.equal(file.validators.lastModified, undefined)
  })

test('a download says whether HTTP shows that all of it arrived', async () => {
  const unframed =
    (bytes: Buffer): Answer =>
    (_request, response) => {
      response.useChunkedEncodingByDefault = response.shouldKeepAlive = false
      response.writeHead(200).end(bytes)
    }
  answer = (_request, response) => response.writeHead(200, { 'content-length': BODY.length }).end(BODY)
  assert.equal((await fetched()).whole, true)
  answer = (_request, response) => response.writeHead(200).end(BODY)
  assert.equal((await fetched()).whole, true)
  answer = unframed(BODY)
  assert.equal((await fetched()).whole, false)
  // The end of a packed file proves as much.
  answer = unframed(gzipSync(BODY))
  assert.equal((await fetched({ gunzip: true })).whole, true)
  const path = join(folder, 'local')
  writeFileSync(path, BODY)
  assert.equal((await fetched({ from: path })).whole, undefined)
})
