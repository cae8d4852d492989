import type { MinuteRow } from './minute-table.ts'

/** Limits that the soak must keep. */
const LIMITS = {
  /** Minutes at the beginning that are not judged: caches fill, the heap finds its size. */
  warmUpMinutes: 10,
  /** Fewer judged minutes than this say nothing about a slope. */
  judgedMinutes: 10,
  /** Share of the questions that were due and could not be asked: more than that, and the load was not held. */
  skippedShare: 0.01,
  /** Growth of the memory an hour, as a share of its level. */
  memoryGrowthAnHour: 0.05,
  /** p99 of the second half against the first: at most this factor, or this many milliseconds more. */
  p99Factor: 1.5,
  p99MoreMs: 2,
  /** Open files of the second half against the first. */
  handlesMore: 8,
} as const

export interface Finding {
  what: string
  figure: string
  /** Null when the run was too short to tell. */
  holds: boolean | null
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 ? (sorted[Math.floor(middle)] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The median of the slopes between all pairs (Theil–Sen): a few odd minutes do not move it. Per step. */
export const robustSlope = (values: readonly number[]): number =>
  median(values.flatMap((from, a) => values.slice(a + 1).map((to, b) => (to - from) / (b + 1))))

/** Judges the minutes after the warm-up. */
export const judgeMinutes = (rows: readonly MinuteRow[]): Finding[] => {
  const judged = rows.slice(LIMITS.warmUpMinutes)
  const isEnough = judged.length >= LIMITS.judgedMinutes
  const total = (of: (row: MinuteRow) => number): number => rows.reduce((sum, row) => sum + of(row), 0)
  const wrong = total(({ wrong }) => wrong)
  const errors = total(({ errorLines }) => errorLines)
  const skipped = total(({ skipped }) => skipped) / (total(({ requests, skipped }) => requests + skipped) || 1)
  return [
    {
      what: 'wrong or missing answers',
      figure: `${wrong} of ${total(({ requests }) => requests)}`,
      holds: wrong === 0,
    },
    {
      what: 'questions that found no room',
      figure: `${(skipped * 100).toFixed(2)} % (at most ${LIMITS.skippedShare * 100} %)`,
      holds: skipped <= LIMITS.skippedShare,
    },
    { what: 'error lines in the log', figure: String(errors), holds: errors === 0 },
    growth(
      'resident memory',
      judged.map(({ rssMb }) => rssMb),
      isEnough,
    ),
    growth(
      'heap of the main thread',
      judged.map(({ heapMb }) => heapMb),
      isEnough,
    ),
    flatP99(judged, isEnough),
    steadyHandles(judged, isEnough),
  ]
}

const growth = (what: string, values: readonly number[], isEnough: boolean): Finding => {
  const anHour = robustSlope(values) * 60
  const level = median(values)
  const limit = level * LIMITS.memoryGrowthAnHour
  const figure = `${anHour.toFixed(1)} MB an hour at ${level.toFixed(0)} MB (at most ${limit.toFixed(1)})`
  return { what: `growth of the ${what}`, figure, holds: isEnough ? anHour <= limit : null }
}

const halves = (rows: readonly MinuteRow[], of: (row: MinuteRow) => number): [number, number] => {
  const middle = Math.floor(rows.length / 2)
  return [median(rows.slice(0, middle).map(of)), median(rows.slice(middle).map(of))]
}

const flatP99 = (rows: readonly MinuteRow[], isEnough: boolean): Finding => {
  const [first, second] = halves(rows, ({ p99Ms }) => p99Ms)
  const limit = Math.max(first * LIMITS.p99Factor, first + LIMITS.p99MoreMs)
  const figure = `${first.toFixed(2)} ms, then ${second.toFixed(2)} ms (at most ${limit.toFixed(2)})`
  return { what: 'p99, median of the minutes of each half', figure, holds: isEnough ? second <= limit : null }
}

const steadyHandles = (rows: readonly MinuteRow[], isEnough: boolean): Finding => {
  const [first, second] = halves(rows, ({ handles }) => handles)
  const figure = `${first}, then ${second} (at most ${LIMITS.handlesMore} more)`
  return { what: 'open files', figure, holds: isEnough ? second <= first + LIMITS.handlesMore : null }
}
