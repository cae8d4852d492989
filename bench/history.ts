import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { seededRandom } from '../sandbox/random.ts'
import type { EditionFacts } from '../src/datasets/editions/dataset.ts'
import { naiveRegister } from '../src/datasets/padron/fixtures/naive-register.ts'
import { loadImage } from '../src/datasets/padron/format/register-image.ts'
import { runHistoryTask } from '../src/datasets/padron/history/background-history.ts'
import { carryHistory } from '../src/datasets/padron/history/carry-history.ts'
import { BackgroundBuilder } from '../src/datasets/padron/indexing/background-builder.ts'
import { registerOf } from '../src/datasets/padron/open-register.ts'
import { addDays } from '../src/domain/lima-time.ts'
import { generateRegister } from './register/generate.ts'
import { type Figure, printFigures, seconds } from './register/report.ts'
import { percentile } from './register/steps.ts'

const DATA = fileURLToPath(new URL('../bench-data', import.meta.url))
const FIRST_DAY = '2026-01-01'
/** What a changed row changes. The real shares are not known; these are assumed, and printed with the figures. */
const SHARES = { condicion: 0.6, estado: 0.2, direccion: 0.15, nombre: 0.05 }
const CONDITIONS = ['HABIDO', 'NO HABIDO', 'NO HALLADO', 'PENDIENTE']
const STATUSES = ['ACTIVO', 'BAJA DE OFICIO', 'BAJA DEFINITIVA', 'SUSPENSION TEMPORAL']
const FULL_ROWS = 18_340_000
const TWO_YEARS = 730
const SAMPLED = 100_000

interface Edition {
  dir: string
  facts: EditionFacts
}

