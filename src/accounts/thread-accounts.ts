import type { LimaClock } from '../domain/lima-time.ts'
import type { AskParent } from '../kernel/worker.ts'
import type { RequestAccounts } from './accounts.ts'
import { KeyCache, type KeyHolder } from './keys/key-cache.ts'
import type { Mode } from './keys/key-format.ts'
import { LimaCalendar } from './lima-calendar.ts'
import type { QuotaState } from './quota/quotas.ts'
import { RateCells } from './quota/rate-cells.ts'
import { MemoryRateLimiter, type RateState } from './quota/rate-limiter.ts'
import { Reservation, type UnitSource } from './quota/reservation.ts'
import { UnitCells } from './quota/unit-cells.ts'
import type { AccountsSetup, AccountsTasks, KeyChanges, KeyOfAccount, SharedAccount } from './thread-host.ts'
import { KeyUsage } from './usage/usage.ts'

interface ThreadAccountsDeps {
  ask: AskParent
  /** Tells the thread with the store to look at the units of an account. */
  notice(accountId: string): void
  /** The number of this thread. */
  thread: number
  setup: AccountsSetup
  mode: Mode
  clock: LimaClock
}

/** The accounts in an HTTP thread without the store: keys, rates and units are in its memory once they were asked for. */
export const openThreadAccounts = (
  deps: ThreadAccountsDeps,
): { accounts: RequestAccounts; update(changes: KeyChanges): void } => {
  const { ask, notice, thread, setup, mode, clock } = deps
  const calendar = new LimaCalendar(clock)
  const rates = new ThreadRates(ask, clock, setup.ratesOpenedAtMs)
  const fetch = async (digests: string[]): Promise<void> =>
    keys.update({ keys: await ask<AccountsTasks, 'findKeys'>('findKeys', digests) })
  const keys = new KeyCache({ mode, calendar, now: () => clock.now(), fetch })
  const byAccount = new Map<string, ThreadUnits>()

  const attach = ({ accountId, keyId }: KeyHolder, account: SharedAccount): ThreadUnits => {
    const { month, units, usage } = account
    let own = byAccount.get(accountId)
    if (own?.month !== month || own.cells.isClosed) {
      own = new ThreadUnits(month, new UnitCells(units), () => notice(accountId))
      byAccount.set(accountId, own)
    }
    own.usage.set(keyId, new KeyUsage(setup.endpoints, usage))
    rates.attach(keyId, account)
    return own
  }
  const share = async (holder: KeyHolder): Promise<ThreadUnits> =>
    attach(holder, await ask<AccountsTasks, 'shareAccount'>('shareAccount', keyOf(holder)))
  const known = ({ accountId, keyId }: KeyHolder): ThreadUnits | null => {
    const own = byAccount.get(accountId)
    return own && own.month === calendar.month && !own.cells.isClosed && own.usage.has(keyId) ? own : null
  }
  const reserveFrom = (
    own: ThreadUnits,
    holder: KeyHolder,
    units: number,
  ): Reservation | null | Promise<Reservation | null> => {
    if (own.reserve(thread, units)) return new Reservation(own, holder.keyId, thread, units)
    const isRejected = clock.now() < own.cells.rejectUntilMs && units > own.cells.remaining
    return isRejected ? null : waitForUnits(holder, units)
  }
  const waitForUnits = async (holder: KeyHolder, units: number): Promise<Reservation | null> => {
    const of = { ...keyOf(holder), units }
    const { isGranted, account } = await ask<AccountsTasks, 'reserveUnits'>('reserveUnits', of)
    return isGranted ? new Reservation(attach(holder, account), holder.keyId, thread, units) : null
  }
  const stateOf = ({ cells }: ThreadUnits): QuotaState => ({
    limit: cells.quota,
    remaining: cells.remaining,
    resetSeconds: calendar.secondsToMonthEnd,
  })

  const accounts: RequestAccounts = {
    identify: (authorization) => keys.identify(authorization),
    takeRate: (holder) => (rates.has(holder.keyId) ? rates.take(holder) : share(holder).then(() => rates.take(holder))),
    reserve: (holder, units = 1) => {
      const own = known(holder)
      return own ? reserveFrom(own, holder, units) : share(holder).then((shared) => reserveFrom(shared, holder, units))
    },
    quotaOf: (holder) => {
      const units = known(holder)
      return units ? stateOf(units) : share(holder).then(stateOf)
    },
    usageOf: ({ accountId }, month) => ask<AccountsTasks, 'readUsage'>('readUsage', { accountId, month }),
    installationSecret: setup.installationSecret,
  }
  return { accounts, update: (changes) => keys.update(changes) }
}

const keyOf = ({ accountId, keyId, ratePerSecond, burst }: KeyHolder): KeyOfAccount => ({
  ...{ accountId, keyId, ratePerSecond, burst },
})

/** The rates of keys, in memory that all HTTP threads share. */
class ThreadRates {
  readonly #ask: AskParent
  readonly #clock: LimaClock
  /** Of this process, which count where no others share them, and while the store is away. */
  readonly #own: MemoryRateLimiter
  readonly #fleet = new Map<string, RateCells>()

  constructor(ask: AskParent, clock: LimaClock, openedAtMs: number) {
    this.#ask = ask
    this.#clock = clock
    this.#own = new MemoryRateLimiter(clock, 1, openedAtMs)
  }

  has(keyId: string): boolean {
    return this.#own.has(keyId)
  }

  attach(keyId: string, { rate, fleetRate }: SharedAccount): void {
    if (this.has(keyId)) return
    this.#own.attach(keyId, rate)
    if (fleetRate) this.#fleet.set(keyId, new RateCells(fleetRate))
  }

  /** A promise only when this process has no token of a rate that several share, and does not know that it is used up. */
  take({ keyId, ratePerSecond, burst }: KeyHolder): RateState | Promise<RateState> {
    const policy = { keyId, ratePerSecond, burst }
    const cells = this.#fleet.get(keyId)
    if (!cells) return this.#own.take(policy)
    const now = this.#clock.now()
    const counted = cells.take(policy, this.#own, now)
    if (!counted) return this.#ask<AccountsTasks, 'takeRate'>('takeRate', policy)
    // Not waited for. One that is lost is asked for again by the request that finds no token.
    if (cells.startNotice(now)) this.#ask<AccountsTasks, 'refillRate'>('refillRate', policy).catch(() => {})
    return counted
  }
}

/** The units of one account and month, in memory that all HTTP threads share. */
class ThreadUnits implements UnitSource {
  readonly month: string
  readonly cells: UnitCells
  readonly usage = new Map<string, KeyUsage>()
  readonly #notice: () => void

  constructor(month: string, cells: UnitCells, notice: () => void) {
    this.month = month
    this.cells = cells
    this.#notice = notice
  }

  /** Reserves idle units; false when there are not so many. */
  reserve(thread: number, units: number): boolean {
    if (!this.cells.reserve(thread, units)) return false
    if (this.cells.isLow) this.#tell()
    return true
  }

  charge(keyId: string, endpoint: string, thread: number, units: number): void {
    // First the usage: a settlement that has the charge must have its usage too.
    this.usage.get(keyId)?.add(endpoint, units)
    this.cells.charge(thread, units)
    if (this.cells.isWanted) this.#tell()
  }

  release(thread: number, units: number): void {
    this.cells.release(thread, units)
    if (this.cells.isWanted) this.#tell()
  }

  #tell(): void {
    if (this.cells.startNotice()) this.#notice()
  }
}
