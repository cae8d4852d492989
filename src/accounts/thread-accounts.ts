import type { LimaClock } from '../domain/lima-time.ts'
import type { AskParent } from '../kernel/worker.ts'
import type { RequestAccounts } from './accounts.ts'
import { ENDPOINTS } from './keys/issue-key.ts'
import { KeyCache, type KeyHolder } from './keys/key-cache.ts'
import type { Mode } from './keys/key-format.ts'
import { LimaCalendar } from './lima-calendar.ts'
import type { QuotaState } from './quota/quotas.ts'
import { MemoryRateLimiter } from './quota/rate-limiter.ts'
import { Reservation, type UnitSource } from './quota/reservation.ts'
import { UnitCells } from './quota/unit-cells.ts'
import type { AccountsSetup, AccountsTasks, KeyChanges, SharedAccount } from './thread-host.ts'
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
  const { ratesOpenedAtMs } = setup
  const rates = ratesOpenedAtMs === null ? null : new MemoryRateLimiter(clock, 1, ratesOpenedAtMs)
  const fetch = async (digests: string[]): Promise<void> =>
    keys.update({ keys: await ask<AccountsTasks, 'findKeys'>('findKeys', digests) })
  const keys = new KeyCache({ mode, calendar, now: () => clock.now(), fetch })
  const byAccount = new Map<string, ThreadUnits>()

  const attach = ({ accountId, keyId }: KeyHolder, { month, units, usage, rate }: SharedAccount): ThreadUnits => {
    let own = byAccount.get(accountId)
    if (own?.month !== month || own.cells.isClosed) {
      own = new ThreadUnits(month, new UnitCells(units), () => notice(accountId))
      byAccount.set(accountId, own)
    }
    own.usage.set(keyId, new KeyUsage(ENDPOINTS, usage))
    if (rate && !rates?.has(keyId)) rates?.attach(keyId, rate)
    return own
  }
  const share = async (holder: KeyHolder): Promise<ThreadUnits> => {
    const { accountId, keyId } = holder
    return attach(holder, await ask<AccountsTasks, 'shareAccount'>('shareAccount', { accountId, keyId }))
  }
  const known = ({ accountId, keyId }: KeyHolder): ThreadUnits | null => {
    const own = byAccount.get(accountId)
    return own && own.month === calendar.month && !own.cells.isClosed && own.usage.has(keyId) ? own : null
  }
  const reserveFrom = (units: ThreadUnits, holder: KeyHolder): Reservation | null | Promise<Reservation | null> => {
    if (units.reserve(thread)) return new Reservation(units, holder.keyId, thread)
    return clock.now() < units.cells.rejectUntilMs ? null : waitForUnit(holder)
  }
  const waitForUnit = async (holder: KeyHolder): Promise<Reservation | null> => {
    const { accountId, keyId } = holder
    const { isGranted, account } = await ask<AccountsTasks, 'reserveUnit'>('reserveUnit', { accountId, keyId })
    return isGranted ? new Reservation(attach(holder, account), keyId, thread) : null
  }
  const stateOf = ({ cells }: ThreadUnits): QuotaState => ({
    limit: cells.quota,
    remaining: cells.remaining,
    resetSeconds: calendar.secondsToMonthEnd,
  })

  const accounts: RequestAccounts = {
    identify: (authorization) => keys.identify(authorization),
    takeRate: (holder) => {
      const { keyId, ratePerSecond, burst } = holder
      if (!rates) return ask<AccountsTasks, 'takeRate'>('takeRate', { keyId, ratePerSecond, burst })
      return rates.has(keyId) ? rates.take(holder) : share(holder).then(() => rates.take(holder))
    },
    reserve: (holder) => {
      const units = known(holder)
      return units ? reserveFrom(units, holder) : share(holder).then((shared) => reserveFrom(shared, holder))
    },
    quotaOf: (holder) => {
      const units = known(holder)
      return units ? stateOf(units) : share(holder).then(stateOf)
    },
    installationSecret: setup.installationSecret,
  }
  return { accounts, update: (changes) => keys.update(changes) }
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

  /** Reserves an idle unit; false when there is none. */
  reserve(thread: number): boolean {
    if (!this.cells.reserve(thread)) return false
    if (this.cells.isLow) this.#tell()
    return true
  }

  charge(keyId: string, endpoint: string, thread: number): void {
    // First the usage: a settlement that has the charge must have its usage too.
    this.usage.get(keyId)?.add(endpoint)
    this.cells.charge(thread)
    if (this.cells.isWanted) this.#tell()
  }

  release(thread: number): void {
    this.cells.release(thread)
    if (this.cells.isWanted) this.#tell()
  }

  #tell(): void {
    if (this.cells.startNotice()) this.#notice()
  }
}
