import type { AccountMonth, Lease, Settlement } from '../store/store.ts'
import { UsageCounter } from '../usage/usage.ts'
import { type LeaseDeps, LeaseQueue, type LeasingPool, leaseLimit } from './lease-queue.ts'
import { Reservation, type UnitSource } from './reservation.ts'
import { newMemory, UnitCells } from './unit-cells.ts'

/** After this many settlements without a request the idle units are returned. */
const QUIET_SETTLEMENTS = 10

export interface PoolDeps extends LeaseDeps {
  /** HTTP threads of this process. */
  threads: number
  endpoints: readonly string[]
}

/** What another thread needs to reserve and charge units of one account and month for one key. */
export interface SharedUnits {
  month: string
  units: ArrayBufferLike
  usage: ArrayBufferLike
}

/**
 * The units of one account and month that this instance holds. Requests reserve units from it; settlements report to the store
 * what was charged and what is returned. The life of a unit:
 *
 * - leased: the store gives this instance a block of units. They are idle until requests come.
 * - reserved: a request takes an idle unit from memory; the store is not asked.
 * - charged: the answer is worth a unit. Or released: the answer is free, and the unit is idle again.
 * - settled: once a second the store learns how many units were charged and how many idle ones are returned.
 *
 * A killed instance loses what it holds. Idle and reserved units together therefore never exceed the lease limit. All HTTP
 * threads reserve, charge and release; only the thread that has the store leases and settles.
 */
export class UnitPool implements UnitSource, LeasingPool {
  readonly accountId: string
  readonly month: string
  readonly cells: UnitCells
  readonly #queue: LeaseQueue
  readonly #usage: UsageCounter
  /** The latest recall that the store announced, and the latest one that was answered. */
  #recall = 0
  #answeredRecall = 0
  /** Leased, and neither settled as charged nor returned. */
  #held = 0
  #quietSettlements = 0
  #returnsIdle = false
  #abandoned = false

  constructor(deps: PoolDeps, { accountId, month, quota }: { accountId: string; month: string; quota: number }) {
    this.accountId = accountId
    this.month = month
    this.cells = UnitCells.forThreads(deps.threads)
    this.cells.quota = quota
    this.#usage = new UsageCounter(deps.endpoints, (bytes) => newMemory(bytes, deps.threads))
    this.#queue = new LeaseQueue(deps, this)
  }

  /** True while the store counts units as leased to this pool, or soon will. */
  get holdsUnits(): boolean {
    return this.#held > 0 || this.#queue.isLeasing
  }

  /** How many more units the lease limit allows. */
  get leasable(): number {
    return leaseLimit(this.cells.quota) - (this.#held - this.cells.charged)
  }

  addLease({ granted, taken, quota }: Lease): void {
    this.#held += granted
    this.cells.addIdle(granted)
    this.cells.taken = taken
    this.cells.quota = quota
  }

  /** True while there are idle units to return, or a lease is on its way. */
  get hasUnitsToReturn(): boolean {
    return this.cells.idle > 0 || this.#queue.isLeasing
  }

  /** True when another instance needs the idle units. */
  get isRecalled(): boolean {
    return this.#recall > this.#answeredRecall
  }

  /** The units of one request, at once when they are idle; null when the quota does not hold so many. */
  reserve(keyId: string, thread = 0, units = 1): Reservation | null | Promise<Reservation | null> {
    const reservation = this.reserveIdle(keyId, thread, units)
    if (!reservation) return this.#queue.waitForUnits(keyId, thread, units)
    this.#queue.leaseAhead()
    return reservation
  }

  reserveIdle(keyId: string, thread: number, units: number): Reservation | null {
    return this.cells.reserve(thread, units) ? new Reservation(this, keyId, thread, units) : null
  }

  /** For another thread, which then reserves and charges by itself. */
  share(keyId: string): SharedUnits {
    return { month: this.month, units: this.cells.memory, usage: this.#usage.memoryOf(keyId) }
  }

  charge(keyId: string, endpoint: string, thread: number, units: number): void {
    // First the usage: a settlement that has the charge must have its usage too.
    this.#usage.add(keyId, endpoint, units)
    this.cells.charge(thread, units)
    this.#queue.leaseAgain()
  }

  release(thread: number, units: number): void {
    this.cells.release(thread, units)
    if (this.#abandoned) this.#takeIdle()
    this.#queue.stopRejecting()
    this.#queue.serveWaiting()
  }

  /** Called when another thread has something to tell. */
  attend(): void {
    this.#queue.attend()
  }

  /** Releases what a thread that ended had reserved. */
  releaseThread(thread: number): void {
    this.cells.releaseAll(thread)
    this.attend()
  }

  /** Takes over what other instances changed in the store. */
  update({ taken, recall }: Pick<AccountMonth, 'taken' | 'recall'>): void {
    this.cells.taken = taken
    this.#recall = Math.max(this.#recall, recall)
    this.#afterChange()
  }

  /** A smaller quota must be respected at once, so the idle units are returned. */
  changeQuota(quota: number): 'smaller' | 'same-or-larger' {
    const isSmaller = quota < this.cells.quota
    this.cells.quota = quota
    this.#afterChange()
    if (!isSmaller) return 'same-or-larger'
    this.returnIdleUnits()
    return 'smaller'
  }

  /** Makes the next settlement return the idle units. */
  returnIdleUnits(): void {
    this.#returnsIdle = true
  }

  /** From now on nothing is leased. */
  close(): void {
    this.#queue.close()
  }

  /** Forgets the units that are not charged: the store that leased them is gone. */
  abandon(): void {
    this.close()
    this.cells.close()
    this.#abandoned = true
    this.#takeIdle()
  }

  /** What happened since the last settlement; null when nothing did. Idle units go with it when they are not needed. */
  takeSettlement(): Settlement | null {
    if (this.#abandoned) this.#takeIdle()
    this.#quietSettlements = this.cells.takeUsed() ? 0 : this.#quietSettlements + 1
    const returnsIdle = this.isRecalled || this.#returnsIdle || this.#quietSettlements > QUIET_SETTLEMENTS
    this.#returnsIdle = false
    const charged = this.cells.takeCharged()
    this.#held -= charged
    const returned = returnsIdle ? this.#takeIdle() : 0
    this.cells.taken -= returned
    const answeredRecall = returnsIdle ? this.#recall : this.#answeredRecall
    if (charged === 0 && returned === 0 && answeredRecall === this.#answeredRecall) return null
    this.#answeredRecall = answeredRecall
    const { accountId, month } = this
    return { accountId, month, charged, returned, answeredRecall, usage: this.#usage.take() }
  }

  /** Takes a settlement back that the store did not accept. */
  undoSettlement({ charged, returned, usage }: Settlement): void {
    this.#held += charged + returned
    this.cells.taken += returned
    this.cells.addCharged(charged)
    this.cells.addIdle(returned)
    this.#returnsIdle = returned > 0
    // Lower than every recall, so that the next settlement answers it again.
    this.#answeredRecall = -1
    for (const count of usage) this.#usage.add(count.keyId, count.endpoint, count.charged)
    this.#queue.serveWaiting()
  }

  /** Takes the idle units out of the pool. */
  #takeIdle(): number {
    const idle = this.cells.takeIdle()
    this.#held -= idle
    return idle
  }

  #afterChange(): void {
    // Who holds nothing has nothing to return, so the recall counts as answered.
    if (!this.holdsUnits) this.#answeredRecall = this.#recall
    if (this.cells.free > 0) this.#queue.stopRejecting()
  }
}
