import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'undici'
import { fixture } from '../helpers/ask-source.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { testDatabase } from '../helpers/postgres.ts'
import { publishUnFile, publishUsFiles } from '../helpers/screening-files.ts'
import { createKey, type RunningServer, type Settings, startServer } from '../helpers/server.ts'
import { upstreamServer } from '../helpers/upstream-server.ts'

const CONNECTIONS = 24
const database = await testDatabase()
const lists = temporaryFolder()
publishUsFiles(
  join(lists, 'us'),
  [
    {
      ...{ number: 7, name: 'CHUQUIPOMA TARQUILLO, Zenobio', kind: 'individual', program: 'SDGT' },
      aliases: ['PACAYZAPA, Aristarco'],
      remarks:
        "DOB 28 Feb 1961; POB Pacayzapa, Peru; citizen Peru; a.k.a. 'CAMARADA PUMACAHUA'; LE Number 00000174 (Peru); " +
        'said to be left-handed; Linked To: HUALCAYUNGA SHIPPING S.A.',
      address: ['Jr. Ninguno 174', 'Pacayzapa', 'Peru'],
    },
    { number: 8, name: 'HUALCAYUNGA SHIPPING S.A.', kind: '-0- ', program: 'SDNTK' },
  ],
  '2026-11-12',
)
publishUnFile(join(lists, 'un.xml'), [['ZZi.7', 'ZENOBIO CHUQUIPOMA TARQUILLO']], '2026-11-13')

const QUESTIONS = [
  'nombre=Zenobio%20Chuquipoma%20Tarquillo&detalle=1',
  'nombre=Senobio%20Chuquipoma&detalle=1&tipo=persona&nacimiento=1961-02-28&pais=PE',
  'nombre=Zenobio%20Chuquipoma%20Tarquillo&detalle=1&nacimiento=1999-01-01&pais=MX',
  'nombre=Pumacahua%20Pacayzapa&documento=00000174&detalle=1',
  'nombre=Hualcayumga%20Shiping&detalle=1',
  'nombre=Nadie%20Inventado',
].map((query) => `/api/aml?${query}`)

const settingsOf = (workers: number, extra: Settings = {}): Settings => ({
  CHASQUI_WORKERS: String(workers),
  CHASQUI_DATA_DIR: temporaryFolder(),
  CHASQUI_DATASET_FLOOR: '1',
  CHASQUI_TODAY: '2026-11-15',
  CHASQUI_US_LIST_URL: join(lists, 'us'),
  CHASQUI_UN_LIST_URL: join(lists, 'un.xml'),
  ...extra,
})

/** The answers of one question over connections that all threads share, each different one once. */
const answersOf = async (server: RunningServer, key: string, path: string): Promise<string[]> => {
  const ask = async (): Promise<string> => {
    const client = new Client(server.url)
    const { statusCode, body } = await client.request({ path, method: 'GET', headers: { authorization: key } })
    const text = await body.text()
    await client.close()
    return `${statusCode} ${text}`
  }
  return [...new Set(await Promise.all(Array.from({ length: CONNECTIONS }, ask)))]
}

test('every thread screens names, facts and records as one thread alone does', async () => {
  const answers: string[][][] = []
  const settings = settingsOf(1)
  assert.equal((await runInProcess(settings, 'data', 'sync', 'us', 'un')).code, 0)
  const { key } = await createKey(settings)
  for (const CHASQUI_WORKERS of ['1', '3']) {
    const server = await startServer({ ...settings, CHASQUI_WORKERS })
    const own: string[][] = []
    for (const path of QUESTIONS) own.push(await answersOf(server, key, path))
    answers.push(own)
    assert.equal(await server.end(), 0)
  }
  const [alone = [], together = []] = answers
  for (const [at, path] of QUESTIONS.entries()) {
    assert.deepEqual(together[at], alone[at])
    assert.equal(alone[at]?.length, 1, path)
  }
  assert.match(alone[0]?.[0] ?? '', /"ficha":\{.*said to be left-handed/)
  assert.match(alone[1]?.[0] ?? '', /^200 .*"tipo":"nacimiento"/)
})

test('two processes of several threads on one database are one service', async () => {
  const textFile = await upstreamServer(() => ({ type: 'text/plain', body: '13/11/2026|3.354|3.362|\n' }))
  const bank = await upstreamServer(() => ({ type: 'text/csv', body: fixture('central-bank', 'catalogue.csv') }))
  const place = temporaryFolder()
  const settings = [1, 2].map((number) =>
    settingsOf(2, {
      CHASQUI_DATABASE_URL: database,
      CHASQUI_TODAY: '2026-11-13',
      CHASQUI_TAXAUTH_TC_TXT_URL: `${textFile.url}/tipoCambio.txt`,
      CHASQUI_CENTRAL_BANK_URL: bank.url,
      ...(number === 1 && { CHASQUI_EDITIONS_PUBLISH: place }),
    }),
  ) as [Settings, Settings]
  const servers = await Promise.all(settings.map((own) => startServer(own)))
  const statusesOf = async (key: string, requests: number): Promise<Record<number, number>> => {
    const statuses: Record<number, number> = {}
    const clients = Array.from({ length: CONNECTIONS }, (_, at) => new Client(servers[at % 2]?.url ?? ''))
    const one = async (_: unknown, at: number): Promise<void> => {
      const client = clients[at % CONNECTIONS] as Client
      const reply = await client.request({
        path: '/api/tipo-cambio',
        method: 'GET',
        headers: { authorization: key },
      })
      await reply.body.dump()
      statuses[reply.statusCode] = (statuses[reply.statusCode] ?? 0) + 1
    }
    await Promise.all(Array.from({ length: requests }, one))
    await Promise.all(clients.map((client) => client.close()))
    return statuses
  }
  const { key } = await createKey(settings[0], '--quota', '300', '--rate', '100000', '--burst', '100000')
  assert.deepEqual(await statusesOf(key, 400), { 200: 300, 429: 100 })
  assert.equal(textFile.asked.length, 1, 'equal questions of all threads are one call')
  const slow = await createKey(settings[1], '--rate', '5', '--burst', '20')
  const since = performance.now()
  const allowed = (await statusesOf(slow.key, 200))[200] ?? 0
  const most = 1.1 * 5 * ((performance.now() - since) / 1_000) + 2 * 20
  assert.ok(allowed >= 20 && allowed <= most, `${allowed} of ${most}`)
  const { key: third } = await createKey(settings[0])
  for (const server of servers) {
    const found = await answersOf(server, third, '/api/indicadores/buscar?q=politica%20monetaria')
    assert.equal(found.length, 1)
    assert.match(found[0] ?? '', /^200 .*"codigo":"PD04722MM".*"total":1/)
  }
  assert.equal(bank.asked.length, 1, 'one process reads the catalogue for all threads of both')
  const [health = ''] = await answersOf(servers[0] as RunningServer, third, '/api/health')
  assert.match(health, /"politica":"[0-9a-f]{16}"/)
  assert.match(health, /"almacen":\{"tipo":"postgres","estado":"ok"\}/)
  assert.match(health, /"publicacion":\{/)
  for (const server of servers) assert.equal(await server.end(), 0)
})
