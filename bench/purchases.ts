import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSandbox } from '../sandbox/main.ts'
import { seededRandom } from '../sandbox/random.ts'
import { type Purchase, pleText, purchaseBook, purchaseCsv, rceText } from '../src/batches/fixtures/purchase-files.ts'
import { loadConfig } from '../src/config.ts'
import { refreshDataset } from '../src/datasets/editions/refresh.ts'
import { backfillRegister, padronDataset } from '../src/datasets/padron/index.ts'
import { sscoList, taxAgents } from '../src/datasets/tax-lists/index.ts'
import { addDays, limaClock } from '../src/domain/lima-time.ts'
import { Failure } from '../src/kernel/errors.ts'
import { silentLog } from '../src/kernel/log.ts'
import { type Lookups, openAnswers } from '../src/services.ts'
import { type Check, isKept, printCheck } from '../test/helpers/screening/limits.ts'
import { runCommand } from './batches/commands.ts'
import { generateRegister } from './register/generate.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
/** How many days before the last edition there are others. */
const EDITIONS_AGO = [1, 4, 9, 10, 21, 30]
/** Share of the rows that change from one to the next. */
const CHURN = 0.05
const CONDITIONS = ['HABIDO', 'NO HABIDO', 'NO HALLADO', 'PENDIENTE']
const STATUSES = ['ACTIVO', 'ACTIVO', 'BAJA DE OFICIO', 'SUSPENSION TEMPORAL']

