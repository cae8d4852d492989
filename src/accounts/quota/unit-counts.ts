import type { Lease } from '../store/store.ts'
import { UnitCells } from './unit-cells.ts'

/** The most units one instance may hold uncharged: what a killed instance can cost the account. */
export const leaseLimit = (quota: number): number => Math.max(10, Math.floor(quota / 100))

/**
 * How many units of one account and month are in which state, as this instance sees it. The life of a unit:
 *
 * - leased: the store gives this instance a block of units. They are idle until requests come.
 * - reserved: a request takes an idle unit from memory; the store is not asked.
 * - charged: the answer is worth a unit. Or released: the answer is free, and the unit is idle again.
 * - settled: once a second the store learns how many units were charged and how many idle ones are returned.
 *
 * A killed instance loses what it holds. Idle and reserved units together therefore never exceed the lease limit. All HTTP
 * threads reserve, charge and release; only the thread that has the store leases and settles.
 */
export class UnitCounts {
  readonly cells: UnitCells
  /** Leased, and neither settled as charged nor returned. */
  #held = 0

  constructor(quota: number, threads: number) {
    this.cells = UnitCells.forThreads(threads)
    this.cells.quota = quota
  }

  /** How many more units the lease limit allows. */
  get leasable(): number {
    return leaseLimit(this.cells.quota) - (this.#held - this.cells.charged)
  }

  /** True while the store counts units as leased to this instance. */
  get holdsUnits(): boolean {
    return this.#held > 0
  }

  addLease({ granted, taken, quota }: Lease): void {
    this.#held += granted
    this.cells.addIdle(granted)
    this.cells.taken = taken
    this.cells.quota = quota
  }

  /** Removes the charged units for a settlement. */
  takeCharged(): number {
    const charged = this.cells.takeCharged()
    this.#held -= charged
    return charged
  }

  /** Removes the idle units for a settlement. */
  takeIdle(): number {
    const idle = this.cells.takeIdle()
    this.#held -= idle
    this.cells.taken -= idle
    return idle
  }

  /** Takes a settlement back. */
  putBack({ charged, returned }: { charged: number; returned: number }): void {
    this.#held += charged + returned
    this.cells.taken += returned
    this.cells.addCharged(charged)
    this.cells.addIdle(returned)
  }

  /** Forgets the idle units. */
  dropIdle(): void {
    this.#held -= this.cells.takeIdle()
  }
}
