import type { Clock } from './clock.ts'

export interface LineRules {
  /** Least time between two starts. */
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
  /** Waits until the next start is due. To be called inside `run`, before each start. */
  space(): Promise<void>
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
  let lastStart = Number.NEGATIVE_INFINITY

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

  const space = async (): Promise<void> => {
    // A clock that was set back must not stop us for longer than the spacing; a timer may fire a little early.
    const due = (): number => Math.min(rules.spacingMs, lastStart + rules.spacingMs - clock.now())
    for (let wait = due(); wait > 0; wait = due()) await new Promise((resolve) => setTimeout(resolve, wait))
    lastStart = clock.now()
  }

  const close = (): void => {
    for (const waiter of [...waiters]) waiter.leave()
  }

  return { run, space, waiting: () => waiters.length, close }
}