/** `npm run bench -- history --rows N --editions N --churn 0.005`: what the history costs, and whether it is right. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '200000' },
      editions: { type: 'string', default: '40' },
      churn: { type: 'string', default: '0.005' },
      /** One edition in the middle changes this share: a publisher's clean-up. */
      cleanup: { type: 'string', default: '0' },
    },
  })
  const [rows, editions, churn, cleanup] = [values.rows, values.editions, values.churn, values.cleanup].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const work = join(DATA, `history-${rows}`)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  try {
    printFigures(rows, await measure(work, { rows, editions, churn, cleanup }))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

interface Plan {
  rows: number
  editions: number
  churn: number
  cleanup: number
}

const measure = async (work: string, { rows, editions, churn, cleanup }: Plan): Promise<Figure[]> => {
  const text = join(work, 'padron_reducido_ruc.txt')
  await generateRegister(text, rows)
  const lines = readFileSync(text, 'latin1').split('\n')
  const random = seededRandom(7).next
  const sampled = Array.from({ length: Math.ceil(SAMPLED / editions) }, () => 1 + Math.floor(random() * rows))
  const said: string[][] = []
  const [buildMs, historyMs]: [number[], number[]] = [[], []]
  let last: Edition | null = null
  for (let day = 0; day < editions; day++) {
    if (day > 0) change(lines, day === Math.floor(editions / 2) && cleanup > 0 ? cleanup : churn, random)
    writeFileSync(text, lines.join('\n'), 'latin1')
    said.push(sampled.map((line) => lines[line] as string))
    const made = await addEdition(join(work, `edition-${day}`), text, addDays(FIRST_DAY, day), last)
    if (last) {
      rmSync(last.dir, { recursive: true })
      buildMs.push(made.buildMs)
      historyMs.push(made.historyMs)
    }
    last = made.edition
  }
  const edition = last as Edition
  const shares = historyMs.map((ms, at) => ms / (buildMs[at] as number)).sort((a, b) => a - b)
  const segments = readdirSync(edition.dir).filter((name) => name.endsWith('.segment'))
  const bytes = segments.reduce((sum, name) => sum + statSync(join(edition.dir, name)).size, 0)
  const changed = churn * rows * (editions - 1) + (cleanup > 0 ? (cleanup - churn) * rows : 0)
  const scaled = (bytes / changed) * 0.005 * FULL_ROWS * TWO_YEARS
  return [
    { what: 'assumed shares of what changes', value: JSON.stringify(SHARES) },
    {
      what: `differences, times the build (${editions - 1} switches at ${churn})`,
      value: `median ${percentile(shares, 0.5).toFixed(2)}, worst ${percentile(shares, 1).toFixed(2)} (build ${seconds(
        percentile(
          buildMs.sort((a, b) => a - b),
          0.5,
        ),
      )})`,
      limit: '0.6',
      holds: percentile(shares, 0.5) <= 0.6,
    },
    {
      what: 'history on disk; two years at 0.5 %, 18.3 million rows',
      value: `${(bytes / 1e6).toFixed(1)} MB in ${segments.length} files, ${(bytes / changed).toFixed(1)} bytes a change; ${(scaled / 1e9).toFixed(2)} GB`,
      limit: '2.5 GB',
      holds: scaled <= 2.5e9,
    },
    ...(await ask(edition, sampled, said)),
  ]
}

const addEdition = async (dir: string, text: string, edicion: string, before: Edition | null) => {
  mkdirSync(dir)
  const { signal } = new AbortController()
  const started = performance.now()
  const builder = new BackgroundBuilder(dir, signal, () => {})
  await builder.parse(text)
  const { rows } = await builder.build(null)
  const builtAt = performance.now()
  const input = { dir, edicion, before: before && { ...before, aside: dir } }
  const job = { signal, progress: { report: () => {} } }
  const historia = await (before ? runHistoryTask('carry', input, job) : carryHistory(input))
  const facts: EditionFacts = { edicion, filas: rows, sha256: '', cargado: '', historia }
  return { edition: { dir, facts }, buildMs: builtAt - started, historyMs: performance.now() - builtAt }
}

/** Changes a share of the lines, and adds a new taxpayer for every hundredth of them. */
const change = (lines: string[], share: number, random: () => number): void => {
  const rows = lines.length - 4
  for (let left = Math.round(rows * share); left > 0; left--) {
    const at = 1 + Math.floor(random() * rows)
    const cells = (lines[at] as string).split('|')
    const drawn = random()
    const one = (from: readonly string[]): string => from[Math.floor(random() * from.length)] as string
    if (drawn < SHARES.condicion) cells[3] = one(CONDITIONS)
    else if (drawn < SHARES.condicion + SHARES.estado) cells[2] = one(STATUSES)
    else if (drawn < SHARES.condicion + SHARES.estado + SHARES.direccion && cells[4] !== '-')
      cells[9] = String(Math.floor(random() * 5_000))
    else cells[1] = `${cells[1]} ${Math.floor(random() * 100)}`
    lines[at] = cells.join('|')
  }
}

const ask = async (
  { dir, facts }: Edition,
  sampled: readonly number[],
  said: readonly string[][],
): Promise<Figure[]> => {
  const before = process.memoryUsage.rss()
  const image = await loadImage(dir)
  const plain = process.memoryUsage.rss()
  const register = await registerOf(image, facts, { searchThreads: 1 })
  const header = '\n'
  let wrong = 0
  const times: number[] = []
  for (const [day, lines] of said.entries()) {
    const fecha = addDays(FIRST_DAY, day)
    for (const [at] of sampled.entries()) {
      const [expected] = naiveRegister(`${header}${lines[at]}`).rows
      const numero = expected?.numero ?? ''
      const started = performance.now()
      const row = register.history.stepsOf(numero).findLast(({ desde }) => desde <= fecha)?.row
      times.push(performance.now() - started)
      if (!row || !expected || Object.entries(row).some(([field, value]) => expected[field as 'numero'] !== value))
        wrong++
    }
  }
  times.sort((a, b) => a - b)
  const indexBytes = register.shared.history.indexes.reduce((sum, one) => sum + one.rucs.byteLength * 2, 0)
  await register.close()
  const p99 = percentile(times, 0.99) * 1000
  return [
    { what: `RUCs asked by day, of ${times.length}: wrong`, value: String(wrong), limit: '0', holds: wrong === 0 },
    {
      what: 'a RUC by day, in process',
      value: `p50 ${(percentile(times, 0.5) * 1000).toFixed(1)} µs, p99 ${p99.toFixed(1)} µs`,
      limit: '60 µs',
      holds: p99 <= 60,
    },
    {
      what: 'index of the history in memory',
      value: `${(indexBytes / 1e6).toFixed(1)} MB (register ${((plain - before) / 1e6).toFixed(0)} MB)`,
      limit: '60 MB',
      holds: indexBytes <= 60e6,
    },
  ]
}
