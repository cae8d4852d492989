import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LimaClock } from '../domain/lima-time.ts'
import { type IssuedKey, issueSandboxKey } from './keys/issue-key.ts'
import { KeyCache, type KeyHolder } from './keys/key-cache.ts'
import type { Mode } from './keys/key-format.ts'
import { LimaCalendar } from './lima-calendar.ts'
import { type QuotaState, Quotas } from './quota/quotas.ts'
import { MemoryRateLimiter, type RateState } from './quota/rate-limiter.ts'
import type { Reservation } from './quota/reservation.ts'
import { openStoreInline, openStoreThread } from './store/embedded-store.ts'
import type { Changes, Store } from './store/store.ts'

const POLL_MS = 100
const SETTLE_MS = 1_000

export interface AccountsOptions {
  dataDir: string
  mode: Mode
  clock: LimaClock
  /** In place of the embedded SQLite file. */
  store?: Store
  /** How often usage is settled with the store; 0 leaves it to the caller. */
  flushMs?: number
  /** Waits for answers of other instances. */
  pause?: (ms: number) => Promise<unknown>
  /** Called when the store cannot write or has stopped. Leased units are granted until they are used up. */
  onFailure?: (error: unknown) => void
}

/** What the edge asks about the caller of one request. */
export interface Accounts {
  /** Who sent this `Authorization` header; null when it holds no usable key. A promise only for a key not in memory. */
  identify(authorization: string | undefined): KeyHolder | null | Promise<KeyHolder | null>
  /** Counts one request against the key's rate. */
  takeRate(holder: KeyHolder): RateState | Promise<RateState>
  /** Reserves one unit; null when the month's quota is used up. A promise only when no leased unit is idle. */
  reserve(holder: KeyHolder): Reservation | null | Promise<Reservation | null>
  quotaOf(holder: KeyHolder): QuotaState | Promise<QuotaState>
  /** A new key for this run; it replaces the keys of runs that have ended. */
  issueSandboxKey(): Promise<IssuedKey>
  /** 32 random bytes, the same for every process on this store. */
  readonly installationSecret: Uint8Array
  /** False while the store cannot be read or written. */
  isUsable(): boolean
  /** Settles with the store now. */
  flush(): Promise<void>
  /** Settles everything and returns unused units. Decide all reservations first. */
  close(): Promise<void>
}

const storePath = (dataDir: string): string => join(dataDir, 'accounts.sqlite')

/** The store for a short command; running servers may have the same file open. */
export const openAccountsStore = (dataDir: string): Store => openStoreInline(storePath(dataDir))

/** Opens keys, quota and usage for a running service. */
export const openAccounts = async (options: AccountsOptions): Promise<Accounts> => {
  const { clock, mode, onFailure = () => {} } = options
  const store = options.store ?? openStoreThread({ path: storePath(options.dataDir), pollMs: POLL_MS, onFailure })
  const calendar = new LimaCalendar(clock)
  const instance = { id: randomUUID(), host: hostname(), pid: process.pid }
  const quotas = new Quotas({ store, clock, calendar, instanceId: instance.id, pause: options.pause ?? pause })
  const rates = new MemoryRateLimiter(clock)
  const update = (changes: Changes): void => {
    quotas.update(changes)
    keys.update(changes)
  }
  const fetch = async (digests: string[]): Promise<void> => update(await store.findKeys(digests))
  const keys = new KeyCache({ mode, calendar, now: () => clock.now(), fetch })

  await store.join(instance, clock.now())
  await store.watch(calendar.month, update)
  const installationSecret = await store.installationSecret()
  const settleMs = options.flushMs ?? SETTLE_MS
  const timer = settleMs > 0 ? setInterval(() => quotas.settle().catch(onFailure), settleMs).unref() : undefined

  return {
    identify: (authorization) => keys.identify(authorization),
    takeRate: (holder) => rates.take(holder),
    reserve: ({ accountId, keyId }) => quotas.reserve(accountId, keyId),
    quotaOf: ({ accountId }) => quotas.stateOf(accountId),
    issueSandboxKey: () => issueSandboxKey(store, instance.id, clock),
    installationSecret,
    isUsable: () => true,
    flush: () => quotas.settle(),
    close: async () => {
      clearInterval(timer)
      await quotas.close()
      await store.leave(instance.id)
      await store.close()
    },
  }
}
