/**
 * What screening must reach, in one table: the suite asserts it and `npm run bench -- screening` prints it beside the figures.
 * Pairs are the held ones; questions are made anew from the lists for every seed.
 */
export const LIMITS = {
  pairs: { f1: 0.92, f1OfThings: 0.9, precision: 0.93 },
  questions: { recall: 0.995, recallOfKind: 0.97, wrong: 0.003 },
  /** Several holders in one text: each way of writing them, and how much oftener two are wrong than one. */
  holders: { recallOfKind: 0.97, wrongRatio: 2 },
  /** Numbers of listed parties, in every form and beside every name. */
  documents: { recallOfKind: 1 },
  /** As people in Peru write names: every kind, and strangers whose second surname is an initial. */
  written: { recallOfKind: 0.97, wrongWithInitial: 0.02 },
  /** One question in this process. */
  speed: { p50Ms: 0.05, p99Ms: 0.6, longestMs: 5, allocatedKb: 10 },
  /** Both lists opened from disk in a new process. */
  lists: { withIndexMs: 500, withoutIndexMs: 1_500, memoryMb: 150 },
  /** All lists that there are: opened, asked, and wrong of invented names. */
  allLists: { withIndexMs: 800, memoryMb: 220, p99Ms: 0.8, wrong: 0.004 },
} as const

/** The share of wrong answers that a kind of invented names may have. */
export const wrongLimit = (kind: string): number =>
  kind === 'initial-person' ? LIMITS.written.wrongWithInitial : LIMITS.questions.wrong

/** One figure beside its limit. */
export interface Check {
  what: string
  measured: number
  limit: number
  /** Whether the figure must reach its limit or stay within it. */
  must: 'reach' | 'stay within'
  unit?: string
}

export const isKept = ({ measured, limit, must }: Check): boolean =>
  must === 'reach' ? measured >= limit : measured <= limit

/** `ok    p50 0.018 ms (at most 0.05 ms)`, or FAIL in front. */
export const printCheck = (check: Check): string => {
  const { what, measured, limit, must, unit = '' } = check
  const suffix = unit && ` ${unit}`
  const bound = must === 'reach' ? 'at least' : 'at most'
  return `${isKept(check) ? 'ok  ' : 'FAIL'}  ${what.padEnd(52)} ${shown(measured)}${suffix} (${bound} ${shown(limit)}${suffix})`
}

const shown = (value: number): string => String(Number(value.toFixed(value < 10 ? 4 : 1)))
