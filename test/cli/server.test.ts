import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'
import { type Settings, startServer } from '../helpers/server.ts'

const TODAY = { CHASQUI_TODAY: SANDBOX_TODAY }
const here = { ...TODAY, CHASQUI_DATA_DIR: sandboxData() }

// The options come before the environment: port 9 is not taken.
const running = await startServer(
  { ...TODAY, CHASQUI_DATA_DIR: sandboxData(), CHASQUI_PORT: '9', CHASQUI_REFRESH: 'auto' },
  ['serve', '--sandbox', '--host', '127.0.0.1', '--port', '0'],
)
const server: Settings = { CHASQUI_URL: running.url, CHASQUI_KEY: /chq_test_\w+/.exec(running.output())?.[0] as string }

const ROWS: readonly (readonly [args: readonly string[], code: number])[] = [
  [['ruc', '20000000125'], 0],
  [['ruc', '20000000126'], 1],
  [['ruc', '123'], 2],
  [['ruc', '20000000125', '--proveedor', 'otro'], 2],
  [['dni', '00000012'], 0],
  [['persona', 'ana', 'de', 'la', 'rosa', '--detalle'], 0],
  [['persona'], 2],
  [['nombre', 'comercial', 'ejemplo'], 0],
  [['sanciones', '20000009459', '--alerta'], 4],
  [['soat', 'ABC-123'], 0],
  [['soat', 'NAD123'], 1],
  [['soat', 'CAP123'], 3],
  [['tipo-cambio', '01/10/2026'], 0],
  [['tipo-cambio', '--mes', '2026-10'], 0],
  [['indicadores', 'inflacion'], 0],
  [['indicadores', 'buscar', 'tipo', 'de', 'cambio'], 0],
  [['aml', 'Tarquillo', 'Zenobio', '--detalle', '--alerta'], 4],
]

/** The moment of a load is that of each installation. */
const bodyOf = (json: string): unknown =>
  JSON.parse(json, (name, value) => (/^listas?Actualizadas?$/.test(name) ? '' : value))

const withoutMoments = (text: string): string =>
  text
    .replace(/(?<=Listas? cargadas?: ).*/g, '')
    // The first question of a process goes to the source; a server may remember it, and keeps the rates it has seen.
    .replace(/, (?:en línea|respuesta reciente)/g, '')
    .replace(/^Fuentes?: SUNAT, tipo de cambio.*/ms, '')

// First: a lookup below makes a source of the sandbox ask for a captcha.
test('what a server says never reaches the terminal as a command for it', async (t) => {
  const hostile = { ok: false, error: { codigo: 'otro', mensaje: 'a\u001b[2J\u009bb' } }
  const fake = createServer((_request, reply) => {
    reply.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(hostile))
  }).listen(0, '127.0.0.1')
  t.after(() => fake.close())
  await once(fake, 'listening')
  const url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
  for (const args of [['ruc', '20000000125'], ['health']]) {
    const { err, out, code } = await runInProcess({ CHASQUI_URL: url, CHASQUI_KEY: 'k' }, ...args)
    assert.deepEqual([code, out], [3, ''])
    assert.match(err, /^a \[2J b/)
  }
})

describe('chasqui health', () => {
  test('of a running server shows its data and sources, and ends with 0', async () => {
    const { out, err, code } = await runInProcess(server, 'health')
    assert.deepEqual([code, err], [0, ''], out)
    assert.match(out, /^Chasqui [\d.]+ \(modo sandbox\): en orden\n/)
    assert.match(out, /Padrón +│ 1[0-9]\/11\/2026 │ +24,0/)
    assert.match(out, /APESEG, registro de SOAT +│ (?:en orden|sin consultar|pide una verificación|con fallas)/)
    const { data } = JSON.parse((await runInProcess(server, 'health', '--json')).out)
    assert.equal(data.modo, 'sandbox')
  })

  test('of an installation without data says what to do, and ends with 3', async () => {
    const { out, code } = await runInProcess({ ...TODAY, CHASQUI_DATA_DIR: temporaryFolder() }, 'health')
    assert.equal(code, 3)
    assert.match(out, /degradado.*Padrón +│ – .*Lo que falta se carga con «chasqui data sync»/s)
  })

  test('without a server or with a wrong key ends with 3', async () => {
    const away = await runInProcess({ CHASQUI_URL: 'http://127.0.0.1:9', CHASQUI_KEY: 'k' }, 'health')
    assert.deepEqual([away.code, away.out], [3, ''])
    assert.match(away.err, /^Ningún servicio Chasqui responde en 127\.0\.0\.1:9: revise --url o CHASQUI_URL\.\n$/)
    const refused = await runInProcess({ ...server, CHASQUI_KEY: 'chq_test_no' }, 'health')
    assert.deepEqual([refused.code, refused.out], [3, ''])
  })
})

