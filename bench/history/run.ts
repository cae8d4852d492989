import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../sandbox/random.ts'
import type { EditionFacts } from '../../src/datasets/editions/dataset.ts'
import {
  createEditionFolder,
  editionFolderOf,
  inService,
  writeFacts,
} from '../../src/datasets/editions/edition-folder.ts'
import { switchEdition } from '../../src/datasets/editions/switch-edition.ts'
import { naiveRegister } from '../../src/datasets/padron/fixtures/naive-register.ts'
import { INDEX_FILE, RECORDS_FILE } from '../../src/datasets/padron/format/index-file.ts'
import { loadImage } from '../../src/datasets/padron/format/register-image.ts'
import { runHistoryTask } from '../../src/datasets/padron/history/background-history.ts'
import { carryHistory } from '../../src/datasets/padron/history/carry-history.ts'
import { backfillRegister } from '../../src/datasets/padron/index.ts'
import { BackgroundBuilder } from '../../src/datasets/padron/indexing/background-builder.ts'
import { registerOf } from '../../src/datasets/padron/open-register.ts'
import { addDays, limaClock } from '../../src/domain/lima-time.ts'
import { generateRegister } from '../register/generate.ts'
import { type Figure, printFigures, seconds } from '../register/report.ts'
import { percentile } from '../register/steps.ts'
import { measureHttp } from './http.ts'

const DATA = fileURLToPath(new URL('../../bench-data', import.meta.url))
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

