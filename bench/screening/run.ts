import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListMatcher } from '../../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../../src/domain/screening/match/question.ts'
import { screen } from '../../src/domain/screening/screen.ts'
import { buildRealLists, sharedData } from '../../test/helpers/screening/lists.ts'
import { devPairs, judgePairs, ownPairs, printPairs } from '../../test/helpers/screening/pairs.ts'
import { readQueries, scoreInvented, scoreMade, scoreQueries } from '../../test/helpers/screening/score.ts'
import { type Ask, measureAllocation, measureLatency } from './speed.ts'

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
    console.log(scoreQueries(queries, lists).print('\ndevelopment set'))
    console.log(scoreMade(lists, 300, seed).print(`\nmade from the lists, seed ${seed}`))
    console.log(scoreInvented(lists, 5_000, seed).print(`\ninvented Peruvians, seed ${seed}`))
    console.log(printPairs('\npairs of the development set', judgePairs(devPairs(shared)), seed))
    console.log(printPairs('\nheld pairs', judgePairs(ownPairs('held')), seed))
    const asked = queries.map(({ query, documento }) => ({ nombre: query, documento }))
    const questions = new QuestionReader()
    const ask: Ask = ({ nombre, documento }) => screen(questions.read(nombre, documento), lists)
    const { p50, p99, max, slowest } = measureLatency(asked, ask, 10)
    console.log(`latency: p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms, max ${max.toFixed(2)} ms`)
    console.log(`slowest question, best of its rounds: ${slowest.toFixed(2)} ms`)
    console.log(`allocated per question: ${(measureAllocation(asked, ask) / 1024).toFixed(1)} KB`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
