import { appendFileSync, writeFileSync } from 'node:fs'
import type { LoadCounts } from './load.ts'
import type { Sample } from './samples.ts'
import { median } from './verdict.ts'

/** One minute of the soak. */
export interface MinuteRow {
  minute: number
  requests: number
  wrong: number
  errorLines: number
  p50Ms: number
  p99Ms: number
  rssMb: number
  heapMb: number
  handles: number
  loopP99Ms: number
  threads: number
  switches: number
  skipped: number
  load: number
}

/** Counts of the generator and samples of the server, as one row. Medians, because other work on the machine makes peaks. */
export const minuteRow = (
  minute: number,
  { requests, wrong, micros, skipped }: LoadCounts,
  samples: readonly Sample[],
  more: { errorLines: number; switches: number },
): MinuteRow => {
  const of = (pick: (sample: Sample) => number): number => median(samples.map(pick))
  return {
    ...{ minute, requests, wrong, skipped, ...more },
    p50Ms: micros.percentile(50) / 1000,
    p99Ms: micros.percentile(99) / 1000,
    rssMb: of(({ rssMb }) => rssMb),
    heapMb: of(({ heapMb }) => heapMb),
    handles: of(({ handles }) => handles),
    loopP99Ms: of(({ loopP99Ms }) => loopP99Ms),
    threads: Math.min(...samples.map(({ threads }) => threads)),
    load: of(({ load }) => load),
  }
}

const COLUMNS: readonly [string, (row: MinuteRow) => string][] = [
  ['minute', ({ minute }) => String(minute)],
  ['requests', ({ requests }) => String(requests)],
  ['wrong', ({ wrong }) => String(wrong)],
  ['error lines', ({ errorLines }) => String(errorLines)],
  ['p50 ms', ({ p50Ms }) => p50Ms.toFixed(2)],
  ['p99 ms', ({ p99Ms }) => p99Ms.toFixed(2)],
  ['RSS MB', ({ rssMb }) => rssMb.toFixed(0)],
  ['heap MB', ({ heapMb }) => heapMb.toFixed(0)],
  ['files', ({ handles }) => handles.toFixed(0)],
  ['loop p99 ms', ({ loopP99Ms }) => loopP99Ms.toFixed(1)],
  ['threads', ({ threads }) => String(threads)],
  ['switches', ({ switches }) => String(switches)],
  ['skipped', ({ skipped }) => String(skipped)],
  ['load', ({ load }) => load.toFixed(1)],
]

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell, n) => cell.padStart(COLUMNS[n]?.[0].length ?? 0)).join(' | ')} |\n`

/** Prints rows as they come, and keeps them in a file, so that a run that is broken off leaves what it saw. */
export const openMinuteTable = (file: string, heading: string) => {
  const write = (text: string): void => {
    process.stdout.write(text)
    appendFileSync(file, text)
  }
  writeFileSync(file, '')
  write(`${heading}\n\n${line(COLUMNS.map(([name]) => name))}${line(COLUMNS.map(() => '--:'))}`)
  return {
    row: (row: MinuteRow): void => write(line(COLUMNS.map(([, shown]) => shown(row)))),
    text: write,
  }
}
