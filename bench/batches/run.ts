import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FileFormat } from '../../src/batches/table.ts'
import { openMirror } from '../../src/datasets/editions/mirror.ts'
import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { unList } from '../../src/datasets/screening-lists/un/index.ts'
import { usList } from '../../src/datasets/screening-lists/us/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { type Check, isKept, printCheck } from '../../test/helpers/screening/limits.ts'
import { gatherUsFiles, sharedData } from '../../test/helpers/screening/lists.ts'
import { runCommand, startServer } from './commands.ts'
import { customers, writeCustomers } from './customers.ts'
import { askAll } from './http-calls.ts'
import { checkResult, questionOf } from './results.ts'
import { measureUnderLoad } from './under-load.ts'
import { measureWorstUploads } from './worst-uploads.ts'

const CALLS = 3_000
const WARM_UP_CALLS = 1_000
/** Enough rows for the start of the program to weigh little. */
const ROUND_ROWS = 200_000
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** The real lists in a folder of data, opened here too for the checks. */
const installLists = async (folder: string, shared: string) => {
  const clock = limaClock()
  const settings = { dataDir: join(folder, 'data'), clock, log: quiet, floor: 1 }
  const us = usList({ from: gatherUsFiles(shared, join(folder, 'us-copy')), clock })
  const un = unList({ from: join(shared, 'un-list/2026-02-27/consolidated.xml'), clock })
  for (const { outcome } of [await refreshDataset(us, settings), await refreshDataset(un, settings)])
    assert.equal(outcome, 'switched')
  return { us: await openMirror(us, settings), un: await openMirror(un, settings) }
}

type Lists = Awaited<ReturnType<typeof installLists>>

const partiesOf = ({ us, un }: Lists) =>
  us.read((usOpen) => un.read((unOpen) => [...usOpen.matcher.index.parties, ...unOpen.matcher.index.parties]))

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

const loteArgs = (file: string, result: string): string[] => ['lote', file, '--tipo', 'aml', '--salida', result]

/** One large file in each format, by one core and by all: memory, speed, and whether the result is right. */
const measureFiles = async (folder: string, lists: Lists, rows: number, formats: FileFormat[]): Promise<Check[]> => {
  const checks: Check[] = []
  for (const format of formats) {
    const [file, result, other] = [`in.${format}`, `out.${format}`, `all.${format}`].map((name) =>
      join(folder, name),
    ) as [string, string, string]
    await writeCustomers(file, format, rows, partiesOf(lists))
    const one = await runCommand(folder, loteArgs(file, result))
    const all = await runCommand(folder, loteArgs(file, other), 'all cores')
    const counts = await checkResult(result, rows, lists)
    // A workbook has the time of its making in it.
    if (format === 'xlsx') assert.deepEqual(await checkResult(other, rows, lists), counts)
    else assert.equal(sha256Of(other), sha256Of(result), 'the threads answered otherwise')
    const shown = ({ seconds, cpuSeconds }: typeof one) =>
      `${Math.round(rows / seconds)} rows/s (${seconds.toFixed(1)} s, processor ${cpuSeconds.toFixed(1)} s)`
    console.log(
      `${format}, ${rows} rows: ${JSON.stringify(counts)}, one core ${shown(one)}, all cores ${shown(all)}, ${load()}`,
    )
    checks.push(
      {
        what: `${format}, one core, rows a processor second`,
        measured: rows / one.cpuSeconds,
        limit: 5_000,
        must: 'reach',
      },
      { what: `${format}, one core, peak memory`, measured: one.peakMb, limit: 400, must: 'stay within', unit: 'MB' },
      { what: `${format}, all cores, peak memory`, measured: all.peakMb, limit: 400, must: 'stay within', unit: 'MB' },
    )
    for (const path of [file, result, other]) rmSync(path)
  }
  return checks
}

const sha256Of = (path: string): string => hash('sha256', readFileSync(path))

