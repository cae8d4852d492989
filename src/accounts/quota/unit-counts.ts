import type { Lease, Settlement } from '../store/store.ts'

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
 * A killed instance loses what it holds. Idle and reserved units together therefore never exceed the lease limit.
 */
export class UnitCounts {
  quota: number
  /** Units charged by or leased to any instance, as the store last said. */
  taken = 0
  idle = 0
  reserved = 0
  /** Charged and not settled yet. */
  charged = 0

  constructor(quota: number) {
    this.quota = quota
  }

  /** Units that the store could still lease to anybody. */
  get free(): number {
    return Math.max(0, this.quota - this.taken)
  }

  /** Units this instance could still grant, as far as it knows. */
  get remaining(): number {
    return this.free + this.idle
  }

  /** How many more units the lease limit allows. */
  get leasable(): number {
    return leaseLimit(this.quota) - this.idle - this.reserved
  }

  /** True while the store counts units as leased to this instance. */
  get holdsUnits(): boolean {
    return this.idle + this.reserved + this.charged > 0
  }

  addLease({ granted, taken, quota }: Lease): void {
    this.idle += granted
    this.taken = taken
    this.quota = quota
  }

  reserve(): void {
    this.idle--
    this.reserved++
  }

  charge(): void {
    this.reserved--
    this.charged++
  }

  release(): void {
    this.reserved--
    this.idle++
  }

  /** Removes what a settlement reports. */
  settle({ charged, returned }: Pick<Settlement, 'charged' | 'returned'>): void {
    this.charged -= charged
    this.idle -= returned
    this.taken -= returned
  }
}
