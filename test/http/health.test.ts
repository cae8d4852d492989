import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { DatasetStatus } from '../../src/datasets/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { POLITICA } from '../../src/domain/screening/politica.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { NOON, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises } from '../helpers/every-endpoint.ts'
import { healthOf, installedAnswers } from '../helpers/installation.ts'
import { publishUnFile } from '../helpers/screening-files.ts'
import { upstreamServer } from '../helpers/upstream-server.ts'

const list = join(temporaryFolder(), 'un.xml')
publishUnFile(list, [['ZZi.7', 'ZENOBIO CHUQUIPOMA']], '2026-11-13')
const bank = await upstreamServer(() => ({ status: 500, body: 'error' }))

let now = Date.parse(NOON)
const clock = limaClock(undefined, { now: () => now })
const settings = {
  CHASQUI_UN_LIST_URL: list,
  CHASQUI_CENTRAL_BANK_URL: bank.url,
  CHASQUI_SOURCE_SPACING_MS: '0',
}
const well = await installedAnswers(settings, ['un'], clock)
const unloaded = await installedAnswers({ ...settings, CHASQUI_REFRESH: 'off' }, ['un', 'us'], clock)
const startedAt = new Date('2026-11-15T16:00:00Z')
let answers = well

const health = await openEndpoint('health', { health: () => healthOf(answers, startedAt) })
const report = async (of: typeof well) => {
  answers = of
  const reply = await health.ask('')
  answers = well
  assert.equal(reply.statusCode, 200)
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.equal(reply.headers['chasqui-source'], undefined)
  return reply.json()
}

const untouched = { ultimoExito: null, ultimoError: null, circuito: 'cerrado' }
const idle = { estado: 'ok', captchaBlocked: false, ...untouched, configurado: true }
const off = { estado: 'sin_configurar', captchaBlocked: false, ...untouched, configurado: false }
const walled = { estado: 'sin_configurar', captchaBlocked: true, ...untouched, configurado: false }
const PROVIDERS = {
  'taxauth-scraper': off,
  'public-dni-directory': idle,
  'aggregator-a': off,
  'aggregator-b': off,
  'taxauth-tc': idle,
  'central-bank': idle,
  'insurance-registry': walled,
  'taxauth-cpe': off,
}
const UBIGEO = {
  copia: false,
  descartadas: 0,
  revisado: null,
  sha256: null,
  antiguedadHoras: null,
  configurado: true,
  atrasado: false,
  error: null,
  cargado: '2026-11-15T16:00:00.000Z',
}
const NEVER = {
  publicado: null,
  copia: false,
  descartadas: null,
  revisado: null,
  edicion: null,
  filas: null,
  cargado: null,
  sha256: null,
  antiguedadHoras: null,
  configurado: true,
  atrasado: false,
  error: null,
}

test('/api/health: a service that is well, with every list and every source', async () => {
  now += 90 * 60_000
  const { ok, data, providers } = await report(well)
  now = Date.parse(NOON)
  const { datasets, ...service } = data
  assert.equal(ok, true)
  assert.deepEqual(service, {
    estado: 'ok',
    version: '0.0.0-test',
    modo: 'live',
    iniciado: '2026-11-15T16:00:00.000Z',
    politica: POLITICA,
    almacen: { tipo: 'sqlite', estado: 'ok' },
  })
  const { sha256, ...un } = datasets.un
  assert.match(sha256, /^[0-9a-f]{64}$/)
  assert.deepEqual(un, {
    edicion: '2026-11-13',
    publicado: '2026-11-13',
    copia: true,
    filas: 1,
    descartadas: 0,
    cargado: '2026-11-15T17:00:00.000Z',
    revisado: '2026-11-15T17:00:00.000Z',
    // Since the end of the 13th in Lima: it was read from a file.
    antiguedadHoras: 37.5,
    configurado: true,
    atrasado: false,
    error: null,
    observacionesSinLeer: 0,
  })
  const { edicion, publicado, filas, ...ubigeo } = datasets.ubigeo
  assert.match(edicion, /^\d{4}/)
  assert.equal(publicado, edicion)
  assert.ok(filas > 1_800)
  assert.deepEqual(ubigeo, UBIGEO)
  assert.deepEqual(providers, PROVIDERS)
})

test('/api/health: a list that was never loaded makes the service degraded', async () => {
  const { data } = await report(unloaded)
  assert.equal(data.estado, 'degradado')
  assert.deepEqual(data.datasets.us, NEVER)
  assert.deepEqual(data.datasets.un, NEVER)
})

test('/api/health: a list without an address does not make the service degraded, a loaded one that is damaged or overdue does', () => {
  const estado = (sanciones: Partial<DatasetStatus>): string => {
    const status = { ...(well.datasetStatuses()[0] as DatasetStatus), id: 'sanciones' as const, ...sanciones }
    const datasetStatuses = () => [...well.datasetStatuses(), status]
    const { data } = healthOf({ ...well, datasetStatuses }, startedAt)
    const { configurado, atrasado } = data.datasets.sanciones ?? {}
    assert.deepEqual([configurado, atrasado], [status.estado !== 'unconfigured', status.atrasado ?? false])
    return data.estado
  }
  const unconfigured = { estado: 'unconfigured', error: 'Falta la dirección' } as const
  assert.equal(estado({ ...unconfigured, edicion: null }), 'ok')
  assert.equal(estado(unconfigured), 'ok')
  assert.equal(estado({ ...unconfigured, atrasado: true }), 'degradado')
  assert.equal(estado({ estado: 'failed', error: 'Se dañó' }), 'degradado')
  assert.equal(estado({ estado: 'idle', edicion: null }), 'degradado')
})

test('/api/health: judiciales as it is installed, without an address, leaves the service well', async () => {
  const { data } = await report(await installedAnswers(settings, ['un', 'judiciales'], clock))
  assert.equal(data.estado, 'ok')
  assert.equal(data.datasets.judiciales.edicion, null)
  assert.match(data.datasets.judiciales.error, /\S/)
})

test('a question to a list that was never loaded is told which list it is, and the command that loads it', () => {
  assert.throws(() => unloaded.lookups.aml({ nombre: 'ZENOBIO' }), {
    kind: 'dataset-unavailable',
    message: /lista OFAC todavía no está cargada; se carga con «chasqui data sync us»/,
  })
})

test('/api/health: a source that failed last makes the service degraded, and the others stay well', async () => {
  const failing = await installedAnswers(settings, ['un'], clock)
  await assert.rejects(async () => failing.lookups.indicadores({ codigo: 'pbi' }), { kind: 'upstream-unavailable' })
  const { data, providers } = await report(failing)
  assert.equal(data.estado, 'degradado')
  const failed = { ...idle, estado: 'degradado', ultimoError: '2026-11-15T17:00:00.000Z' }
  assert.deepEqual(providers, { ...PROVIDERS, 'central-bank': failed })
})

test('/api/health: a copy that is three scheduled times behind makes the service degraded, however lately it was read', async () => {
  const un = async (days: number) => {
    now += days * 86_400_000
    const { data } = await report(well)
    now = Date.parse(NOON)
    return [data.estado, data.datasets.un.error]
  }
  // Read at noon of the 15th and dated the 13th by its publisher; the list is due at 6:40 of every day.
  assert.deepEqual(await un(0.7), ['ok', null])
  assert.deepEqual(await un(0.9), [
    'degradado',
    'Se lee de una copia publicada el 13/11/2026: ya debe de haber ediciones más nuevas',
  ])
})

checkSharedPromises(health, { good: '', cost: 0 })
