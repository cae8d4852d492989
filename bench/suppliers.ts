import assert from 'node:assert/strict'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { taxLists } from '../sandbox/upstreams/tax-lists.ts'
import { courtBans } from '../src/datasets/court-bans/index.ts'
import { refreshDataset } from '../src/datasets/editions/refresh.ts'
import { procurementSanctions } from '../src/datasets/procurement-sanctions/index.ts'
import { relatedParties } from '../src/datasets/related-parties/index.ts'
import { unList } from '../src/datasets/screening-lists/un/index.ts'
import { usList } from '../src/datasets/screening-lists/us/index.ts'
import { sscoList } from '../src/datasets/tax-lists/index.ts'
import { limaClock } from '../src/domain/lima-time.ts'
import { documentSecretOf } from '../src/shared-database.ts'
import { inventNames } from '../test/helpers/screening/invented-peruvians.ts'
import { type Check, isKept, printCheck } from '../test/helpers/screening/limits.ts'
import { gatherUsFiles, sharedData } from '../test/helpers/screening/lists.ts'
import { runCommand, startServer } from './batches/commands.ts'
import { useLargeRegister } from './http/large-register.ts'
import { type LoadResult, runLoad } from './http/load.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const PEOPLE = 3
/** One after the other: several at a time would measure how they wait for each other. */
const CONNECTIONS = 1
const ROUNDS = 5
const SECONDS = 3

