import { type Changes, type Settlement, SIGN_OF_LIFE_MS, type Store } from '../store/store.ts'
import type { LimaCalendar } from './calendar.ts'
import { Ledger, type LedgerDesk } from './ledger.ts'
import type { Reservation } from './reservation.ts'

const CLOSING_MS = 5

export interface QuotaState {
  /** Units per Lima month. */
  limit: number
  remaining: number
  /** Until the next Lima month begins. */
  resetSeconds: number
}

export interface QuotaDesk extends LedgerDesk {
  store: Pick<Store, 'lease' | 'settle'>
  calendar: LimaCalendar
}

/** The ledgers of this instance: one per account for the present month, and past ones until they are settled. */
export class Quota {
  readonly #desk: QuotaDesk
  readonly #quotas = new Map<string, number>()
  readonly #ledgers = new Map<string, Ledger>()
  readonly #past = new Set<Ledger>()
  #seenAtMs: number

  constructor(desk: QuotaDesk) {
    this.#desk = desk
    this.#seenAtMs = desk.clock.now()
  }

  reserve(accountId: string, keyId: string): Reservation | null | Promise<Reservation | null> {
    return this.#ledger(accountId).reserve(keyId)
  }

  stateOf(accountId: string): QuotaState {
    return {
      limit: this.#quotas.get(accountId) ?? 0,
      remaining: this.#ledger(accountId).remaining,
      resetSeconds: this.#desk.calendar.secondsToMonthEnd,
    }
  }

  learn({ accounts, months }: Changes): void {
    const called = new Set<Ledger>()
    for (const { id, quota } of accounts) {
      this.#quotas.set(id, quota)
      const ledger = this.#ledgers.get(id)
      if (!ledger?.changeQuota(quota)) continue
      ledger.sendHome()
      called.add(ledger)
    }
    for (const books of months) {
      const ledger = this.#ledger(books.accountId)
      if (ledger.month !== books.month) continue
      ledger.learn(books)
      if (ledger.isCalled) called.add(ledger)
    }
    // A report that fails is put back and made again by the next flush.
    if (called.size > 0) this.#settle([...called]).catch(() => {})
  }

  /** Books what happened since the last time; without news and without leases the store is left alone for a while. */
  async flush(idleGoesHome = false): Promise<void> {
    for (const [accountId, ledger] of this.#ledgers) {
      if (ledger.month !== this.#desk.calendar.month) this.#ledger(accountId)
    }
    if (idleGoesHome) for (const ledger of this.#ledgers.values()) ledger.sendHome()
    for (const ledger of this.#past) ledger.sendHome()
    await this.#settle([...this.#ledgers.values(), ...this.#past])
    for (const ledger of this.#past) if (!ledger.holds) this.#past.delete(ledger)
  }

  /** Sends every unused unit home. Requests still undecided count as charged, so finish them first. */
  async close(): Promise<void> {
    const ledgers = [...this.#ledgers.values(), ...this.#past]
    for (const ledger of ledgers) ledger.close()
    await this.flush(true)
    // A lease that was on its way comes in and goes home again.
    while (ledgers.some((ledger) => ledger.isClosing)) {
      await this.#desk.pause(CLOSING_MS)
      await this.flush(true)
    }
  }

  #ledger(accountId: string): Ledger {
    const { month } = this.#desk.calendar
    const present = this.#ledgers.get(accountId)
    if (present?.month === month) return present
    if (present) this.#past.add(present)
    const ledger = new Ledger(this.#desk, accountId, month, this.#quotas.get(accountId) ?? 0)
    this.#ledgers.set(accountId, ledger)
    return ledger
  }

  async #settle(ledgers: readonly Ledger[]): Promise<void> {
    const { store, instanceId, clock } = this.#desk
    const nowMs = clock.now()
    const showsLife = nowMs - this.#seenAtMs >= SIGN_OF_LIFE_MS || ledgers.some((ledger) => ledger.holds)
    const reports = new Map<Ledger, Settlement>()
    for (const ledger of ledgers) {
      const report = ledger.report()
      if (report) reports.set(ledger, report)
    }
    if (!showsLife && reports.size === 0) return
    this.#seenAtMs = nowMs
    try {
      await store.settle(instanceId, nowMs, [...reports.values()])
    } catch (error) {
      for (const [ledger, report] of reports) ledger.unreport(report)
      throw error
    }
  }
}
