import type { AccountMonth, Settlement } from '../store/store.ts'
import { UsageCounter } from '../usage/usage.ts'
import { type LeaseDeps, LeaseQueue, type LeasingPool } from './lease-queue.ts'
import { Reservation, type UnitSource } from './reservation.ts'
import { UnitCounts } from './unit-counts.ts'

/** After this many settlements without a request the idle units are returned. */
const QUIET_SETTLEMENTS = 10

/**
 * The units of one account and month that this instance holds. Requests reserve units from it; settlements report to
 * the store what was charged and what is returned. `UnitCounts` describes the life of a unit.
 */
export class UnitPool implements UnitSource, LeasingPool {
  readonly accountId: string
  readonly month: string
  readonly counts: UnitCounts
  readonly #queue: LeaseQueue
  readonly #usage = new UsageCounter()
  /** The latest recall that the store announced, and the latest one that was answered. */
  #recall = 0
  #answeredRecall = 0
  #quietSettlements = 0
  #abandoned = false

  constructor(deps: LeaseDeps, { accountId, month, quota }: { accountId: string; month: string; quota: number }) {
    this.accountId = accountId
    this.month = month
    this.counts = new UnitCounts(quota)
    this.#queue = new LeaseQueue(deps, this)
  }

  /** True while the store counts units as leased to this pool, or soon will. */
  get holdsUnits(): boolean {
    return this.counts.holdsUnits || this.#queue.isLeasing
  }

  /** True while there are idle units to return, or a lease is on its way. */
  get hasUnitsToReturn(): boolean {
    return this.counts.idle > 0 || this.#queue.isLeasing
  }

  /** True when another instance needs the idle units. */
  get isRecalled(): boolean {
    return this.#recall > this.#answeredRecall
  }

  /** One unit for one request, at once when one is idle; null when the quota is used up. */
  reserve(keyId: string): Reservation | null | Promise<Reservation | null> {
    this.#quietSettlements = 0
    if (this.counts.idle === 0) return this.#queue.waitForUnit(keyId)
    const reservation = this.reserveIdle(keyId)
    this.#queue.leaseAhead()
    return reservation
  }

  reserveIdle(keyId: string): Reservation {
    this.counts.reserve()
    return new Reservation(this, keyId)
  }

  charge(keyId: string, endpoint: string): void {
    this.counts.charge()
    this.#usage.add(keyId, endpoint)
    this.#queue.leaseAgain()
  }

  release(): void {
    this.counts.release()
    if (this.#abandoned) this.counts.idle = 0
    this.#queue.stopRejecting()
    this.#queue.serveWaiting()
  }

  /** Takes over what other instances changed in the store. */
  update({ taken, recall }: Pick<AccountMonth, 'taken' | 'recall'>): void {
    this.counts.taken = taken
    this.#recall = Math.max(this.#recall, recall)
    this.#afterChange()
  }

  /** A smaller quota must be respected at once, so the idle units are returned. */
  changeQuota(quota: number): 'smaller' | 'same-or-larger' {
    const isSmaller = quota < this.counts.quota
    this.counts.quota = quota
    this.#afterChange()
    if (!isSmaller) return 'same-or-larger'
    this.returnIdleUnits()
    return 'smaller'
  }

  /** Makes the next settlement return the idle units. */
  returnIdleUnits(): void {
    this.#quietSettlements = QUIET_SETTLEMENTS
  }

  /** From now on nothing is leased. */
  close(): void {
    this.#queue.close()
  }

  /** Forgets the units that are not charged: the store that leased them is gone. */
  abandon(): void {
    this.close()
    this.#abandoned = true
    this.counts.idle = 0
  }

  /** What happened since the last settlement; null when nothing did. Idle units go with it when they are not needed. */
  takeSettlement(): Settlement | null {
    const returnsIdle = this.isRecalled || ++this.#quietSettlements > QUIET_SETTLEMENTS
    const { charged } = this.counts
    const returned = returnsIdle ? this.counts.idle : 0
    const answeredRecall = returnsIdle ? this.#recall : this.#answeredRecall
    if (charged === 0 && returned === 0 && answeredRecall === this.#answeredRecall) return null
    this.counts.settle({ charged, returned })
    this.#answeredRecall = answeredRecall
    const { accountId, month } = this
    return { accountId, month, charged, returned, answeredRecall, usage: this.#usage.take() }
  }

  /** Takes a settlement back that the store did not accept. */
  undoSettlement({ charged, returned, usage }: Settlement): void {
    this.counts.settle({ charged: -charged, returned: -returned })
    // Lower than every recall, so that the next settlement answers it again.
    this.#answeredRecall = -1
    for (const count of usage) this.#usage.add(count.keyId, count.endpoint, count.charged)
    this.#queue.serveWaiting()
  }

  #afterChange(): void {
    // Who holds nothing has nothing to return, so the recall counts as answered.
    if (!this.holdsUnits) this.#answeredRecall = this.#recall
    if (this.counts.free > 0) this.#queue.stopRejecting()
  }
}
