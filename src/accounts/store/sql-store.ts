import { randomBytes } from 'node:crypto'
import { asUnavailable, OutcomeUnknown } from '../../kernel/postgres/trouble.ts'
import type { Database, Sql } from '../../kernel/sql/database.ts'
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
import type { Changes, Instance, Lease, LeaseRequest, Store } from './store.ts'
import { takeTokens } from './tokens.ts'
import { countUnsettled, requestSettlements, selectUsage } from './usage.ts'

const SECRET = 'etag-secret'
const SECRET_BYTES = 32
/** Clocks of machines differ. A difference below this does no harm, and is often none. */
const SMALL_OFFSET_MS = 1_000

/** Keys, quota and usage in a database. `poll` looks for changes at once. Whoever opened the database closes it. */
export const sqlStore = (database: Database): Store & { poll(): Promise<void> } => {
  const { dialect } = database
  const changes = new ChangeReader(database)
  const leases = new Leases(database, changes)
  let joined: Instance | null = null
  let tick = async (_sql: Sql): Promise<void> => {}
  let instances = 1
  const settling = new Settling(database, () => joined)
  // Times that are compared with those of other machines are told by the server's clock.
  const at = (nowMs: number): number => nowMs + changes.offsetMs
  const write = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> =>
    database
      .transaction(
        async (sql) => {
          const result = await work(sql)
          await database.notify(sql)
          return result
        },
        { durable: true },
      )
      .catch(asUnavailable)

  const rejoin = async (sql: Sql, nowMs: number): Promise<void> => {
    await resetForeignRevisions(sql, dialect)
    if (joined) await joinInstance(sql, joined, nowMs)
  }

  return {
    kind: dialect.engine,
    isUsable: () => database.isUsable,
    poll: () => database.inOrder((sql) => tick(sql)),
    watch: async (month, listener) => {
      tick = async (sql) => {
        const news = await changes.read(sql, month, rejoin)
        if (news) listener(news)
        instances = await database.countServices(sql)
      }
      await resetForeignRevisions(database, dialect)
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
          await returnLost(sql, dialect, instanceId, leases.lost())
          await leaveInstance(sql, instanceId)
        })
        .catch(asUnavailable)
    },
    findKeys: async (digests) => changes.latest(await database.inOrder((sql) => findKeys(sql, dialect, digests))),
    lease: (request) => leases.lease({ ...request, nowMs: at(request.nowMs) }),
    settle: (instanceId, nowMs, settlements) => settling.send(instanceId, at(nowMs), settlements).catch(asUnavailable),
    chargeJob: async (charge) => {
      const { version, ...charged } = await database
        .transaction((sql) => chargeJob(sql, dialect, { ...charge, nowMs: at(charge.nowMs) }))
        .catch(asUnavailable)
      changes.note(monthKey(charge.accountId, charge.month), version)
      return charged
    },
    ...(dialect.engine === 'postgres' && { takeTokens: (requests) => takeTokens(database, requests) }),
    createKey: (request) => write((sql) => insertKey(sql, dialect, request)),
    findAccount: (id) => findAccount(database, id),
    revokeKey: (id, nowMs) => write((sql) => revokeKey(sql, dialect, id, nowMs)),
    listKeys: () => listKeys(database),
    requestSettlements: (month, nowMs) => write((sql) => requestSettlements(sql, dialect, month, at(nowMs))),
    countUnsettled: (month, nowMs) => countUnsettled(database, dialect, month, at(nowMs)),
    usage: (month, nowMs, accountId) => selectUsage(database, dialect, month, at(nowMs), accountId),
    installationSecret: () => installationSecret(database),
    close: async () => {},
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
    const { dialect, fileId } = this.#database
    let reading = await readChanges(sql, dialect, this.#horizon, month)
    const storeId = `${fileId} ${reading.storeId}`
    const offset = reading.nowMs - Date.now()
    this.offsetMs = Math.abs(offset) < SMALL_OFFSET_MS ? 0 : offset
    // A restored database is another one, or one that went back in time.
    const replaced = this.#storeId !== null && (storeId !== this.#storeId || reading.horizon < this.#horizon)
    if (replaced) {
      await rejoin(sql, reading.nowMs)
      this.#versions.clear()
      reading = await readChanges(sql, dialect, 0, month)
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
        const result = await lease(sql, this.#database.dialect, numbered)
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
