import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LimaClock } from '../domain/lima-time.ts'
import { Failure } from '../kernel/errors.ts'
import type { Database } from '../kernel/sql/database.ts'
import { openSqlite } from '../kernel/sql/open-sqlite.ts'
import type { SqliteOptions } from '../kernel/sql/sqlite-tasks.ts'
import { workerScript } from '../kernel/worker.ts'
import { type IssuedKey, issueSandboxKey } from './keys/issue-key.ts'
import { KeyCache, type KeyHolder } from './keys/key-cache.ts'
import type { Mode } from './keys/key-format.ts'
import { LimaCalendar } from './lima-calendar.ts'
import { type JobCost, jobCharger } from './quota/job-charges.ts'
import { type QuotaState, Quotas } from './quota/quotas.ts'
import { MemoryRateLimiter, type RateState } from './quota/rate-limiter.ts'
import type { Reservation } from './quota/reservation.ts'
import { SharedRateLimiter } from './quota/shared-rate-limiter.ts'
import { FILE_MIGRATIONS } from './store/migrations.ts'
import { type Store, sqlStore } from './store/sql-store.ts'
import type { AccountUsage, Changes, StoredKey } from './store/store.ts'
import { STORE_TITLE, storeNotOpened } from './store/store-failure.ts'
import { type KeyChanges, openThreadHost, type ThreadHost } from './thread-host.ts'

export const STORE_THREAD = workerScript('./store/store-worker', import.meta.url)
const SETTLE_MS = 1_000
/** How long a stop waits for a store that cannot be used, with counts that are not written yet. */
const LAST_SETTLEMENT_MS = 5_000
const RETRY_MS = 250

export interface AccountsOptions {
  dataDir: string
  mode: Mode
  clock: LimaClock
  /** The names that charged answers are counted by. */
  endpoints: readonly string[]
  /** HTTP threads of this process, this one included. */
  threads?: number
  /** In place of the embedded SQLite file. */
  store?: Store | undefined
  /** How often usage is settled with the store; 0 leaves it to the caller. */
  flushMs?: number
  /** Waits for answers of other instances. */
  pause?: (ms: number) => Promise<unknown>
  /** Called with the code of a trouble with the store, and with null when it is over. Leased units are granted meanwhile. */
  onStoreTrouble?: (code: string | null) => void
  /** Called when the store has stopped, or when the last counts could not be written. */
  onFailure?: (error: unknown) => void
}

/** What the edge asks about the caller of one request. */
export interface RequestAccounts {
  /** Who sent this `Authorization` header; null when it holds no usable key. A promise only for a key not in memory. */
  identify(authorization: string | undefined): KeyHolder | null | Promise<KeyHolder | null>
  /** Counts one request against the key's rate. */
  takeRate(holder: KeyHolder): RateState | Promise<RateState>
  /**
   * Reserves units, all or none, one unless said; null when the month's quota does not hold them. A promise only when no
   * leased units are idle.
   */
  reserve(holder: KeyHolder, units?: number): Reservation | null | Promise<Reservation | null>
  quotaOf(holder: KeyHolder): QuotaState | Promise<QuotaState>
  /** What the account used in a month (`YYYY-MM`), the last second of other instances aside. */
  usageOf(holder: KeyHolder, month: string): Promise<AccountUsage>
  /** 32 random bytes, the same for all processes on this store and for no other installation. */
  readonly installationSecret: Uint8Array
}

export interface Accounts extends RequestAccounts {
  /** False while the store cannot be used: requests that need it fail with `store-unavailable`. */
  isUsable(): boolean
  readonly storeKind: Store['kind']
  /** For the other HTTP threads of this process. */
  readonly threadHost: ThreadHost
  /** Charges what a job has cost so far; the units that it has charged, fewer when the account has no more. */
  chargeJob(cost: JobCost): Promise<number>
  /** True once a key is revoked or has expired; false for one that this process does not know yet. */
  hasKeyEnded(keyId: string): boolean
  /** A new key for this run; it replaces the keys of runs that have ended. */
  issueSandboxKey(): Promise<IssuedKey>
  /** Settles with the store now. */
  flush(): Promise<void>
  /** Settles everything and returns unused units. Decide all reservations first. */
  close(): Promise<void>
}

export const storePath = (dataDir: string): string => join(dataDir, 'accounts.sqlite')

export const lockPath = (dataDir: string): string => join(dataDir, 'accounts.lock')

/** The accounts of a folder; a running server and commands may have them open at the same time. */
export const openAccountsDatabase = (dataDir: string, options: Partial<SqliteOptions> = {}): Promise<Database> => {
  const path = storePath(dataDir)
  const settings = { path, migrations: FILE_MIGRATIONS, title: STORE_TITLE, useLock: lockPath(dataDir) }
  return openSqlite({ ...settings, ...options }).catch((error: unknown) => {
    throw storeNotOpened(path, error)
  })
}

