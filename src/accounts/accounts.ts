import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LimaClock } from '../domain/lima-time.ts'
import { type IssuedKey, issueSandboxKey } from './keys/issue-key.ts'
import { type KeyHolder, KeyRing } from './keys/key-ring.ts'
import type { Mode } from './keys/keys.ts'
import { LimaCalendar } from './quota/calendar.ts'
import { Quota, type QuotaState } from './quota/quota.ts'
import { RateLimiter, type RateState } from './quota/rate.ts'
import type { Reservation } from './quota/reservation.ts'
import { sqliteStore } from './store/sqlite/store.ts'
import type { Changes, Store } from './store/store.ts'
import { inlineStore } from './store/store-inline.ts'
import { openStoreThread } from './store/store-proxy.ts'

const POLL_MS = 100
const FLUSH_MS = 1_000

export interface AccountsOptions {
  dataDir: string
  mode: Mode
  clock: LimaClock
  /** Another place to keep accounts than the embedded file. */
  store?: Store
  /** How often usage is written down; 0 leaves it to the caller. */
  flushMs?: number
  /** How a ledger waits for another instance. */
  pause?: (ms: number) => Promise<unknown>
  /** Told when the store cannot write or has stopped; leases in memory go on until they are used up. */
  onFailure?: (error: unknown) => void
}

/** What the edge asks about the caller of one request. */
export interface Accounts {
  /** Who sent this `Authorization` header; null when it holds no usable key. A promise only for a key not met before. */
  identify(authorization: string | undefined): KeyHolder | null | Promise<KeyHolder | null>
  /** Counts one request against the key's rate. */
  takeRate(holder: KeyHolder): RateState | Promise<RateState>
  /** Sets one unit aside; null when the month's quota is used up. A promise only when memory holds no unit. */
  reserve(holder: KeyHolder): Reservation | null | Promise<Reservation | null>
  quotaOf(holder: KeyHolder): QuotaState | Promise<QuotaState>
  /** A fresh key for this run, in place of those of earlier runs. */
  issueSandboxKey(): Promise<IssuedKey>
  flush(): Promise<void>
  /** Writes everything down and returns unused units. Decide all reservations first. */
  close(): Promise<void>
}

const fileIn = (dataDir: string): string => join(dataDir, 'accounts.sqlite')

/** The store for a command that comes and goes; it may work beside running servers. */
export const openAccountsStore = (dataDir: string): Store => inlineStore(sqliteStore(fileIn(dataDir)))

export const openAccounts = async (options: AccountsOptions): Promise<Accounts> => {
  const { clock, mode, onFailure = () => {} } = options
  const store = options.store ?? openStoreThread({ path: fileIn(options.dataDir), pollMs: POLL_MS, onFailure })
  const calendar = new LimaCalendar(clock)
  const instance = { id: randomUUID(), host: hostname(), pid: process.pid }
  const quota = new Quota({ store, clock, calendar, instanceId: instance.id, pause: options.pause ?? pause })
  const rates = new RateLimiter(clock)
  const learn = (changes: Changes): void => {
    quota.learn(changes)
    ring.learn(changes)
  }
  const fetch = async (digests: string[]): Promise<void> => learn(await store.findKeys(digests))
  const ring = new KeyRing({ mode, calendar, now: () => clock.now(), fetch })

  await store.join(instance, clock.now())
  await store.watch(calendar.month, learn)
  const flushMs = options.flushMs ?? FLUSH_MS
  const timer = flushMs > 0 ? setInterval(() => quota.flush().catch(onFailure), flushMs).unref() : undefined

  return {
    identify: (authorization) => ring.identify(authorization),
    takeRate: (holder) => rates.take(holder),
    reserve: ({ accountId, keyId }) => quota.reserve(accountId, keyId),
    quotaOf: ({ accountId }) => quota.stateOf(accountId),
    issueSandboxKey: () => issueSandboxKey(store, instance.id, clock),
    flush: () => quota.flush(),
    close: async () => {
      clearInterval(timer)
      await quota.close()
      await store.leave(instance.id)
      await store.close()
    },
  }
}
