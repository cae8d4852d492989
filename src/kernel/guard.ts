import { ExponentialBackoff, handleWhen, retry, TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel'
import { TIMED_OUT, withSignal } from './call-signal.ts'
import { type Clock, systemClock } from './clock.ts'
import { Failure, type FailureKind } from './errors.ts'
import { type GateEvent, openGate, Refusal } from './gate.ts'
import { openLine } from './line.ts'
import { openMemory } from './memory.ts'

/** How one source is treated. One guard per source: spacing, queue and breaker are shared by all its questions. */
export interface GuardPolicy {
  timeoutMs: number
  /** Calls in all, first one included; only `upstream-unavailable` is tried again. */
  attempts: number
  /** Least time between two starts. */
  spacingMs: number
  /** How many questions may wait in line; the next one fails at once. */
  queue: number
  /** How long an answer is fresh, and how long after that it may be served while a new one is fetched. */
  freshMs: number
  staleMs: number
  /** How long "I don't have it" is remembered. */
  emptyMs: number
  /** How long the breaker stays open (30 s at most) and how long a captcha state lasts before the next probe (60 s at most). */
  breakMs: number
  blockedMs: number
}

/** A value, and whether it was asked for just now. */
export interface Guarded<T> {
  value: T
  channel: 'live' | 'cache'
}

/** For logs and metrics: what happened, never what was asked. */
export type GuardEvent =
  | { type: 'called'; outcome: 'answer' | 'bug' | FailureKind; ms: number; detail?: string | undefined }
  | { type: GateEvent }

export interface GuardState {
  circuit: 'closed' | 'open' | 'half-open'
  /** Asked for a captcha, and has not answered since. */
  blocked: boolean
  /** Milliseconds since the epoch. */
  lastSuccess: number | null
  lastError: { kind: FailureKind | 'bug'; at: number } | null
  waiting: number
  counters: Readonly<GuardCounters>
}

export interface GuardCounters {
  /** Calls made, and how many of them failed. */
  calls: number
  failures: number
  /** Questions answered from memory (stale ones among them), merged into one under way, or turned away unasked. */
  hits: number
  stale: number
  merged: number
  refused: number
}

export interface Guard {
  /** Answers from memory or by one call, which gets the signal that ends it (upstream requests pick it up by themselves). */
  ask<T>(key: string, call: (signal: AbortSignal) => Promise<T>, isEmpty?: (value: T) => boolean): Promise<Guarded<T>>
  state(): GuardState
  /** Ends the call under way and turns away everybody in line. */
  close(): void
}

const LONGEST_BREAK_MS = 30_000
const LONGEST_BLOCK_MS = 60_000
const MEMORY_SIZE = 16 * 1024 * 1024

const isNothing = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0)

// Somebody who has waited for a whole time-out is better served by an honest failure than by another wait.
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof Failure &&
  !(error instanceof Refusal) &&
  error.kind === 'upstream-unavailable' &&
  error.retryAfterMs === undefined &&
  error.detail !== TIMED_OUT

const asFailure = (error: unknown): unknown =>
  error instanceof TaskCancelledError
    ? new Failure('upstream-unavailable', 'La fuente no respondió a tiempo', { detail: TIMED_OUT })
    : error

