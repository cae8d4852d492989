import type { Clock } from '../../kernel/clock.ts'

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

/** Counts requests against the rate of their key. A limiter that several machines share answers with a promise. */
export interface RateLimiter {
  take(policy: RatePolicy): RateState | Promise<RateState>
  /** Returns what was taken ahead of use from a bucket that others share. */
  returnIdle?(): void
}

interface Bucket {
  tokens: number
  filledAtMs: number
}

/** Token buckets in this process, one per key: filled at the key's rate, up to its burst. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #clock: Clock
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  take({ keyId, ratePerSecond, burst }: RatePolicy): RateState {
    const now = this.#clock.now()
    let bucket = this.#buckets.get(keyId)
    if (!bucket) this.#buckets.set(keyId, (bucket = { tokens: burst, filledAtMs: now }))
    // When the clock is set back, the bucket stays as it is.
    const elapsedMs = Math.max(0, now - bucket.filledAtMs)
    bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs * ratePerSecond) / 1_000)
    bucket.filledAtMs = now
    const allowed = bucket.tokens >= 1
    if (allowed) bucket.tokens -= 1
    return {
      allowed,
      remaining: Math.floor(bucket.tokens),
      resetSeconds: Math.ceil((burst - bucket.tokens) / ratePerSecond),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - bucket.tokens) / ratePerSecond)),
    }
  }
}
