import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

/** A value of a source, and whether it was asked for just now or comes from the cache. */
export interface SourceAnswer<T> {
  value: T
  channel: 'live' | 'cache'
}

interface CachedAnswer {
  /** A promise already, so that a cache hit allocates nothing. */
  answer: Promise<SourceAnswer<unknown>>
  stale: boolean
}

interface Entry extends CachedAnswer {
  since: number
  freshMs: number
  staleMs: number
}

interface CacheRules {
  /** How long an answer is fresh, and how long after that it may still be served. */
  freshMs: number
  staleMs: number
  /** How long an empty answer is fresh; it is never served stale. */
  emptyMs: number
  /** About how many characters of answers are kept. */
  maxSize: number
}

/** Answers by question: fresh for a while, then stale for a while, then gone. The least used ones make room. */
interface AnswerCache {
  get(key: string): CachedAnswer | null
  /** `ageMs`: how old the answer is already. */
  set(key: string, value: unknown, ageMs?: number): void
}

export const openAnswerCache = (rules: CacheRules, clock: Clock): AnswerCache => {
  const entries = new LRUCache<string, Entry>({ maxSize: rules.maxSize })
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (!entry) return null
      const age = clock.now() - entry.since
      // A negative age means that the clock was set back, so the real age is unknown.
      if (age < 0 || age >= entry.freshMs + entry.staleMs) return null
      entry.stale = age >= entry.freshMs
      return entry
    },
    set: (key, value, ageMs = 0) => {
      const empty = isEmpty(value)
      const freshMs = empty ? rules.emptyMs : rules.freshMs
      const staleMs = empty ? 0 : rules.staleMs
      if (freshMs + staleMs <= 0) return void entries.delete(key)
      const answer = Promise.resolve({ value, channel: 'cache' as const })
      const size = key.length + (JSON.stringify(value)?.length ?? 0) + 100
      entries.set(key, { answer, stale: false, since: clock.now() - ageMs, freshMs, staleMs }, { size })
    },
  }
}

const isEmpty = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0)
