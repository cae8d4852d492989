import type { Clock } from '../../kernel/clock.ts'
import type { AccountMonth, Settlement, Store } from '../store/store.ts'
import { UsageTally } from '../usage/usage-tally.ts'
import { Reservation, type ReservationBook } from './reservation.ts'

const FIRST_BLOCK = 16
/** Blocks used up faster than this double. */
const BUSY_MS = 1_000
/** After so many reports without a request, idle units go home. */
const QUIET_REPORTS = 10
/** How long "used up" is remembered: refusals are cheap, and a unit given back elsewhere is soon seen. */
const REFUSE_MS = 250
/** How a call for idle units is followed up: a second in all, then the silent are left out. */
const ASK_AGAIN_MS = 25
const ASK_TIMES = 40

/** What a ledger works with. */
export interface LedgerDesk {
  store: Pick<Store, 'lease'>
  clock: Clock
  instanceId: string
  pause: (ms: number) => Promise<unknown>
}

interface Waiter {
  keyId: string
  resolve: (reservation: Reservation | null) => void
  reject: (error: unknown) => void
}

/** The most units one instance may hold uncharged: what a kill can cost the account. */
export const leaseLimit = (quota: number): number => Math.max(10, Math.floor(quota / 100))

/**
 * One account in one month, as one instance sees it. Units are leased from the store in blocks ahead of use, so a
 * request takes one from memory. Idle and undecided units together never pass the lease limit.
 */
export class Ledger implements ReservationBook {
  readonly accountId: string
  readonly month: string
  readonly #desk: LedgerDesk
  readonly #waiting: Waiter[] = []
  readonly #usage = new UsageTally()
  #quota: number
  #taken = 0
  #idle = 0
  #undecided = 0
  #charged = 0
  #answered = 0
  #demand = 0
  #asking = false
  #block = FIRST_BLOCK
  #leasedAtMs = 0
  #refuseUntilMs = 0
  #quietReports = 0
  #closed = false

  constructor(desk: LedgerDesk, accountId: string, month: string, quota: number) {
    this.#desk = desk
    this.accountId = accountId
    this.month = month
    this.#quota = quota
  }

  /** Units this instance could still grant, as far as it knows. */
  get remaining(): number {
    return this.#free + this.#idle
  }

  /** True while the store counts units as held here. */
  get holds(): boolean {
    return this.#idle + this.#undecided + this.#charged > 0 || this.#asking
  }

  /** True while units may still have to go home after `close`. */
  get isClosing(): boolean {
    return this.#idle > 0 || this.#asking
  }

  /** True when another instance has called idle units home. */
  get isCalled(): boolean {
    return this.#demand > this.#answered
  }

