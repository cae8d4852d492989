import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Pool } from 'undici'
import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { usList } from '../../src/datasets/screening-lists/us/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { publish } from '../helpers/register-file.ts'
import { chasqui, createKey, startServer } from '../helpers/server.ts'
import { quietLog } from '../helpers/word-list.ts'

const SWAPS = 50
const ENTRIES = 120
const FLEET = 6

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

test(`${SWAPS} editions of a list are switched in under load: no failed, mixed or empty answer`, {
  timeout: 120_000,
}, async () => {
  publishOnce()
  publishUs(0)
  assert.equal(chasqui(settings, 'data', 'sync', 'us').code, 0)
  assert.equal(chasqui(settings, 'data', 'sync', 'un').code, 0)
  const server = await startServer(settings)
  const { key } = createKey(settings, '--rate', '1000000', '--quota', '100000000')
  const pool = new Pool(server.url, { connections: 4 })
  let newest = 0
  let asked = 0
  let running = true

  const ask = async (nombre: string, listed: number): Promise<void> => {
    const seenBefore = newest
    const path = `/api/aml?nombre=${encodeURIComponent(nombre)}`
    const reply = await pool.request({ path, method: 'GET', headers: { authorization: key } })
    const text = await reply.body.text()
    assert.equal(reply.statusCode, 200, text)
    const { data } = JSON.parse(text) as Screened
    const american = data.matches.filter(({ fuente }) => fuente === 'US')
    assert.equal(american.length, listed, text)
    const editions = new Set(american.map(({ programa }) => Number(programa?.slice('EDICION'.length))))
    assert.equal(editions.size, 1, text)
    const [edition = -1] = editions
    assert.match(
      String(reply.headers['chasqui-source']),
      new RegExp(`us-list; channel=list; edition="${dayOf(edition)}"`),
    )
    assert.ok(edition >= seenBefore, `edition ${edition} after ${seenBefore}`)
    newest = Math.max(newest, edition)
    asked++
  }
  const client = async (first: number): Promise<void> => {
    for (let turn = first; running; turn++) {
      await ask('Hualcayunga Shipping', FLEET)
      await ask(`Inventado Tarquillo ${20_000 + FLEET + (turn % (ENTRIES - FLEET))}`, 1)
    }
  }
  const clients = Promise.all([client(0), client(31), client(67)])
  for (let edition = 1; edition <= SWAPS; edition++) {
    await swap(edition)
    while (newest < edition) await Promise.race([clients, new Promise((resolve) => setImmediate(resolve))])
  }
  running = false
  await clients
  assert.ok(asked > 10 * SWAPS, String(asked))
  await pool.destroy()
  assert.equal(await server.end(), 0)
})
