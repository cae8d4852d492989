import type { Mode } from '../keys/key-format.ts'

// What the store of keys, quota and usage is given and gives.

/** An account. All its keys share its quota. */
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
  /** Last Lima date on which it works; null means that it never expires. */
  expires: string | null
  createdAtMs: number
  revokedAtMs: number | null
  /** Whose key it is, as certificates name them; null where nobody was named. */
  persona: string | null
  /** Whether it may see document numbers of the people behind a supplier. */
  documentos: boolean
}

/** One account in one Lima month. */
export interface AccountMonth {
  accountId: string
  month: string
  /** Units that are charged, leased to an instance, or lost with a killed one. */
  taken: number
  /** Number of the latest recall: a request to all instances to return their idle units. */
  recall: number
}

/** What changed since the last call; the first time, everything. */
export interface Changes {
  accounts: StoredAccount[]
  keys: StoredKey[]
  months: AccountMonth[]
  /** True when another file or database took the place of the one so far: nothing known of that one holds any more. */
  replaced?: boolean
}

/** One running service that leases units. */
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
  /** Units that requests wait for now. */
  waiting: number
  /** Fewer units than these help nobody who waits, so they stay free for others; one unless said. */
  least?: number
  /** Units it would like to hold for the near future, `waiting` included. */
  wanted: number
  /** The recall this instance waits for, from an earlier answer; null starts a new one when nothing is free. */
  recall: number | null
}

export interface Lease {
  granted: number
  quota: number
  /** After this grant; `quota - taken` is what nobody holds. */
  taken: number
  recall: number
  /** Other live instances that hold units and have not answered the recall yet. */
  unanswered: number
}

export interface UsageCount {
  keyId: string
  endpoint: string
  charged: number
}

/** What one instance did with the units of one account and month since its last settlement. */
export interface Settlement {
  accountId: string
  month: string
  charged: number
  returned: number
  /** The latest recall that this settlement answers. */
  answeredRecall: number
  usage: UsageCount[]
}

/** What a job has cost so far. Sent again with the same total it changes nothing. */
export interface JobCharge {
  jobId: string
  accountId: string
  keyId: string
  endpoint: string
  month: string
  nowMs: number
  /** Units that the job is to have charged in all. */
  total: number
  /** True: units charged beyond the total go back, if they are of this month. */
  lowers: boolean
  /** From then on the job's count may be forgotten. */
  expiresAtMs: number
}

export interface JobCharged {
  /** What the job has charged now; less than asked when the quota does not hold more. */
  charged: number
  /** Of the account and month, after this. */
  taken: number
}

/** Requests that an instance would like to allow for one key. */
export interface TokenRequest {
  keyId: string
  ratePerSecond: number
  burst: number
  wanted: number
  /** Taken earlier and not used. */
  returned: number
}

export interface TokenGrant {
  granted: number
  /** What is left in the key's bucket for everybody. */
  left: number
}

export interface NewKey {
  key: StoredKey
  /** The account to create first, or null when it exists already. */
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
  /** Units charged this month, or lost with a killed instance. */
  used: number
  usage: UsageCount[]
}

/** An instance with leases that has been silent for this long is not waited for. Its units stay taken. */
export const LEASE_HOLDER_TIMEOUT_MS = 5_000

/** How often an instance without leases writes its heartbeat. After ten missed ones it counts as ended. */
export const HEARTBEAT_MS = 60_000
