import type { Clock } from '../clock.ts'

export interface LineRules {
  /** Least time between the end of one call and the start of the next. */
  spacingMs: number
  /** How many may wait; the next one is turned away at once. */
  places: number
  /** How long one of them waits before it is turned away. */
  maxWaitMs: number
  /** What somebody turned away is told. */
  turnedAway(): Error
}

/** One at a time, first come first served. */
export interface Line {
  run<T>(task: () => Promise<T>): Promise<T>
  /** Makes a call once it is due. To be used inside `run`, for each call that the task makes. */
  spaced<T>(call: () => Promise<T>): Promise<T>
  waiting(): number
  /** Turns everybody away. */
  close(): void
}

interface Waiter {
  go(): void
  leave(): void
}

// cockatiel's bulkhead knows no spacing, lets newcomers overtake those it has just called up, and keeps a place for
// those who gave up waiting; hence a line of our own.
export const openLine = (rules: LineRules, clock: Clock): Line => {
  const waiters: Waiter[] = []
  let busy = false
  let lastEnd = Number.NEGATIVE_INFINITY

  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        waiters.splice(waiters.indexOf(waiter), 1)
        reject(rules.turnedAway())
      }
      const go = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const waiter: Waiter = { go, leave }
      const timer = setTimeout(leave, rules.maxWaitMs)
      waiters.push(waiter)
    })

  const run = async <T>(task: () => Promise<T>): Promise<T> => {
    if (busy && waiters.length >= rules.places) throw rules.turnedAway()
    if (busy) await turn()
    busy = true
    try {
      return await task()
    } finally {
      // Stays busy when somebody is called up, so that nobody can slip in between.
      const next = waiters.shift()
      busy = next !== undefined
      next?.go()
    }
  }

  // Counted from the end: a first call spends part of its time connecting, and counted from its start the second one
  // would reach the source too soon after it.
  const spaced = async <T>(call: () => Promise<T>): Promise<T> => {
    // A clock that was set back must not stop us for longer than the spacing; a timer may fire a little early.
    const due = (): number => Math.min(rules.spacingMs, lastEnd + rules.spacingMs - clock.now())
    for (let wait = due(); wait > 0; wait = due()) await new Promise((resolve) => setTimeout(resolve, wait))
    try {
      return await call()
    } finally {
      lastEnd = clock.now()
    }
  }

  const close = (): void => {
    for (const waiter of [...waiters]) waiter.leave()
  }

  return { run, spaced, waiting: () => waiters.length, close }
}
