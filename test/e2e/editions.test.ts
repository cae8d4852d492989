import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { createKey, type RunningServer, type Settings, spawnChasqui, startServer } from '../helpers/server.ts'
import { until } from '../helpers/until.ts'

const SANDBOX_DAY = '2026-11-13'
const place = temporaryFolder()
const [firstData, secondData, thirdData] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
/** Publishers whose addresses nobody may ask. */
const asked: string[] = []
let publishers = ''

const listen = async (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

before(async () => {
  publishers = await listen((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(500).end()
  })
})

/** Editions with document numbers are taken by whoever has their key. */
const documentKey = join(temporaryFolder(), 'document-key')
writeFileSync(documentKey, 'x'.repeat(32))

const takerSettings = (dataDir: string, from: string): Settings => ({
  ...{ CHASQUI_DATA_DIR: dataDir, CHASQUI_EDITIONS_URL: from, CHASQUI_REFRESH: 'auto', CHASQUI_TODAY: SANDBOX_DAY },
  // The lists of the sandbox are small.
  CHASQUI_DATASET_FLOOR: '1',
  CHASQUI_DOCUMENT_KEY: documentKey,
  ...{ CHASQUI_PADRON_URL: `${publishers}/padron`, CHASQUI_US_LIST_URL: `${publishers}/us` },
  ...{ CHASQUI_TAX_LISTS_URL: `${publishers}/agentes`, CHASQUI_SSCO_URL: `${publishers}/ssco` },
  ...{ CHASQUI_UN_LIST_URL: `${publishers}/un`, CHASQUI_PROCUREMENT_LIST: `${publishers}/sanciones` },
})

const QUESTIONS = [
  '/api/ruc?numero=20000000125',
  '/api/ruc?numero=20000999998',
  '/api/nombre?q=comercial ejemplo',
  '/api/persona?nombre=SALVATIERRA PUMAYALLI JUAN CARLOS',
  '/api/sanciones?ruc=20000009459',
  '/api/sanciones?nombre=CONSORCIO',
  '/api/aml?nombre=Tarquillo Zenobio&detalle=1',
  '/api/aml?nombre=Nadie En Ninguna Lista',
]

const ask = async (server: RunningServer, key: string, question: string) => {
  const reply = await fetch(`${server.url}${encodeURI(question)}`, { headers: { authorization: key } })
  return { status: reply.status, source: reply.headers.get('chasqui-source'), body: await reply.text() }
}

interface HealthBody {
  data: {
    estado: string
    publicacion?: { publicado: string | null; error: string | null }
    datasets: Record<string, { edicion: string | null; cargado: string | null; revisado: string; error: string | null }>
  }
}
const health = async (server: RunningServer, key: string): Promise<HealthBody['data']> =>
  (JSON.parse((await ask(server, key, '/api/health')).body) as HealthBody).data

const manifest = () => JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8'))
const keyIn = (text: string): string => /chq_test_\w+/.exec(text)?.[0] as string

const firstSettings = {
  ...{ CHASQUI_DATA_DIR: firstData, CHASQUI_EDITIONS_PUBLISH: place, CHASQUI_TODAY: SANDBOX_DAY },
  CHASQUI_DOCUMENT_KEY: documentKey,
}
const first = await startServer(firstSettings, ['serve', '--sandbox'])
const firstKey = keyIn(first.output())

test('a server publishes the editions that it loads, and says so in its health', async () => {
  await until(async () => readdirSync(place).includes('manifest.json') && manifest().editions.length === 8)
  for (const { dataset, files, format } of manifest().editions) {
    assert.equal(typeof format, 'number')
    for (const { path, size } of files) assert.equal(statSync(join(place, path)).size, size, `${dataset} ${path}`)
  }
  const { publicacion } = await health(first, firstKey)
  assert.equal(publicacion?.error, null)
})

test('an instance fed by a path alone answers byte for byte as the first, and asks no publisher', async () => {
  const settings = takerSettings(secondData, place)
  const server = await startServer(settings)
  const { key } = await createKey(settings)
  await until(async () => Object.values((await health(server, key)).datasets).every(({ edicion }) => edicion !== null))
  for (const question of QUESTIONS)
    assert.deepEqual(await ask(server, key, question), await ask(first, firstKey, question), question)
  const [own, other] = [await health(first, firstKey), await health(server, key)]
  for (const id of ['padron', 'sanciones', 'judiciales', 'vinculados', 'us', 'un', 'agentes', 'ssco']) {
    assert.equal(other.datasets[id]?.cargado, own.datasets[id]?.cargado)
    assert.equal(other.datasets[id]?.error, null)
  }
  assert.deepEqual(asked, [])
  assert.equal(await server.end(), 0)
})

test('data sync takes the editions over HTTP, and again has nothing new; a place that is down asks nobody', async () => {
  let isDown = false
  const url = await listen((request, response) => {
    if (isDown) return void request.socket.destroy()
    const path = join(place, decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname))
    response.writeHead(200, { etag: `"${statSync(path).mtimeMs}"` }).end(readFileSync(path))
  })
  const open = { ...takerSettings(thirdData, `${url}/`), CHASQUI_REFRESH: 'off' }
  const refused = await runInProcess(open, 'data', 'sync')
  assert.equal(refused.code, 2)
  assert.match(refused.err, /^CHASQUI_EDITIONS_URL con http:\/\/ necesita CHASQUI_EDITIONS_KEY.*\n$/)
  const key = join(temporaryFolder(), 'jwks.json')
  writeFileSync(key, await (await fetch(`${first.url}/.well-known/jwks.json`)).text())
  const settings = { ...open, CHASQUI_EDITIONS_KEY: key }
  // Not blocking: the place is in this process.
  assert.equal(await spawnChasqui(settings, 'data', 'sync'), 0)
  const status = JSON.parse((await runInProcess(settings, 'data', 'status', '--json')).out)
  assert.deepEqual(
    Object.values<{ error: string | null }>(status).map(({ error }) => error),
    Array(8).fill(null),
  )
  assert.equal((await runInProcess(settings, 'data', 'sync', 'us')).code, 0)
  isDown = true
  assert.equal((await runInProcess(settings, 'data', 'sync', 'us')).code, 3)
  const after = JSON.parse((await runInProcess(settings, 'data', 'status', '--json')).out)
  assert.equal(after.us.edicion, status.us.edicion)
  assert.notEqual(after.us.error, null)
  assert.deepEqual(asked, [])
})

