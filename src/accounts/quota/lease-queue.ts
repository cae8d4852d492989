import type { Clock } from '../../kernel/clock.ts'
import type { Store } from '../store/sql-store.ts'
import type { Lease } from '../store/store.ts'
import { storeUnavailable } from '../store/store-failure.ts'
import type { Reservation } from './reservation.ts'
import type { UnitCells } from './unit-cells.ts'

const FIRST_BLOCK = 16
/** A block that was used up faster than this is followed by one of twice its size. */
const BUSY_MS = 1_000
/** Fewer free units than this are not leased ahead of use. */
const LEAST_FREE_AHEAD = 4
/** How long the queue rejects at once after the quota was found used up. Short: another instance may return units. */
const REJECT_MS = 250
/** While other instances answer a recall, the store is asked again this often and this many times: a second in all. */
const RECALL_POLL_MS = 25
const RECALL_POLLS = 40
/** A store that has not answered for this long counts as away for the requests that wait for it. */
const STORE_ANSWER_MS = 5_000

/** The most units one instance may hold uncharged: what a killed instance can cost the account. */
export const leaseLimit = (quota: number): number => Math.max(10, Math.floor(quota / 100))

export interface LeaseDeps {
  store: Pick<Store, 'lease'>
  clock: Clock
  instanceId: string
  pause: (ms: number) => Promise<unknown>
}

/** The pool that the queue leases for. */
export interface LeasingPool {
  readonly accountId: string
  readonly month: string
  readonly cells: UnitCells
  /** How many more units the lease limit allows. */
  readonly leasable: number
  addLease(lease: Lease): void
  /** Turns idle units into a reservation; null when there are not so many. */
  reserveIdle(keyId: string, thread: number, units: number): Reservation | null
}

interface WaitingRequest {
  keyId: string
  /** The HTTP thread that has the request. */
  thread: number
  units: number
  resolve: (reservation: Reservation | null) => void
  reject: (error: unknown) => void
}

/** Leases units from the store: ahead of use in blocks, and for requests that wait because no unit is idle. */
export class LeaseQueue {
  readonly #deps: LeaseDeps
  readonly #pool: LeasingPool
  readonly #cells: UnitCells
  readonly #waiting: WaitingRequest[] = []
  #leasing = false
  #block = FIRST_BLOCK
  #leasedAtMs = 0
  #closed = false

  constructor(deps: LeaseDeps, pool: LeasingPool) {
    this.#deps = deps
    this.#pool = pool
    this.#cells = pool.cells
    this.#cells.low = this.#block >> 1
  }

  /** True while a lease is on its way from the store. */
  get isLeasing(): boolean {
    return this.#leasing
  }

  /** From now on nothing is leased. */
  close(): void {
    this.#closed = true
  }

