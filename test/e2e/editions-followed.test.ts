import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { type WireQuestion, wireQuestions } from '../../bench/wire/questions.ts'
import { startSandbox } from '../../sandbox/main.ts'
import { registerText } from '../../sandbox/world/register/files.ts'
import { pretendRegister } from '../../sandbox/world/register/index.ts'
import { closeAfterTests, temporaryFolder } from '../helpers/cleanup.ts'
import { publish, registerLine, rucOf } from '../helpers/register-file.ts'
import { repeated } from '../helpers/repeated.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'
import { createKey, type RunningServer, type Settings, spawnChasqui, startServer } from '../helpers/server.ts'
import { until } from '../helpers/until.ts'

const QUESTIONS = repeated(100)
/** Differ from one request or installation to another: ETags are keyed by a secret of the installation. */
const OWN_HEADERS = ['date', 'x-request-id', 'etag', 'ratelimit', 'retry-after', 'keep-alive']
/** Where lists come from: a fed instance must not have any of them. */
const LISTS = ['CHASQUI_PADRON_URL', 'CHASQUI_PADRON_TIPOS_URL', 'CHASQUI_US_LIST_URL', 'CHASQUI_UN_LIST_URL']
const NOWHERE = 'http://127.0.0.1:9/'
const NEW_RUC = rucOf('2060000001')

const whenDone = closeAfterTests()
const place = temporaryFolder(whenDone)
const sandbox = await startSandbox({ today: SANDBOX_TODAY })
whenDone(() => sandbox.close())
const dispatcher = new Agent({ connections: 1 })
whenDone(() => dispatcher.close())

