import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { REGISTER_HEADER } from '../../src/datasets/padron/fixtures/register-header.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { publish, registerLine, registerText, rucOf, zipped } from '../helpers/register-file.ts'
import { createKey, spawnChasqui, startServer } from '../helpers/server.ts'
import { until } from '../helpers/until.ts'

const folder = temporaryFolder()
const file = join(folder, 'padron.zip')
const settings = {
  CHASQUI_DATA_DIR: join(folder, 'data'),
  CHASQUI_PADRON_URL: file,
  CHASQUI_DATASET_FLOOR: '1',
  // Nobody listens there: the register must answer alone.
  CHASQUI_DNI_DIRECTORY_URL: 'http://127.0.0.1:9',
}

const ROWS = 2_000
const ASK_MS = 10
const RUCS = Array.from({ length: ROWS }, (_, i) => rucOf(`20${String(50_000_000 + i)}`))
const dayOf = (edition: number): string => `2026-11-0${edition}`
const editionText = (edition: number): Buffer =>
  registerText(RUCS.map((ruc, i) => registerLine(ruc, `COMERCIAL NUMERO${i} EDICION${edition} S.A.C.`)))

const sync = () => runInProcess(settings, 'data', 'sync', 'padron')

test('editions are switched in under load: no failed, mixed or stale answer', async () => {
  publish(file, await zipped(editionText(1), dayOf(1)), dayOf(1))
  assert.equal((await sync()).code, 0)
  const server = await startServer(settings)
  const { key } = await createKey(settings, '--rate', '1000000')
  const pool = new Pool(server.url, { connections: 4 })
  let newest = 1
  let asked = 0
  let running = true

  const ask = async (path: string): Promise<void> => {
    const seenBefore = newest
    const reply = await pool.request({ path, method: 'GET', headers: { authorization: key } })
    const text = await reply.body.text()
    assert.equal(reply.statusCode, 200, text)
    const editions = new Set([...text.matchAll(/EDICION(\d)/g)].map(([, edition]) => Number(edition)))
    const source = /edition="([^"]+)"/.exec(String(reply.headers['chasqui-source']))?.[1]
    assert.equal(editions.size, 1, text)
    const [edition = 0] = editions
    assert.equal(source, dayOf(edition))
    assert.ok(edition >= seenBefore, `edition ${edition} after ${seenBefore}`)
    newest = Math.max(newest, edition)
    asked++
  }
  const client = async (): Promise<void> => {
    for (let i = 0; running; i++) {
      await ask(`/api/ruc?numero=${RUCS[(i * 37) % ROWS]}`)
      await ask('/api/nombre?q=comercial&limite=5')
      // More would only take the machine from those who make the next edition.
      await pause(ASK_MS)
    }
  }
  const clients = Promise.all([client(), client(), client()])
  for (const edition of [2, 3, 4]) {
    publish(file, await zipped(editionText(edition), dayOf(edition)), dayOf(edition))
    assert.equal(await spawnChasqui(settings, 'data', 'sync', 'padron'), 0)
    await until(async () => newest >= edition)
  }
  running = false
  await clients
  assert.ok(asked > 50, String(asked))
  await pool.destroy()
  assert.equal(await server.end(), 0)
})

test('an edition that is not what it should be is refused, and the old one keeps answering', async () => {
  publish(file, await zipped(editionText(5), dayOf(5)), dayOf(5))
  assert.equal((await sync()).code, 0)
  const server = await startServer(settings)
  const { key } = await createKey(settings)
  const get = async (path: string) =>
    (await fetch(`${server.url}${path}`, { headers: { authorization: key } })).json() as Promise<{
      data?: Record<string, unknown>
    }>
  const good = editionText(6)
  const refused: [string, Buffer][] = [
    ['a cut zip', (await zipped(good, dayOf(6))).subarray(0, 9_000)],
    ['a page in place of the zip', Buffer.from('<html><body><h1>Mantenimiento</h1></body></html>')],
    ['another header', await zipped(registerText(['x'], REGISTER_HEADER.replace('ESTADO', 'SITUACION')))],
    [
      'half the rows',
      await zipped(registerText(RUCS.slice(0, ROWS / 2).map((ruc) => registerLine(ruc, 'MEDIA EMPRESA')))),
    ],
    ['no names', await zipped(registerText(RUCS.map((ruc) => registerLine(ruc, '-'))))],
  ]
  for (const [name, content] of refused) {
    publish(file, content, dayOf(6))
    assert.equal((await sync()).code, 3, name)
    const status = JSON.parse((await runInProcess(settings, 'data', 'status', '--json')).out)
    const reasons = JSON.stringify(status)
    assert.match(reasons, /"error":"[^"]{10,}"/, name)
    const ruc = await get(`/api/ruc?numero=${RUCS[7]}`)
    assert.equal(ruc.data?.razonSocial, 'COMERCIAL NUMERO7 EDICION5 S.A.C.', name)
    await until(async () => {
      const { data } = (await get('/api/health')) as unknown as {
        data: { datasets: { padron: { error: string | null } } }
      }
      return data.datasets.padron.error !== null
    })
  }
  publish(file, await zipped(good, dayOf(7)), dayOf(7))
  assert.equal((await sync()).code, 0)
  await until(async () => JSON.stringify(await get(`/api/ruc?numero=${RUCS[7]}`)).includes('EDICION6'))
  assert.equal(await server.end(), 0)
})