/**
 * `npm run bench -- purchases --rows N --register N`: a register of purchases in every layout over a register of several
 * editions. Rows that one core judges, and whether each says what the single questions about its day say.
 */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '50000' }, register: { type: 'string', default: '200000' } },
  })
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  try {
    const { rucs, last } = await install(folder, Number(values.register))
    const purchases = purchasesOf(rucs, last, Number(values.rows))
    const answers = await openAnswers(
      loadConfig({ CHASQUI_DATA_DIR: join(folder, 'data'), CHASQUI_REFRESH: 'off' }),
      limaClock(),
      silentLog(),
      { only: ['padron', 'agentes', 'ssco'], offline: true },
    )
    await answers.firstEditions()
    const checks: Check[] = []
    for (const [layout, write] of Object.entries(LAYOUTS)) {
      const [file, result] = [join(folder, `compras.${layout.toLowerCase()}`), join(folder, 'resultado.json')]
      writeFileSync(file, await write(purchases))
      const { cpuSeconds, peakMb } = await runCommand(folder, ['lote', file, '--tipo', 'compras', '--salida', result])
      const counts = await compare(JSON.parse(readFileSync(result, 'utf8')), purchases, answers.lookups)
      console.log(
        `${layout}, ${purchases.length} rows: ${JSON.stringify(counts)}, ${cpuSeconds.toFixed(1)} s of one core, ${Math.round(peakMb)} MB`,
      )
      checks.push({
        ...{ what: `purchases in ${layout}, rows a processor second`, measured: purchases.length / cpuSeconds },
        ...{ limit: 5_000, must: 'reach' },
      })
    }
    await answers.close()
    for (const check of checks) console.log(printCheck(check))
    if (!checks.every(isKept)) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const LAYOUTS: Record<string, (purchases: readonly Purchase[]) => string | Promise<Buffer>> = {
  PLE: (all) => pleText(all),
  RCE: (all) => rceText(all),
  CSV: purchaseCsv,
  XLSX: purchaseBook,
}

/** A register with its history and the tax lists, in a folder of data. */
const install = async (folder: string, rows: number): Promise<{ rucs: string[]; last: string }> => {
  const clock = limaClock()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const text = join(folder, 'padron_reducido_ruc.txt')
  await generateRegister(text, rows)
  const settings = { dataDir, clock, log: quiet, floor: 1 }
  const { outcome } = await refreshDataset(padronDataset({ from: text, clock }), settings)
  assert.equal(outcome, 'switched')
  const last = clock.limaDate()
  const lines = readFileSync(text, 'latin1').split('\n')
  const rucs = lines.slice(1).flatMap((line) => /^([0-9]{11})\|/.exec(line)?.[1] ?? [])
  const random = seededRandom(7)
  for (const ago of EDITIONS_AGO) {
    for (let left = lines.length * CHURN; left > 0; left--) change(lines, 1 + random.below(rows), random)
    writeFileSync(text, lines.join('\n'), 'latin1')
    const { signal } = new AbortController()
    const copy = { path: text, fecha: addDays(last, -ago) }
    await backfillRegister(copy, { dataDir, clock, progress: { report: () => {} }, signal })
  }
  await installTaxLists(folder, settings)
  return { rucs, last }
}

const change = (lines: string[], at: number, random: ReturnType<typeof seededRandom>): void => {
  const cells = (lines[at] ?? '').split('|')
  if (cells.length < 5) return
  if (random.onceIn(2)) cells[3] = random.pick(CONDITIONS)
  else cells[2] = random.pick(STATUSES)
  lines[at] = cells.join('|')
}

/** Those of the sandbox. The list of subjects is known for as long as the register. */
const installTaxLists = async (
  folder: string,
  settings: Parameters<typeof refreshDataset>[1] & { dataDir: string },
): Promise<void> => {
  const clock = limaClock()
  const sandbox = await startSandbox()
  try {
    const file = join(folder, 'ssco.xlsx')
    const { CHASQUI_SSCO_URL: address = '', CHASQUI_TAX_LISTS_URL: agents = '' } = sandbox.settings
    writeFileSync(file, Buffer.from(await (await fetch(address)).arrayBuffer()))
    const old = new Date(Date.now() - 60 * 86_400_000)
    utimesSync(file, old, old)
    for (const dataset of [sscoList({ from: file, clock }), taxAgents({ from: agents, clock })] as Parameters<
      typeof refreshDataset
    >[0][]) {
      const done = await refreshDataset(dataset, settings)
      assert.equal(done.outcome, 'switched', JSON.stringify(done))
    }
  } finally {
    await sandbox.close()
  }
}

const purchasesOf = (rucs: readonly string[], last: string, rows: number): Purchase[] => {
  const random = seededRandom(11)
  return Array.from({ length: rows }, (_, n) => ({
    fecha: addDays(last, -random.below(34)),
    documento: random.pick(rucs),
    ...{ tipo: '01', serie: 'F001', numero: String(n + 1), tipoDocumento: '6', nombre: `PROVEEDOR ${n} S.A.C.` },
    ...{ total: (random.below(100_000_00) / 100).toFixed(2), moneda: 'PEN' },
  }))
}

type ResultRow = Record<string, string>

/** Every row beside the single question about its day; how many there are of each verdict. */
const compare = async (
  rows: readonly ResultRow[],
  purchases: readonly Purchase[],
  lookups: Lookups,
): Promise<Record<string, number>> => {
  assert.equal(rows.length, purchases.length)
  const counts: Record<string, number> = {}
  for (const [at, { documento: numero, fecha }] of purchases.entries()) {
    const row = rows[at] as ResultRow
    const verdict = row.resultado ?? ''
    counts[verdict] = (counts[verdict] ?? 0) + 1
    const told = [row.estadoEnFecha, row.condicionEnFecha, row.vigencia]
    try {
      const { data, vigencia } = await lookups.ruc({ numero, fecha, detalle: '1' })
      assert.deepEqual(told, [data.estado, data.condicion, `${vigencia?.certeza}, edición ${vigencia?.edicion}`])
      const { sinCapacidadOperativa, agenteRetencion, buenContribuyente } = data.padrones ?? assert.fail()
      for (const [lista, { estado }] of Object.entries({ sinCapacidadOperativa, agenteRetencion, buenContribuyente }))
        assert.equal(row[lista], estado)
      if (verdict !== 'sin_observaciones') continue
      assert.deepEqual([data.estado, sinCapacidadOperativa.estado], ['ACTIVO', 'no'])
      assert.doesNotMatch(data.condicion, /^NO HA/)
      const changes: readonly string[] = vigencia?.siguiente?.cambios ?? []
      assert.ok(vigencia?.certeza === 'segura' || !changes.some((one) => one === 'retiro'))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      assert.deepEqual(told.slice(0, 2), ['', ''])
      assert.notEqual(verdict, 'sin_observaciones')
    }
  }
  return counts
}
