import type { Clock } from '../../kernel/clock.ts'
import { newMemory } from './unit-cells.ts'

/** A key and how fast it may ask. */
export interface RatePolicy {
  readonly keyId: string
  readonly ratePerSecond: number
  readonly burst: number
}

export interface RateState {
  allowed: boolean
  /** Requests that would be allowed right now. */
  remaining: number
  /** Until the whole burst is available again. */
  resetSeconds: number
  /** Until the next request is allowed; 0 when this one was. */
  retryAfterSeconds: number
}

const NS_PER_MS = 1e6
const NS_PER_SECOND = 1e9
/** No request yet: the whole burst is there, whatever the clock says. */
const FULL = -(2n ** 62n)

/**
 * Token buckets, one per key: filled at the key's rate, up to its burst. A bucket is one number that HTTP threads may
 * share: the time at which it is full again, in nanoseconds since the limiter was opened.
 */
export class MemoryRateLimiter {
  readonly #clock: Clock
  readonly #threads: number
  readonly #openedAtMs: number
  readonly #buckets = new Map<string, BigInt64Array>()

  constructor(clock: Clock, threads = 1, openedAtMs = clock.now()) {
    this.#clock = clock
    this.#threads = threads
    this.#openedAtMs = openedAtMs
  }

  get openedAtMs(): number {
    return this.#openedAtMs
  }

  take(policy: RatePolicy): RateState {
    return this.#take(this.#bucketOf(policy.keyId), policy)
  }

  /** The bucket of a key, for another thread. */
  share(keyId: string): ArrayBufferLike {
    return this.#bucketOf(keyId).buffer
  }

  /** Takes a bucket over that another thread has shared. */
  attach(keyId: string, memory: ArrayBufferLike): void {
    this.#buckets.set(keyId, new BigInt64Array(memory))
  }

  has(keyId: string): boolean {
    return this.#buckets.has(keyId)
  }

  #bucketOf(keyId: string): BigInt64Array {
    let bucket = this.#buckets.get(keyId)
    if (!bucket) {
      bucket = new BigInt64Array(newMemory(8, this.#threads))
      bucket[0] = FULL
      this.#buckets.set(keyId, bucket)
    }
    return bucket
  }

  #take(bucket: BigInt64Array, { ratePerSecond, burst }: RatePolicy): RateState {
    const tokenNs = Math.max(1, Math.floor(NS_PER_SECOND / ratePerSecond))
    const now = (this.#clock.now() - this.#openedAtMs) * NS_PER_MS
    for (let before = Atomics.load(bucket, 0); ; ) {
      const fullAt = Math.max(now, Number(before))
      // Longer than an empty bucket takes: the clock was set back. What is missing then is unknown, at most everything.
      const missingNs = Math.min(fullAt - now, burst * tokenNs)
      const allowed = missingNs <= (burst - 1) * tokenNs
      const leftNs = allowed ? missingNs + tokenNs : missingNs
      const after = BigInt(Math.round(now + leftNs))
      const found = after === before ? before : Atomics.compareExchange(bucket, 0, before, after)
      if (found === before) return stateOf({ allowed, missingNs: leftNs, tokenNs, burst })
      before = found
    }
  }
}

interface Taken {
  allowed: boolean
  missingNs: number
  tokenNs: number
  burst: number
}

const stateOf = ({ allowed, missingNs, tokenNs, burst }: Taken): RateState => ({
  allowed,
  remaining: Math.max(0, Math.floor(burst - missingNs / tokenNs)),
  resetSeconds: Math.ceil(missingNs / NS_PER_SECOND),
  retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((missingNs - (burst - 1) * tokenNs) / NS_PER_SECOND)),
})
