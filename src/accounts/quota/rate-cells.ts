import type { MemoryRateLimiter, RatePolicy, RateState } from './rate-limiter.ts'
import { newMemory } from './unit-cells.ts'

// Numbers that only the thread with the store writes, but for the last one.
/** What the shared bucket held when it was last asked, and when that was. */
const LEFT = 0
const ASKED_AT = 1
const EMPTY_UNTIL = 2
const ALONE_UNTIL = 3
const INSTANCES = 4
const USED_AT = 5
const FLOATS = 6

const TOKENS = 0
/** Below this many tokens the thread with the store wants to hear of it. */
const LOW = 1
/** 1 while a notice is on its way to that thread. */
const NOTICED = 2
/** Requests so far; it may overflow. */
const REQUESTS = 3
const COUNTS = 4

/** The tokens of one key that this process has taken from the bucket of all processes, in memory that its threads share. */
export class RateCells {
  readonly memory: ArrayBufferLike
  readonly #floats: Float64Array
  readonly #counts: Int32Array

  constructor(memory: ArrayBufferLike) {
    this.memory = memory
    this.#floats = new Float64Array(memory, 0, FLOATS)
    this.#counts = new Int32Array(memory, FLOATS * 8)
  }

  static forThreads(threads: number, { burst }: RatePolicy, now: number): RateCells {
    const cells = new RateCells(newMemory(FLOATS * 8 + COUNTS * 4, threads))
    cells.noteBucket(burst, now)
    cells.#floats[INSTANCES] = 1
    cells.#floats[USED_AT] = now
    return cells
  }

  get tokens(): number {
    return Atomics.load(this.#counts, TOKENS)
  }

  get requests(): number {
    return Atomics.load(this.#counts, REQUESTS)
  }

  get usedAtMs(): number {
    return this.#floats[USED_AT] as number
  }

  addTokens(tokens: number): void {
    Atomics.add(this.#counts, TOKENS, tokens)
  }

  /** Removes all tokens but `kept` of them; returns how many. */
  takeAllBut(kept: number): number {
    const counts = this.#counts
    for (let tokens = Atomics.load(counts, TOKENS); tokens > kept; ) {
      const before = Atomics.compareExchange(counts, TOKENS, tokens, kept)
      if (before === tokens) return tokens - kept
      tokens = before
    }
    return 0
  }

  noteBucket(left: number, now: number): void {
    this.#floats[LEFT] = left
    this.#floats[ASKED_AT] = now
  }

  /** Until then the shared bucket has nothing, and is not asked. */
  set emptyUntilMs(ms: number) {
    this.#floats[EMPTY_UNTIL] = ms
  }

  /** Until then the shared bucket cannot be asked, and this process allows its share, as one of so many. */
  allowShare(untilMs: number, instances: number): void {
    this.#floats[INSTANCES] = instances
    this.#floats[ALONE_UNTIL] = untilMs
  }

  set low(tokens: number) {
    Atomics.store(this.#counts, LOW, tokens)
  }

  /** True for the first thread that finds few tokens; the others need not repeat it. */
  startNotice(now: number): boolean {
    const [counts, floats] = [this.#counts, this.#floats]
    if (Atomics.load(counts, TOKENS) >= Atomics.load(counts, LOW)) return false
    if (now < (floats[EMPTY_UNTIL] as number) || now < (floats[ALONE_UNTIL] as number)) return false
    return Atomics.exchange(counts, NOTICED, 1) === 0
  }

  endNotice(): void {
    Atomics.store(this.#counts, NOTICED, 0)
  }

  /** Counts one request by what this process knows; null when the shared bucket must be asked. */
  take(policy: RatePolicy, alone: MemoryRateLimiter, now: number): RateState | null {
    const [counts, floats] = [this.#counts, this.#floats]
    floats[USED_AT] = now
    for (let tokens = Atomics.load(counts, TOKENS); tokens > 0; ) {
      const before = Atomics.compareExchange(counts, TOKENS, tokens, tokens - 1)
      if (before === tokens) return this.#counted(this.report(policy, true, now))
      tokens = before
    }
    if (now < (floats[EMPTY_UNTIL] as number)) return this.#counted(this.report(policy, false, now))
    if (now >= (floats[ALONE_UNTIL] as number)) return null
    const instances = floats[INSTANCES] as number
    const { ratePerSecond, burst } = policy
    const share = { ratePerSecond: ratePerSecond / instances, burst: Math.max(1, burst / instances) }
    return this.#counted(alone.take({ ...policy, ...share }))
  }

  /** Counts a request that is answered by the shared bucket. */
  countRequest(): void {
    Atomics.add(this.#counts, REQUESTS, 1)
  }

  /** What the answer's headers say. */
  report({ ratePerSecond, burst }: RatePolicy, allowed: boolean, now: number): RateState {
    const [left, askedAtMs] = [this.#floats[LEFT] as number, this.#floats[ASKED_AT] as number]
    const refilled = (Math.max(0, now - askedAtMs) * ratePerSecond) / 1_000
    // The request itself has just taken one.
    const tokens = Math.min(allowed ? burst - 1 : burst, this.tokens + left + refilled)
    return {
      allowed,
      remaining: Math.floor(allowed ? tokens : Math.min(tokens, 0)),
      resetSeconds: Math.ceil((burst - tokens) / ratePerSecond),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - Math.min(1, tokens)) / ratePerSecond)),
    }
  }

  #counted(state: RateState): RateState {
    this.countRequest()
    return state
  }
}