/** The store of a folder, for a short command. */
export const openAccountsStore = async (dataDir: string): Promise<Store> =>
  ownStore(await openAccountsDatabase(dataDir))

const ownStore = (database: Database): Store => ({ ...sqlStore(database), close: () => database.close() })

/** The store of a running service. */
const openServiceStore = async ({ dataDir, onStoreTrouble, onFailure }: AccountsOptions): Promise<Store> => {
  const [onTrouble, onEnd] = [onStoreTrouble ?? (() => {}), onFailure ?? (() => {})]
  return ownStore(
    await openAccountsDatabase(dataDir, { check: true, onTrouble, thread: STORE_THREAD, onFailure: onEnd }),
  )
}

/** Opens keys, quota and usage for a running service. */
export const openAccounts = async (options: AccountsOptions): Promise<Accounts> => {
  const { clock, mode, endpoints, threads = 1, onFailure = () => {} } = options
  const store = options.store ?? (await openServiceStore(options))
  const calendar = new LimaCalendar(clock)
  const instance = { id: randomUUID(), host: hostname(), pid: process.pid }
  const quotas = new Quotas({
    ...{ store, clock, calendar, instanceId: instance.id, pause: options.pause ?? pause },
    ...{ threads, endpoints },
  })
  const rates = openRates(store, clock, threads)
  let tellThreads: (changes: KeyChanges) => void = () => {}
  const update = (changes: Changes): void => {
    quotas.update(changes)
    keys.update(changes)
    if (changes.keys.length > 0 || changes.replaced)
      tellThreads({ keys: changes.keys, ...(changes.replaced && { replaced: true }) })
  }
  const findKeys = async (digests: string[]): Promise<StoredKey[]> => {
    const changes = await store.findKeys(digests)
    update(changes)
    return changes.keys
  }
  const fetch = async (digests: string[]): Promise<void> => void (await findKeys(digests))
  const keys = new KeyCache({ mode, calendar, now: () => clock.now(), fetch })
  const usageOf = async (accountId: string, month: string): Promise<AccountUsage> => {
    await quotas.settle()
    const [usage] = await store.usage(month, clock.now(), accountId)
    return usage as AccountUsage
  }

  await store.join(instance, clock.now())
  await store.watch(calendar.month, update)
  const installationSecret = await store.installationSecret()
  // A store in trouble was reported when the trouble began.
  const report = (error: unknown): void => {
    if (!isUnavailable(error)) onFailure(error)
  }
  const settleMs = options.flushMs ?? SETTLE_MS
  const settle = (): void => {
    quotas.settle().catch(report)
    if (rates instanceof SharedRateLimiter) rates.returnIdle()
  }
  const timer = settleMs > 0 ? setInterval(settle, settleMs).unref() : undefined

  return {
    identify: (authorization) => keys.identify(authorization),
    takeRate: (holder) => rates.take(holder),
    reserve: ({ accountId, keyId }, units) => quotas.reserve(accountId, keyId, 0, units),
    quotaOf: ({ accountId }) => quotas.stateOf(accountId),
    usageOf: ({ accountId }, month) => usageOf(accountId, month),
    chargeJob: jobCharger({ store, quotas, calendar, clock }),
    hasKeyEnded: (keyId) => keys.hasEnded(keyId),
    isUsable: () => store.isUsable(),
    storeKind: store.kind,
    installationSecret,
    threadHost: openThreadHost({
      ...{ quotas, rates, endpoints, findKeys, usageOf, installationSecret },
      watchKeys: (listener) => {
        tellThreads = listener
      },
    }),
    issueSandboxKey: () => issueSandboxKey(store, installationSecret, clock),
    flush: () => quotas.settle(),
    close: async () => {
      clearInterval(timer)
      await persist(async () => {
        await quotas.close()
        await store.leave(instance.id)
      }, options.pause ?? pause).catch(onFailure)
      await store.close()
    },
  }
}

/** One bucket per key for all instances where the store has them, else one per instance. */
const openRates = (store: Store, clock: LimaClock, threads: number): MemoryRateLimiter | SharedRateLimiter => {
  const { takeTokens, countInstances } = store
  if (!takeTokens) return new MemoryRateLimiter(clock, threads)
  const shared = { takeTokens, countInstances, isUsable: () => store.isUsable() }
  return new SharedRateLimiter({ store: shared, clock, threads })
}

const isUnavailable = (error: unknown): boolean => error instanceof Failure && error.kind === 'store-unavailable'

/** Tries again for a while when the store cannot be used. */
const persist = async (work: () => Promise<void>, wait: (ms: number) => Promise<unknown>): Promise<void> => {
  for (const end = performance.now() + LAST_SETTLEMENT_MS; ; ) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > end) throw error
      await wait(RETRY_MS)
    }
  }
}
