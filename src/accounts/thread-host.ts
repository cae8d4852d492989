import { isPromise } from '../kernel/when-ready.ts'
import type { Quotas } from './quota/quotas.ts'
import type { MemoryRateLimiter, RatePolicy, RateState } from './quota/rate-limiter.ts'
import { SharedRateLimiter } from './quota/shared-rate-limiter.ts'
import type { SharedUnits } from './quota/unit-pool.ts'
import type { AccountUsage, Changes, StoredKey } from './store/store.ts'

/** One key of one account. */
export interface KeyOfAccount extends RatePolicy {
  accountId: string
}

/** What a thread needs to count the requests of one key by itself. */
export interface SharedAccount extends SharedUnits {
  /** The bucket of the key in this process. */
  rate: ArrayBufferLike
  /** Its tokens from the bucket that several processes share; null where they share none. */
  fleetRate: ArrayBufferLike | null
}

export type KeyChanges = Pick<Changes, 'keys' | 'replaced'>

/** What an HTTP thread asks of the thread that has the store. */
export type AccountsTasks = {
  findKeys(digests: string[]): Promise<StoredKey[]>
  shareAccount(of: KeyOfAccount): SharedAccount
  /** Counts one request against a rate that several processes share, when this process has no token. */
  takeRate(policy: RatePolicy): RateState | Promise<RateState>
  /** Takes more tokens of such a rate, ahead of use. */
  refillRate(policy: RatePolicy): void
  /** Units that are reserved for the thread, when they were not idle. */
  reserveUnits(of: KeyOfAccount & { units: number }): Promise<{ isGranted: boolean; account: SharedAccount }>
  readUsage(of: { accountId: string; month: string }): Promise<AccountUsage>
}

/** What an HTTP thread is opened with. */
export interface AccountsSetup {
  endpoints: readonly string[]
  installationSecret: Uint8Array
  ratesOpenedAtMs: number
}

/** The accounts as other HTTP threads of this process use them. */
export interface ThreadHost {
  setup: AccountsSetup
  /** The tasks of one thread. Numbers begin at 1; a thread that replaces an ended one has the same number. */
  tasksOf(thread: number): AccountsTasks
  /** Called with an account about whose units a thread has something to tell. */
  attend(accountId: string): void
  /** Called when a thread has ended: what it had reserved is released. */
  endThread(thread: number): void
  /** Called with every change of keys from now on. */
  watchKeys(listener: (changes: KeyChanges) => void): void
}

interface HostDeps {
  quotas: Quotas
  rates: MemoryRateLimiter | SharedRateLimiter
  endpoints: readonly string[]
  installationSecret: Uint8Array
  findKeys(digests: string[]): Promise<StoredKey[]>
  usageOf(accountId: string, month: string): Promise<AccountUsage>
  watchKeys: ThreadHost['watchKeys']
}

export const openThreadHost = ({
  quotas,
  rates,
  endpoints,
  findKeys,
  usageOf,
  watchKeys,
  installationSecret,
}: HostDeps): ThreadHost => {
  const fleetRates = rates instanceof SharedRateLimiter ? rates : null
  const ownRates = rates instanceof SharedRateLimiter ? rates.alone : rates
  /** How often each thread has ended. */
  const ends = new Map<number, number>()
  const endsOf = (thread: number): number => ends.get(thread) ?? 0
  const share = (of: KeyOfAccount): SharedAccount => ({
    ...quotas.share(of.accountId, of.keyId),
    rate: ownRates.share(of.keyId),
    fleetRate: fleetRates?.share(of) ?? null,
  })
  return {
    setup: { endpoints, installationSecret, ratesOpenedAtMs: ownRates.openedAtMs },
    tasksOf: (thread) => ({
      findKeys,
      readUsage: ({ accountId, month }) => usageOf(accountId, month),
      shareAccount: share,
      takeRate: (policy) => rates.take(policy),
      refillRate: (policy) => fleetRates?.refill(policy),
      reserveUnits: async ({ units, ...of }) => {
        const before = endsOf(thread)
        const reserved = quotas.reserve(of.accountId, of.keyId, thread, units)
        const reservation = isPromise(reserved) ? await reserved : reserved
        // Nobody would decide units that a dead thread has waited for.
        if (endsOf(thread) !== before) reservation?.release()
        return { isGranted: reservation !== null, account: share(of) }
      },
    }),
    attend: (accountId) => quotas.attend(accountId),
    endThread: (thread) => {
      ends.set(thread, endsOf(thread) + 1)
      quotas.releaseThread(thread)
    },
    watchKeys,
  }
}