  /**
   * Units as soon as there are so many; null when the quota does not hold them. All or none: two requests that held a part
   * of the lease limit each would wait for each other.
   */
  waitForUnits(keyId: string, thread: number, units: number): null | Promise<Reservation | null> {
    if (this.#isRejecting() && units > this.#cells.remaining) return null
    return new Promise((resolve, reject) => {
      this.#waiting.push({ keyId, thread, units, resolve, reject })
      this.#cells.isWanted = true
      // Another thread may have released a unit before it knew that one is wanted.
      this.serveWaiting()
      this.#leaseForWaiting()
    })
  }

  /** Called when another thread has something to tell: few units are idle, or one was charged or released. */
  attend(): void {
    this.#cells.endNotice()
    if (this.#cells.idle > 0) this.stopRejecting()
    this.serveWaiting()
    this.#cells.isWanted = this.#waiting.length > 0 || this.#isRejecting()
    this.serveWaiting()
    this.leaseAgain()
    this.leaseAhead()
  }

  /** Called when there may be a unit again after the quota was used up. */
  stopRejecting(): void {
    this.#cells.rejectUntilMs = 0
  }

  /** Gives idle units to the waiting requests, in the order in which they came. */
  serveWaiting(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const reservation = this.#pool.reserveIdle(first.keyId, first.thread, first.units)
      if (!reservation) return
      this.#waiting.shift()
      first.resolve(reservation)
    }
  }

  /** Called after a charge: the lease limit has room for a waiting request. */
  leaseAgain(): void {
    if (this.#waiting.length > 0) this.#leaseForWaiting()
  }

  /** Leases the next block when half of the present one is used. */
  leaseAhead(): void {
    if (this.#cells.isLow) this.#leaseNextBlock()
  }

  async #leaseNextBlock(): Promise<void> {
    if (this.#leasing || this.#closed || this.#pool.leasable <= 0 || this.#cells.free < LEAST_FREE_AHEAD) return
    this.#leasing = true
    try {
      await this.#lease(0, null)
    } catch {
      // No request waits for this block. The first one that finds no idle unit gets the store's error.
    } finally {
      this.#leasing = false
    }
    this.leaseAgain()
  }

  /** The end of the loop and `#leasing = false` run without an await in between, so that no request is overlooked. */
  async #leaseForWaiting(): Promise<void> {
    if (this.#leasing) return
    this.#leasing = true
    let recall: number | null = null
    let polls = 0
    try {
      while (this.#waiting.length > 0) {
        if (this.#closed) return this.#rejectWaiting()
        // Lease limit reached: the next charge or release continues. With nothing free the store is asked all the
        // same, because only it knows whether the quota is used up.
        const least = this.#leastMissing
        if (this.#pool.leasable < least && this.#cells.free > 0) return
        const lease = await this.#lease(Math.min(this.#missing, Math.max(0, this.#pool.leasable)), recall, least)
        if (lease.granted > 0 || this.#cells.free >= least) {
          recall = null
          polls = 0
          continue
        }
        if (lease.unanswered === 0 || ++polls > RECALL_POLLS) return this.#rejectWaiting()
        recall = lease.recall
        await this.#deps.pause(RECALL_POLL_MS)
      }
    } catch (error) {
      this.#failWaiting(error)
    } finally {
      this.#leasing = false
    }
  }

  async #lease(waiting: number, recall: number | null, least = 1): ReturnType<Store['lease']> {
    const { store, clock, instanceId } = this.#deps
    const { accountId, month } = this.#pool
    const nowMs = clock.now()
    const isBusy = nowMs - this.#leasedAtMs < BUSY_MS
    this.#block = Math.min(leaseLimit(this.#cells.quota), isBusy ? this.#block * 2 : FIRST_BLOCK)
    this.#cells.low = this.#block >> 1
    const wanted = Math.max(waiting, Math.min(this.#block, this.#pool.leasable))
    const lease = await this.#whileWaiting(
      store.lease({ instanceId, accountId, month, nowMs, waiting, least, wanted, recall }),
    )
    this.#leasedAtMs = nowMs
    this.#pool.addLease(lease)
    if (this.#cells.free > 0) this.stopRejecting()
    this.serveWaiting()
    return lease
  }

  /** The requests give up after a while; the lease itself is taken whenever it comes. */
  async #whileWaiting(leasing: Promise<Lease>): Promise<Lease> {
    const overdue = setTimeout(() => this.#failWaiting(storeUnavailable('ETIMEDOUT')), STORE_ANSWER_MS)
    try {
      return await leasing
    } finally {
      clearTimeout(overdue)
    }
  }

  #isRejecting(): boolean {
    return this.#deps.clock.now() < this.#cells.rejectUntilMs
  }

  #failWaiting(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  /** Units that the waiting requests need beyond the idle ones. */
  get #missing(): number {
    return Math.max(0, this.#waiting.reduce((sum, { units }) => sum + units, 0) - this.#cells.idle)
  }

  /** Those that the first one needs. */
  get #leastMissing(): number {
    return Math.max(0, (this.#waiting[0]?.units ?? 0) - this.#cells.idle)
  }

  /** The first one asks for more than there is; those behind it may ask for less. */
  #rejectWaiting(): void {
    this.#cells.rejectUntilMs = this.#deps.clock.now() + REJECT_MS
    this.#cells.isWanted = true
    for (let first = this.#waiting.shift(); first; first = this.#waiting.shift()) {
      first.resolve(null)
      this.serveWaiting()
    }
  }
}
