import type { LimaCalendar } from '../lima-calendar.ts'
import type { Store } from '../store/sql-store.ts'
import { type Changes, HEARTBEAT_MS, type Settlement } from '../store/store.ts'
import type { Reservation } from './reservation.ts'
import { type PoolDeps, type SharedUnits, UnitPool } from './unit-pool.ts'

const CLOSING_PAUSE_MS = 5

export interface QuotaState {
  /** Units per Lima month. */
  limit: number
  remaining: number
  /** Until the next Lima month begins. */
  resetSeconds: number
}

export interface QuotasDeps extends PoolDeps {
  store: Pick<Store, 'lease' | 'settle'>
  calendar: LimaCalendar
}

/** The quota of every account, as this instance knows it: one pool of units per account and month. */
export class Quotas {
  readonly #deps: QuotasDeps
  readonly #limits = new Map<string, number>()
  readonly #pools = new Map<string, UnitPool>()
  /** Pools of months that are over, kept until they are settled. */
  readonly #pastPools = new Set<UnitPool>()
  #heartbeatAtMs: number

  constructor(deps: QuotasDeps) {
    this.#deps = deps
    this.#heartbeatAtMs = deps.clock.now()
  }

  reserve(accountId: string, keyId: string, thread = 0, units = 1): Reservation | null | Promise<Reservation | null> {
    return this.#pool(accountId).reserve(keyId, thread, units)
  }

  /** For another thread, which then reserves and charges units of this account by itself. */
  share(accountId: string, keyId: string): SharedUnits {
    return this.#pool(accountId).share(keyId)
  }

  /** Called when another thread has something to tell about the units of this account. */
  attend(accountId: string): void {
    this.#pool(accountId).attend()
    for (const pool of this.#pastPools) if (pool.accountId === accountId) pool.attend()
  }

  /** Releases what a thread that ended had reserved. */
  releaseThread(thread: number): void {
    for (const pool of [...this.#pools.values(), ...this.#pastPools]) pool.releaseThread(thread)
  }

  stateOf(accountId: string): QuotaState {
    return {
      limit: this.#limits.get(accountId) ?? 0,
      remaining: this.#pool(accountId).cells.remaining,
      resetSeconds: this.#deps.calendar.secondsToMonthEnd,
    }
  }

  /** Takes over what other instances changed, and returns the units that they need. */
  update({ accounts, months, replaced }: Changes): void {
    if (replaced) this.#abandonPools()
    const returning = new Set<UnitPool>()
    for (const { id, quota } of accounts) {
      this.#limits.set(id, quota)
      const pool = this.#pools.get(id)
      if (pool?.changeQuota(quota) === 'smaller') returning.add(pool)
    }
    for (const change of months) {
      const pool = this.#pool(change.accountId)
      if (pool.month !== change.month) continue
      pool.update(change)
      if (pool.isRecalled) returning.add(pool)
    }
    // A settlement that fails is taken back; the next `settle` sends it again.
    if (returning.size > 0) this.#settle([...returning]).catch(() => {})
  }

  /** Settles all pools. Without news and without leases it writes only a heartbeat now and then. */
  async settle(idleUnits: 'keep' | 'return' = 'keep'): Promise<void> {
    for (const [accountId, pool] of this.#pools) {
      if (pool.month !== this.#deps.calendar.month) this.#pool(accountId)
    }
    if (idleUnits === 'return') for (const pool of this.#pools.values()) pool.returnIdleUnits()
    for (const pool of this.#pastPools) pool.returnIdleUnits()
    await this.#settle([...this.#pools.values(), ...this.#pastPools])
    for (const pool of this.#pastPools) if (!pool.holdsUnits) this.#pastPools.delete(pool)
  }

  /** Returns the idle units of one account to the store now. */
  async returnIdle(accountId: string): Promise<void> {
    const pool = this.#pool(accountId)
    pool.returnIdleUnits()
    await this.#settle([pool])
  }

  /** Returns all idle units. Units still reserved count as charged, so decide all reservations first. */
  async close(): Promise<void> {
    const pools = [...this.#pools.values(), ...this.#pastPools]
    for (const pool of pools) pool.close()
    await this.settle('return')
    // A lease that was on its way arrives and is returned as well.
    while (pools.some((pool) => pool.hasUnitsToReturn)) {
      await this.#deps.pause(CLOSING_PAUSE_MS)
      await this.settle('return')
    }
  }

  /** The store is another one: what the old one leased is not granted any more, what was charged on it is settled. */
  #abandonPools(): void {
    for (const pool of [...this.#pools.values(), ...this.#pastPools]) {
      pool.abandon()
      this.#pastPools.add(pool)
    }
    this.#pools.clear()
    this.#limits.clear()
  }

  /** The account's pool of the present month. */
  #pool(accountId: string): UnitPool {
    const { month } = this.#deps.calendar
    const present = this.#pools.get(accountId)
    if (present?.month === month) return present
    if (present) this.#pastPools.add(present)
    const pool = new UnitPool(this.#deps, { accountId, month, quota: this.#limits.get(accountId) ?? 0 })
    this.#pools.set(accountId, pool)
    return pool
  }

  async #settle(pools: readonly UnitPool[]): Promise<void> {
    const { store, instanceId, clock } = this.#deps
    const nowMs = clock.now()
    const isHeartbeatDue = nowMs - this.#heartbeatAtMs >= HEARTBEAT_MS || pools.some((pool) => pool.holdsUnits)
    const settlements = new Map<UnitPool, Settlement>()
    for (const pool of pools) {
      const settlement = pool.takeSettlement()
      if (settlement) settlements.set(pool, settlement)
    }
    if (!isHeartbeatDue && settlements.size === 0) return
    this.#heartbeatAtMs = nowMs
    try {
      await store.settle(instanceId, nowMs, [...settlements.values()])
    } catch (error) {
      for (const [pool, settlement] of settlements) pool.undoSettlement(settlement)
      throw error
    }
  }
}
