import { setTimeout as sleep } from 'node:timers/promises'
import { ExponentialBackoff, handleWhen, retry, TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel'
import type { Clock } from '../clock.ts'
import { Failure, type FailureKind } from '../errors.ts'
import { isTimedOut, timedOut } from '../upstream-failures.ts'
import type { Availability } from './availability.ts'
import type { FleetAnswer, FleetQuestion } from './fleet.ts'
import { openCallQueue } from './queue.ts'
import { isRejection, queueFull } from './rejection.ts'

/** What a guarded call gets: it passes the signal on to its requests, and pauses between two of its queries. */
export interface CallContext {
  /** Ends the call. */
  signal: AbortSignal
  /** Waits as long as two questions are kept apart. */
  pause(): Promise<void>
}

export type GuardedCall<T> = (context: CallContext) => Promise<T>

interface CallRules {
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

/** Calls a source: one call at a time and spaced, only while it is available, within the time-out, again where that can help. */
interface SourceCaller {
  /** With a question to the fleet, the call waits for its turn among all processes. */
  call<T>(key: string, call: GuardedCall<T>, question: FleetQuestion | null): Promise<FleetAnswer<T>>
  waiting(): number
  /** Ends the call under way and rejects every waiting one. */
  close(): void
}

export const openSourceCaller = (
  rules: CallRules,
  availability: Availability,
  clock: Clock,
  onOutcome: (outcome: CallOutcome) => void,
): SourceCaller => {
  const closing = new AbortController()
  const queue = openCallQueue({ ...queueRules(rules), rejection: queueFull }, clock)
  const limit = timeout(rules.timeoutMs, TimeoutStrategy.Aggressive)
  const retrying = retry(
    handleWhen((error) => isWorthRetrying(error) && availability.circuit() !== 'open'),
    { maxAttempts: rules.attempts - 1, backoff: new ExponentialBackoff({ initialDelay: 150, maxDelay: 1_500 }) },
  )

  const callWithTimeout = async <T>(call: GuardedCall<T>): Promise<T> => {
    try {
      return await limit.execute(({ signal }) => call({ signal, pause: () => pause(rules, signal) }), closing.signal)
    } catch (error) {
      throw error instanceof TaskCancelledError ? timedOut() : error
    }
  }

  const callOnce = async <T>(key: string, call: GuardedCall<T>): Promise<T> => {
    const start = clock.now()
    try {
      const value = await availability.run(key, () => callWithTimeout(call))
      onOutcome({ outcome: 'answer', ms: clock.now() - start })
      return value
    } catch (error) {
      const { kind, detail } = error instanceof Failure ? error : { kind: 'bug' as const, detail: undefined }
      onOutcome({ outcome: kind, ms: clock.now() - start, detail })
      throw error
    }
  }

  const attempt = async <T>(key: string, call: GuardedCall<T>): Promise<T> => {
    availability.check()
    return queue.spaced(() => callOnce(key, call))
  }

  return {
    call: async (key, call, question) => {
      availability.check()
      const callNow = () => retrying.execute(() => attempt(key, call))
      return queue.run(async () =>
        question ? question.ask(callNow, closing.signal) : { value: await callNow(), ageMs: null },
      )
    },
    waiting: queue.waiting,
    close: () => {
      closing.abort()
      queue.close()
    },
  }
}

/** The spacing, but at most a quarter of the time-out, so that the next query has time left. */
const pause = async ({ spacingMs, timeoutMs }: CallRules, signal: AbortSignal): Promise<void> => {
  // A call that was ended meanwhile notices it by its next request.
  await sleep(Math.min(spacingMs, timeoutMs / 4), undefined, { signal }).catch(() => {})
}

const queueRules = ({ timeoutMs, spacingMs, queue }: CallRules) => ({
  spacingMs,
  maxWaiting: queue,
  // Long enough for the last in the queue while the source is well, and bounded when it is not.
  maxWaitMs: Math.max(2 * timeoutMs, queue * spacingMs),
})

// Do not retry after a time-out: the caller has waited long enough.
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof Failure &&
  !isRejection(error) &&
  error.kind === 'upstream-unavailable' &&
  error.retryAfterMs === undefined &&
  !isTimedOut(error)
