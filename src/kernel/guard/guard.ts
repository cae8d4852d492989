import { type Clock, systemClock } from '../clock.ts'
import type { FailureKind } from '../errors.ts'
import { openMemory } from './answer-cache.ts'
import { type GateEvent, openGate, Refusal } from './availability.ts'
import { type Call, type CallOutcome, openCaller } from './caller.ts'

/** How one source is treated. One guard per source: spacing, queue and breaker are shared by all its questions. */
export interface GuardPolicy {
  timeoutMs: number
  /** Calls in all, first one included; only `upstream-unavailable` is tried again, and not after a time-out. */
  attempts: number
  /** Least time between the end of one call and the start of the next. */
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
export type GuardEvent = ({ type: 'called' } & CallOutcome) | { type: GateEvent }

export interface GuardCounters {
  /** Calls made, and how many of them failed. */
  calls: number
  failures: number
  /** Questions answered from memory (the stale ones among them), merged into one under way, or turned away unasked. */
  hits: number
  stale: number
  merged: number
  refused: number
}

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

export interface Guard {
  /** Answers from memory or by one call, which gets the signal that ends it (upstream requests pick it up by themselves). */
  ask<T>(key: string, call: Call<T>, isEmpty?: (value: T) => boolean): Promise<Guarded<T>>
  state(): GuardState
  close(): void
}

const MEMORY_SIZE = 16 * 1024 * 1024

const isNothing = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0)

/** Around one source: memory, merging of equal questions, then the caller with its line, gate, retries and time-out. */
export const openGuard = (
  policy: GuardPolicy,
  clock: Clock = systemClock,
  onEvent: (event: GuardEvent) => void = () => {},
): Guard => {
  const record = openRecord(clock)
  const memory = openMemory({ ...policy, maxSize: MEMORY_SIZE }, clock)
  const gate = openGate(policy, clock, (type) => onEvent({ type }))
  const caller = openCaller(policy, gate, clock, (outcome) => {
    record.keep(outcome)
    onEvent({ type: 'called', ...outcome })
  })
  const underWay = new Map<string, Promise<Guarded<unknown>>>()

  const fetchAnswer = async <T>(key: string, call: Call<T>, isEmpty: (value: T) => boolean): Promise<Guarded<T>> => {
    try {
      const value = await caller.call(key, call)
      memory.keep(key, value, isEmpty(value))
      return { value, channel: 'live' }
    } catch (error) {
      if (error instanceof Refusal) record.counters.refused++
      throw error
    } finally {
      underWay.delete(key)
    }
  }

  const begin = <T>(key: string, call: Call<T>, isEmpty: (value: T) => boolean): Promise<Guarded<T>> => {
    const answer = fetchAnswer(key, call, isEmpty)
    underWay.set(key, answer)
    return answer
  }

  const ask = <T>(key: string, call: Call<T>, isEmpty: (value: T) => boolean = isNothing): Promise<Guarded<T>> => {
    const known = memory.recall(key)
    const asked = known && !known.stale ? undefined : underWay.get(key)
    if (known) {
      record.hit(known.stale)
      // Nobody waits for this one: the stale answer is on its way already.
      if (known.stale && !asked) begin(key, call, isEmpty).catch(() => {})
      return known.told as Promise<Guarded<T>>
    }
    if (!asked) return begin(key, call, isEmpty)
    record.counters.merged++
    return asked as Promise<Guarded<T>>
  }

  const state = (): GuardState => ({
    circuit: gate.circuit(),
    blocked: gate.blocked(),
    waiting: caller.waiting(),
    ...record.facts(),
  })

  return { ask, state, close: caller.close }
}

/** What health and metrics want to know of the past. */
const openRecord = (clock: Clock) => {
  const counters: GuardCounters = { calls: 0, failures: 0, hits: 0, stale: 0, merged: 0, refused: 0 }
  let lastSuccess: number | null = null
  let lastError: GuardState['lastError'] = null
  return {
    counters,
    hit: (stale: boolean): void => {
      counters.hits++
      if (stale) counters.stale++
    },
    keep: ({ outcome }: CallOutcome): void => {
      counters.calls++
      if (outcome === 'answer') {
        lastSuccess = clock.now()
        return
      }
      counters.failures++
      lastError = { kind: outcome, at: clock.now() }
    },
    facts: () => ({ lastSuccess, lastError, counters }),
  }
}
