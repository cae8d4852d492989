import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { temporaryFolder } from '../../../../test/helpers/cleanup.ts'
import { until } from '../../../../test/helpers/until.ts'
import { quietLog, wordList } from '../../../../test/helpers/word-list.ts'
import { Failure } from '../../../kernel/errors.ts'
import { openDatasets } from '../open-datasets.ts'
import { refreshDataset } from '../refresh.ts'
import { readStatus } from '../status.ts'
import { keepPublished } from './keep-published.ts'
import { editionOf, manifestText, parseManifest } from './manifest.ts'
import { openPlace } from './place.ts'
import { publishEditions } from './publish.ts'
import { takenDataset } from './taken-dataset.ts'

const signal = new AbortController().signal
let now = Date.parse('2026-11-14T12:00:00Z')
const clock = { now: () => (now += 1_000) }
let [source, builder, taker, place] = ['', '', '', '']

const folders = temporaryFolder()

beforeEach(() => {
  const home = mkdtempSync(join(folders, 'case-'))
  ;[source, builder, taker, place] = ['words.txt', 'builder', 'taker', 'place'].map((name) => join(home, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const folder of [builder, taker]) mkdirSync(folder)
})

const settingsOf = (dataDir: string) => ({ dataDir, clock, log: quietLog, swapDelayMs: 0 })
const publish = (replace: 'always' | 'newer' = 'always', dataDir = builder) =>
  publishEditions({ dataDir, folder: place, datasets: [wordList(source)], clock, replace, verify: true, signal })

const build = async (...words: string[]): Promise<void> => {
  writeFileSync(source, `${words.join('\n')}\n`)
  assert.equal((await refreshDataset(wordList(source), settingsOf(builder))).outcome, 'switched')
  await publish()
}

/** The taker's dataset: the publisher's own steps must never run. */
const taken = (from: string) => {
  const dataset = wordList('/nowhere', (step) => {
    if (step !== 'open') throw new Error(`asked the publisher: ${step}`)
  })
  return takenDataset(dataset, openPlace({ from, userAgent: 'test', pollMs: 20 }), 'test')
}
const take = (from = place) => refreshDataset(taken(from), settingsOf(taker))
const inService = async () => {
  const { edicion, filas, error } = await readStatus(taker, wordList(source), clock.now())
  return { edicion, filas, error }
}

const manifestPath = () => join(place, 'manifest.json')
const readEntry = () => editionOf(parseManifest(readFileSync(manifestPath(), 'utf8')), 'sanciones')
const wordsFile = (): string => readEntry()?.files.find(({ name }) => name === 'words.json')?.path ?? ''

type Handler = (request: IncomingMessage, response: ServerResponse, path: string) => unknown
const seen: { url: string; range: string | undefined; condition: string | undefined; status: number }[] = []

/** A web server over the place, as simple as one can be; `before` may answer in its stead. */
const serve = async (before: Handler = () => {}): Promise<string> => {
  seen.length = 0
  const server = createServer((request, response) => {
    const { range, 'if-none-match': condition } = request.headers
    response.on('finish', () => seen.push({ url: request.url ?? '', range, condition, status: response.statusCode }))
    const path = join(place, request.url ?? '')
    if (before(request, response, path) === true || response.writableEnded) return
    if (!existsSync(path)) return void response.writeHead(404).end()
    const { mtimeMs, ino } = statSync(path)
    const etag = `"${ino}-${mtimeMs}"`
    if (condition === etag) return void response.writeHead(304, { etag }).end()
    const bytes = readFileSync(path)
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
    if (from > 0 && request.headers['if-range'] === etag) {
      const headers = { etag, 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
      return void response.writeHead(206, headers).end(bytes.subarray(from))
    }
    response.writeHead(200, { etag, 'content-length': bytes.length }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an edition travels with its facts, and is taken once', async () => {
  await build('uno', 'dos')
  const url = await serve()
  assert.equal((await take(url)).outcome, 'switched')
  const facts = (dataDir: string) => {
    const editions = join(dataDir, 'sanciones', 'editions')
    return readFileSync(join(editions, readdirSync(editions)[0] ?? '', 'edition.json'), 'utf8')
  }
  assert.equal(facts(taker), facts(builder))
  assert.equal((await take(url)).outcome, 'unchanged')
  assert.equal(seen.filter(({ url }) => url.includes('words.json')).length, 1)
})

test('the manifest itself may be named, and the query of an address goes to every file', async () => {
  const { addressOf } = openPlace({ from: 'https://bucket.test/a/manifest.json?sig=1', userAgent: 'test' })
  assert.equal(addressOf('us/x'), 'https://bucket.test/a/us/x?sig=1')
  assert.equal(openPlace({ from: '/srv/editions/', userAgent: 'test' }).addressOf('us/x'), '/srv/editions/us/x')
  assert.equal(openPlace({ from: 'manifest.json', userAgent: 'test' }).addressOf('us/x'), './us/x')
})

for (const where of ['address', 'path'] as const)
  test(`a flipped byte at an ${where} is refused, and the old edition stays`, async () => {
    await build('uno', 'dos')
    const from = where === 'path' ? place : await serve()
    await take(from)
    await build('uno', 'dos', 'tres')
    const file = join(place, wordsFile())
    const good = readFileSync(file)
    const bytes = Buffer.from(good)
    bytes[3] = (bytes[3] ?? 0) ^ 1
    writeFileSync(file, bytes)
    assert.equal((await take(from)).outcome, 'failed')
    assert.deepEqual(await inService(), {
      ...{ edicion: '2026-01-01', filas: 2 },
      error: 'La edición ofrecida no coincide con su suma de comprobación',
    })
    writeFileSync(file, good)
    assert.equal((await take(from)).outcome, 'switched')
    assert.equal((await inService()).filas, 3)
  })

test('a file of another size is refused', async () => {
  await build('uno', 'dos')
  for (const change of [(bytes: Buffer) => bytes.subarray(1), (bytes: Buffer) => Buffer.concat([bytes, bytes])]) {
    const url = await serve((_request, response, path) => {
      if (path.endsWith('words.json')) response.writeHead(200).end(change(readFileSync(path)))
    })
    assert.equal((await take(url)).outcome, 'failed')
    assert.equal((await inService()).edicion, null)
  }
})

for (const ranges of ['serves', 'ignores'] as const)
  test(`a download that is cut is completed from a server that ${ranges} ranges`, async () => {
    await build(...Array.from({ length: 2_000 }, (_, i) => `palabra${i}`))
    let held: ServerResponse | null = null
    let asked = 0
    const url = await serve((_request, response, path) => {
      if (!path.endsWith('words.json')) return false
      if (asked++ > 0 && ranges === 'serves') return false
      const bytes = readFileSync(path)
      const { mtimeMs, ino } = statSync(path)
      response.writeHead(200, { etag: `"${ino}-${mtimeMs}"`, 'content-length': bytes.length })
      if (asked > 1) return response.end(bytes)
      response.write(bytes.subarray(0, 5_000))
      held = response
      return true
    })
    // Cut once the other side has some of it.
    const progress = {
      report: (_phase: string, done: number) => {
        if (done < 1_000) return
        held?.destroy()
        held = null
      },
    }
    assert.equal((await refreshDataset(taken(url), settingsOf(taker), { progress })).outcome, 'switched')
    assert.equal((await inService()).filas, 2_000)
    const [last] = seen.filter(({ url }) => url.endsWith('words.json')).slice(-1)
    assert.match(last?.range ?? '', /^bytes=[1-9]/)
    assert.equal(last?.status, ranges === 'serves' ? 206 : 200)
  })

test('a foreign format is refused before anything is downloaded', async () => {
  await build('uno', 'dos')
  const text = readFileSync(manifestPath(), 'utf8')
  writeFileSync(manifestPath(), text.replace('"format": 1', '"format": 2'))
  const url = await serve()
  assert.equal((await take(url)).outcome, 'failed')
  assert.match((await inService()).error ?? '', /formato 2/)
  assert.deepEqual(
    seen.map(({ url }) => url),
    ['/manifest.json'],
  )
})

test('an edition that is replaced twice while it is taken is left for the new one', async () => {
  await build('uno', 'dos')
  let isReplaced = false
  const url = await serve((_request, response, path) => {
    if (!path.endsWith('words.json') || isReplaced) return
    isReplaced = true
    rmSync(path)
    response.writeHead(404).end()
  })
  const first = taken(url)
  const { place: placed } = first
  assert.ok(await placed?.offered(signal))
  await build('uno', 'dos', 'tres')
  assert.equal((await refreshDataset(first, settingsOf(taker))).outcome, 'switched')
  assert.equal((await inService()).filas, 3)
})

test('a place without the dataset leaves it unconfigured; one that is gone fails', async () => {
  await build('uno')
  writeFileSync(manifestPath(), manifestText({ editions: [{ dataset: 'planetas', anything: true }] }))
  await take()
  assert.equal((await readStatus(taker, wordList(source), clock.now())).estado, 'unconfigured')
  rmSync(manifestPath())
  const outcome = await take()
  assert.equal(outcome.outcome === 'failed' && outcome.failure.kind, 'upstream-unavailable')
})

const HOSTILE: Record<string, (entry: Record<string, unknown> & { files: Record<string, unknown>[] }) => unknown> = {
  'a path that leaves the place': (entry) => Object.assign(entry.files[0] ?? {}, { path: '../../etc/passwd' }),
  'an absolute path': (entry) => Object.assign(entry.files[0] ?? {}, { path: '/etc/passwd' }),
  'a name that leaves the folder': (entry) => Object.assign(entry.files[0] ?? {}, { name: '../current' }),
  'a huge size': (entry) => Object.assign(entry.files[0] ?? {}, { size: 1e300 }),
  'a negative size': (entry) => Object.assign(entry.files[0] ?? {}, { size: -1 }),
  'a short checksum': (entry) => Object.assign(entry.files[0] ?? {}, { sha256: 'abc' }),
  'a name twice': (entry) => entry.files.push({ ...entry.files[0] }),
  'no facts': (entry) => (entry.files = entry.files.filter(({ name }) => name !== 'edition.json')),
  'no files': (entry) => (entry.files = []),
  'a format that is no number': (entry) => (entry.format = '1'),
}
for (const [what, spoil] of Object.entries(HOSTILE))
  test(`a manifest with ${what} is refused`, async () => {
    await build('uno', 'dos')
    const manifest = JSON.parse(readFileSync(manifestPath(), 'utf8'))
    spoil(manifest.editions[0])
    writeFileSync(manifestPath(), JSON.stringify(manifest))
    const outcome = await take()
    assert.equal(outcome.outcome === 'failed' && outcome.failure.kind, 'upstream-changed')
    assert.equal((await inService()).edicion, null)
  })

test('a manifest that is no manifest is refused, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.jsonValue().map((value) => JSON.stringify(value)),
      ),
      (text) => {
        assert.throws(() => parseManifest(text), Failure)
      },
    ),
  )
})

