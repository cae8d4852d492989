import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type { Clock } from './clock.ts'
import { Failure, type FailureKind } from './errors.ts'

/** The guard's own no: nobody was asked, so asking again at once would change nothing. */
export class Refusal extends Failure {}

export interface GateRules {
  breakMs: number
  blockedMs: number
}

export type GateEvent = 'opened' | 'half-opened' | 'closed' | 'blocked' | 'unblocked'

/** Whether a source may be asked at all: its breaker, its captcha state and the pauses it asked for. */
export interface Gate {
  /** Throws a Refusal while it may not. */
  check(): void
  /** Lets one call through and learns from how it ends. */
  pass<T>(key: string, call: () => Promise<T>): Promise<T>
  circuit(): 'closed' | 'open' | 'half-open'
  blocked(): boolean
}

const FAILURES_TO_OPEN = 5
const LONGEST_PAUSE_MS = 300_000

/** A stretch of time that began at a moment of the clock; a clock set back ends it. */
interface Stretch {
  since: number
  ms: number
}

export const openGate = (rules: GateRules, clock: Clock, onEvent: (event: GateEvent) => void): Gate => {
  let broken: (Stretch & { kind: FailureKind }) | null = null
  let wall: Stretch | null = null
  let pause: Stretch | null = null

  /** The questions whose page could not be read since the last success. */
  const unread = new Set<string>()
  const counted = new WeakSet<object>()
  const leftOf = (stretch: Stretch | null): number => {
    const age = stretch ? clock.now() - stretch.since : -1
    return stretch && age >= 0 ? Math.max(0, stretch.ms - age) : 0
  }

  const breaker = circuitBreaker(
    handleWhen((error) => counted.has(error as object)),
    {
      breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
      // cockatiel reads the system's clock; a duration that is asked for each time follows ours.
      halfOpenAfter: {
        next: () => ({
          get duration() {
            return leftOf(broken) > 0 ? Number.POSITIVE_INFINITY : -1
          },
          next() {
            return this
          },
        }),
      },
    },
  )
  breaker.onBreak((reason) => {
    const kind = 'error' in reason && reason.error instanceof Failure ? reason.error.kind : 'upstream-unavailable'
    broken = { since: clock.now(), ms: rules.breakMs, kind }
    unread.clear()
    onEvent('opened')
  })
  breaker.onHalfOpen(() => onEvent('half-opened'))
  breaker.onReset(() => onEvent('closed'))

  const learn = (key: string, error: unknown): void => {
    if (!(error instanceof Failure)) return
    if (error.kind === 'upstream-blocked') {
      if (!wall) onEvent('blocked')
      wall = { since: clock.now(), ms: rules.blockedMs }
    }
    if (error.retryAfterMs !== undefined) {
      pause = { since: clock.now(), ms: Math.min(error.retryAfterMs, LONGEST_PAUSE_MS) }
    }
    // One page that cannot be read, asked for again and again, says nothing about the other pages.
    if (error.kind === 'upstream-unavailable') counted.add(error)
    if (error.kind === 'upstream-changed' && !unread.has(key)) {
      unread.add(key)
      counted.add(error)
    }
  }

  const learnSuccess = (): void => {
    if (wall) onEvent('unblocked')
    wall = null
    pause = null
    unread.clear()
  }

  const check = (): void => {
    if (leftOf(wall) > 0) {
      throw new Refusal('upstream-blocked', 'La fuente exige una verificación captcha', { detail: 'still blocked' })
    }
    const paused = leftOf(pause)
    if (paused > 0) {
      throw new Refusal('upstream-unavailable', 'La fuente pide esperar antes de volver a consultar', {
        detail: 'paused',
        retryAfterMs: paused,
      })
    }
    const open = breaker.state === CircuitState.Open ? leftOf(broken) : 0
    if (broken && open > 0) {
      const mensaje = 'La fuente ha fallado varias veces seguidas; se volverá a consultar en unos segundos'
      throw new Refusal(broken.kind, mensaje, { detail: 'circuit open', retryAfterMs: open })
    }
  }

  const pass = <T>(key: string, call: () => Promise<T>): Promise<T> =>
    breaker.execute(async () => {
      try {
        const value = await call()
        learnSuccess()
        return value
      } catch (error) {
        learn(key, error)
        throw error
      }
    })

  const circuit = (): 'closed' | 'open' | 'half-open' => {
    if (breaker.state === CircuitState.Closed) return 'closed'
    return breaker.state === CircuitState.Open && leftOf(broken) > 0 ? 'open' : 'half-open'
  }

  return { check, pass, circuit, blocked: () => wall !== null }
}