describe('a lookup of a running server', () => {
  for (const [args, code] of ROWS) {
    test(`${args.join(' ')} ends with ${code} and prints what a local one prints`, async () => {
      const local = await runInProcess(here, ...args, '--sandbox')
      const asked = await runInProcess(server, ...args)
      assert.deepEqual([asked.code, local.code], [code, code], asked.out + asked.err)
      assert.equal(withoutMoments(asked.out), withoutMoments(local.out))
      assert.equal(asked.err, local.err)
      const localBody = await runInProcess(here, ...args, '--sandbox', '--json')
      const askedBody = await runInProcess(server, ...args, '--json')
      assert.deepEqual([askedBody.code, askedBody.err], [code, ''])
      assert.deepEqual(bodyOf(askedBody.out), bodyOf(localBody.out))
    })
  }

  test('--url and --key come before the environment, and --sandbox asks no server', async () => {
    const { CHASQUI_URL: url = '', CHASQUI_KEY: key = '' } = server
    const wrong = { CHASQUI_URL: 'http://127.0.0.1:9', CHASQUI_KEY: 'chq_test_no' }
    const asked = await runInProcess(wrong, 'ruc', '20000000125', '--url', `${url}/`, '--key', key)
    assert.match(asked.out, /COMERCIAL EJEMPLO/)
    assert.equal((await runInProcess({ ...wrong, ...here }, 'ruc', '20000000125', '--sandbox')).code, 0)
    const refused = await runInProcess({ ...server, CHASQUI_KEY: 'chq_test_no' }, 'ruc', '20000000125')
    assert.deepEqual([refused.code, refused.out], [3, ''])
    assert.match(refused.err, /Revise CHASQUI_KEY o --key\.\n$/)
    assert.doesNotMatch(refused.err, /chq_test/)
  })

  test('something that is no Chasqui is told as that, without waiting for long', async () => {
    const { err, code } = await runInProcess(
      { ...server, CHASQUI_URL: `${server.CHASQUI_URL}/docs` },
      'ruc',
      '20000000125',
    )
    assert.equal(code, 3)
    assert.match(err, /^[^\n]+\n$/)
  })
})

test('data sync --sandbox loads the invented lists, which data status --sandbox and health --sandbox show', async () => {
  const settings = { ...TODAY, CHASQUI_DATA_DIR: temporaryFolder() }
  const synced = await runInProcess(settings, 'data', 'sync', 'us', 'un', '--sandbox')
  assert.deepEqual([synced.code, synced.err], [0, ''])
  assert.match(synced.out, /^us: nueva edición en servicio .*\nun: nueva edición en servicio .*\n$/)
  assert.match((await runInProcess(settings, 'data', 'status', '--sandbox')).out, /^un +\d\d\/\d\d\/2026 .* al día$/m)
  assert.match((await runInProcess(settings, 'data', 'status')).out, /^un +– /m)
})

test('a reader that goes away is no error', () => {
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
  // The reader ends before the first byte is written.
  const line = `set -o pipefail; { "${process.execPath}" "${main}" completion zsh; } | true`
  const { status, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
})

test('a file of subjects is put under watch in a running server, and reported', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'clientes.csv')
  writeFileSync(file, 'referencia,nombre\nC-1,Zenobio Tarquillo\nC-2,Comercial Ejemplo S.A.C.\n,Nadie Inventado\n')
  const put = await runInProcess(server, 'vigilar', file, '--tipo-sujeto', 'persona')
  assert.deepEqual([put.code, put.out], [0, '2 filas bajo vigilancia, 1 fila no.\n'])
  assert.match(put.err, /Fila 3 de datos: La fila no tiene referencia\./)
  const report = await runInProcess(server, 'vigilar', 'informe', '--json')
  assert.equal(JSON.parse(report.out).vigilados.altas, 2)
  assert.match((await runInProcess(server, 'vigilar', 'informe')).out, /Vigilados: 0 al inicio, 2 altas/)
  const csv = join(folder, 'vigilados.csv')
  assert.equal((await runInProcess(server, 'vigilar', 'informe', '--csv', 'vigilados', '--salida', csv)).code, 0)
  assert.match(readFileSync(csv, 'utf8'), /C-2,empresa,Comercial Ejemplo S\.A\.C\./)
  const certificate = join(folder, 'informe.txt')
  assert.equal((await runInProcess(server, 'vigilar', 'informe', '--constancia', certificate)).code, 0)
  assert.match(readFileSync(certificate, 'utf8'), /^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  assert.deepEqual((await runInProcess(server, 'vigilar', join(folder, 'nada.csv'))).code, 2)
})