test('whatever an entry holds, its paths stay below the place', () => {
  const file = fc.record({ name: fc.string(), path: fc.string(), size: fc.nat(), sha256: fc.constant('a'.repeat(64)) })
  const facts = { name: 'edition.json', path: 'x/y', size: 1, sha256: 'b'.repeat(64) }
  fc.assert(
    fc.property(fc.array(file), (files) => {
      const entry = { dataset: 'us', edition: 'e', format: 1, files: [facts, ...files] }
      try {
        for (const { path, name } of editionOf({ editions: [entry] }, 'us')?.files ?? []) {
          assert.ok(join('/place', path).startsWith('/place/'))
          assert.doesNotMatch(name, /[/\\]|^\./)
        }
      } catch (error) {
        assert.ok(error instanceof Failure, String(error))
      }
    }),
  )
})

test('the edition before stays for readers in the middle, the one before that goes, foreign files stay', async () => {
  await build('uno', 'dos')
  const first = wordsFile()
  writeFileSync(join(place, 'sanciones', 'LEEME.txt'), 'of the operator')
  await build('uno', 'dos', 'tres')
  const second = wordsFile()
  assert.ok(existsSync(join(place, first)) && existsSync(join(place, second)))
  await build('uno', 'dos', 'tres', 'cuatro')
  assert.ok(!existsSync(join(place, first)) && existsSync(join(place, second)))
  assert.ok(existsSync(join(place, 'sanciones', 'LEEME.txt')))
})

