import { setTimeout as sleep } from 'node:timers/promises'
import { ExponentialBackoff, handleWhen, retry, TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel'
import type { Clock } from '../clock.ts'
import { Failure, type FailureKind } from '../errors.ts'
import { type Gate, Refusal } from './availability.ts'
import { withRest } from './call-rest.ts'
import { TIMED_OUT, withSignal } from './call-signal.ts'
import { openLine } from './queue.ts'

export type Call<T> = (signal: AbortSignal) => Promise<T>

export interface CallRules {
  timeoutMs: number
  attempts: number
  spacingMs: number
  queue: number
}

/** How one call to the source ended. */
export interface CallOutcome {
  outcome: 'answer' | 'bug' | FailureKind
  ms: number
  detail?: string | undefined
}

/** Calls a source: one at a time and spaced, through the gate, within the time-out, again where that can help. */
export interface Caller {
  call<T>(key: string, call: Call<T>): Promise<T>
  waiting(): number
  /** Ends the call under way and turns away everybody in line. */
  close(): void
}

export const openCaller = (
  rules: CallRules,
  gate: Gate,
  clock: Clock,
  onOutcome: (outcome: CallOutcome) => void,
): Caller => {
  const closing = new AbortController()
  const line = openLine({ ...lineRules(rules), turnedAway }, clock)
  const limit = timeout(rules.timeoutMs, TimeoutStrategy.Aggressive)
  const retrying = retry(
    handleWhen((error) => isWorthRetrying(error) && gate.circuit() !== 'open'),
    { maxAttempts: rules.attempts - 1, backoff: new ExponentialBackoff({ initialDelay: 150, maxDelay: 1_500 }) },
  )

  const limited = async <T>(call: Call<T>): Promise<T> => {
    try {
      return await limit.execute(
        ({ signal }) =>
          withSignal(signal, () =>
            withRest(
              () => rest(rules, signal),
              () => call(signal),
            ),
          ),
        closing.signal,
      )
    } catch (error) {
      throw error instanceof TaskCancelledError ? timedOut() : error
    }
  }

  const callOnce = async <T>(key: string, call: Call<T>): Promise<T> => {
    const began = clock.now()
    try {
      const value = await gate.pass(key, () => limited(call))
      onOutcome({ outcome: 'answer', ms: clock.now() - began })
      return value
    } catch (error) {
      const { kind, detail } = error instanceof Failure ? error : { kind: 'bug' as const, detail: undefined }
      onOutcome({ outcome: kind, ms: clock.now() - began, detail })
      throw error
    }
  }

  const attempt = async <T>(key: string, call: Call<T>): Promise<T> => {
    gate.check()
    return line.spaced(() => callOnce(key, call))
  }

  return {
    call: async (key, call) => {
      gate.check()
      return line.run(() => retrying.execute(() => attempt(key, call)))
    },
    waiting: line.waiting,
    close: () => {
      closing.abort()
      line.close()
    },
  }
}

/** The spacing, or what a short time-out leaves of it: a rest must not eat the time of the query it precedes. */
const rest = async ({ spacingMs, timeoutMs }: CallRules, signal: AbortSignal): Promise<void> => {
  // A call that was ended meanwhile finds that out by its next request.
  await sleep(Math.min(spacingMs, timeoutMs / 4), undefined, { signal }).catch(() => {})
}

const lineRules = ({ timeoutMs, spacingMs, queue }: CallRules) => ({
  spacingMs,
  places: queue,
  // Long enough for the last in line while the source is well, and bounded when it is not.
  maxWaitMs: Math.max(2 * timeoutMs, queue * spacingMs),
})

const turnedAway = (): Refusal =>
  new Refusal('upstream-unavailable', 'La fuente está saturada; inténtelo de nuevo en unos segundos', {
    detail: 'queue full',
  })

const timedOut = (): Failure =>
  new Failure('upstream-unavailable', 'La fuente no respondió a tiempo', { detail: TIMED_OUT })

// Somebody who has waited for a whole time-out is better served by an honest failure than by another wait.
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof Failure &&
  !(error instanceof Refusal) &&
  error.kind === 'upstream-unavailable' &&
  error.retryAfterMs === undefined &&
  error.detail !== TIMED_OUT
