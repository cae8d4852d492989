import type { Answer } from '../lookups/answer.ts'

interface Written {
  payload: string
  etag: string
}

/** The written form of answers that come again and again: as long as the answer itself lives, and no longer. */
export interface WrittenAnswers {
  of(answer: Answer<unknown>): Written | undefined
  keep(answer: Answer<unknown>, payload: string, etag: string): void
}

export const writtenAnswers = (): WrittenAnswers => {
  const written = new WeakMap<Answer<unknown>, Written>()
  return {
    of: (answer) => (answer.recurring ? written.get(answer) : undefined),
    keep: (answer, payload, etag) => {
      if (!written.has(answer)) written.set(answer, { payload, etag })
    },
  }
}