  reserve(keyId: string): Reservation | null | Promise<Reservation | null> {
    this.#quietReports = 0
    if (this.#idle > 0) {
      const reservation = this.#grant(keyId)
      if (this.#idle < this.#block >> 1) this.#stockUp()
      return reservation
    }
    if (this.#desk.clock.now() < this.#refuseUntilMs) return null
    return new Promise((resolve, reject) => {
      this.#waiting.push({ keyId, resolve, reject })
      this.#serveWaiting()
    })
  }

  /** From here on nothing is leased any more. */
  close(): void {
    this.#closed = true
  }

  charge(keyId: string, endpoint: string): void {
    this.#undecided--
    this.#charged++
    this.#usage.add(keyId, endpoint)
    if (this.#waiting.length > 0) this.#serveWaiting()
  }

  restock(): void {
    this.#undecided--
    this.#idle++
    this.#refuseUntilMs = 0
    this.#handOut()
  }

  /** The books as another instance left them. */
  learn({ taken, demand }: Pick<AccountMonth, 'taken' | 'demand'>, quota = this.#quota): void {
    this.#taken = taken
    this.#quota = quota
    this.#demand = Math.max(this.#demand, demand)
    if (!this.holds) this.#answered = this.#demand
    if (this.#free > 0) this.#refuseUntilMs = 0
  }

  /** True when the new quota is smaller, so that idle units have to go home. */
  changeQuota(quota: number): boolean {
    const shrinks = quota < this.#quota
    this.learn({ taken: this.#taken, demand: this.#demand }, quota)
    return shrinks
  }

  /** The next report returns the idle units. */
  sendHome(): void {
    this.#quietReports = QUIET_REPORTS
  }

  /** What happened since the last report; idle units go home when called, or when nobody has used them for a while. */
  report(): Settlement | null {
    const goesHome = this.isCalled || ++this.#quietReports > QUIET_REPORTS
    const returned = goesHome ? this.#idle : 0
    const answered = goesHome ? this.#demand : this.#answered
    if (this.#charged === 0 && returned === 0 && answered === this.#answered) return null
    const { accountId, month } = this
    const report = { accountId, month, charged: this.#charged, returned, answered, usage: this.#usage.take() }
    this.#charged = 0
    this.#idle -= returned
    this.#taken -= returned
    this.#answered = answered
    return report
  }

  /** Undoes a report that the store did not take. */
  unreport({ charged, returned, usage }: Settlement): void {
    this.#charged += charged
    this.#idle += returned
    this.#taken += returned
    // Below every demand, so that it is answered again.
    this.#answered = -1
    for (const count of usage) this.#usage.add(count.keyId, count.endpoint, count.charged)
    this.#handOut()
  }

  get #free(): number {
    return Math.max(0, this.#quota - this.#taken)
  }

  get #room(): number {
    return leaseLimit(this.#quota) - this.#idle - this.#undecided
  }

  #grant(keyId: string): Reservation {
    this.#idle--
    this.#undecided++
    return new Reservation(this, keyId)
  }

  #handOut(): void {
    while (this.#idle > 0) {
      const waiter = this.#waiting.shift()
      if (!waiter) return
      waiter.resolve(this.#grant(waiter.keyId))
    }
  }

  /** Fetches the next block before the present one is used up. */
  async #stockUp(): Promise<void> {
    if (this.#asking || this.#closed || this.#room <= 0 || this.#free < 4) return
    this.#asking = true
    try {
      await this.#lease(0, null)
    } catch {
      // Nobody waits for stock: the request that finds none left meets the store's error itself.
    } finally {
      this.#asking = false
    }
    if (this.#waiting.length > 0) this.#serveWaiting()
  }

  async #serveWaiting(): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    let demand: number | null = null
    let asked = 0
    try {
      while (this.#waiting.length > 0) {
        if (this.#closed) return this.#refuseWaiting()
        // Full hands: the next decision makes room. With nothing free the store is still asked, to refuse in time.
        if (this.#room <= 0 && this.#free > 0) break
        const lease = await this.#lease(Math.min(this.#waiting.length, Math.max(0, this.#room)), demand)
        if (lease.granted > 0 || this.#free > 0) {
          demand = null
          asked = 0
          continue
        }
        if (lease.waitingFor === 0 || ++asked > ASK_TIMES) return this.#refuseWaiting()
        demand = lease.demand
        await this.#desk.pause(ASK_AGAIN_MS)
      }
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    } finally {
      this.#asking = false
    }
  }

  async #lease(need: number, demand: number | null): ReturnType<Store['lease']> {
    const { store, clock, instanceId } = this.#desk
    const nowMs = clock.now()
    const limit = leaseLimit(this.#quota)
    // Accounts in a hurry get larger blocks, others hold little.
    this.#block = Math.min(limit, nowMs - this.#leasedAtMs < BUSY_MS ? this.#block * 2 : FIRST_BLOCK)
    const want = Math.max(need, Math.min(this.#block, this.#room))
    const { accountId, month } = this
    const lease = await store.lease({ instanceId, accountId, month, nowMs, need, want, demand })
    this.#leasedAtMs = nowMs
    this.#idle += lease.granted
    this.learn({ taken: lease.taken, demand: this.#demand }, lease.quota)
    this.#handOut()
    return lease
  }

  #refuseWaiting(): void {
    this.#refuseUntilMs = this.#desk.clock.now() + REFUSE_MS
    for (const { resolve } of this.#waiting.splice(0)) resolve(null)
  }
}
