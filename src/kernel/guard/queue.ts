import type { Clock } from '../clock.ts'

interface QueueRules {
  /** Least time between the end of one call and the start of the next. */
  spacingMs: number
  /** How many tasks may wait; the next one is rejected at once. */
  maxWaiting: number
  /** How long a task waits before it is rejected. */
  maxWaitMs: number
  /** The error of a rejected task. */
  rejection(): Error
}

/** Runs tasks one at a time, first come first served. */
interface CallQueue {
  run<T>(task: () => Promise<T>): Promise<T>
  /** Makes one call after the spacing. To be used inside `run`, for each call that the task makes. */
  spaced<T>(call: () => Promise<T>): Promise<T>
  waiting(): number
  /** Rejects every waiting task. */
  close(): void
}

interface Waiter {
  start(): void
  reject(): void
}

// cockatiel's bulkhead knows no spacing, lets new tasks overtake one that was just started, and keeps a slot for
// tasks that gave up waiting. Hence a queue of our own.
export const openCallQueue = (rules: QueueRules, clock: Clock): CallQueue => {
  const waiters: Waiter[] = []
  let busy = false
  let lastEnd = Number.NEGATIVE_INFINITY

  const waitForTurn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer)
          resolve()
        },
        reject: () => {
          clearTimeout(timer)
          waiters.splice(waiters.indexOf(waiter), 1)
          reject(rules.rejection())
        },
      }
      const timer = setTimeout(waiter.reject, rules.maxWaitMs)
      waiters.push(waiter)
    })

  const run = async <T>(task: () => Promise<T>): Promise<T> => {
    if (busy && waiters.length >= rules.maxWaiting) throw rules.rejection()
    if (busy) await waitForTurn()
    busy = true
    try {
      return await task()
    } finally {
      // Stays busy when a waiter is started, so that no new task can start before it.
      const next = waiters.shift()
      busy = next !== undefined
      next?.start()
    }
  }

  // Counted from the end of a call: part of its time was spent connecting, so counted from its start the next call
  // would reach the source too soon.
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
    for (const waiter of [...waiters]) waiter.reject()
  }

  return { run, spaced, waiting: () => waiters.length, close }
}