const load = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`

/** The same customers by one HTTP call each and as a batch, in turn, start of the program and reading of the lists included. */
const compareWithCalls = async (folder: string, lists: Lists, rounds: number): Promise<Check[]> => {
  if (rounds === 0) return []
  const file = join(folder, 'round.csv')
  await writeCustomers(file, 'csv', ROUND_ROWS, partiesOf(lists))
  const questions: Record<string, string>[] = []
  for await (const piece of customers(WARM_UP_CALLS + CALLS * rounds, partiesOf(lists)))
    questions.push(...piece.map(questionOf))
  const key = await createKey(folder)
  const server = await startServer(folder)
  const ratios: Record<'one core' | 'all cores' | 'processor', number[]> = {
    'one core': [],
    'all cores': [],
    processor: [],
  }
  try {
    await askAll(server.url, key, questions.splice(0, WARM_UP_CALLS))
    for (let round = 0; round < rounds; round++) {
      const cpuBefore = server.cpuSeconds()
      const calls = await askAll(server.url, key, questions.splice(0, CALLS))
      const callCpu = (calls.cpuSeconds + server.cpuSeconds() - cpuBefore) / CALLS
      for (const cores of ['one core', 'all cores'] as const) {
        const batch = await runCommand(folder, loteArgs(file, join(folder, 'round-out.csv')), cores)
        ratios[cores].push(calls.seconds / CALLS / (batch.seconds / ROUND_ROWS))
        if (cores === 'one core') ratios.processor.push(callCpu / (batch.cpuSeconds / ROUND_ROWS))
      }
      console.log(
        `${Math.round(CALLS / calls.seconds)} calls a second, processor ${(callCpu * 1e3).toFixed(2)} ms each, ${load()}`,
      )
    }
  } finally {
    await server.stop()
  }
  const shown = Object.entries(ratios).map(
    ([what, values]) => `${what} ${values.map((one) => one.toFixed(1)).join(', ')}`,
  )
  console.log(`a call's time to a row's, by round: ${shown.join('; ')}`)
  const what = 'times as fast as one call after the other, all cores'
  return [{ what, measured: median(ratios['all cores']), limit: 10, must: 'reach' }]
}

const BESIDE_ROWS = 10_000
const BESIDE_FILES = 12

/** Single questions while batches run on the same service. */
const measureBeside = async (folder: string, lists: Lists): Promise<Check[]> => {
  const file = join(folder, 'beside.csv')
  await writeCustomers(file, 'csv', BESIDE_ROWS * BESIDE_FILES, partiesOf(lists))
  const [header, ...lines] = readFileSync(file, 'utf8').split('\n')
  const files = Array.from({ length: BESIDE_FILES }, (_, at) =>
    [header, ...lines.slice(at * BESIDE_ROWS, (at + 1) * BESIDE_ROWS)].join('\n'),
  )
  const server = await startServer(folder)
  try {
    const service = { url: server.url, key: await createKey(folder) }
    const found = await measureUnderLoad(service, files, BESIDE_ROWS)
    const { aloneP99Ms, duringP99Ms, ratio, rowsPerSecond } = found
    console.log(
      `p99 of single questions: ${aloneP99Ms.toFixed(1)} ms alone, ${duringP99Ms.toFixed(1)} ms beside a batch of ${rowsPerSecond.toFixed(0)} rows a second, ${load()}`,
    )
    return [
      { what: 'p99 of single questions beside a batch, to alone', measured: ratio, limit: 2, must: 'stay within' },
    ]
  } finally {
    await server.stop()
  }
}

/** One account sends the worst uploads that it can; another one has a batch, and asks single questions. */
const measureHostile = async (folder: string, lists: Lists): Promise<Check[]> => {
  const file = join(folder, 'thousand.csv')
  await writeCustomers(file, 'csv', 1_000, partiesOf(lists))
  const server = await startServer(folder)
  const keys = { own: await createKey(folder), hostile: await createKey(folder) }
  const found = await measureWorstUploads(server, keys, readFileSync(file, 'utf8'))
  console.log(`beside the worst uploads: ${JSON.stringify(found)}, ${load()}`)
  const { batchMs, p99Ms, stopSeconds } = found
  const ratio = ([alone = 0, beside = 0]: number[]): number => beside / alone
  return [
    {
      what: 'a batch of 1,000 rows beside the worst uploads, to alone',
      measured: ratio(batchMs),
      limit: 2,
      must: 'stay within',
    },
    { what: 'p99 of single questions beside them, to alone', measured: ratio(p99Ms), limit: 2, must: 'stay within' },
    { what: 'end of the process beside them', measured: stopSeconds, limit: 30, must: 'stay within', unit: 's' },
  ]
}

const createKey = async (folder: string): Promise<string> => {
  const options = ['--json', '--name', 'bench', '--quota', '1000000000', '--rate', '1000000']
  return JSON.parse((await runCommand(folder, ['keys', 'create', ...options])).out).key
}

/** `chasqui lote` with the real lists, on one core and on all; ends with 1 when a limit is broken. Linux only. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      /** Of the comparison with HTTP calls. */
      rounds: { type: 'string', default: '3' },
      formats: { type: 'string', default: 'csv,xlsx,json' },
      /** Only what one account can do to another. */
      hostile: { type: 'boolean', default: false },
    },
  })
  const shared = sharedData()
  if (!shared) {
    console.log('The copies of the lists are not beside the project (../shared/data): nothing to measure.')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  try {
    const lists = await installLists(folder, shared)
    const formats = values.formats.split(',') as FileFormat[]
    const checks = values.hostile
      ? await measureHostile(folder, lists)
      : [
          ...(await compareWithCalls(folder, lists, Number(values.rounds))),
          ...(await measureFiles(folder, lists, Number(values.rows), formats)),
          ...(await measureBeside(folder, lists)),
          ...(await measureHostile(folder, lists)),
        ]
    await Promise.all([lists.us.close(), lists.un.close()])
    for (const check of checks) console.log(printCheck(check))
    if (!checks.every(isKept)) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
