import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { type OpenUpstream, openUpstream, type UpstreamOptions } from './client.ts'

const AGENT = 'Chasqui/0.0 (+https://example.org/contact)'

const withUpstream = async (
  listener: RequestListener,
  use: (upstream: OpenUpstream, address: string) => Promise<void>,
  options: Partial<UpstreamOptions> = {},
): Promise<void> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const upstream = openUpstream({ origin: address, userAgent: AGENT, ...options })
  try {
    await use(upstream, address)
  } finally {
    await upstream.close()
    server.closeAllConnections()
    server.close()
  }
}

const says =
  (status: number, headers: Record<string, string>, body: string | Buffer = ''): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)

/** Answers with what it was asked. */
const echo = (request: IncomingMessage, response: ServerResponse): void => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { method, url, headers } = request
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }))
  })
}

const unavailable = (detail: string | RegExp) => (error: { kind: string; detail: string }) => {
  assert.equal(error.kind, 'upstream-unavailable')
  assert.match(error.detail, typeof detail === 'string' ? new RegExp(`^${detail}$`) : detail)
  return true
}

test('a request always carries our user agent', () =>
  withUpstream(echo, async (upstream) => {
    const { text } = await upstream.request('/x?y=1', { headers: { 'User-Agent': 'Mozilla/5.0', Accept: 'text/html' } })
    const { method, url, headers } = JSON.parse(text)
    assert.deepEqual([method, url, headers['user-agent'], headers.accept], ['GET', '/x?y=1', AGENT, 'text/html'])
  }))

test('forms, multipart forms and JSON are sent with their content type', () =>
  withUpstream(echo, async (upstream) => {
    const ask = async (request: object) => JSON.parse((await upstream.request('/', request)).text)
    const form = await ask({ form: { a: 'ñ b', c: '' } })
    assert.deepEqual([form.method, form.body], ['POST', 'a=%C3%B1+b&c='])
    assert.equal(form.headers['content-type'], 'application/x-www-form-urlencoded')
    const json = await ask({ json: { a: 'ñ' } })
    assert.deepEqual([json.method, json.body], ['POST', '{"a":"ñ"}'])
    const parts = await ask({ multipart: { _token: 'ñ' } })
    assert.match(parts.headers['content-type'], /^multipart\/form-data; boundary=/)
    assert.match(parts.body, /name="_token"\r\n\r\nñ\r\n/)
  }))

test('an origin may have a path, and a full address is used as it is', () =>
  withUpstream(echo, async (_, address) => {
    const upstream = openUpstream({ origin: `${address}/mirror/`, userAgent: AGENT })
    assert.equal(JSON.parse((await upstream.request('/x')).text).url, '/mirror/x')
    assert.equal(JSON.parse((await upstream.request(`${address}/x`)).text).url, '/x')
    await upstream.close()
  }))

test('compressed bodies are decoded', async () => {
  const encodings = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }
  for (const [name, compress] of Object.entries(encodings)) {
    await withUpstream(says(200, { 'content-encoding': name }, compress('señal')), async (upstream) => {
      assert.equal((await upstream.request('/')).text, 'señal')
    })
  }
})

