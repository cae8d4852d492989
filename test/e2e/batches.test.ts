import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runSql, testDatabase } from '../helpers/postgres.ts'
import { publish, registerLine, registerText, rucOf } from '../helpers/register-file.ts'
import { chasqui, createKey, type RunningServer, startServer } from '../helpers/server.ts'
import { askUntil, until } from '../helpers/until.ts'

const ROWS = 8_000
const folder = temporaryFolder()
const settings = {
  CHASQUI_DATA_DIR: join(folder, 'data'),
  CHASQUI_PADRON_URL: join(folder, 'padron.txt'),
  CHASQUI_DATASET_FLOOR: '1',
  CHASQUI_BATCH_ROWS: String(ROWS),
  CHASQUI_WORKERS: '2',
}
const rucs = Array.from({ length: 50 }, (_, i) => rucOf(`20${String(10_000_000 + i)}`))
publish(
  settings.CHASQUI_PADRON_URL,
  registerText(rucs.map((ruc, i) => registerLine(ruc, `EMPRESA INVENTADA ${i}`))),
  '2026-11-13',
)

/** Stands in no other file than the uploads. */
const WORD = 'ZENOBIOTARQUILLO'
/** Files of a data folder that hold the word. */
const holders = (dataDir: string): string[] =>
  readdirSync(dataDir, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(dataDir, name)).isFile() && readFileSync(join(dataDir, name)).includes(WORD))

interface Lote {
  id: string
  estado: string
  procesadas: number
  noRevisadas: number
}

test('a server killed in the middle of a batch, and while it goes on: every row once, every unit once, and nothing left behind', async () => {
  assert.equal(chasqui(settings, 'data', 'sync', 'padron').code, 0)
  // Enough for the first half: the batch goes on with the second one.
  const { key, account } = await createKey(settings, '--quota', String(ROWS / 2))
  const ask = async (server: RunningServer, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}/api/lotes${path}`, { ...init, headers: { authorization: key, connection: 'close' } })
  const file = `ruc,n,${WORD}\n${Array.from({ length: ROWS }, (_, i) => `${rucs[i % rucs.length]},${i},${WORD}`).join('\n')}\n`
  let server = await startServer(settings)
  const created = await ask(server, '?tipo=ruc', { method: 'POST', body: file })
  assert.equal(created.status, 202, await created.clone().text())
  const { id } = ((await created.json()) as { data: Lote }).data
  const look = async (): Promise<Lote> => ((await (await ask(server, `/${id}`)).json()) as { data: Lote }).data

  const killInTheMiddle = async (): Promise<Lote> => {
    const lote = await askUntil(look, ({ procesadas, estado }) => procesadas > 0 || estado === 'terminado', 5)
    assert.notEqual(lote.estado, 'terminado', 'the batch was over before the server could be killed')
    await server.end('SIGKILL')
    server = await startServer(settings)
    return askUntil(look, ({ estado }) => estado === 'terminado')
  }
  const half = await killInTheMiddle()
  assert.deepEqual([half.estado, half.procesadas, half.noRevisadas], ['terminado', ROWS, ROWS / 2])
  await createKey(settings, '--account', account, '--quota', '100000')
  const goOn = async () => (await ask(server, `/${id}/continuar`, { method: 'POST' })).status
  assert.equal(await askUntil(goOn, (status) => status === 202), 202)
  const done = await killInTheMiddle()
  assert.deepEqual([done.estado, done.procesadas, done.noRevisadas], ['terminado', ROWS, 0])
  const rows = (await (await ask(server, `/${id}/resultado?formato=json`)).json()) as Record<string, string>[]
  assert.deepEqual(
    rows.map(({ n }) => Number(n)),
    Array.from({ length: ROWS }, (_, i) => i),
  )
  assert.ok(rows.every(({ resultado }) => resultado === 'encontrado'))
  const usage = JSON.parse(chasqui(settings, 'keys', 'usage', '--json').out)
  assert.equal(usage[0].used, ROWS)
  assert.deepEqual(
    usage[0].usage.map(({ endpoint, charged }: { endpoint: string; charged: number }) => [endpoint, charged]),
    [['lotes', ROWS]],
  )

  // A batch that is under way at a stop is given back, and taken up by the next start.
  const second = await ask(server, '?tipo=ruc', { method: 'POST', body: file })
  const next = ((await second.json()) as { data: Lote }).data
  await until(async () => {
    const { data } = (await (await ask(server, `/${next.id}`)).json()) as { data: Lote }
    return data.procesadas > 0
  })
  assert.equal(await server.end('SIGTERM'), 0)
  assert.doesNotMatch(server.output(), /EMPRESA INVENTADA|2010000000/)
  server = await startServer(settings)
  await until(async () => {
    const { data } = (await (await ask(server, `/${next.id}`)).json()) as { data: Lote }
    return data.estado === 'terminado' && data.procesadas === ROWS
  })
  for (const one of [id, next.id]) assert.equal((await ask(server, `/${one}`, { method: 'DELETE' })).status, 200)
  assert.deepEqual(holders(settings.CHASQUI_DATA_DIR), [])
  assert.equal(await server.end(), 0)
  assert.deepEqual(readdirSync(join(settings.CHASQUI_DATA_DIR, 'batches')), [])
})

test('two instances on one database send the same result at once, whoever asks, and an erasure leaves nothing on either', async () => {
  const url = await testDatabase()
  const of = (name: string) => ({ ...settings, CHASQUI_DATA_DIR: join(folder, name), CHASQUI_DATABASE_URL: url })
  const instances = [of('one'), of('two')]
  for (const instance of instances) assert.equal(chasqui(instance, 'data', 'sync', 'padron').code, 0)
  const { key } = await createKey(of('one'))
  const servers = await Promise.all(instances.map((instance) => startServer(instance)))
  const ask = (at: number, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${servers[at % 2]?.url}/api/lotes${path}`, { ...init, headers: { authorization: key } })
  const rows = Array.from({ length: 4_000 }, (_, i) => `${rucs[i % rucs.length]},${i},${WORD}`)
  const start = async (): Promise<string> => {
    const created = await ask(0, '?tipo=ruc', { method: 'POST', body: `ruc,n,${WORD}\n${rows.join('\n')}\n` })
    assert.equal(created.status, 202, await created.clone().text())
    return ((await created.json()) as { data: Lote }).data.id
  }
  const look = async (id: string): Promise<Lote> => ((await (await ask(1, `/${id}`)).json()) as { data: Lote }).data
  const id = await start()
  await askUntil(
    () => look(id),
    ({ estado }) => estado === 'terminado',
  )
  for (const formato of ['csv', 'xlsx', 'json']) {
    const bodies = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const reply = await ask(at, `/${id}/resultado?formato=${formato}`)
        return [reply.status, Buffer.from(await reply.arrayBuffer()).toString('base64')]
      }),
    )
    assert.equal(bodies[0]?.[0], 200)
    for (const body of bodies) assert.deepEqual(body, bodies[0])
  }
  const second = await start()
  await until(async () => (await look(second)).procesadas > 0)
  for (const [at, one] of [id, second].entries())
    assert.equal((await ask(at, `/${one}`, { method: 'DELETE' })).status, 200)
  for (const { CHASQUI_DATA_DIR: dataDir } of instances) assert.deepEqual(holders(dataDir), [])
  const left = await runSql(url, 'SELECT job_id FROM chasqui.job_files UNION ALL SELECT id FROM chasqui.jobs')
  assert.deepEqual(left, [])
  for (const server of servers) assert.equal(await server.end(), 0)
})