test('several publishers at once leave a manifest with all of its files', async () => {
  await build('uno', 'dos')
  rmSync(place, { recursive: true })
  await Promise.all([publish(), publish(), publish('newer')])
  for (const { path, size } of readEntry()?.files ?? []) assert.equal(statSync(join(place, path)).size, size)
  assert.equal((await take()).outcome, 'switched')
  assert.deepEqual(
    readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp')),
    [],
  )
})

test('a server with nothing loaded leaves what another one has published', async () => {
  await build('uno', 'dos')
  const text = readFileSync(manifestPath(), 'utf8')
  const [report] = await publish('newer', taker)
  assert.equal(report?.outcome, 'absent')
  assert.equal(readFileSync(manifestPath(), 'utf8'), text)
})

test('a running instance follows the place, tells when it is away, and goes on when it is back', async () => {
  await build('uno', 'dos')
  const alive = setInterval(() => {}, 60_000)
  const opened = await openDatasets({ sanciones: taken(place) }, { ...settingsOf(taker), refresh: 'auto', pollMs: 5 })
  after(() => clearInterval(alive))
  const count = () => opened.mirrors.sanciones.current()?.words.length
  await opened.firstEditions()
  assert.equal(count(), 2)
  const text = readFileSync(manifestPath(), 'utf8')
  writeFileSync(manifestPath(), 'no JSON')
  await until(async () => opened.statuses()[0]?.error === 'El manifiesto de ediciones no es válido')
  assert.equal(count(), 2)
  writeFileSync(manifestPath(), text)
  await until(async () => opened.statuses()[0]?.error === null)
  await build('uno', 'dos', 'tres')
  await until(async () => count() === 3)
  await opened.close()
})

