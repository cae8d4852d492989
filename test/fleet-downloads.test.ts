import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { limaClock } from '../src/domain/lima-time.ts'
import { waitForTurn } from '../src/kernel/postgres/turn.ts'
import { temporaryFolder } from './helpers/cleanup.ts'
import { installedAnswers } from './helpers/installation.ts'
import { runSql, testDatabase } from './helpers/postgres.ts'
import { publishUnFile } from './helpers/screening-files.ts'
import { until } from './helpers/until.ts'

const database = await testDatabase()
const waiters = async (): Promise<number> => {
  const asked = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()
    AND query LIKE 'SELECT pg_try_advisory_lock(%'`
  return Number((await runSql(database, asked))[0]?.n)
}

test('two instances on one database download from a publisher one after the other', async () => {
  const document = join(temporaryFolder(), 'un.xml')
  publishUnFile(document, [['INV.1', 'PERSONA INVENTADA']], '2026-01-02')
  const mayAnswer = Promise.withResolvers<void>()
  let calls = 0
  let open = 0
  let most = 0
  const publisher = createServer(async (_, response) => {
    calls++
    most = Math.max(most, ++open)
    response.on('close', () => open--)
    await mayAnswer.promise
    response.setHeader('content-type', 'application/xml').end(readFileSync(document))
  })
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve))
  after(() => publisher.close())
  const url = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/un.xml`
  const settings = { CHASQUI_DATABASE_URL: database, CHASQUI_UN_LIST_URL: url, CHASQUI_REFRESH: 'auto' }
  const instances = [1, 2].map(() => installedAnswers(settings, ['un'], limaClock()))
  await until(async () => calls === 1 && (await waiters()) === 2)
  assert.equal(open, 1)
  mayAnswer.resolve()
  const statuses = (await Promise.all(instances)).map((answers) => answers.datasetStatuses()[0])
  assert.deepEqual([statuses.map((status) => status?.filas), calls, most], [[1, 1], 2, 1])
  await until(async () => (await waiters()) === 0)
})

test('a turn passes on when its holder is lost, and nobody waits longer than it wants to', async () => {
  const take = (signal = new AbortController().signal) =>
    waitForTurn({ url: database, schema: 'turns', name: 'refresh/un' }, signal)
  await take()
  const patience = new AbortController()
  const impatient = take(patience.signal)
  const next = take()
  await until(async () => (await waiters()) === 3)
  patience.abort()
  await assert.rejects(impatient, { name: 'AbortError' })
  await runSql(
    database,
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  await (await next).release()
  await (await take()).release()
  await assert.rejects(
    waitForTurn({ url: 'postgres://x:secreta@127.0.0.1:1/x', schema: 'turns', name: 'x' }, patience.signal),
    { kind: 'store-unavailable', detail: 'ECONNREFUSED' },
  )
})