/** The place as a plain web server offers it. */
const placeServer = createServer((asked, response) => {
  const path = join(place, asked.url ?? '')
  if (!existsSync(path)) return void response.writeHead(404).end()
  const etag = `"${statSync(path).ino}-${statSync(path).mtimeMs}"`
  if (asked.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
  response.writeHead(200, { etag }).end(readFileSync(path))
})
await new Promise<void>((resolve) => placeServer.listen(0, '127.0.0.1', resolve))
after(() => {
  placeServer.closeAllConnections()
  placeServer.close()
})
const placeAddress = `http://127.0.0.1:${(placeServer.address() as AddressInfo).port}`

/** Editions with document numbers are taken by whoever has their key. */
const documentKey = join(temporaryFolder(whenDone), 'document-key')
writeFileSync(documentKey, 'x'.repeat(32))

const common = {
  ...sandbox.settings,
  CHASQUI_TODAY: SANDBOX_TODAY,
  CHASQUI_DATASET_FLOOR: '1',
  CHASQUI_SOURCE_SPACING_MS: '0',
  CHASQUI_DOCUMENT_KEY: documentKey,
}
const builderSettings: Settings = {
  // Lists that were made before are not made again.
  ...{ ...common, CHASQUI_DATA_DIR: join(sandboxData(whenDone), 'sandbox'), CHASQUI_EDITIONS_PUBLISH: place },
}
const fedSettings = (from: string, key = ''): Settings => ({
  CHASQUI_EDITIONS_KEY: key,
  ...{ ...common, CHASQUI_DATA_DIR: temporaryFolder(whenDone), CHASQUI_EDITIONS_URL: from, CHASQUI_REFRESH: 'auto' },
  ...Object.fromEntries(
    [...LISTS, 'CHASQUI_PROCUREMENT_LIST', 'CHASQUI_PROCUREMENT_FILES_URL'].map((name) => [name, NOWHERE]),
  ),
})

interface Instance {
  server: RunningServer
  key: string
}
const startInstance = async (settings: Settings): Promise<Instance> => {
  const server = await startServer(settings)
  return { server, key: (await createKey(settings, '--rate', '1000000')).key }
}

const ask = async ({ server, key }: Instance, { path, method = 'GET', headers }: WireQuestion) => {
  const options = { method: method as 'GET', dispatcher, headers: { authorization: `Bearer ${key}`, ...headers } }
  const reply = await request(server.url + path, options)
  const shown = Object.entries(reply.headers).filter(([name]) => !OWN_HEADERS.includes(name))
  // Lifetimes that end at midnight differ by the second between two questions.
  const answer = JSON.stringify([reply.statusCode, shown.sort(), await reply.body.text()])
  return answer.replace(/max-age=\d+/, (age) => (Number(age.slice(8)) % 60 === 0 ? age : 'max-age=…'))
}

interface HealthBody {
  data: { datasets: Record<string, { edicion: string | null; filas: number; cargado: string; error: string | null }> }
}
const datasetsOf = async ({ server, key }: Instance): Promise<HealthBody['data']['datasets']> => {
  const reply = await fetch(`${server.url}/api/health`, { headers: { authorization: key } })
  return ((await reply.json()) as HealthBody).data.datasets
}
const rowsOf = async (instance: Instance): Promise<number | undefined> => (await datasetsOf(instance)).padron?.filas

// Not blocking: the publishers are in this process.
assert.equal(await spawnChasqui(builderSettings, 'data', 'sync'), 0)
const builder = await startInstance(builderSettings)
await until(async () => existsSync(join(place, 'manifest.json')))
const fed: Record<string, Instance> = {
  path: await startInstance(fedSettings(place)),
  address: await startInstance(fedSettings(placeAddress, `${builder.server.url}/.well-known/jwks.json`)),
}

for (const [how, instance] of Object.entries(fed))
  test(`an instance fed by ${how} alone answers every endpoint byte for byte as the first`, async () => {
    await until(async () => Object.values(await datasetsOf(instance)).every(({ edicion }) => edicion !== null))
    const [own, theirs] = [await datasetsOf(instance), await datasetsOf(builder)]
    for (const id of ['padron', 'sanciones', 'judiciales', 'vinculados', 'us', 'un'])
      assert.deepEqual(own[id]?.cargado, theirs[id]?.cargado, id)
    const statuses = new Set<string>()
    for (const question of wireQuestions(QUESTIONS)) {
      const [here, there] = [await ask(instance, question), await ask(builder, question)]
      // What a live source said once is answered from memory the second time, so the first instance may be one step ahead.
      assert.equal(channelless(here), channelless(there), JSON.stringify(question))
      statuses.add(here.slice(1, 4))
    }
    for (const status of ['200', '400', '401', '404', '405']) assert.ok(statuses.has(status), status)
  })

const channelless = (answer: string): string => answer.replaceAll('channel=cache', 'channel=live')

test('a damaged manifest is refused by a running instance, which goes on answering and recovers', async () => {
  const instance = fed.path as Instance
  const good = readFileSync(join(place, 'manifest.json'))
  const bad = Buffer.from(good)
  const at = bad.indexOf('"checked": "') + 12
  bad[at] = (bad[at] ?? 0) ^ 1
  const before = await ask(instance, { path: '/api/ruc?numero=20000000125' })
  writeFileSync(join(place, 'manifest.json'), bad)
  await until(async () => /suma de comprobación/.test((await datasetsOf(instance)).us?.error ?? ''))
  assert.equal(await ask(instance, { path: '/api/ruc?numero=20000000125' }), before)
  writeFileSync(join(place, 'manifest.json'), good)
  await until(async () => (await datasetsOf(instance)).us?.error === null)
})

test('a new edition is published by the first instance and followed by the others without a restart', async () => {
  const file = join(temporaryFolder(whenDone), 'padron.txt')
  const rows = (await rowsOf(builder)) ?? 0
  const added = Buffer.from(`${registerLine(NEW_RUC, 'NUEVA EMPRESA SAC')}\n`)
  publish(file, Buffer.concat([registerText(pretendRegister().taxpayers), added]), SANDBOX_TODAY)
  assert.equal(await spawnChasqui({ ...builderSettings, CHASQUI_PADRON_URL: file }, 'data', 'sync', 'padron'), 0)
  const path = `/api/ruc?numero=${NEW_RUC}`
  for (const instance of [builder, ...Object.values(fed)]) {
    await until(async () => (await rowsOf(instance)) === rows + 1)
    assert.equal(await ask(instance, { path }), await ask(builder, { path }))
    assert.match(await ask(instance, { path }), /NUEVA EMPRESA SAC/)
  }
  for (const { server } of [builder, ...Object.values(fed)]) assert.equal(await server.end(), 0)
})