test('a publication that fails is told, and ends by itself when the folder can be written', async () => {
  await build('uno', 'dos')
  rmSync(place, { recursive: true })
  writeFileSync(place, 'a file in the way')
  const lines: string[] = []
  const log = { ...quietLog, error: (_: object, message: string) => void lines.push(message) }
  const datasets = [wordList(source)]
  const publication = keepPublished({ dataDir: builder, folder: place, datasets, clock, log, everyMs: 5, retryMs: 1 })
  await until(async () => publication.status().error !== null)
  assert.match(publication.status().error ?? '', /carpeta de publicación/)
  rmSync(place)
  await until(async () => publication.status().publicado !== null)
  assert.equal(publication.status().error, null)
  assert.deepEqual(lines, ['editions could not be published'])
  writeFileSync(source, 'uno\ndos\ntres\n')
  await refreshDataset(wordList(source), settingsOf(builder))
  await until(async () => readEntry()?.rows === 3)
  await publication.stop()
})

test('machines with a turn of their own ask the publisher one at a time', async () => {
  writeFileSync(source, 'uno\ndos\n')
  let holders = 0
  let most = 0
  let last = Promise.resolve()
  const fleetTurn = async () => {
    const mine = Promise.withResolvers<void>()
    const before = last
    last = mine.promise
    await before
    most = Math.max(most, ++holders)
    return {
      release: () => {
        holders--
        mine.resolve()
      },
    }
  }
  const outcomes = await Promise.all(
    [builder, taker].map((dataDir) => refreshDataset(wordList(source), { ...settingsOf(dataDir), fleetTurn })),
  )
  assert.deepEqual([most, holders, ...outcomes.map(({ outcome }) => outcome)], [1, 0, 'switched', 'switched'])
  const broken = { ...settingsOf(taker), fleetTurn: () => Promise.reject(new Error('away')) }
  assert.equal((await refreshDataset(wordList(source), broken)).outcome, 'unchanged')
})