/**
 * Suppliers with all data local, each with three people behind it, whose names are asked once: rows of a batch that one core
 * checks, and the time of one answer over HTTP beside that of `/api/ruc`.
 */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '200000' } } })
  const shared = sharedData()
  assert.ok(shared, '../shared/data is absent: the real lists are needed')
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  try {
    const rucs = await install(folder, shared, Number(values.rows))
    const checks = [...(await measureBatch(folder, rucs)), ...(await measureHttp(folder, rucs))]
    for (const check of checks) console.log(printCheck(check))
    if (!checks.every(isKept)) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Everything that a supplier is asked about, in a folder of data. */
const install = async (folder: string, shared: string, rows: number): Promise<string[]> => {
  const clock = limaClock()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const files = join(folder, 'files')
  mkdirSync(files)
  const rucs = (await useLargeRegister(join(folder, 'register'), dataDir, rows)).filter((ruc) => ruc.startsWith('20'))
  await writePeople(join(files, 'Socios.csv'), rucs)
  const header =
    'FECHA_CORTE|RUC_DNI|NOMBRE_RAZONODENOMINACIONSOCIAL|ORGANO_JURISDICCIONAL|NUMERO_RESOLUCION|FECHA_INICIO|FECHA_FIN'
  writeFileSync(
    join(files, 'inhabilitaciones_judiciales.csv'),
    `${header}\n${rucs
      .slice(0, 15)
      .map((ruc, n) => `20260901|${ruc}|X|JUZGADO|${n}|20240101|`)
      .join('\n')}\n`,
  )
  const [type, number, supplier] = ['DOC. NACIONAL DE IDENTIDAD', '10000000', rucs[0]]
  writeFileSync(
    join(files, 'representantes.csv'),
    `Tipo_Documento|Nro_Documento|Nombre_RazonSocial|Ruc_Proveedor\n${type}|${number}|UNO DOS TRES|${supplier}\n`,
  )
  writeFileSync(
    join(files, 'organos.csv'),
    `Tipo_Documento|Nro_Documento|Nombre_o_RazonSocial|Cargo|Ruc_Proveedor\n${type}|${number}|UNO DOS TRES|GERENTE|${supplier}\n`,
  )
  const sanctions = join(files, 'sancionados.csv')
  const columns =
    'FECHA_CORTE|RUC|NOMBRE_RAZONODENOMINACIONSOCIAL|FECHA_INICIO|FECHA_FIN|NUMERO_RESOLUCION|ID_MOTIVO_INFRACCION|DE_MOTIVO_INFRACCION'
  writeFileSync(
    sanctions,
    `${columns}\n${rucs
      .slice(0, 9_000)
      .map((ruc, n) => `20261002|${ruc}|X ${n}|20250101|20280101|${n}-2025-TCE-S1|12|X`)
      .join('\n')}\n`,
  )
  const secret = documentSecretOf({ databaseUrl: '', dataDir, mode: 'live', documentKey: '' })
  const settings = { dataDir, clock, log: quiet, floor: 1 }
  for (const dataset of [
    usList({ from: gatherUsFiles(shared, join(folder, 'us-copy')), clock }),
    unList({ from: join(shared, 'un-list/2026-02-27/consolidated.xml'), clock }),
    procurementSanctions({ from: sanctions, clock }),
    sscoList({ from: await subjectsFile(files), clock }),
    courtBans({ from: files, secret, clock }),
    relatedParties({ from: files, secret, clock }),
  ] as Parameters<typeof refreshDataset>[0][]) {
    const done = await refreshDataset(dataset, settings)
    assert.equal(done.outcome, 'switched', JSON.stringify(done))
  }
  return rucs
}

/** The list of subjects without operating capacity, as the sandbox has it: a few rows. */
const subjectsFile = async (folder: string): Promise<string> => {
  const path = join(folder, 'ssco.xlsx')
  const from = new URL(String(taxLists.settings('http://localhost').CHASQUI_SSCO_URL)).pathname
  const { body } = await taxLists.handle({
    path: from,
    method: 'GET',
    query: new URLSearchParams(),
    headers: {},
    body: Buffer.alloc(0),
    form: new URLSearchParams(),
  })
  writeFileSync(path, body as Uint8Array)
  return path
}

const writePeople = async (path: string, rucs: readonly string[]): Promise<void> => {
  const file = createWriteStream(path)
  file.write('Tipo_Documento|Nro_Documento|Nombre_o_RazonSocial|Ruc_Proveedor\n')
  const names = inventNames(Math.ceil((rucs.length * PEOPLE) / 4), 7)
  for (const [at, ruc] of rucs.entries())
    for (let one = 0; one < PEOPLE; one++) {
      const { nombre } = names[at * PEOPLE + one] as { nombre: string }
      file.write(`DOC. NACIONAL DE IDENTIDAD|${String(10_000_000 + at * PEOPLE + one)}|${nombre}|${ruc}\n`)
    }
  file.end()
  await finished(file)
}

const measureBatch = async (folder: string, rucs: readonly string[]): Promise<Check[]> => {
  const file = join(folder, 'proveedores.csv')
  const result = join(folder, 'resultado.csv')
  writeFileSync(file, `ruc\n${rucs.join('\n')}\n`)
  const { cpuSeconds, peakMb } = await runCommand(folder, [
    ...['lote', file, '--tipo', 'proveedor', '--vinculados', '--salida', result],
  ])
  const lines = readFileSync(result, 'utf8').trimEnd().split('\n')
  assert.equal(lines.length, rucs.length + 1)
  const whole = /,(?:sin_hallazgos|hallazgo)(?:,(?:sin_hallazgos|hallazgo|no_configurado)){5}\r?$/
  const unchecked = lines.slice(1).filter((line) => !whole.test(line))
  // Some invented names are one telling word, which clears nobody.
  assert.ok(unchecked.length < rucs.length / 20, `${unchecked.length} not checked: ${unchecked[0]}`)
  console.log(
    `${rucs.length} suppliers with ${PEOPLE} people each: ${cpuSeconds.toFixed(1)} s of one core, ${Math.round(peakMb)} MB`,
  )
  return [
    {
      what: 'suppliers in a batch, rows a processor second',
      measured: rucs.length / cpuSeconds,
      limit: 5_000,
      must: 'reach',
    },
  ]
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

const measureHttp = async (folder: string, rucs: readonly string[]): Promise<Check[]> => {
  const created = ['keys', 'create', '--json', '--name', 'bench', '--quota', '1000000000', '--rate', '1000000']
  const { key } = JSON.parse((await runCommand(folder, created)).out)
  const server = await startServer(folder)
  const share = Math.floor(rucs.length / (ROUNDS + 1))
  const ask = (path: string, round: number): Promise<LoadResult> =>
    runLoad({
      ...{ port: Number(new URL(server.url).port), path: '', headers: { authorization: `Bearer ${key}` } },
      paths: rucs.slice(round * share, (round + 1) * share).map((ruc) => `${path}${ruc}`),
      ...{ connections: CONNECTIONS, seconds: SECONDS },
      checkBody: (text) => assert.equal(JSON.parse(text).ok, true),
    })
  try {
    const ratios: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const one = await ask('/api/ruc?numero=', round)
      const whole = await ask('/api/proveedor?ruc=', round)
      // The first round warms everything up.
      if (round > 0) ratios.push(whole.p99Ms / one.p99Ms)
      const shown = ({ p50Ms, p99Ms, perSecond }: LoadResult): string =>
        `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ${Math.round(perSecond)}/s`
      console.log(`ruc ${shown(one)}; proveedor ${shown(whole)}`)
    }
    return [
      {
        what: 'p99 of /api/proveedor, times that of /api/ruc',
        measured: median(ratios),
        limit: 3,
        must: 'stay within',
      },
    ]
  } finally {
    await server.stop()
  }
}
