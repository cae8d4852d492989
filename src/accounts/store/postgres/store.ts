import { randomBytes } from 'node:crypto'
import type { PostgresDatabase as Database } from '../../../kernel/postgres/database.ts'
import { lockKey } from '../../../kernel/postgres/migrate.ts'
import { asUnavailable, OutcomeUnknown } from '../../../kernel/postgres/trouble.ts'
import type { Sql } from '../../../kernel/sql/database.ts'
import type { Changes, Instance, Lease, LeaseRequest, Store } from '../store.ts'
import { joinInstance, leaveInstance } from './instances.ts'
import { chargeJob } from './job-charges.ts'
import {
  findAccount,
  findKeys,
  insertKey,
  listKeys,
  type Reading,
  readChanges,
  resetForeignRevisions,
  revokeKey,
  type VersionedChanges,
} from './keys.ts'
import { lease, returnLost } from './quota.ts'
import { Settling } from './settling.ts'
import { takeTokens } from './tokens.ts'
import { countUnsettled, requestSettlements, selectUsage } from './usage.ts'

const SECRET = 'etag-secret'
const SECRET_BYTES = 32
/** Clocks of machines differ. A difference below this does no harm, and is often none. */
const SMALL_OFFSET_MS = 1_000

/** Keys, quota and usage in a PostgreSQL database that any number of processes share. `poll` looks for changes at once. */
export const postgresStore = (database: Database): Store & { poll(): Promise<void> } => {
  const changes = new ChangeReader()
  const leases = new Leases(database, changes)
  let joined: Instance | null = null
  let tick = async (_sql: Sql): Promise<void> => {}
  let instances = 1
  const settling = new Settling(database, () => joined)
  // Times that are compared with those of other machines are told by the server's clock.
  const at = (nowMs: number): number => nowMs + changes.offsetMs
  const write = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> =>
    database
      .transaction(async (sql) => {
        const result = await work(sql)
        await database.notify(sql)
        return result
      })
      .catch(asUnavailable)

  const rejoin = async (sql: Sql, nowMs: number): Promise<void> => {
    await resetForeignRevisions(sql)
    if (joined) await joinInstance(sql, joined, nowMs)
  }

  return {
    kind: 'postgres',
    isUsable: () => database.isUsable,
    poll: () => database.inOrder((sql) => tick(sql)),
    watch: async (month, listener) => {
      tick = async (sql) => {
        const news = await changes.read(sql, month, rejoin)
        if (news) listener(news)
        instances = await countInstances(sql, database.schema)
      }
      await database.query(resetForeignRevisions)
      await database.addTick((sql) => tick(sql))
    },
    countInstances: () => instances,
    join: async (instance, nowMs) => {
      await database.transaction((sql) => joinInstance(sql, instance, at(nowMs))).catch(asUnavailable)
      joined = instance
    },
    leave: async (instanceId) => {
      await settling.finish().catch(asUnavailable)
      await database
        .transaction(async (sql) => {
          await returnLost(sql, instanceId, leases.lost())
          await leaveInstance(sql, instanceId)
        })
        .catch(asUnavailable)
    },
    findKeys: async (digests) => changes.latest(await database.inOrder((sql) => findKeys(sql, digests))),
    lease: (request) => leases.lease({ ...request, nowMs: at(request.nowMs) }),
    settle: (instanceId, nowMs, settlements) => settling.send(instanceId, at(nowMs), settlements).catch(asUnavailable),
    chargeJob: async (charge) => {
      const { version, ...charged } = await database
        .transaction((sql) => chargeJob(sql, { ...charge, nowMs: at(charge.nowMs) }))
        .catch(asUnavailable)
      changes.note(monthKey(charge.accountId, charge.month), version)
      return charged
    },
    takeTokens: (requests) => database.query((sql) => takeTokens(sql, requests)),
    createKey: (request) => write((sql) => insertKey(sql, request)),
    findAccount: (id) => database.query((sql) => findAccount(sql, id)),
    revokeKey: (id, nowMs) => write((sql) => revokeKey(sql, id, nowMs)),
    listKeys: () => database.query(listKeys),
    requestSettlements: (month, nowMs) => write((sql) => requestSettlements(sql, month, at(nowMs))),
    countUnsettled: (month, nowMs) => database.query((sql) => countUnsettled(sql, month, at(nowMs))),
    usage: (month, nowMs, accountId) => database.query((sql) => selectUsage(sql, month, at(nowMs), accountId)),
    installationSecret: () => database.query(readSecret),
    // Whoever opened the database closes it: other parts of the service use it too.
    close: async () => {},
  }
}

/** Reads what changed since the last time, and knows the latest version of each month that this process has seen. */
class ChangeReader {
  readonly #versions = new Map<string, number>()
  #horizon = 0
  #storeId: string | null = null
  /** How far the server's clock is ahead of ours. */
  offsetMs = 0

  /** Null when nothing changed. */
  async read(sql: Sql, month: string, rejoin: (sql: Sql, nowMs: number) => Promise<void>): Promise<Changes | null> {
    let reading = await readChanges(sql, this.#horizon, month)
    const offset = reading.nowMs - Date.now()
    this.offsetMs = Math.abs(offset) < SMALL_OFFSET_MS ? 0 : offset
    // A restored database is another one, or one that went back in time.
    const replaced = this.#storeId !== null && (reading.storeId !== this.#storeId || reading.horizon < this.#horizon)
    if (replaced) {
      await rejoin(sql, reading.nowMs)
      this.#versions.clear()
      reading = await readChanges(sql, 0, month)
    }
    const isFirst = this.#storeId === null
    this.#horizon = reading.horizon
    this.#storeId = reading.storeId
    const { accounts, keys, months } = this.latest(reading)
    if (replaced) return { accounts, keys, months, replaced }
    return isFirst || accounts.length + keys.length + months.length > 0 ? { accounts, keys, months } : null
  }

  /** Notes the version of a month; older news of it are not told any more. */
  note(key: string, version: number): void {
    if (version > (this.#versions.get(key) ?? 0)) this.#versions.set(key, version)
  }

  latest({ accounts, keys, months }: VersionedChanges | Reading): Changes {
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
  readonly #unknown = new Map<string, { accountId: string; month: string; numbers: number[] }>()
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
      const {
        version,
        recalls: _,
        ...granted
      } = await this.#database.transaction(async (sql) => {
        const result = await lease(sql, numbered)
        if (result.recalls) await this.#database.notify(sql)
        return result
      })
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

  lost(): { accountId: string; month: string; numbers: number[] }[] {
    return [...this.#unknown.values()]
  }
}

/** Every running service holds the shared lock of the schema. */
const countInstances = async (sql: Sql, schema: string): Promise<number> => {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM pg_locks, (SELECT ${lockKey(schema, 'use')} AS key) k
     WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND mode = 'ShareLock'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid::bigint = (key >> 32) & 4294967295 AND objid::bigint = key & 4294967295`,
  )
  return Math.max(1, row?.n ?? 1)
}

const readSecret = async (sql: Sql): Promise<Uint8Array> => {
  await sql.run(
    'INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
    SECRET,
    randomBytes(SECRET_BYTES),
  )
  const row = await sql.get<{ value: Uint8Array }>('SELECT value FROM installation WHERE name = $1', SECRET)
  return new Uint8Array(row?.value ?? [])
}
