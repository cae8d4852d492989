import { randomBytes } from 'node:crypto'
import { asUnavailable, OutcomeUnknown } from '../../kernel/postgres/trouble.ts'
import type { Database, Sql } from '../../kernel/sql/database.ts'
import { notify } from '../../kernel/sql/steps.ts'
import { joinInstance } from './instances.ts'
import {
  findAccount,
  findKeys,
  insertKey,
  listKeys,
  readChanges,
  resetForeignRevisions,
  revokeKey,
  type VersionedChanges,
} from './keys.ts'
import { PROCEDURES } from './procedures.ts'
import type { LostLease } from './quota.ts'
import { Settling } from './settling.ts'
import type {
  Changes,
  Instance,
  JobCharge,
  JobCharged,
  Lease,
  LeaseRequest,
  NewKey,
  Settlement,
  TokenRequest,
} from './store.ts'
import { takeTokens } from './tokens.ts'
import { countUnsettled, requestSettlements, selectUsage } from './usage.ts'

const SECRET = 'etag-secret'
const SECRET_BYTES = 32
/** Clocks of machines differ. A difference below this does no harm, and is often none. */
const SMALL_OFFSET_MS = 1_000

/** Keys, quota and usage, as `sqlStore` keeps them in a database. */
export type Store = Omit<ReturnType<typeof sqlStore>, 'poll'>

/** Keys, quota and usage in a database. Whoever opened the database closes it. */
export const sqlStore = (database: Database) => {
  const { dialect } = database
  const changes = new ChangeReader(database)
  const leases = new Leases(database, changes)
  const settling = new Settling(database)
  let joined: Instance | null = null
  let tick = async (_sql: Sql): Promise<void> => {}
  let instances = 1
  // Times that are compared with those of other machines are told by the server's clock.
  const at = (nowMs: number): number => nowMs + changes.offsetMs
  const write = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> => {
    const andNotify = async (sql: Sql): Promise<Result> => {
      const result = await work(sql)
      await notify(sql)
      return result
    }
    return database.transaction(andNotify, { durable: true }).catch(asUnavailable)
  }
  const rejoin = async (sql: Sql, nowMs: number): Promise<void> => {
    await resetForeignRevisions(sql)
    if (joined) await joinInstance(sql, { instance: joined, nowMs })
  }

  return {
    kind: dialect.engine,
    /** False while the store cannot be used; its methods then reject with `store-unavailable`. */
    isUsable: (): boolean => database.isUsable,
    /** Looks for changes at once. */
    poll: (): Promise<void> => database.inOrder((sql) => tick(sql)),
    /** Sends everything from `month` on, then what other instances change. Resolves after the first delivery. */
    watch: async (month: string, listener: (changes: Changes) => void): Promise<void> => {
      tick = async (sql) => {
        const news = await changes.read(sql, month, rejoin)
        if (news) listener(news)
        instances = await database.countServices(sql)
      }
      await resetForeignRevisions(database)
      await database.addTick((sql) => tick(sql))
    },
    /** How many instances run on this store. */
    countInstances: (): number => instances,
    join: async (instance: Instance, nowMs: number): Promise<void> => {
      await database.call(PROCEDURES, 'join', { instance, nowMs: at(nowMs) }).catch(asUnavailable)
      joined = instance
    },
    /** Removes an instance that has settled everything. */
    leave: async (instanceId: string): Promise<void> => {
      await settling.finish().catch(asUnavailable)
      await database.call(PROCEDURES, 'leave', { instanceId, lost: leases.lost() }).catch(asUnavailable)
    },
    findKeys: async (digests: string[]): Promise<Changes> =>
      changes.latest(await database.inOrder((sql) => findKeys(sql, digests))),
    lease: (request: LeaseRequest): Promise<Lease> => leases.lease({ ...request, nowMs: at(request.nowMs) }),
    /** Writes settlements down. It is also the instance's heartbeat. */
    settle: (instanceId: string, nowMs: number, settlements: Settlement[]): Promise<void> => {
      const instance = joined?.id === instanceId ? joined : null
      return settling.send({ instanceId, instance, nowMs: at(nowMs), settlements }).catch(asUnavailable)
    },
    /** Brings what a job has charged to its total, as far as the quota goes. */
    chargeJob: async (charge: JobCharge): Promise<JobCharged> => {
      const numbered = database.call(PROCEDURES, 'chargeJob', { ...charge, nowMs: at(charge.nowMs) })
      const { version, ...charged } = await numbered.catch(asUnavailable)
      changes.note(monthKey(charge.accountId, charge.month), version)
      return charged
    },
    /** Takes from the buckets that all instances share, one answer per request; null where every instance has its own. */
    takeTokens:
      dialect.engine === 'postgres' ? (requests: readonly TokenRequest[]) => takeTokens(database, requests) : null,
    createKey: (request: NewKey): Promise<void> => write((sql) => insertKey(sql, request)),
    findAccount: (id: string) => findAccount(database, id),
    /** False when there is no such key. Revoking again keeps the first date. */
    revokeKey: (id: string, nowMs: number): Promise<boolean> => write((sql) => revokeKey(sql, id, nowMs)),
    listKeys: () => listKeys(database),
    /** Asks every live instance that holds units of the month to settle. */
    requestSettlements: (month: string, nowMs: number): Promise<void> =>
      write((sql) => requestSettlements(sql, month, at(nowMs))),
    /** How many instances have not settled since then. */
    countUnsettled: (month: string, nowMs: number) => countUnsettled(database, month, at(nowMs)),
    /** Of all accounts, or of one. */
    usage: (month: string, nowMs: number, accountId?: string) => selectUsage(database, month, at(nowMs), accountId),
    /** 32 random bytes, made once and the same for all who use this store. */
    installationSecret: () => installationSecret(database),
    close: async (): Promise<void> => {},
  }
}

