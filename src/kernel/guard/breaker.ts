import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type { Clock } from '../clock.ts'
import { Failure, type FailureKind } from '../errors.ts'
import { type Stretch, timeLeft } from './stretch.ts'

export interface Breaker {
  /** Lets a call through and counts it against the source when it ends in a failure that says something about it. */
  execute<T>(key: string, call: () => Promise<T>): Promise<T>
  circuit(): 'closed' | 'open' | 'half-open'
  /** Why and for how much longer nobody is let through; null when somebody is. */
  open(): { kind: FailureKind; leftMs: number } | null
}

const FAILURES_TO_OPEN = 5

/** Opens after five failures in a row, lets one probe through after `breakMs`, and closes when that succeeds. */
export const openBreaker = (
  breakMs: number,
  clock: Clock,
  onEvent: (event: 'opened' | 'half-opened' | 'closed') => void,
): Breaker => {
  let broken: (Stretch & { kind: FailureKind }) | null = null
  let lastBegan = 0
  const isOver = (): boolean => timeLeft(broken, clock) <= 0
  const counted = new WeakSet<object>()
  const failures = failureCount(counted)
  const breaker = circuitBreaker(
    handleWhen((error) => counted.has(error as object)),
    { breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN), halfOpenAfter: whenOver(isOver) },
  )
  breaker.onBreak((reason) => {
    const kind = 'error' in reason && reason.error instanceof Failure ? reason.error.kind : 'upstream-unavailable'
    // From the call's beginning: a source that recovers while a call hangs in it must not be left alone for longer.
    broken = { since: lastBegan, ms: breakMs, kind }
    failures.clear()
    onEvent('opened')
  })
  breaker.onHalfOpen(() => onEvent('half-opened'))
  breaker.onReset(() => onEvent('closed'))

  const execute = <T>(key: string, call: () => Promise<T>): Promise<T> =>
    breaker.execute(async () => {
      lastBegan = clock.now()
      try {
        const value = await call()
        failures.clear()
        return value
      } catch (error) {
        failures.weigh(key, error)
        throw error
      }
    })

  const isOpen = (): boolean => breaker.state === CircuitState.Open && !isOver()
  return {
    execute,
    circuit: () => (breaker.state === CircuitState.Closed ? 'closed' : isOpen() ? 'open' : 'half-open'),
    open: () => (broken && isOpen() ? { kind: broken.kind, leftMs: timeLeft(broken, clock) } : null),
  }
}

/** Which failures count. One page that cannot be read, asked for again and again, says nothing about the others. */
const failureCount = (counted: WeakSet<object>) => {
  const unread = new Set<string>()
  return {
    clear: () => unread.clear(),
    weigh: (key: string, error: unknown): void => {
      if (!(error instanceof Failure)) return
      const news = error.kind === 'upstream-changed' && !unread.has(key)
      if (news) unread.add(key)
      if (news || error.kind === 'upstream-unavailable') counted.add(error)
    },
  }
}

/** cockatiel compares a duration with the system's clock; one that is asked for each time follows ours. */
const whenOver = (isOver: () => boolean) => ({
  next: () => ({
    get duration() {
      return isOver() ? -1 : Number.POSITIVE_INFINITY
    },
    next() {
      return this
    },
  }),
})
