import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { buildConsole } from '../../scripts/build-console.js'
import { sampleBatch } from '../../src/batches/sample-batch.ts'
import { CONSOLE_PAGES, readConsole } from '../../src/http/console/console.ts'
import { testApp } from '../helpers/app.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
await buildConsole()
const files = readConsole()
const { inject, logged } = await testApp({ console: files })
/** With the page that comes with it, and with all pages. */
const [MOST_FIRST, MOST_BYTES] = [40 * 1024, 160 * 1024]

test('the first page weighs less than 40 KB, compressed, and all of them 160, but for what writes a PDF', () => {
  const pages = [...files].filter(([name]) => !/load-pdf|\.ttf$/.test(name))
  assert.equal(files.size - pages.length, 2, 'a file and its font, fetched when a PDF is asked for')
  const document = files.get('index.html')?.plain.toString() ?? ''
  const first = pages.filter(([name]) => name === 'index.html' || document.includes(name))
  assert.ok(first.length > 3, first.map(([name]) => name).join(' '))
  const weigh = (some: typeof pages): number => some.reduce((sum, [, { gzip }]) => sum + gzip.length, 0)
  assert.ok(weigh(first) < MOST_FIRST, `${weigh(first)} bytes`)
  assert.ok(weigh(pages) < MOST_BYTES, `${weigh(pages)} bytes`)
})

test('every page of the console has an address at the service', () => {
  const routes = readFileSync(`${ROOT}/console/routes.ts`, 'utf8')
  const paths = [...routes.matchAll(/path: '([^']+)'/g)].map(([, path]) => path as string)
  assert.deepEqual(
    paths.filter((path) => !(CONSOLE_PAGES as readonly string[]).includes(path)),
    [],
  )
})

test('every page is the same document, strict about where things come from, and never kept', async () => {
  for (const url of CONSOLE_PAGES) {
    const reply = await inject({ url: `${url}?nombre=NADIE` })
    assert.equal(reply.statusCode, 200, url)
    assert.equal(reply.body, files.get('index.html')?.plain.toString())
    assert.match(reply.headers['content-security-policy'] as string, /^default-src 'none'; script-src 'self'; /)
    assert.equal(reply.headers['x-content-type-options'], 'nosniff')
    assert.equal(reply.headers['referrer-policy'], 'no-referrer')
    assert.equal(reply.headers['cache-control'], 'no-cache')
    const again = await inject({ url, headers: { 'if-none-match': reply.headers.etag as string } })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
  }
  assert.ok(logged().includes('"endpoint":"consola"'))
  assert.ok(!logged().includes('NADIE'))
})

test('files are sent compressed as they are accepted, and kept for ever', async () => {
  for (const [name, { plain, type }] of files) {
    const unpacked = { 'br, gzip': brotliDecompressSync, 'gzip, br;q=0': gunzipSync, '': (bytes: Buffer) => bytes }
    for (const [accepted, unpack] of Object.entries(unpacked)) {
      const reply = await inject({
        url: `/${name === 'index.html' ? '' : name}`,
        headers: { 'accept-encoding': accepted },
      })
      assert.deepEqual(unpack(reply.rawPayload), plain, `${name} ${accepted}`)
      assert.equal(reply.headers['content-type'], type)
      if (name !== 'index.html') assert.match(reply.headers['cache-control'] as string, /immutable/)
    }
  }
})

test('the sample batch is there for anybody, and is read back as it was written', async () => {
  for (const [format, type] of [
    ['csv', 'text/csv; charset=utf-8'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ] as const) {
    const reply = await inject({ url: `/muestras/lote.${format}` })
    assert.deepEqual([reply.statusCode, reply.headers['content-type']], [200, type])
    assert.equal(reply.headers['content-disposition'], `attachment; filename="lote.${format}"`)
    assert.deepEqual(reply.rawPayload, await sampleBatch(format))
  }
})

test('other methods are 405, other files 404, and HEAD has no body', async () => {
  const asset = `/${[...files.keys()].find((name) => name.endsWith('.js'))}`
  for (const url of ['/', '/revisar', asset]) {
    assert.equal((await inject({ method: 'POST', url })).statusCode, 405)
    const head = await inject({ method: 'HEAD', url })
    assert.deepEqual([head.statusCode, head.body], [200, ''])
  }
  for (const url of ['/index.html', '/assets', '/assets/', `${asset}.br`, '/.stamp', '/revisar/', '/muestras.json'])
    assert.equal((await inject({ url })).statusCode, 404, url)
})
