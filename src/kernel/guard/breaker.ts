import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { type Clock, remainingMs, type Wait } from '../clock.ts'
import { Failure, type FailureKind } from '../errors.ts'

/** Stops calls to a source that keeps failing. */
interface Breaker {
  /** Makes a call, and counts it when it ends in a failure that says something about the source. */
  execute<T>(key: string, call: () => Promise<T>): Promise<T>
  circuit(): 'closed' | 'open' | 'half-open'
  /** Why and for how much longer calls are stopped; null when they are not. */
  open(): { kind: FailureKind; remainingMs: number } | null
}

const FAILURES_TO_OPEN = 5

/** Opens after five failures in a row, makes one call as a probe after `breakMs`, and closes when that succeeds. */
export const openBreaker = (
  breakMs: number,
  clock: Clock,
  onEvent: (event: 'opened' | 'half-opened' | 'closed') => void,
): Breaker => {
  let wait: (Wait & { kind: FailureKind }) | null = null
  let lastStart = 0
  const isOver = (): boolean => remainingMs(wait, clock) <= 0
  const failures = countFailures()
  const breaker = circuitBreaker(handleWhen(failures.counts), {
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
    halfOpenAfter: openUntil(isOver),
  })
  breaker.onBreak((reason) => {
    const kind = 'error' in reason && reason.error instanceof Failure ? reason.error.kind : 'upstream-unavailable'
    // Counted from the start of the call: the source may have recovered while the call was hanging.
    wait = { since: lastStart, ms: breakMs, kind }
    failures.clear()
    onEvent('opened')
  })
  breaker.onHalfOpen(() => onEvent('half-opened'))
  breaker.onReset(() => onEvent('closed'))

  const execute = <T>(key: string, call: () => Promise<T>): Promise<T> =>
    breaker.execute(async () => {
      lastStart = clock.now()
      try {
        const value = await call()
        failures.clear()
        return value
      } catch (error) {
        failures.note(key, error)
        throw error
      }
    })

  const isOpen = (): boolean => breaker.state === CircuitState.Open && !isOver()
  return {
    execute,
    circuit: () => (breaker.state === CircuitState.Closed ? 'closed' : isOpen() ? 'open' : 'half-open'),
    open: () => (wait && isOpen() ? { kind: wait.kind, remainingMs: remainingMs(wait, clock) } : null),
  }
}

/** Which failures count. One unreadable page says nothing about the others, so it counts once however often it is asked. */
const countFailures = () => {
  const counted = new WeakSet<object>()
  const unreadable = new Set<string>()
  return {
    counts: (error: unknown): boolean => counted.has(error as object),
    clear: (): void => unreadable.clear(),
    note: (key: string, error: unknown): void => {
      if (!(error instanceof Failure)) return
      const isNewPage = error.kind === 'upstream-changed' && !unreadable.has(key)
      if (isNewPage) unreadable.add(key)
      if (isNewPage || error.kind === 'upstream-unavailable') counted.add(error)
    },
  }
}

/** cockatiel compares a duration with the system's clock. This one is read anew each time, so it follows our clock. */
const openUntil = (isOver: () => boolean) => ({
  next: () => ({
    get duration() {
      return isOver() ? -1 : Number.POSITIVE_INFINITY
    },
    next() {
      return this
    },
  }),
})