test('data publish writes what is in service, does not copy it twice, and repairs a damaged file', async () => {
  const folder = temporaryFolder()
  const settings = { CHASQUI_DATA_DIR: secondData, CHASQUI_TODAY: SANDBOX_DAY }
  assert.match(
    (await runInProcess(settings, 'data', 'publish', folder)).out,
    /us: edición publicada \(\d\d\/\d\d\/\d{4}/,
  )
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /^[a-z]+\/[0-9a-f]{64}-/.test(name))
      .map((name) => `${name} ${statSync(join(folder, name)).ino} ${statSync(join(folder, name)).mtimeMs}`)
  const before = files()
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8')
  const again = await runInProcess(settings, 'data', 'publish', folder)
  assert.equal(again.code, 0)
  assert.match(again.out, /us: ya estaba publicada/)
  assert.deepEqual(files(), before)
  assert.equal(readFileSync(join(folder, 'manifest.json'), 'utf8'), text)
  const file = join(folder, before.find((name) => name.includes('us.jsonl'))?.split(' ')[0] ?? '')
  const bytes = readFileSync(file)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  writeFileSync(file, bytes)
  assert.match((await runInProcess(settings, 'data', 'publish', folder)).out, /us: edición publicada/)
  assert.notDeepEqual(readFileSync(file), bytes)
})

test('data publish into a place that takes no folder, or with nothing loaded, says so', async () => {
  const settings = { CHASQUI_DATA_DIR: secondData }
  const failed = await runInProcess(settings, 'data', 'publish', '/proc/x')
  assert.equal(failed.code, 3)
  assert.match(failed.err, /carpeta de publicación/)
  const nothing = await runInProcess({ CHASQUI_DATA_DIR: temporaryFolder() }, 'data', 'publish', temporaryFolder())
  assert.equal(nothing.code, 1)
  assert.match(nothing.out, /padron: sin cargar/)
})

test('an address that cannot be used stops the start with one line that does not repeat it', async () => {
  for (const [name, value] of [
    ['CHASQUI_EDITIONS_URL', 'ftp://secreto.example/x'],
    ['CHASQUI_EDITIONS_URL', 'https://usuario:secreto@lists.example/'],
    ['CHASQUI_EDITIONS_PUBLISH', 'https://secreto.example/x'],
    ['CHASQUI_EDITIONS_URL', 'http://lists.example/secreto'],
    ['CHASQUI_EDITIONS_KEY', 'http://lists.example/secreto.json'],
    ['CHASQUI_EDITIONS_KEY', 'https://usuario:secreto@lists.example/jwks.json'],
  ] as const) {
    const { code, err } = await runInProcess({ [name]: value }, 'data', 'status')
    assert.equal(code, 2)
    assert.match(err, new RegExp(`^${name} .*\\n$`))
    assert.doesNotMatch(err, /secreto/)
  }
})

test('the first server ends well', async () => {
  assert.equal(await first.end(), 0)
})
