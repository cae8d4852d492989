import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'undici'
import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { usList } from '../../src/datasets/screening-lists/us/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { patience } from '../helpers/crowded.ts'
import { publish } from '../helpers/register-file.ts'
import { repeated } from '../helpers/repeated.ts'
import { createKey, startServer } from '../helpers/server.ts'
import { quietLog } from '../helpers/word-list.ts'

const SWAPS = Number(process.env.TEST_SWAPS ?? repeated(5))
const ENTRIES = 120
const FLEET = 6
const THREADS = 3
/** So many that every thread has some. */
const CONNECTIONS = 40
/** How long after the switch the last thread may answer with the edition before. */
const MOVED_MS = 2_000
const CROWDED_MS = 15_000
const PACE_MS = 100

const folder = temporaryFolder()
const published = join(folder, 'us')
const dataDir = join(folder, 'data')
const settings = {
  CHASQUI_DATA_DIR: dataDir,
  CHASQUI_US_LIST_URL: published,
  CHASQUI_UN_LIST_URL: join(folder, 'un.xml'),
  CHASQUI_DATASET_FLOOR: '1',
}

const dayOf = (edition: number): string => new Date(Date.UTC(2026, 0, 1 + edition)).toISOString().slice(0, 10)
const csv = (rows: string[]): Buffer => Buffer.from(`${rows.map((row) => `${row}\r\n`).join('')}\x1a`, 'latin1')
const numbers = Array.from({ length: ENTRIES }, (_, at) => 20_000 + at)

/** Every entry of an edition carries the edition in its program; some share one name, so that one answer shows many. */
const publishUs = (edition: number): void => {
  const nameOf = (entry: number): string =>
    entry < 20_000 + FLEET ? 'HUALCAYUNGA SHIPPING S.A.' : `TARQUILLO ${entry}, Inventado`
  const kindOf = (entry: number): string => (entry < 20_000 + FLEET ? '-0- ' : '"individual"')
  const rest = Array<string>(8).fill('-0- ').join(',')
  const primary = numbers.map((entry) => `${entry},"${nameOf(entry)}",${kindOf(entry)},"EDICION${edition}",${rest}`)
  const alternate = numbers.map((entry) => `${entry},${entry}1,"aka","ALIAS NUMERO ${entry}",-0- `)
  const address = numbers.map((entry) => `${entry},${entry}2,-0- ,-0- ,-0- ,-0- `)
  for (const [name, rows] of Object.entries({ 'sdn.csv': primary, 'alt.csv': alternate, 'add.csv': address }))
    publish(join(published, name), csv(rows), dayOf(edition))
}

const publishOnce = (): void => {
  mkdirSync(published)
  publish(join(published, 'cons_prim.csv'), csv([`30000,"OTRA S.A.",${Array(10).fill('-0- ').join(',')}`]), dayOf(0))
  publish(join(published, 'cons_alt.csv'), csv(['30000,1,"aka","OTRO NOMBRE",-0- ']), dayOf(0))
  publish(join(published, 'cons_add.csv'), csv(['30000,1,-0- ,-0- ,-0- ,-0- ']), dayOf(0))
  writeFileSync(
    settings.CHASQUI_UN_LIST_URL,
    `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="2026-01-01T00:00:00Z"><INDIVIDUALS></INDIVIDUALS>
<ENTITIES><ENTITY><FIRST_NAME>HUALCAYUNGA SHIPPING</FIRST_NAME><UN_LIST_TYPE>Inventada</UN_LIST_TYPE>
<REFERENCE_NUMBER>ZZe.001</REFERENCE_NUMBER></ENTITY></ENTITIES></CONSOLIDATED_LIST>`,
  )
}

/** Puts the next edition into the server's data folder, as the scheduled refresh would. */
const swap = async (edition: number): Promise<void> => {
  publishUs(edition)
  const clock = limaClock('2026-11-14')
  const { outcome } = await refreshDataset(usList({ from: published, clock }), {
    ...{ dataDir, clock: { now: () => Date.now() }, log: quietLog, floor: 1, swapDelayMs: 0 },
  })
  assert.equal(outcome, 'switched')
}

interface Screened {
  data: { total: number; matches: { fuente: string; programa?: string; coincidencia: string }[] }
}

