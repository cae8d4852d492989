import type { LimaClock } from '../../domain/lima-time.ts'
import type { Answer } from './answer.ts'

/** Answers given a moment ago, for questions that come thousands of times a second. */
export interface AnswerMemory<Question, Data> {
  recall(question: Question): Answer<Data> | undefined
  /** Keeps an answer for `keepMs`, and never past Lima's midnight. */
  keep(question: Question, answer: Answer<Data>, keepMs: number): void
}

/** A bounded memory: when it is full the oldest answer goes. What it recalls names `cache` as its channel. */
export const answerMemory = <Question, Data>(clock: LimaClock, limit = 4_096): AnswerMemory<Question, Data> => {
  const kept = new Map<Question, { answer: Answer<Data>; until: number }>()
  return {
    recall(question) {
      const entry = kept.get(question)
      return entry !== undefined && clock.now() < entry.until ? entry.answer : undefined
    },
    keep(question, answer, keepMs) {
      kept.delete(question)
      if (kept.size >= limit) {
        const oldest = kept.keys().next()
        if (!oldest.done) kept.delete(oldest.value)
      }
      const origins = answer.origins.map((origin) => ({ ...origin, channel: 'cache' as const }))
      const until = clock.now() + Math.min(keepMs, clock.untilLimaMidnightMs())
      kept.set(question, { answer: { ...answer, origins, recurring: {} }, until })
    },
  }
}