/** Reads what changed since the last time, and knows the latest version of each month that this process has seen. */
class ChangeReader {
  readonly #database: Database
  readonly #versions = new Map<string, number>()
  #horizon = 0
  #storeId: string | null = null
  /** How far the server's clock is ahead of ours. */
  offsetMs = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** Null when nothing changed. */
  async read(sql: Sql, month: string, rejoin: (sql: Sql, nowMs: number) => Promise<void>): Promise<Changes | null> {
    const { fileId } = this.#database
    let reading = await readChanges(sql, this.#horizon, month)
    const storeId = `${fileId} ${reading.storeId}`
    const offset = reading.nowMs - Date.now()
    this.offsetMs = Math.abs(offset) < SMALL_OFFSET_MS ? 0 : offset
    // A restored database is another one, or one that went back in time.
    const replaced = this.#storeId !== null && (storeId !== this.#storeId || reading.horizon < this.#horizon)
    if (replaced) {
      await rejoin(sql, reading.nowMs)
      this.#versions.clear()
      reading = await readChanges(sql, 0, month)
    }
    const isFirst = this.#storeId === null
    this.#horizon = reading.horizon
    this.#storeId = storeId
    const { accounts, keys, months } = this.latest(reading)
    if (replaced) return { accounts, keys, months, replaced }
    return isFirst || accounts.length + keys.length + months.length > 0 ? { accounts, keys, months } : null
  }

  /** Notes the version of a month; older news of it are not told any more. */
  note(key: string, version: number): void {
    if (version > (this.#versions.get(key) ?? 0)) this.#versions.set(key, version)
  }

  latest({ accounts, keys, months }: VersionedChanges): Changes {
    const isNews = ({ accountId, month, version }: (typeof months)[number]): boolean =>
      version >= (this.#versions.get(monthKey(accountId, month)) ?? 0)
    return { accounts, keys, months: months.filter(isNews) }
  }
}

const monthKey = (accountId: string, month: string): string => `${accountId} ${month}`

/** Leases of this process. One whose answer got lost is asked about by the next lease of the same account and month. */
class Leases {
  readonly #database: Database
  readonly #changes: ChangeReader
  readonly #unknown = new Map<string, LostLease>()
  #number = 0

  constructor(database: Database, changes: ChangeReader) {
    this.#database = database
    this.#changes = changes
  }

  async lease(request: LeaseRequest): Promise<Lease> {
    const { accountId, month } = request
    const key = monthKey(accountId, month)
    const numbered = { ...request, number: ++this.#number, unknown: this.#unknown.get(key)?.numbers ?? [] }
    try {
      const { version, ...granted } = await this.#database.call(PROCEDURES, 'lease', numbered)
      this.#unknown.delete(key)
      this.#changes.note(key, version)
      return granted
    } catch (error) {
      // One that was to find out about those before may be lost as well.
      const numbers = [...numbered.unknown, numbered.number]
      if (error instanceof OutcomeUnknown) this.#unknown.set(key, { accountId, month, numbers })
      return asUnavailable(error)
    }
  }

  lost(): LostLease[] {
    return [...this.#unknown.values()]
  }
}

const installationSecret = async (database: Database): Promise<Uint8Array> => {
  const find = () => database.get<{ value: Uint8Array }>('SELECT value FROM installation WHERE name = $1', SECRET)
  if (!(await find()))
    await database.transaction(
      (sql) =>
        sql.run(
          'INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
          ...[SECRET, randomBytes(SECRET_BYTES)],
        ),
      { durable: true },
    )
  return new Uint8Array((await find())?.value ?? [])
}