/** `npm run bench -- history --rows N --editions N`: what the history costs, and whether it is right. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '200000' },
      editions: { type: 'string', default: '40' },
      /** Shares of rows that change from day to day, in turn. */
      churn: { type: 'string', default: '0.0005,0.005,0.05' },
      /** One edition in the middle changes this share: a publisher's clean-up. */
      cleanup: { type: 'string', default: '0.2' },
      /** So many days are put in later, in random order, twice. */
      backfill: { type: 'string', default: '4' },
      /** Rows of the register that is asked over HTTP; 0 leaves that out. */
      http: { type: 'string', default: '120000' },
    },
  })
  const [rows, editions, cleanup, copies, asked] = [
    ...[values.rows, values.editions, values.cleanup, values.backfill, values.http].map(Number),
  ] as [number, number, number, number, number]
  const work = join(DATA, `history-${rows}`)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  try {
    const churn = values.churn.split(',').map(Number)
    printFigures(rows, [
      ...(await measure(work, { rows, editions, churn, cleanup, copies })),
      ...(asked > 0 ? await measureHttp(join(work, 'http'), asked) : []),
    ])
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

interface Plan {
  rows: number
  editions: number
  churn: readonly number[]
  cleanup: number
  copies: number
}

/** What each sampled line said on each day. */
type Said = ReadonlyMap<string, string[]>

const measure = async (work: string, { rows, editions, churn, cleanup, copies }: Plan): Promise<Figure[]> => {
  const text = join(work, 'padron_reducido_ruc.txt')
  await generateRegister(text, rows)
  const lines = readFileSync(text, 'latin1').split('\n')
  const random = seededRandom(7).next
  const sampled = Array.from({ length: Math.ceil(SAMPLED / editions) }, () => 1 + Math.floor(random() * rows))
  const said = new Map<string, string[]>()
  const costs = new Map<number, number[]>()
  const buildMs: number[] = []
  const kept = new Set(Array.from({ length: copies }, (_, at) => Math.floor((at * (editions - 1)) / copies)))
  let changed = 0
  let last: Edition | null = null
  for (let day = 0; day < editions; day++) {
    const share = day === Math.floor(editions / 2) && cleanup > 0 ? cleanup : (churn[day % churn.length] as number)
    if (day > 0) changed += change(lines, share, random)
    writeFileSync(text, lines.join('\n'), 'latin1')
    const fecha = addDays(FIRST_DAY, day)
    said.set(
      fecha,
      sampled.map((line) => lines[line] as string),
    )
    if (kept.has(day)) copyFileSync(text, copyOf(work, fecha))
    const made = await addEdition(join(work, `edition-${day}`), text, fecha, last)
    if (last) {
      rmSync(last.dir, { recursive: true })
      buildMs.push(made.buildMs)
      costs.set(share, [...(costs.get(share) ?? []), made.historyMs / made.buildMs])
    }
    last = made.edition
  }
  const edition = last as Edition
  const segments = readdirSync(edition.dir).filter((name) => name.endsWith('.segment'))
  const bytes = segments.reduce((sum, name) => sum + statSync(join(edition.dir, name)).size, 0)
  const scaled = (bytes / changed) * 0.005 * FULL_ROWS * TWO_YEARS
  return [
    { what: 'assumed shares of what changes', value: JSON.stringify(SHARES) },
    { what: 'processor time of a build', value: seconds(median(buildMs)) },
    ...[...costs].sort().map(([share, ratios]) => ({
      what: `differences at ${share * 100} %, times the build`,
      value: `median ${median(ratios).toFixed(2)}, worst ${Math.max(...ratios).toFixed(2)} of ${ratios.length}`,
      limit: '0.6',
      holds: median(ratios) <= 0.6,
    })),
    {
      what: 'history on disk; two years at 0.5 %, 18.3 million rows',
      value: `${(bytes / 1e6).toFixed(1)} MB in ${segments.length} files, ${(bytes / changed).toFixed(1)} bytes a change; ${(scaled / 1e9).toFixed(2)} GB`,
      limit: '2.5 GB',
      holds: scaled <= 2.5e9,
    },
    ...(await ask(edition, said)),
    ...(copies > 0 ? await backfilled(work, edition, said, [...kept], random) : []),
  ]
}

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

const copyOf = (work: string, fecha: string): string => join(work, `padron_reducido_ruc_${fecha}.txt`)

/** Processor time of all threads of this process, which other work on the machine makes no longer. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const addEdition = async (dir: string, text: string, edicion: string, before: Edition | null) => {
  mkdirSync(dir)
  const { signal } = new AbortController()
  const started = cpuMs()
  const builder = new BackgroundBuilder(dir, signal, () => {})
  await builder.parse(text)
  const { rows } = await builder.build(null)
  const builtAt = cpuMs()
  const input = { dir, edicion, before: before && { ...before, aside: dir } }
  const job = { signal, progress: { report: () => {} } }
  const historia = await (before ? runHistoryTask('carry', input, job) : carryHistory(input))
  const facts: EditionFacts = { edicion, filas: rows, sha256: '', cargado: '', historia }
  return { edition: { dir, facts }, buildMs: builtAt - started, historyMs: cpuMs() - builtAt }
}

/** The last edition alone, with copies of some days put in by the command of operators, in random order, twice. */
const backfilled = async (
  work: string,
  { dir, facts }: Edition,
  said: Said,
  days: readonly number[],
  random: () => number,
): Promise<Figure[]> => {
  const dataDir = join(work, 'data')
  const clock = limaClock(facts.edicion)
  const folder = editionFolderOf(dataDir, 'padron')
  createEditionFolder(folder)
  const alone = join(folder.root, 'work-20260101T000000Z-1')
  mkdirSync(alone)
  for (const name of [INDEX_FILE, RECORDS_FILE]) copyFileSync(join(dir, name), join(alone, name))
  const historia = await carryHistory({ dir: alone, edicion: facts.edicion, before: null })
  const progress = { report: () => {} }
  await writeFacts(alone, { ...facts, historia })
  await switchEdition(folder, { clock, swapDelayMs: 0 }, { dir: alone, progress }, { ...facts, historia })
  const dates = days.map((day) => addDays(FIRST_DAY, day))
  const order = [...dates, ...dates].map((fecha) => [random(), fecha] as const).sort(([one], [other]) => one - other)
  for (const [, fecha] of order)
    await backfillRegister(
      { path: copyOf(work, fecha) },
      { dataDir, clock, progress, signal: new AbortController().signal },
    )
  const made = (await inService(folder)) as Edition
  const asked = new Map([...said].filter(([fecha]) => dates.includes(fecha) || fecha === facts.edicion))
  const [right] = await ask(made, asked)
  return [{ ...(right as Figure), what: `the same after ${order.length} back-fills in random order: wrong` }]
}

/** Changes a share of the lines; returns how many. */
const change = (lines: string[], share: number, random: () => number): number => {
  const rows = lines.length - 4
  const count = Math.round(rows * share)
  for (let left = count; left > 0; left--) {
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
  return count
}

const ask = async ({ dir, facts }: Edition, said: Said): Promise<Figure[]> => {
  const before = process.memoryUsage.rss()
  const image = await loadImage(dir)
  const plain = process.memoryUsage.rss()
  const register = await registerOf(image, facts, { searchThreads: 1 })
  const header = '\n'
  let wrong = 0
  const times: number[] = []
  for (const [fecha, lines] of said) {
    for (const line of lines) {
      const [expected] = naiveRegister(`${header}${line}`).rows
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
