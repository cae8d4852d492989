import type { Pool, PoolClient } from 'pg'
import { type LoopWatch, watchLoop } from '../event-loop.ts'
import type { Database, Procedures, Sql, Tick } from '../sql/database.ts'
import { POSTGRES } from '../sql/dialect.ts'
import { notify } from '../sql/steps.ts'
import { connect, connectionConfig, loadDriver, serverName, sessionSettings, sqlOn } from './connection.ts'
import { lockKey, type MigrationOptions, migrateWhenThere } from './migrate.ts'
import {
  DatabaseTrouble,
  databaseUnavailable,
  isConflict,
  isTimeout,
  OutcomeUnknown,
  POOL_FULL,
  readConnectError,
} from './trouble.ts'
import { Watch } from './watch.ts'

const POOL_SIZE = 8
const ATTEMPTS = 4

export interface DatabaseOptions extends MigrationOptions {
  poolSize?: number
}

/** A PostgreSQL server that several processes share. While it cannot be used, every call fails at once with `store-unavailable`. */
export class PostgresDatabase implements Database {
  readonly dialect = POSTGRES
  /** Contents of a server that are replaced carry a number of their own. */
  readonly fileId = ''
  readonly schema: string
  readonly #options: DatabaseOptions
  readonly #pool: Pool
  readonly #watch: Watch
  readonly #loop: LoopWatch = watchLoop()
  #trouble: string | null = null
  #isClosed = false

  constructor(options: DatabaseOptions, pool: Pool) {
    this.schema = options.schema
    this.#options = options
    this.#pool = pool
    const { url, schema } = options
    this.#watch = new Watch({
      url,
      schema,
      onLost: (code) => this.#note(code),
      onAlive: (sql) => this.#probe(sql),
      longDelays: () => this.#loop.longDelays(),
    })
  }

  get isUsable(): boolean {
    return this.#trouble === null
  }

  get name(): string {
    return serverName(this.#options.url)
  }

  all<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return this.query((own) => own.all<Row>(sql, ...values))
  }

  get<Row>(sql: string, ...values: unknown[]): Promise<Row | undefined> {
    return this.query((own) => own.get<Row>(sql, ...values))
  }

  run(sql: string, ...values: unknown[]): Promise<number> {
    return this.query((own) => own.run(sql, ...values))
  }

  /** Runs one statement, or several that need no transaction. */
  query<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#attempt((client) => work(sqlOn(client)))
  }

  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#attempt(async (client) => {
      const sql = sqlOn(client)
      await sql.run('BEGIN')
      let result: Result
      try {
        result = await work(sql)
      } catch (error) {
        if (!(error instanceof DatabaseTrouble)) await sql.run('ROLLBACK')
        throw error
      }
      try {
        await sql.run('COMMIT')
      } catch (error) {
        throw error instanceof DatabaseTrouble ? new OutcomeUnknown(error.code, error) : error
      }
      return result
    })
  }

  call<All extends Procedures, Name extends keyof All & string>(
    procedures: All,
    name: Name,
    input: Parameters<All[Name]>[1],
  ): Promise<Awaited<ReturnType<All[Name]>>> {
    const procedure = procedures[name] as (sql: Sql, input: unknown) => ReturnType<All[Name]>
    return this.transaction((sql) => procedure(sql, input)) as Promise<Awaited<ReturnType<All[Name]>>>
  }

  /** Runs `tick` after every notification, and twice a second. */
  addTick(tick: Tick): Promise<void> {
    return this.#watch.add(tick).catch(reject)
  }

  inOrder<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    if (this.#trouble !== null) return Promise.reject(databaseUnavailable(this.#trouble))
    return this.#watch.run(work).catch(reject)
  }

  async alone<Result>(work: (sql: Sql) => Promise<Result>, limitMs: number): Promise<Result | null> {
    const client = await connect(this.#options.url, this.schema, { query_timeout: limitMs })
    try {
      const sql = sqlOn(client)
      await sql.run('BEGIN')
      const lock = await sql.get<{ held: boolean }>(
        `SELECT pg_try_advisory_xact_lock(${lockKey(this.schema, 'use')}) AS held`,
      )
      if (!lock?.held) return null
      const result = await work(sql)
      await notify(sql)
      await sql.run('COMMIT')
      return result
    } catch (error) {
      return reject(error)
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Every running service holds the shared lock of the schema. */
  async countServices(sql: Sql): Promise<number> {
    const row = await sql.get<{ n: number }>(
      `SELECT count(*) AS n FROM pg_locks, (SELECT ${lockKey(this.schema, 'use')} AS key) k
       WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND mode = 'ShareLock'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND classid::bigint = (key >> 32) & 4294967295 AND objid::bigint = key & 4294967295`,
    )
    return Math.max(1, row?.n ?? 1)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#loop.stop()
    await this.#watch.stop()
    await this.#pool.end()
  }

  async #attempt<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    for (let tried = 1; ; tried++) {
      if (this.#trouble !== null || this.#isClosed) throw databaseUnavailable(this.#trouble ?? 'closed')
      const delays = this.#loop.longDelays()
      // A time-out while our own work held up the event loop: the answer may have been there.
      const isOurs = (trouble: DatabaseTrouble): boolean => isTimeout(trouble) && this.#loop.longDelays() > delays
      let client: PoolClient | undefined
      try {
        client = await this.#take()
        const result = await work(client)
        client.release()
        return result
      } catch (error) {
        client?.release(error instanceof DatabaseTrouble)
        if (isConflict(error) && tried < ATTEMPTS) continue
        if (!(error instanceof DatabaseTrouble)) throw error
        const isCertain = !(error instanceof OutcomeUnknown)
        // The server may have closed this connection alone, long ago; another one is tried.
        const mayDiffer = client !== undefined && !isTimeout(error)
        if (isCertain && (mayDiffer || isOurs(error)) && tried < ATTEMPTS) continue
        if (!isOurs(error) && error.code !== POOL_FULL) this.#note(error.code)
        throw isCertain ? databaseUnavailable(error.code) : error
      }
    }
  }

  #take(): Promise<PoolClient> {
    return this.#pool.connect().catch((error: unknown) => {
      throw readConnectError(error)
    })
  }

  #note(code: string | null): void {
    if (code === this.#trouble) return
    const isNews = code === null || this.#trouble === null
    this.#trouble = code
    if (isNews) this.#options.onTrouble?.(code)
    this.#watch.wake()
  }

  /** A server that can be read may still be unable to write. */
  async #probe(sql: Sql): Promise<void> {
    if (this.#trouble === null) return
    await sql.run('UPDATE schema_parts SET version = version')
    this.#note(null)
  }
}

const reject = (error: unknown): never => {
  throw error instanceof DatabaseTrouble ? databaseUnavailable(error.code) : error
}

/** Connects, checks the server's version and brings the schema up to date. */
export const openDatabase = async (options: DatabaseOptions): Promise<PostgresDatabase> => {
  const { url, schema, poolSize = POOL_SIZE } = options
  await migrateWhenThere(options)
  const { Pool } = await loadDriver()
  const pool = new Pool({
    ...connectionConfig(url),
    max: poolSize,
    idleTimeoutMillis: 30_000,
    onConnect: async (client) => {
      // A connection that breaks in use fails its statement; without a listener it would end the process too.
      client.on('error', () => {})
      await client.query(sessionSettings(schema))
    },
  })
  // A connection that is lost while nobody uses it is replaced by the next call.
  pool.on('error', () => {})
  return new PostgresDatabase(options, pool)
}
