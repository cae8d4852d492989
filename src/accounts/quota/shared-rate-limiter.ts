import type { Clock } from '../../kernel/clock.ts'
import type { Store } from '../store/sql-store.ts'
import type { TokenGrant, TokenRequest } from '../store/store.ts'
import { RateCells } from './rate-cells.ts'
import { MemoryRateLimiter, type RatePolicy, type RateState } from './rate-limiter.ts'

/** Requests for which tokens are taken ahead of use: those of about this long. */
const AHEAD_MS = 200
/** A bucket that could not give all that was wanted is not asked again for this long: meanwhile it fills up a little. */
const REFILL_MS = 50
const LONGEST_REFUSAL_MS = 100
/** Tokens that nobody used for this long are returned. */
const IDLE_MS = 500
/** What all processes together may keep of a key that is quiet: this part of its burst. */
const KEPT_PART = 1 / 20
/** While the store is away it is asked about this often whether it is back. */
const AWAY_MS = 250

export interface SharedRateDeps {
  store: Pick<Store, 'countInstances' | 'isUsable'> & { takeTokens: NonNullable<Store['takeTokens']> }
  clock: Clock
  /** HTTP threads of this process. */
  threads?: number
}

interface KeyState {
  policy: RatePolicy
  cells: RateCells
  /** Requests since `countedSinceMs` tell how many tokens to take ahead. */
  countedRequests: number
  countedSinceMs: number
  demand: number
  /** Requests that wait for the shared bucket. */
  waiting: ((state: RateState) => void)[]
}

/**
 * Token buckets that all instances share. Each takes tokens in small blocks before it runs out of them, so that its threads
 * count requests in memory. While the store is away, every instance allows its share of the rate.
 */
export class SharedRateLimiter {
  readonly #deps: SharedRateDeps
  readonly #threads: number
  /** Counts for this process alone, while the store is away. */
  readonly alone: MemoryRateLimiter
  readonly #states = new Map<string, KeyState>()
  readonly #asking = new Set<KeyState>()
  #isBusy = false

  constructor(deps: SharedRateDeps) {
    this.#deps = deps
    this.#threads = deps.threads ?? 1
    this.alone = new MemoryRateLimiter(deps.clock, this.#threads)
  }

  take(policy: RatePolicy): RateState | Promise<RateState> {
    const now = this.#deps.clock.now()
    const state = this.#stateOf(policy, now)
    const { cells } = state
    const counted = cells.take(policy, this.alone, now)
    if (counted) {
      if (cells.startNotice(now)) this.#ask(state)
      return counted
    }
    if (!this.#deps.store.isUsable()) return this.#takeAlone(state)
    cells.countRequest()
    return new Promise((resolve) => {
      state.waiting.push(resolve)
      this.#ask(state)
    })
  }

  /** The tokens of a key, for another thread. */
  share(policy: RatePolicy): ArrayBufferLike {
    return this.#stateOf(policy, this.#deps.clock.now()).cells.memory
  }

  /** Called when another thread has found few tokens. */
  refill(policy: RatePolicy): void {
    this.#ask(this.#stateOf(policy, this.#deps.clock.now()))
  }

  /** Returns tokens that are not used; to be called now and then. */
  returnIdle(): void {
    const now = this.#deps.clock.now()
    for (const state of this.#states.values()) {
      if (isIdle(state, now) && state.cells.tokens > this.#keptOf(state)) this.#ask(state)
    }
  }

  #stateOf(policy: RatePolicy, now: number): KeyState {
    let state = this.#states.get(policy.keyId)
    if (!state) {
      const cells = RateCells.forThreads(this.#threads, policy, now)
      state = { policy, cells, countedRequests: 0, countedSinceMs: now, demand: 0, waiting: [] }
      this.#states.set(policy.keyId, state)
    }
    state.policy = policy
    return state
  }

  #allowShare({ cells }: KeyState): void {
    cells.allowShare(this.#deps.clock.now() + AWAY_MS, this.#deps.store.countInstances())
  }

  #takeAlone(state: KeyState): RateState {
    const { cells, policy } = state
    const now = this.#deps.clock.now()
    this.#allowShare(state)
    return cells.take(policy, this.alone, now) ?? cells.report(policy, false, now)
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
          state.cells.addTokens(requests[i]?.returned ?? 0)
          this.#allowShare(state)
          for (const resolve of waiting[i] ?? []) resolve(this.#takeAlone(state))
        }
      }
      // Only now may another thread ask for more: what it wants is known then.
      for (const { cells } of states) cells.endNotice()
    }
    this.#isBusy = false
  }

  #request(state: KeyState, now: number): TokenRequest {
    const { cells, policy, waiting } = state
    const { keyId, ratePerSecond, burst } = policy
    const isQuiet = isIdle(state, now) && waiting.length === 0
    countDemand(state, now)
    const kept = this.#keptOf(state)
    const returned = isQuiet ? cells.takeAllBut(kept) : 0
    const ahead = isQuiet ? 0 : Math.max(kept, aheadOf(state))
    cells.low = Math.ceil(ahead / 2)
    return { keyId, ratePerSecond, burst, wanted: waiting.length + Math.max(0, ahead - cells.tokens), returned }
  }

  #serve({ cells, policy }: KeyState, wanted: number, { granted, left }: TokenGrant, waiting: KeyState['waiting']) {
    const now = this.#deps.clock.now()
    const { ratePerSecond, burst } = policy
    cells.noteBucket(left, now)
    cells.allowShare(0, 1)
    // What was asked for waiting requests is theirs, whatever other threads take meanwhile.
    cells.addTokens(Math.max(0, granted - waiting.length))
    for (const [i, resolve] of waiting.entries()) resolve(cells.report(policy, i < granted, now))
    if (granted >= wanted) return
    const untilNextMs = (1_000 * (1 - left)) / ratePerSecond
    const refillMs = Math.min(REFILL_MS, (250 * burst) / ratePerSecond)
    cells.emptyUntilMs = now + Math.max(refillMs, Math.min(LONGEST_REFUSAL_MS, untilNextMs))
  }

  /** What this process keeps of a quiet key, so that its next request waits for nobody. */
  #keptOf({ policy: { burst } }: KeyState): number {
    return Math.floor((burst * KEPT_PART) / this.#deps.store.countInstances())
  }
}

const isIdle = ({ cells }: KeyState, now: number): boolean => now - cells.usedAtMs >= IDLE_MS

/** Counts the requests of a while, those of all threads. */
const countDemand = (state: KeyState, now: number): void => {
  const requests = state.cells.requests
  const counted = (requests - state.countedRequests) | 0
  const elapsedMs = now - state.countedSinceMs
  if (elapsedMs >= 0 && elapsedMs < AHEAD_MS) {
    state.demand = Math.max(state.demand, counted)
    return
  }
  state.demand = elapsedMs < 0 ? counted : Math.ceil((counted * AHEAD_MS) / elapsedMs)
  state.countedRequests = requests
  state.countedSinceMs = now
}

/** Few enough that what one instance holds does not keep the others from the rate. */
const aheadOf = ({ demand, policy: { ratePerSecond, burst } }: KeyState): number =>
  Math.floor(Math.min(demand, (ratePerSecond * AHEAD_MS) / 1_000, burst / 10))
