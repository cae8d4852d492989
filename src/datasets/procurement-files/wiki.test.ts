import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import type { RefreshJob } from '../editions/dataset.ts'
import { fetchAgencyFile } from './fetch-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'chasqui-wiki-'))
const TITLE = 'inhabilitaciones_judiciales.csv'
const [COURTS, PEOPLE, SANCTIONS] = ['106889261', '106889267', '106889269']

interface Reply {
  status?: number
  location?: string
  body?: string
}

/** What the server says at a path; the tests write it. */
let replies: Record<string, Reply | ((request: IncomingMessage) => Reply)> = {}
let asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const found = replies[request.url ?? '']
  const reply = typeof found === 'function' ? found(request) : found
  const { status = reply ? 200 : 404, location, body = '' } = reply ?? {}
  response.writeHead(status, location ? { location } : {}).end(body)
})
let origin = ''
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  replies = {}
  asked = []
})
after(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

const job: RefreshJob = {
  ...{ dir: folder, cacheDir: folder, inService: null, floor: 1, signal: new AbortController().signal },
  progress: { report: () => {} },
}
const fetched = async (title = TITLE, from = `${origin}/wiki`) => {
  const got = await fetchAgencyFile(job, { from }, title)
  return got === 'unchanged' ? got : { ...got, text: readFileSync(got.path, 'utf8') }
}
const listingAt = (page: string, query = 'limit=50') => `/wiki/rest/api/content/${page}/child/attachment?${query}`
const listing = (titles: readonly string[], next?: string): Reply => ({
  body: JSON.stringify({
    results: titles.map((title) => ({
      title,
      _links: { download: `/download/attachments/1/${title}?version=2&api=v2` },
    })),
    _links: { ...(next && { next }) },
  }),
})
const file = (title: string, body = 'content') => {
  replies[`/wiki/download/attachments/1/${title}?version=2&api=v2`] = {
    status: 302,
    location: `${origin}/signed?token=s3cret`,
  }
  replies['/signed?token=s3cret'] = { body }
}

test('a file is found by its exact title, on any listing of its own page, wherever it stands', async () => {
  replies[listingAt(COURTS)] = listing(
    ['Socios.csv', `copia de ${TITLE}`, TITLE.toUpperCase()],
    '/rest/api/more?start=50',
  )
  replies['/wiki/rest/api/more?start=50'] = listing(['b.csv', TITLE])
  file(TITLE)
  const got = await fetched()
  assert.equal(got !== 'unchanged' && got.text, 'content')
  assert.deepEqual(asked.slice(0, 2), [listingAt(COURTS), '/wiki/rest/api/more?start=50'])
})

test('a file that is not on its own page, or whose page is gone, is looked for on the others', async () => {
  replies[listingAt(SANCTIONS)] = listing(['sancionados.csv', TITLE])
  replies[listingAt(PEOPLE)] = listing([])
  file(TITLE)
  assert.notEqual(await fetched(), 'unchanged')
  assert.deepEqual(asked.slice(0, 2), [listingAt(COURTS), listingAt(SANCTIONS)])
})

test('listings that do not end, name a title twice or never, or lead elsewhere are refused, and say which title', async () => {
  const refusals: [string, () => void, RegExp][] = [
    [
      'none',
      () => (replies[listingAt(COURTS)] = listing(['other.csv'])),
      /no tienen el archivo inhabilitaciones_judiciales/,
    ],
    [
      'twice',
      () => (replies[listingAt(COURTS)] = listing([TITLE, TITLE])),
      /2 archivos con el nombre inhabilitaciones_judiciales/,
    ],
    ['loop', () => (replies[listingAt(COURTS)] = listing([], listingAt(COURTS))), /no termina/],
    [
      'another host',
      () => (replies[listingAt(COURTS)] = listing([], 'https://elsewhere.example/wiki/x')),
      /otro servidor/,
    ],
    [
      'no JSON',
      () => (replies[listingAt(COURTS)] = { body: '<!doctype html><title>Log in</title>' }),
      /iniciar sesión/,
    ],
    ['closed', () => (replies[listingAt(COURTS)] = { status: 401 }), /no permite descargar/],
    ['another shape', () => (replies[listingAt(COURTS)] = { body: '{"results":[{}]}' }), /cambió de forma/],
  ]
  for (const [name, arrange, message] of refusals) {
    replies = {}
    arrange()
    await assert.rejects(fetched(), { message }, name)
  }
})

test('more than a hundred listings are refused', async () => {
  for (let i = 0; i <= 120; i++) replies[`/wiki/l?${i}`] = listing([], `/l?${i + 1}`)
  replies[listingAt(COURTS)] = listing([], '/l?0')
  await assert.rejects(fetched(), { message: /no termina/ })
  assert.equal(asked.length, 100)
})

test('an address that has expired is asked for anew, and none is kept', async () => {
  replies[listingAt(COURTS)] = listing([TITLE])
  file(TITLE)
  let times = 0
  replies['/signed?token=s3cret'] = () => (++times === 1 ? { status: 403 } : { body: 'content' })
  const got = await fetched()
  assert.equal(got !== 'unchanged' && got.text, 'content')
  assert.equal(JSON.stringify(got).includes('s3cret'), false)
  assert.equal(got !== 'unchanged' && got.validators?.from, `${origin}/wiki/${TITLE}`)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('part')),
    [],
  )
})

test('a redirect away from https is refused; the short cut and a folder of files work too', async () => {
  replies['/wiki/download/attachments/1/x.csv'] = { status: 302, location: 'http://media.example/x?token=s3cret' }
  await assert.rejects(fetched('x.csv', `${origin}/wiki/download/attachments/1`), {
    message: /sin https/,
    detail: 'redirect to http',
  })
  replies['/base/x.csv'] = { body: 'plain' }
  const got = await fetched('x.csv', `${origin}/base/`)
  assert.equal(got !== 'unchanged' && got.text, 'plain')
})
