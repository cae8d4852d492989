import type { Clock } from '../../kernel/clock.ts'
import type { Store, TokenGrant, TokenRequest } from '../store/store.ts'
import { MemoryRateLimiter, type RatePolicy, type RateState } from './rate-limiter.ts'

/** Requests for which tokens are taken ahead of use: those of about this long. */
const AHEAD_MS = 200
/** A bucket that could not give all that was wanted is not asked again for this long: meanwhile it fills up a little. */
const REFILL_MS = 50
const LONGEST_REFUSAL_MS = 100
/** Tokens that nobody used for this long are returned. */
const IDLE_MS = 500

export interface SharedRateDeps {
  store: Required<Pick<Store, 'takeTokens' | 'countInstances' | 'isUsable'>>
  clock: Clock
}

interface KeyState {
  policy: RatePolicy
  /** Taken from the shared bucket and not used yet. */
  tokens: number
  /** What the shared bucket held when it was last asked. */
  left: number
  askedAtMs: number
  /** Until then the shared bucket is not asked. */
  emptyUntilMs: number
  /** Requests since `countedSinceMs`: how many tokens to take ahead. */
  requests: number
  countedSinceMs: number
  demand: number
  /** Requests that wait for the shared bucket. */
  waiting: ((state: RateState) => void)[]
  usedAtMs: number
}

/**
 * Token buckets that all instances share. Each takes tokens in small blocks, so that most requests are counted from memory.
 * While the store is away, every instance allows its share of the rate.
 */
export class SharedRateLimiter {
  readonly #deps: SharedRateDeps
  readonly #alone: MemoryRateLimiter
  readonly #states = new Map<string, KeyState>()
  readonly #asking = new Set<KeyState>()
  #isBusy = false

  constructor(deps: SharedRateDeps) {
    this.#deps = deps
    this.#alone = new MemoryRateLimiter(deps.clock)
  }

  take(policy: RatePolicy): RateState | Promise<RateState> {
    const now = this.#deps.clock.now()
    const state = this.#stateOf(policy, now)
    count(state, now)
    if (state.tokens >= 1) {
      state.tokens--
      if (state.tokens < state.demand / 2 && now >= state.emptyUntilMs) this.#ask(state)
      return report(state, true, now)
    }
    if (now < state.emptyUntilMs) return report(state, false, now)
    if (!this.#deps.store.isUsable()) return this.#takeAlone(policy)
    return new Promise((resolve) => {
      state.waiting.push(resolve)
      this.#ask(state)
    })
  }

  /** Returns tokens that are not used; to be called now and then. */
  returnIdle(): void {
    const now = this.#deps.clock.now()
    for (const state of this.#states.values()) {
      if (state.tokens > 0 && now - state.usedAtMs >= IDLE_MS) this.#ask(state)
    }
  }

  #stateOf(policy: RatePolicy, now: number): KeyState {
    let state = this.#states.get(policy.keyId)
    if (!state) {
      state = {
        policy,
        tokens: 0,
        left: policy.burst,
        askedAtMs: now,
        emptyUntilMs: 0,
        requests: 0,
        countedSinceMs: now,
        demand: 0,
        waiting: [],
        usedAtMs: now,
      }
      this.#states.set(policy.keyId, state)
    }
    state.policy = policy
    return state
  }

  #takeAlone(policy: RatePolicy): RateState {
    const share = this.#deps.store.countInstances()
    return this.#alone.take({
      ...policy,
      ratePerSecond: policy.ratePerSecond / share,
      burst: Math.max(1, policy.burst / share),
    })
  }

  #ask(state: KeyState): void {
    this.#asking.add(state)
    if (!this.#isBusy) this.#askAll()
  }

  /** One statement at a time; what comes meanwhile goes into the next. */
  async #askAll(): Promise<void> {
    this.#isBusy = true
    while (this.#asking.size > 0) {
      const states = [...this.#asking]
      this.#asking.clear()
      const now = this.#deps.clock.now()
      const requests = states.map((state) => this.#request(state, now))
      const waiting = states.map((state) => state.waiting.splice(0))
      try {
        const grants = await this.#deps.store.takeTokens(requests)
        for (const [i, state] of states.entries())
          this.#serve(state, requests[i]?.wanted ?? 0, grants[i] as TokenGrant, waiting[i] ?? [])
      } catch {
        for (const [i, state] of states.entries()) {
          for (const resolve of waiting[i] ?? []) resolve(this.#takeAlone(state.policy))
        }
      }
    }
    this.#isBusy = false
  }

  #request(state: KeyState, now: number): TokenRequest {
    const { keyId, ratePerSecond, burst } = state.policy
    const isIdle = now - state.usedAtMs >= IDLE_MS
    const returned = isIdle ? state.tokens : 0
    if (isIdle) state.tokens = 0
    return { keyId, ratePerSecond, burst, wanted: isIdle ? 0 : state.waiting.length + aheadOf(state), returned }
  }

  #serve(state: KeyState, wanted: number, { granted, left }: TokenGrant, waiting: KeyState['waiting']): void {
    const now = this.#deps.clock.now()
    state.tokens += granted
    state.left = left
    state.askedAtMs = now
    for (const resolve of waiting) {
      const allowed = state.tokens >= 1
      if (allowed) state.tokens--
      resolve(report(state, allowed, now))
    }
    if (granted >= wanted) return
    const { ratePerSecond, burst } = state.policy
    const untilNextMs = (1_000 * (1 - left)) / ratePerSecond
    const refillMs = Math.min(REFILL_MS, (250 * burst) / ratePerSecond)
    state.emptyUntilMs = now + Math.max(refillMs, Math.min(LONGEST_REFUSAL_MS, untilNextMs))
  }
}

/** Counts the requests of a while; a quiet while lowers the demand at once. */
const count = (state: KeyState, now: number): void => {
  state.usedAtMs = now
  const elapsedMs = now - state.countedSinceMs
  if (elapsedMs < 0 || elapsedMs >= AHEAD_MS) {
    state.demand = elapsedMs < 2 * AHEAD_MS ? state.requests : 0
    state.requests = 0
    state.countedSinceMs = now
  }
  state.requests++
  state.demand = Math.max(state.demand, state.requests)
}

/** Few enough that what one instance holds does not keep the others from the rate. */
const aheadOf = ({ demand, policy: { ratePerSecond, burst } }: KeyState): number =>
  Math.floor(Math.min(demand, (ratePerSecond * AHEAD_MS) / 1_000, burst / 10))

const report = (state: KeyState, allowed: boolean, now: number): RateState => {
  const { ratePerSecond, burst } = state.policy
  const refilled = (Math.max(0, now - state.askedAtMs) * ratePerSecond) / 1_000
  // The request itself has just taken one.
  const tokens = Math.min(allowed ? burst - 1 : burst, state.tokens + state.left + refilled)
  return {
    allowed,
    remaining: Math.floor(allowed ? tokens : Math.min(tokens, 0)),
    resetSeconds: Math.ceil((burst - tokens) / ratePerSecond),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - Math.min(1, tokens)) / ratePerSecond)),
  }
}
