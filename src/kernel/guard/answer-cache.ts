import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

/** A remembered answer, ready to be handed out as it is. */
export interface Remembered {
  told: Promise<{ value: unknown; channel: 'cache' }>
  stale: boolean
}

interface Entry extends Remembered {
  since: number
  freshMs: number
  staleMs: number
}

export interface MemoryRules {
  freshMs: number
  staleMs: number
  emptyMs: number
  /** About how many characters of answers are kept. */
  maxSize: number
}

/** Answers by question: fresh for a while, then stale for a while, then forgotten; the least asked go first. */
export interface Memory {
  recall(key: string): Remembered | null
  keep(key: string, value: unknown, empty: boolean): void
}

export const openMemory = (rules: MemoryRules, clock: Clock): Memory => {
  const entries = new LRUCache<string, Entry>({ maxSize: rules.maxSize })
  return {
    recall: (key) => {
      const entry = entries.get(key)
      if (!entry) return null
      const age = clock.now() - entry.since
      // A negative age: the clock was set back, and nothing is known about how old this is.
      if (age < 0 || age >= entry.freshMs + entry.staleMs) return null
      entry.stale = age >= entry.freshMs
      return entry
    },
    keep: (key, value, empty) => {
      const freshMs = empty ? rules.emptyMs : rules.freshMs
      const staleMs = empty ? 0 : rules.staleMs
      if (freshMs + staleMs <= 0) return void entries.delete(key)
      const told = Promise.resolve({ value, channel: 'cache' as const })
      const size = key.length + (JSON.stringify(value)?.length ?? 0) + 100
      entries.set(key, { told, stale: false, since: clock.now(), freshMs, staleMs }, { size })
    },
  }
}
