import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
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

const ROUNDS = 3
const CALLS = 3_000
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

/** One large file in each format: memory, speed, and whether the result is right. */
const measureFiles = async (folder: string, lists: Lists, rows: number, formats: FileFormat[]): Promise<Check[]> => {
  const checks: Check[] = []
  for (const format of formats) {
    const [file, result] = [join(folder, `in.${format}`), join(folder, `out.${format}`)]
    await writeCustomers(file, format, rows, partiesOf(lists))
    const { peakMb, cpuSeconds, seconds } = await runCommand(folder, 'lote', file, '--tipo', 'aml', '--salida', result)
    const counts = await checkResult(result, rows, lists)
    console.log(
      `${format}, ${rows} rows: ${JSON.stringify(counts)}, ${seconds.toFixed(1)} s, processor ${cpuSeconds.toFixed(1)} s`,
    )
    checks.push(
      { what: `${format}, rows a processor second`, measured: rows / cpuSeconds, limit: 5_000, must: 'reach' },
      { what: `${format}, peak memory`, measured: peakMb, limit: 400, must: 'stay within', unit: 'MB' },
    )
    for (const path of [file, result]) rmSync(path)
  }
  return checks
}

/** The same customers by one HTTP call each and as a batch, in turn, start of the program and reading of the lists included. */
const compareWithCalls = async (folder: string, lists: Lists): Promise<Check[]> => {
  const file = join(folder, 'round.csv')
  await writeCustomers(file, 'csv', ROUND_ROWS, partiesOf(lists))
  const questions: Record<string, string>[] = []
  for await (const piece of customers(CALLS * ROUNDS * 2, partiesOf(lists))) questions.push(...piece.map(questionOf))
  const keyOptions = ['--json', '--name', 'bench', '--quota', '1000000000', '--rate', '1000000']
  const { key } = JSON.parse((await runCommand(folder, 'keys', 'create', ...keyOptions)).out)
  const server = await startServer(folder)
  const ratios: Record<string, number[]> = { 'one after the other': [], 'eight at a time': [], processor: [] }
  try {
    await askAll(server.url, key, questions.slice(0, 500), 8)
    for (let round = 0; round < ROUNDS; round++) {
      const share = (part: number) => questions.slice((round * 2 + part) * CALLS, (round * 2 + part + 1) * CALLS)
      const cpuBefore = server.cpuSeconds()
      const one = await askAll(server.url, key, share(0), 1)
      const callCpu = (one.cpuSeconds + server.cpuSeconds() - cpuBefore) / CALLS
      const batch = await runCommand(folder, 'lote', file, '--tipo', 'aml', '--salida', join(folder, 'round-out.csv'))
      const eight = await askAll(server.url, key, share(1), 8)
      ratios['one after the other']?.push(one.seconds / CALLS / (batch.seconds / ROUND_ROWS))
      ratios['eight at a time']?.push(eight.seconds / CALLS / (batch.seconds / ROUND_ROWS))
      ratios.processor?.push(callCpu / (batch.cpuSeconds / ROUND_ROWS))
    }
  } finally {
    await server.stop()
  }
  const shown = Object.entries(ratios).map(
    ([what, values]) => `${what} ${values.map((one) => one.toFixed(1)).join(', ')}`,
  )
  console.log(`a call's time to a row's, by round: ${shown.join('; ')}`)
  const what = 'times as fast as one call after the other'
  return [{ what, measured: median(ratios['one after the other'] ?? []), limit: 10, must: 'reach' }]
}

/** `chasqui lote` on one core with the real lists; ends with 1 when a limit is broken. Linux only. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      formats: { type: 'string', default: 'csv,xlsx,json' },
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
    const checks = [
      ...(await compareWithCalls(folder, lists)),
      ...(await measureFiles(folder, lists, Number(values.rows), formats)),
    ]
    await Promise.all([lists.us.close(), lists.un.close()])
    console.log(`load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`)
    for (const check of checks) console.log(printCheck(check))
    if (!checks.every(isKept)) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
