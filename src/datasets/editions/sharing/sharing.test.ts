import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { SIGNAL, useEditionPlace } from '../../../../test/helpers/edition-place.ts'
import { until } from '../../../../test/helpers/until.ts'
import { quietLog, wordList } from '../../../../test/helpers/word-list.ts'
import { openDatasets } from '../open-datasets.ts'
import { refreshDataset } from '../refresh.ts'
import { readStatus } from '../status.ts'
import { keepPublished } from './keep-published.ts'
import { openPlace } from './place.ts'

const { paths, clock, seen, settingsOf, publish, build, taken, take, inService, ...place } = useEditionPlace()
const { manifestPath, readEntry, wordsFile, spoilEntry, writeManifest, serve, keys } = place

test('an edition travels with its facts, and is taken once', async () => {
  await build('uno', 'dos')
  const url = await serve()
  assert.equal((await take(url)).outcome, 'switched')
  const facts = (dataDir: string) => {
    const editions = join(dataDir, 'sanciones', 'editions')
    return readFileSync(join(editions, readdirSync(editions)[0] ?? '', 'edition.json'), 'utf8')
  }
  assert.equal(facts(paths.taker), facts(paths.builder))
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
    const from = where === 'path' ? paths.place : await serve()
    await take(from)
    await build('uno', 'dos', 'tres')
    const file = join(paths.place, wordsFile())
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
    assert.equal((await refreshDataset(taken(url), settingsOf(paths.taker), { progress })).outcome, 'switched')
    assert.equal((await inService()).filas, 2_000)
    const [last] = seen.filter(({ url }) => url.endsWith('words.json')).slice(-1)
    assert.match(last?.range ?? '', /^bytes=[1-9]/)
    assert.equal(last?.status, ranges === 'serves' ? 206 : 200)
  })

test('a foreign format is refused before anything is downloaded', async () => {
  await build('uno', 'dos')
  spoilEntry((entry) => (entry.format = 2))
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
  const old = join(paths.place, wordsFile())
  const url = await serve((_request, response, path) => path === old && response.writeHead(404).end())
  const first = taken(url)
  const { place: placed } = first
  assert.ok(await placed?.offered(SIGNAL))
  await build('uno', 'dos', 'tres')
  assert.equal((await refreshDataset(first, settingsOf(paths.taker))).outcome, 'switched')
  assert.equal((await inService()).filas, 3)
})

test('a place without the dataset leaves it unconfigured; one that is gone fails', async () => {
  await build('uno')
  writeManifest([{ dataset: 'planetas', anything: true }])
  await take()
  assert.equal((await readStatus(paths.taker, wordList(paths.source), clock.now())).estado, 'unconfigured')
  rmSync(manifestPath())
  const outcome = await take()
  assert.equal(outcome.outcome === 'failed' && outcome.failure.kind, 'upstream-unavailable')
})

test('the edition before stays for readers in the middle, the one before that goes, foreign files stay', async () => {
  await build('uno', 'dos')
  const first = wordsFile()
  writeFileSync(join(paths.place, 'sanciones', 'LEEME.txt'), 'of the operator')
  await build('uno', 'dos', 'tres')
  const second = wordsFile()
  assert.ok(existsSync(join(paths.place, first)) && existsSync(join(paths.place, second)))
  await build('uno', 'dos', 'tres', 'cuatro')
  assert.ok(!existsSync(join(paths.place, first)) && existsSync(join(paths.place, second)))
  assert.ok(existsSync(join(paths.place, 'sanciones', 'LEEME.txt')))
})

test('several publishers at once leave a manifest with all of its files', async () => {
  await build('uno', 'dos')
  rmSync(paths.place, { recursive: true })
  await Promise.all([publish(), publish(), publish('newer')])
  for (const { path, size } of readEntry()?.files ?? []) assert.equal(statSync(join(paths.place, path)).size, size)
  assert.equal((await take()).outcome, 'switched')
  assert.deepEqual(
    readdirSync(paths.place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp')),
    [],
  )
})

test('a server with nothing loaded leaves what another one has published', async () => {
  await build('uno', 'dos')
  const text = readFileSync(manifestPath(), 'utf8')
  const [report] = await publish('newer', paths.taker)
  assert.equal(report?.outcome, 'absent')
  assert.equal(readFileSync(manifestPath(), 'utf8'), text)
})

test('a running instance follows the place, tells when it is away, and goes on when it is back', async () => {
  await build('uno', 'dos')
  const alive = setInterval(() => {}, 60_000)
  const opened = await openDatasets(
    { sanciones: taken(paths.place) },
    { ...settingsOf(paths.taker), refresh: 'auto', pollMs: 5 },
  )
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
  rmSync(paths.place, { recursive: true })
  writeFileSync(paths.place, 'a file in the way')
  const lines: string[] = []
  const log = { ...quietLog, error: (_: object, message: string) => void lines.push(message) }
  const datasets = [wordList(paths.source)]
  const publication = keepPublished({
    dataDir: paths.builder,
    folder: paths.place,
    datasets,
    clock,
    keys,
    log,
    everyMs: 5,
    retryMs: 1,
  })
  await until(async () => publication.status().error !== null)
  assert.match(publication.status().error ?? '', /carpeta de publicación/)
  rmSync(paths.place)
  await until(async () => publication.status().publicado !== null)
  assert.equal(publication.status().error, null)
  assert.deepEqual(lines, ['editions could not be published'])
  writeFileSync(paths.source, 'uno\ndos\ntres\n')
  await refreshDataset(wordList(paths.source), settingsOf(paths.builder))
  await until(async () => readEntry()?.rows === 3)
  await publication.stop()
})

test('machines with a turn of their own ask the publisher one at a time', async () => {
  writeFileSync(paths.source, 'uno\ndos\n')
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
    [paths.builder, paths.taker].map((dataDir) =>
      refreshDataset(wordList(paths.source), { ...settingsOf(dataDir), fleetTurn }),
    ),
  )
  assert.deepEqual([most, holders, ...outcomes.map(({ outcome }) => outcome)], [1, 0, 'switched', 'switched'])
  const broken = { ...settingsOf(paths.taker), fleetTurn: () => Promise.reject(new Error('away')) }
  assert.equal((await refreshDataset(wordList(paths.source), broken)).outcome, 'unchanged')
})