/** Around one source: memory, merging, a line, a breaker, retries and a time-out, in this order. */
export const openGuard = (
  policy: GuardPolicy,
  clock: Clock = systemClock,
  onEvent: (event: GuardEvent) => void = () => {},
): Guard => {
  const counters: GuardCounters = { calls: 0, failures: 0, hits: 0, stale: 0, merged: 0, refused: 0 }
  let lastSuccess: number | null = null
  let lastError: GuardState['lastError'] = null

  const memory = openMemory({ ...policy, maxSize: MEMORY_SIZE }, clock)
  const underWay = new Map<string, Promise<Guarded<unknown>>>()
  const closing = new AbortController()
  const line = openLine(
    {
      spacingMs: policy.spacingMs,
      places: policy.queue,
      // Long enough for the last in line while the source is well, and bounded when it is not.
      maxWaitMs: Math.max(2 * policy.timeoutMs, policy.queue * policy.spacingMs),
      turnedAway: () =>
        new Refusal('upstream-unavailable', 'La fuente está saturada; inténtelo de nuevo en unos segundos', {
          detail: 'queue full',
        }),
    },
    clock,
  )
  const gate = openGate(
    { breakMs: Math.min(policy.breakMs, LONGEST_BREAK_MS), blockedMs: Math.min(policy.blockedMs, LONGEST_BLOCK_MS) },
    clock,
    (type) => onEvent({ type }),
  )
  const retrying = retry(
    handleWhen((error) => isWorthRetrying(error) && gate.circuit() !== 'open'),
    {
      maxAttempts: policy.attempts - 1,
      backoff: new ExponentialBackoff({ initialDelay: 150, maxDelay: 1_500 }),
    },
  )
  const limit = timeout(policy.timeoutMs, TimeoutStrategy.Aggressive)

  const reportSuccess = (began: number): void => {
    lastSuccess = clock.now()
    onEvent({ type: 'called', outcome: 'answer', ms: lastSuccess - began })
  }

  const reportFailure = (error: unknown, began: number): void => {
    const kind = error instanceof Failure ? error.kind : 'bug'
    counters.failures++
    lastError = { kind, at: clock.now() }
    const detail = error instanceof Failure ? error.detail : undefined
    onEvent({ type: 'called', outcome: kind, ms: clock.now() - began, detail })
  }

  const attempt = async <T>(key: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    gate.check()
    await line.space()
    counters.calls++
    const began = clock.now()
    const limited = (): Promise<T> =>
      limit
        .execute(({ signal }) => withSignal(signal, () => call(signal)), closing.signal)
        .catch((error) => Promise.reject(asFailure(error)))
    try {
      const value = await gate.pass(key, limited)
      reportSuccess(began)
      return value
    } catch (error) {
      reportFailure(error, began)
      throw error
    }
  }

  const fetchAnswer = async <T>(
    key: string,
    call: (signal: AbortSignal) => Promise<T>,
    isEmpty: (value: T) => boolean,
  ): Promise<Guarded<T>> => {
    try {
      gate.check()
      const value = await line.run(() => retrying.execute(() => attempt(key, call)))
      memory.keep(key, value, isEmpty(value))
      return { value, channel: 'live' }
    } catch (error) {
      if (error instanceof Refusal) counters.refused++
      throw error
    }
  }

  const begin = <T>(
    key: string,
    call: (signal: AbortSignal) => Promise<T>,
    isEmpty: (value: T) => boolean,
  ): Promise<Guarded<T>> => {
    const answer = fetchAnswer(key, call, isEmpty).finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }

  const ask = <T>(
    key: string,
    call: (signal: AbortSignal) => Promise<T>,
    isEmpty: (value: T) => boolean = isNothing,
  ): Promise<Guarded<T>> => {
    const known = memory.recall(key)
    if (known) {
      counters.hits++
      if (known.stale) {
        counters.stale++
        // Nobody waits for this one: the stale answer is on its way already.
        if (!underWay.has(key)) begin(key, call, isEmpty).catch(() => {})
      }
      return known.told as Promise<Guarded<T>>
    }
    const asked = underWay.get(key)
    if (!asked) return begin(key, call, isEmpty)
    counters.merged++
    return asked as Promise<Guarded<T>>
  }

  return {
    ask,
    state: () => ({
      circuit: gate.circuit(),
      blocked: gate.blocked(),
      lastSuccess,
      lastError,
      waiting: line.waiting(),
      counters,
    }),
    close: () => {
      closing.abort()
      line.close()
    },
  }
}
