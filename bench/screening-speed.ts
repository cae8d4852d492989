import type { ListMatcher } from '../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../src/domain/screening/match/question.ts'
import { screen } from '../src/domain/screening/screen.ts'

export interface AskedName {
  nombre: string
  documento?: string | undefined
}

export interface Latency {
  p50: number
  p99: number
  max: number
  /** The slowest question at its best: what the matcher needs, without what the machine did meanwhile. */
  slowest: number
}

/** Milliseconds per question, after the machine has warmed up on all of them. */
export const measureLatency = (asked: readonly AskedName[], lists: readonly ListMatcher[], rounds: number): Latency => {
  const questions = new QuestionReader()
  for (let round = 0; round < 3; round++)
    for (const { nombre, documento } of asked) screen(questions.read(nombre, documento), lists)
  const times: number[] = []
  const best = asked.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++)
    for (const [place, { nombre, documento }] of asked.entries()) {
      const start = performance.now()
      screen(questions.read(nombre, documento), lists)
      const taken = performance.now() - start
      times.push(taken)
      best[place] = Math.min(best[place] as number, taken)
    }
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] as number
  return { p50: at(0.5), p99: at(0.99), max: at(1), slowest: Math.max(...best) }
}

/** Bytes allocated per question: growth of the heap over short runs, leaving out those the collector cut into. */
export const measureAllocation = (asked: readonly AskedName[], lists: readonly ListMatcher[]): number => {
  const growth: number[] = []
  const questions = new QuestionReader()
  for (let start = 0; start + 20 <= asked.length; start += 20) {
    const before = process.memoryUsage().heapUsed
    for (const { nombre, documento } of asked.slice(start, start + 20)) screen(questions.read(nombre, documento), lists)
    const grown = process.memoryUsage().heapUsed - before
    if (grown > 0) growth.push(grown / 20)
  }
  growth.sort((a, b) => a - b)
  return growth[growth.length >> 1] ?? 0
}
