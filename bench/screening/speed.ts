import type { AskedFacts } from '../../src/domain/screening/facts/compare-facts.ts'
import { ListMatcher } from '../../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../../src/domain/screening/match/question.ts'
import { screen } from '../../src/domain/screening/screen.ts'
import { type Customer, customerFacts } from '../../src/lookups/aml/customer-input.ts'
import { inventNames } from '../../test/helpers/screening/invented-peruvians.ts'
import { type Check, LIMITS } from '../../test/helpers/screening/limits.ts'
import { makeQuestions } from '../../test/helpers/screening/made-questions.ts'

interface AskedName {
  nombre: string
  documento?: string | undefined
}

/** What is measured: one name read, screened and answered. */
type Ask = (name: AskedName) => void

const ROUNDS = 10
const FIRST_ROUNDS = 5
const WARM_UP = 200
const CUSTOMER: Customer = { tipo: 'persona', nacimiento: '1960-01-20', pais: 'PE' }

/**
 * Latency and allocation of the questions of the development set: asked for the first time, and again. Of every question the
 * best round counts, which is what the matcher needs without what else the machine did meanwhile.
 */
export const measureSpeed = (asked: readonly AskedName[], lists: readonly ListMatcher[], seed: number): Check[] => {
  const parties = lists.flatMap(({ index }) => index.parties)
  // Other questions come first, so that the compiler has done its work.
  const others = [...makeQuestions(parties, WARM_UP, seed), ...inventNames(WARM_UP, seed)]
  const askAnew = (facts: AskedFacts | null = null): Ask => {
    const fresh = lists.map(({ index }) => new ListMatcher(index))
    const questions = new QuestionReader()
    const ask: Ask = ({ nombre, documento }) => screen(questions.read(nombre, documento, facts), fresh)
    for (const name of others) ask(name)
    return ask
  }
  const first = bestOf(Array.from({ length: FIRST_ROUNDS }, () => timesOf(asked, askAnew())))
  const askWithFacts = askAnew(customerFacts(CUSTOMER))
  const withFacts = bestOf(Array.from({ length: FIRST_ROUNDS }, () => timesOf(asked, askWithFacts)))
  const ask = askAnew()
  const again = bestOf(Array.from({ length: ROUNDS }, () => timesOf(asked, ask)))
  const { p50Ms, p99Ms, longestMs, allocatedKb } = LIMITS.speed
  const check = (what: string, measured: number, limit: number, unit = 'ms'): Check => ({
    ...{ what, measured, limit, unit },
    must: 'stay within',
  })
  const latency = (when: string, times: readonly number[]): Check[] => [
    check(`one question, asked ${when}, p50`, quantile(times, 0.5), p50Ms),
    check(`one question, asked ${when}, p99`, quantile(times, 0.99), p99Ms),
    check(`one question, asked ${when}, longest`, quantile(times, 1), longestMs),
  ]
  return [
    ...latency('for the first time', first),
    ...latency('again', again),
    ...latency('with every fact', withFacts),
    check('allocated per question', measureAllocation(asked, ask) / 1024, allocatedKb, 'KB'),
    check('allocated per question with every fact', measureAllocation(asked, askWithFacts) / 1024, allocatedKb, 'KB'),
  ]
}

const bestOf = (rounds: readonly number[][]): number[] =>
  (rounds[0] ?? []).map((_, at) => Math.min(...rounds.map((times) => times[at] as number)))

/** Milliseconds of each question. */
const timesOf = (asked: readonly AskedName[], ask: Ask): number[] =>
  asked.map((name) => {
    const start = performance.now()
    ask(name)
    return performance.now() - start
  })

const quantile = (times: readonly number[], share: number): number => {
  const sorted = Float64Array.from(times).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}

/** Bytes allocated per question: growth of the heap over short runs, leaving out those the collector cut into. */
const measureAllocation = (asked: readonly AskedName[], ask: Ask): number => {
  const growth: number[] = []
  for (let start = 0; start + 20 <= asked.length; start += 20) {
    const before = process.memoryUsage().heapUsed
    for (const name of asked.slice(start, start + 20)) ask(name)
    const grown = process.memoryUsage().heapUsed - before
    if (grown > 0) growth.push(grown / 20)
  }
  growth.sort((a, b) => a - b)
  return growth[growth.length >> 1] ?? 0
}
