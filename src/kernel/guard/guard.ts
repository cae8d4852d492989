import { type Clock, systemClock } from '../clock.ts'
import type { FailureKind } from '../errors.ts'
import { openAnswerCache, type SourceAnswer } from './answer-cache.ts'
import { type AvailabilityEvent, openAvailability } from './availability.ts'
import type { Fleet, SharedState } from './fleet.ts'
import { isRejection } from './rejection.ts'
import { type CallOutcome, type GuardedCall, openSourceCaller } from './source-caller.ts'

export type { SourceAnswer } from './answer-cache.ts'
export type { CallContext } from './source-caller.ts'

/** How one source is treated. One guard per source: spacing, queue and breaker are shared by all its questions. */
export interface GuardPolicy {
  timeoutMs: number
  /** Calls in all, first one included; only `upstream-unavailable` is tried again, and not after a time-out. */
  attempts: number
  /** Least time between the end of one call and the start of the next. */
  spacingMs: number
  /** How many questions may wait in the queue; the next one is rejected at once. */
  queue: number
  /** How long an answer is fresh, and how long after that it may be served while a new one is fetched. */
  freshMs: number
  staleMs: number
  /** How long "I don't have it" is cached. */
  emptyMs: number
  /** How long the breaker stays open (30 s at most), and how long a captcha state lasts before the next probe (60 s at most). */
  breakMs: number
  blockedMs: number
}

/** For the log: what happened, never what was asked. */
export type GuardEvent = ({ type: 'called' } & CallOutcome) | { type: AvailabilityEvent }

/** What a guard has done since it was opened, for metrics. */
export interface GuardActivity {
  /** Calls made, how many of them failed, and the time they took in all. */
  calls: number
  failures: number
  callMs: number
  /** Questions answered from the cache, and how many of those answers were stale. */
  cacheHits: number
  staleHits: number
  /** Questions that shared the call of an equal one. */
  merged: number
  /** Questions rejected without a call. */
  rejected: number
  /** Questions in the queue now. */
  waiting: number
}

/** How a source is now, for health. */
export interface GuardState {
  circuit: 'closed' | 'open' | 'half-open'
  /** Asked for a captcha, and has not answered since. */
  blocked: boolean
  /** Milliseconds since the epoch. */
  lastSuccess: number | null
  lastError: { kind: FailureKind | 'bug'; at: number } | null
}

export interface Guard {
  /** Answers from the cache or by one call. */
  ask<T>(key: string, call: GuardedCall<T>): Promise<SourceAnswer<T>>
  state(): GuardState
  activity(): GuardActivity
  close(): void
}

const CACHE_SIZE = 16 * 1024 * 1024

/** Around one source: cache, merging of equal questions, then the caller with its queue, availability, retries and time-out. */
export const openGuard = (
  policy: GuardPolicy,
  clock: Clock = systemClock,
  onEvent: (event: GuardEvent) => void = () => {},
  fleet: Fleet | null = null,
): Guard => {
  const history = openHistory(clock)
  const cache = openAnswerCache({ ...policy, maxSize: CACHE_SIZE }, clock)
  const availability = openAvailability(policy, clock, (type) => onEvent({ type }))
  const caller = openSourceCaller(policy, availability, clock, (outcome) => {
    history.noteCall(outcome)
    onEvent({ type: 'called', ...outcome })
  })
  fleet?.watchState((state) => {
    availability.adopt(state)
    history.adopt(state)
  })
  const underWay = new Map<string, Promise<SourceAnswer<unknown>>>()

  const fetchAnswer = async <T>(key: string, call: GuardedCall<T>): Promise<SourceAnswer<T>> => {
    try {
      const question = fleet?.question(key) ?? null
      const found = question ? await question.find<T>() : null
      const { value, ageMs } = found ?? (await caller.call(key, call, question))
      cache.set(key, value, ageMs ?? 0)
      return { value, channel: ageMs === null ? 'live' : 'cache' }
    } catch (error) {
      if (isRejection(error)) history.counts.rejected++
      throw error
    } finally {
      underWay.delete(key)
    }
  }

  const begin = <T>(key: string, call: GuardedCall<T>): Promise<SourceAnswer<T>> => {
    const answer = fetchAnswer(key, call)
    underWay.set(key, answer)
    return answer
  }

  const ask = <T>(key: string, call: GuardedCall<T>): Promise<SourceAnswer<T>> => {
    const cached = cache.get(key)
    if (cached) {
      history.noteHit(cached.stale)
      // The stale answer is served; nobody waits for the new one.
      if (cached.stale && !underWay.has(key)) begin(key, call).catch(() => {})
      return cached.answer as Promise<SourceAnswer<T>>
    }
    const asked = underWay.get(key)
    if (!asked) return begin(key, call)
    history.counts.merged++
    return asked as Promise<SourceAnswer<T>>
  }

  return {
    ask,
    state: () => ({ circuit: availability.circuit(), blocked: availability.blocked(), ...history.last() }),
    activity: () => ({ ...history.counts, waiting: caller.waiting() }),
    close: caller.close,
  }
}

/** What has happened so far. */
const openHistory = (clock: Clock) => {
  const counts = { calls: 0, failures: 0, callMs: 0, cacheHits: 0, staleHits: 0, merged: 0, rejected: 0 }
  let lastSuccess: number | null = null
  let lastError: GuardState['lastError'] = null
  return {
    counts,
    noteHit: (stale: boolean): void => {
      counts.cacheHits++
      if (stale) counts.staleHits++
    },
    noteCall: ({ outcome, ms }: CallOutcome): void => {
      counts.calls++
      counts.callMs += ms
      if (outcome === 'answer') {
        lastSuccess = clock.now()
        return
      }
      counts.failures++
      lastError = { kind: outcome, at: clock.now() }
    },
    /** Other processes may have asked later. */
    adopt: (shared: SharedState): void => {
      if ((shared.lastSuccess ?? 0) > (lastSuccess ?? 0)) lastSuccess = shared.lastSuccess
      if ((shared.lastError?.at ?? 0) > (lastError?.at ?? 0)) lastError = shared.lastError
    },
    last: () => ({ lastSuccess, lastError }),
  }
}