test('a reply says whether HTTP shows that all of it arrived', async () => {
  const raw =
    (head: string): RequestListener =>
    (request) =>
      void request.socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`)
  for (const [listener, text, whole] of [
    [says(200, { 'content-length': '4' }, 'body'), 'body', true],
    [says(200, {}, ''), '', true],
    [(_: IncomingMessage, response: ServerResponse) => void response.write('body', () => response.end()), 'body', true],
    [raw('content-type: text/plain\r\n\r\nbody'), 'body\r\n\r\n', undefined],
  ] as const)
    await withUpstream(listener, async (upstream) => {
      const reply = await upstream.request('/')
      assert.deepEqual([reply.text, reply.whole], [text, whole])
    })
})

test('the body decides its charset, not the header', async () => {
  const claim = { 'content-type': 'text/html; charset=utf-8' }
  await withUpstream(says(200, claim, Buffer.from('PEÑA', 'latin1')), async (upstream) => {
    const { text, contentType } = await upstream.request('/')
    assert.deepEqual([text, contentType], ['PEÑA', claim['content-type']])
  })
  const wrong = { 'content-type': 'text/html; charset=ISO-8859-1' }
  await withUpstream(says(200, wrong, 'PEÑA'), async (upstream) => {
    assert.equal((await upstream.request('/')).text, 'PEÑA')
  })
})

type Broken = [name: string, listener: RequestListener, detail: string | RegExp]

const BROKEN: Broken[] = [
  ['a reset', (request) => request.socket.resetAndDestroy(), /ECONNRESET|UND_ERR_SOCKET/],
  ['a hang-up', (request) => request.socket.destroy(), 'UND_ERR_SOCKET'],
  [
    'a body cut before its length',
    (_, response) => response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy()),
    /UND_ERR_SOCKET|ECONNRESET/,
  ],
  [
    'a chunked body without its end',
    (_, response) => response.writeHead(200).write('half', () => response.destroy()),
    /UND_ERR_SOCKET|ECONNRESET/,
  ],
  ['a cut gzip', says(200, { 'content-encoding': 'gzip' }, gzipSync('x'.repeat(999)).subarray(0, 20)), 'Z_BUF_ERROR'],
  ['no gzip at all', says(200, { 'content-encoding': 'gzip' }, '<html>'), 'Z_DATA_ERROR'],
  ['an unknown encoding', says(200, { 'content-encoding': 'zz' }, 'x'), 'unknown encoding'],
  ['a body that is too large', says(200, {}, 'x'.repeat(1_001)), 'body too large'],
  [
    'a small body that unfolds',
    says(200, { 'content-encoding': 'gzip' }, gzipSync('x'.repeat(1_001))),
    'body too large',
  ],
  ['no HTTP', (request) => request.socket.end('garbage\r\n\r\n'), /HTTPParserError|HPE_/],
  ['a redirect elsewhere', says(302, { location: 'http://localhost:1/' }), 'redirected elsewhere'],
  ['a redirect without end', says(302, { location: '/' }), 'too many redirects'],
  ...[201, 202, 203, 204, 205, 206].map((status): Broken => [`status ${status}`, says(status, {}), `status ${status}`]),
  ['a server error', says(500, {}), 'status 500'],
  ['a refusal', says(403, {}, '<h1>Forbidden</h1>'), 'status 403'],
  ['a missing page', says(404, {}), 'status 404'],
  ['the firewall page', says(200, {}, '<title>Request Rejected</title>The requested URL was rejected'), /^firewall/],
]

for (const [name, listener, detail] of BROKEN) {
  test(`unavailable: ${name}`, () =>
    withUpstream(
      listener,
      async (upstream) => {
        await assert.rejects(upstream.request('/persona?dni=00000012&token=secret'), unavailable(detail))
        await assert.rejects(upstream.request('/persona?dni=00000012&token=secret'), (error: Error) => {
          assert.doesNotMatch(
            JSON.stringify({ ...error, cause: String(error.cause), text: error.message }),
            /secret|00000012/,
          )
          return true
        })
      },
      { maxBytes: 1_000 },
    ))
}

test('unavailable: no server', () =>
  withUpstream(echo, async (_, address) => {
    const upstream = openUpstream({ origin: address.replace(/:\d+$/, ':1'), userAgent: AGENT })
    await assert.rejects(upstream.request('/'), unavailable('ECONNREFUSED'))
    await upstream.close()
  }))

test('a wall blocks at any status, and with an accepted one too', async () => {
  for (const status of [200, 403, 503]) {
    await withUpstream(says(status, {}, '<html><title>Just a moment...</title></html>'), async (upstream) => {
      await assert.rejects(upstream.request('/', { accept: [403] }), { kind: 'upstream-blocked' })
    })
  }
})

test('an accepted status is a reply, not a failure', () =>
  withUpstream(says(419, {}, 'Page Expired'), async (upstream) => {
    const { status, text } = await upstream.request('/', { accept: [404, 419] })
    assert.deepEqual([status, text], [419, 'Page Expired'])
  }))

test('Retry-After of 429 and 503 is seconds or a date still to come, and a bare 429 asks for five seconds', async () => {
  const clock = { now: () => Date.parse('2026-11-15T10:00:00Z') }
  for (const [status, header, ms] of [
    [429, '7', 7_000],
    [429, 'Sun, 15 Nov 2026 10:01:00 GMT', 60_000],
    [429, '', 5_000],
    [503, '9', 9_000],
    [429, ' 3 ', 3_000],
    [429, 'soon', 5_000],
    [503, '', undefined],
    [500, '9', undefined],
    ...['0', 'soon', '-5', '1.5s', 'Sun, 15 Nov 2026 09:59:59 GMT'].map((past) => [503, past, undefined] as const),
  ] as const) {
    await withUpstream(
      says(status, header ? { 'retry-after': header } : {}),
      async (upstream) => {
        await assert.rejects(upstream.request('/'), (error: { kind: string; retryAfterMs?: number }) => {
          assert.deepEqual([error.kind, error.retryAfterMs], ['upstream-unavailable', ms])
          return true
        })
      },
      { clock },
    )
  }
})

test('a redirect on the same origin is followed, and a form is not sent twice', () =>
  withUpstream(
    (request, response) =>
      request.url === '/form' ? response.writeHead(302, { location: '/done' }).end() : echo(request, response),
    async (upstream) => {
      const reply = await upstream.request('/form', { form: { a: '1' } })
      const { method, url, body } = JSON.parse(reply.text)
      assert.deepEqual([method, url, body], ['GET', '/done', ''])
      assert.equal(reply.redirected, true)
      assert.equal((await upstream.request('/done')).redirected, undefined)
    },
  ))

test('a visit keeps its cookies, those of redirects too, and does not share them', () =>
  withUpstream(
    (request, response) => {
      if (request.url !== '/first') return echo(request, response)
      response.writeHead(302, { location: '/second', 'set-cookie': ['a=1; Path=/; HttpOnly', 'b=2; Path=/'] }).end()
    },
    async (upstream) => {
      const visit = upstream.visit()
      const cookies = async (at: { request: OpenUpstream['request'] }, path: string): Promise<string | undefined> =>
        JSON.parse((await at.request(path)).text).headers.cookie
      assert.equal(await cookies(visit, '/first'), 'a=1; b=2')
      assert.equal(await cookies(visit, '/third'), 'a=1; b=2')
      assert.equal(await cookies(upstream.visit(), '/third'), undefined)
      assert.equal(await cookies(upstream, '/third'), undefined)
    },
  ))

test('a request ends with its signal, in a visit too', () =>
  withUpstream(
    () => {},
    async (upstream) => {
      for (const { request } of [upstream, upstream.visit()]) {
        const ending = new AbortController()
        const asked = assert.rejects(request('/', { signal: ending.signal }), unavailable('timeout'))
        setImmediate(() => ending.abort())
        await asked
      }
    },
  ))

test('a signal also ends a body that stops half way', () =>
  withUpstream(
    (_, response) => response.writeHead(200, { 'content-length': '9' }).write('half'),
    async (upstream) => {
      const ending = new AbortController()
      const asked = assert.rejects(upstream.request('/', { signal: ending.signal }), unavailable('timeout'))
      setImmediate(() => setImmediate(() => ending.abort()))
      await asked
    },
  ))

test('a sink takes a large body piece by piece, and only the body of a good reply', async () => {
  const large = Buffer.alloc(300_000, 'abc')
  await withUpstream(
    (request, response) =>
      request.url === '/missing'
        ? says(404, {}, 'gone')(request, response)
        : says(200, request.url === '/packed' ? { 'content-encoding': 'gzip' } : {}, large)(request, response),
    async (upstream) => {
      const pieces: Uint8Array[] = []
      const sink = (piece: Uint8Array): void => void pieces.push(piece)
      const { text } = await upstream.request('/', { sink, maxBytes: 300_000 })
      assert.equal(text, '')
      assert.ok(Buffer.concat(pieces).equals(large))
      await assert.rejects(upstream.request('/', { sink, maxBytes: 299_999 }), unavailable('body too large'))
      await assert.rejects(upstream.request('/packed', { sink, maxBytes: 300_000 }), unavailable('unknown encoding'))
      pieces.length = 0
      assert.equal((await upstream.request('/missing', { sink, accept: [404] })).text, 'gone')
      assert.equal(pieces.length, 0)
    },
  )
})
