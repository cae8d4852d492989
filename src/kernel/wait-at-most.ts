import type { Failure } from './errors.ts'

/** The result of some work; a Failure when it takes longer. The work itself goes on. */
export const waitAtMost = async <Value>(
  work: Promise<Value>,
  maxWaitMs: number,
  tooLate: () => Failure,
): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), maxWaitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