const get = async (client: Client, path: string, key: string) => {
  const reply = await client.request({ path, method: 'GET', headers: { authorization: key } })
  return { status: reply.statusCode, source: String(reply.headers['chasqui-source']), text: await reply.body.text() }
}

/** The edition that an answer is of, after it was seen to be whole and of one edition alone. */
const editionOf = ({ status, source, text }: Awaited<ReturnType<typeof get>>, listed: number): number => {
  assert.equal(status, 200, text)
  const american = (JSON.parse(text) as Screened).data.matches.filter(({ fuente }) => fuente === 'US')
  assert.equal(american.length, listed, text)
  const editions = new Set(american.map(({ programa }) => Number(programa?.slice('EDICION'.length))))
  assert.equal(editions.size, 1, text)
  const [edition = -1] = editions
  assert.match(source, new RegExp(`us-list; channel=list; edition="${dayOf(edition)}"`))
  return edition
}

test(`${SWAPS} editions are switched in under load with ${THREADS} threads: no failed, mixed or empty answer, no late thread`, async () => {
  publishOnce()
  publishUs(0)
  assert.equal((await runInProcess(settings, 'data', 'sync', 'us')).code, 0)
  assert.equal((await runInProcess(settings, 'data', 'sync', 'un')).code, 0)
  const server = await startServer({ ...settings, CHASQUI_WORKERS: String(THREADS), CHASQUI_ADMIN_PORT: '0' })
  const { key } = await createKey(settings, '--rate', '1000000', '--quota', '100000000')
  const lastSeenAt = new Map<number, number>()
  /** Of each switch, until the last thread answered with the new edition. */
  const movedMs: number[] = []
  let asked = 0
  let shed = 0
  let running = true
  let awaited = { edition: 0, ...Promise.withResolvers<void>() }
  /** The newest edition that each connection was answered with. A connection stays with one thread. */
  const seen = new Array<number>(CONNECTIONS).fill(0)

  const ask = async (client: Client, connection: number, nombre: string, listed: number): Promise<void> => {
    const reply = await get(client, `/api/aml?nombre=${encodeURIComponent(nombre)}`, key)
    // A machine that leaves a thread without a turn for a second: it says so, and is asked again.
    if (reply.status === 503 && reply.text.includes('"sobrecarga"')) return void shed++
    const edition = editionOf(reply, listed)
    assert.ok(edition >= (seen[connection] as number), `edition ${edition} after ${seen[connection]}`)
    seen[connection] = edition
    asked++
    if (!lastSeenAt.has(edition) && seen.every((own) => own >= edition)) lastSeenAt.set(edition, Date.now())
    if (lastSeenAt.has(awaited.edition)) awaited.resolve()
  }
  const askOn = async (connection: number): Promise<void> => {
    const client = new Client(server.url)
    for (let turn = connection; running; turn++) {
      await ask(client, connection, 'Hualcayunga Shipping', FLEET)
      await ask(client, connection, `Inventado Tarquillo ${20_000 + FLEET + (turn % (ENTRIES - FLEET))}`, 1)
      // The editions are made in this process too.
      await pause(PACE_MS)
    }
    await client.close()
  }
  const clients = Promise.all([...seen.keys()].map(askOn))
  const allSee = async (edition: number): Promise<void> => {
    awaited = { edition, ...Promise.withResolvers<void>() }
    await Promise.race([clients, awaited.promise])
  }
  for (let edition = 1; edition <= SWAPS; edition++) {
    await swap(edition)
    await allSee(edition)
    const { from } = JSON.parse(readFileSync(join(dataDir, 'us', 'current'), 'utf8')) as { from: number }
    movedMs.push((lastSeenAt.get(edition) as number) - from)
  }
  running = false
  await clients
  assert.ok(asked > 10 * SWAPS && asked > 20 * shed, `${asked} answers, ${shed} refused`)
  assert.ok(Math.max(...movedMs) <= patience(MOVED_MS, CROWDED_MS), `moved within ${movedMs.map(Math.round)} ms`)
  const admin = /Administración \S+ \S+ \S+ (http:\S+)/.exec(server.output())?.[1]
  const metrics = await (await fetch(`${admin}/metrics`)).text()
  const byThread = [...metrics.matchAll(/^chasqui_thread_requests_total\{thread="\d"\} (\d+)$/gm)]
  assert.equal(byThread.filter(([, requests]) => Number(requests) > 0).length, THREADS, 'every thread was asked')
  assert.equal(await server.end(), 0)
})
