import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListMatcher } from '../src/domain/screening/match/matcher.ts'
import { buildRealLists, sharedData } from '../test/helpers/screening/lists.ts'
import {
  readQueries,
  scoreInvented,
  scoreMade,
  scorePairs,
  scoreQueries,
  type Tally,
} from '../test/helpers/screening/score.ts'
import { measureAllocation, measureLatency } from './screening-speed.ts'

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`.padStart(8)

/** The table of one set: how many right first and among ten, or how many wrong. */
export const tableOf = (title: string, table: Map<string, Tally>): string => {
  const rows = [...table].map(([kind, { n, first, ten, wrong, any, exact }]) =>
    kind.startsWith('negative') || first + ten === 0
      ? `  ${kind.padEnd(24)}${String(n).padStart(6)}  wrong ${percent(wrong, n)}  any hit ${percent(any, n)}  exact ${exact}`
      : `  ${kind.padEnd(24)}${String(n).padStart(6)}  @1 ${percent(first, n)}  @10 ${percent(ten, n)}`,
  )
  const right = [...table.values()].filter(({ ten, first }) => ten + first > 0)
  const n = right.reduce((sum, tally) => sum + tally.n, 0)
  const ten = right.reduce((sum, tally) => sum + tally.ten, 0)
  return [title, ...rows, ...(n > 0 ? [`  all positives, @10 ${percent(ten, n)}`] : [])].join('\n')
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`

const settle = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().rss
}

const loadLists = async (shared: string, work: string): Promise<ListMatcher[]> => {
  const built = await buildRealLists(shared, work)
  const before = settle()
  const start = performance.now()
  const lists = [(await built.us.open()).matcher, (await built.un.open()).matcher]
  const ms = performance.now() - start
  console.log(
    `both lists from disk, indexed: ${ms.toFixed(0)} ms, ${megabytes(settle() - before)} more resident memory`,
  )
  return lists
}

/** Recall and wrong rate by kind, labelled pairs, latency, allocation, load time and memory on the real lists. */
export const run = async (args: readonly string[] = []): Promise<void> => {
  const shared = sharedData()
  if (!shared) {
    console.log('The copies of the lists are not beside the project (../shared/data): nothing to measure.')
    return
  }
  const seed = Number(args[0] ?? 20_261_115)
  const work = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  try {
    const lists = await loadLists(shared, work)
    const queries = readQueries(shared)
    console.log(tableOf('\ndevelopment set', scoreQueries(queries, lists)))
    console.log(tableOf(`\nmade from the lists, seed ${seed}`, scoreMade(lists, 300, seed)))
    console.log(tableOf(`\ninvented Peruvians, seed ${seed}`, scoreInvented(lists, 5_000, seed)))
    const { f1, precision, recall } = scorePairs(shared)
    console.log(`\nlabelled pairs: F1 ${f1.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
    const asked = queries.map(({ query, documento }) => ({ nombre: query, documento }))
    const { p50, p99, max, slowest } = measureLatency(asked, lists, 10)
    console.log(`latency: p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms, max ${max.toFixed(2)} ms`)
    console.log(`slowest question, best of its rounds: ${slowest.toFixed(2)} ms`)
    console.log(`allocated per question: ${(measureAllocation(asked, lists) / 1024).toFixed(1)} KB`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
