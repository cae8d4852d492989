import type { Mode } from '../keys/keys.ts'

/** An account as it is kept: the quota is shared by all its keys. */
export interface StoredAccount {
  id: string
  name: string
  /** Charged answers per Lima month. */
  quota: number
  createdAtMs: number
}

export interface StoredKey {
  id: string
  accountId: string
  name: string
  mode: Mode
  digest: string
  ratePerSecond: number
  burst: number
  /** The endpoints it may use; null means all. */
  endpoints: string[] | null
  /** Last Lima date on which it works; null means for ever. */
  expires: string | null
  createdAtMs: number
  revokedAtMs: number | null
}

/** The books of one account in one Lima month, as far as the store knows them. */
export interface AccountMonth {
  accountId: string
  month: string
  /** Units charged, lost or held by some instance. */
  taken: number
  /** Number of the latest call for idle units to come home. */
  demand: number
}

/** What changed since the last time; the first time, everything. */
export interface Changes {
  accounts: StoredAccount[]
  keys: StoredKey[]
  months: AccountMonth[]
}

/** One running holder of leases: a process, or a thread of one. */
export interface Instance {
  id: string
  host: string
  pid: number
}

export interface LeaseRequest {
  instanceId: string
  accountId: string
  month: string
  nowMs: number
  /** Requests waiting for a unit now. Zero with `want` zero only asks how matters stand. */
  need: number
  /** Units it would like for the near future, `need` included. */
  want: number
  /** The demand this asker is waiting on, from an earlier answer; null opens a new one when nothing is free. */
  demand: number | null
}

export interface Lease {
  granted: number
  quota: number
  /** After this grant; `quota - taken` is what nobody holds. */
  taken: number
  demand: number
  /** Other living instances that hold units and have not yet answered the demand. */
  waitingFor: number
}

export interface UsageCount {
  keyId: string
  endpoint: string
  charged: number
}

/** What one instance reports about one account and month since its last report. */
export interface Settlement {
  accountId: string
  month: string
  charged: number
  returned: number
  /** The latest demand this report answers. */
  answered: number
  usage: UsageCount[]
}

export interface NewKey {
  key: StoredKey
  /** The account to make first, or null when it exists already. */
  account: StoredAccount | null
  /** A new quota for an existing account. */
  quota: number | null
}

export interface KeyListing extends StoredKey {
  quota: number
  accountName: string
}

export interface AccountUsage {
  accountId: string
  name: string
  quota: number
  /** Units charged this month, or lost to a crash. */
  used: number
  usage: UsageCount[]
}

/**
 * Where keys, quota and usage are kept. Every method is one transaction, and every one returns a promise, so that
 * another thread or another database can answer without its callers changing.
 */
export interface Store {
  /** Tells everything from `month` on, then what other instances change; resolves after the first telling. */
  watch(month: string, listener: (changes: Changes) => void): Promise<void>
  join(instance: Instance, nowMs: number): Promise<void>
  /** Forgets an instance that has settled everything. */
  leave(instanceId: string): Promise<void>
  findKeys(digests: string[]): Promise<Changes>
  lease(request: LeaseRequest): Promise<Lease>
  /** Books a report and shows that the instance is alive. */
  settle(instanceId: string, nowMs: number, settlements: Settlement[]): Promise<void>
  createKey(request: NewKey): Promise<void>
  /** Puts a key in place of those that earlier, ended instances made for themselves. */
  replaceOwnKey(request: NewKey, instanceId: string, nowMs: number): Promise<void>
  findAccount(id: string): Promise<StoredAccount | null>
  /** False when there is no such key. Revoking twice keeps the first moment. */
  revokeKey(id: string, nowMs: number): Promise<boolean>
  listKeys(): Promise<KeyListing[]>
  /** Asks every living instance that holds units of the month to settle. */
  callReports(month: string, nowMs: number): Promise<void>
  /** How many of them have yet to. */
  missingReports(month: string, nowMs: number): Promise<number>
  usage(month: string, nowMs: number): Promise<AccountUsage[]>
  close(): Promise<void>
}

/** An instance with leases that was not heard of for this long no longer delays others; its leases stay taken. */
export const LEASE_SILENT_MS = 5_000

/** An instance without leases shows itself this often, and is taken for ended after ten times as long. */
export const SIGN_OF_LIFE_MS = 60_000
