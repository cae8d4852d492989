import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FileLock } from '../files/file-lock.ts'
import { isBusyError, storageErrorCode } from '../files/sqlite-errors.ts'
import { inlineWorker, startWorker, type TaskInput, type TaskResult, type TaskWorker } from '../worker.ts'
import type { Database, Procedures, Sql, Tick, TransactionOptions } from './database.ts'
import { SQLITE } from './dialect.ts'
import { claimFile, unavailable } from './file-use.ts'
import { type SqliteOptions, type SqliteSettings, type SqliteTasks, sqliteTasks } from './sqlite-tasks.ts'

/** How often changes of other processes are looked for. */
const POLL_MS = 100
/** How long another process that writes is waited for, and how often it is asked. */
const BUSY_MS = 4_000
const BUSY_RETRY_MS = 5
/** Without other writes, the file is tried out this often. */
const IDLE_PROBE_MS = 5_000
/** How soon a file in trouble is tried again; after a relapse later and later. */
const FIRST_RETRY_MS = 200
const LAST_RETRY_MS = 2_000
const RELAPSE_MS = 5_000
/** A connection that survives these; after all others a new one is opened. */
const KEEPS_CONNECTION = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_FULL', 'ENOENT']

export class SqliteDatabase implements Database {
  readonly dialect = SQLITE
  readonly name: string
  readonly #options: SqliteOptions
  readonly #settings: SqliteSettings
  readonly #file: TaskWorker<SqliteTasks>
  readonly #ticks: Tick[] = []
  #useLock: FileLock | null
  fileId = ''
  #order: Promise<unknown> = Promise.resolve()
  #trouble: string | null = null
  #timer: NodeJS.Timeout | undefined
  /** Null when the ticks must run whatever the file says. */
  #seenVersion: number | null = null
  #triedAtMs = performance.now()
  #retryMs = FIRST_RETRY_MS
  #recoveredAtMs = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(options: SqliteOptions, settings: SqliteSettings, useLock: FileLock | null) {
    this.name = dirname(options.path)
    this.#options = options
    this.#settings = settings
    this.#useLock = useLock
    this.#file = options.thread
      ? startWorker<SqliteTasks>(options.thread, { onExit: (error) => this.#end(error) })
      : inlineWorker(sqliteTasks())
  }

  get isUsable(): boolean {
    return this.#trouble === null && !this.#isClosed
  }

  async open(): Promise<void> {
    this.fileId = (await this.#file.run('open', this.#settings)).fileId
  }

  all<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return this.inOrder((own) => own.all<Row>(sql, ...values))
  }

  get<Row>(sql: string, ...values: unknown[]): Promise<Row | undefined> {
    return this.inOrder((own) => own.get<Row>(sql, ...values))
  }

  run(sql: string, ...values: unknown[]): Promise<number> {
    return this.inOrder((own) => own.run(sql, ...values))
  }

  transaction<Result>(
    work: (sql: Sql) => Promise<Result>,
    { durable = false }: TransactionOptions = {},
  ): Promise<Result> {
    return this.inOrder((sql) => this.#transact(sql, work, durable))
  }

  call<All extends Procedures, Name extends keyof All & string>(
    procedures: All,
    name: Name,
    input: Parameters<All[Name]>[1],
  ): Promise<Awaited<ReturnType<All[Name]>>> {
    type Result = Awaited<ReturnType<All[Name]>>
    const procedure = procedures[name] as (sql: Sql, input: unknown) => Promise<Result>
    if (!this.#options.thread) return this.transaction((sql) => procedure(sql, input))
    return this.inOrder(() => this.#ask('call', { name, json: JSON.stringify(input) }) as Promise<Result>)
  }

  inOrder<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    if (!this.isUsable) return Promise.reject(unavailable(this.#trouble ?? 'closed', this.#settings))
    return this.#inTurn(() => {
      if (!this.isUsable) throw unavailable(this.#trouble ?? 'closed', this.#settings)
      return work(this.#sql)
    })
  }

  async addTick(tick: Tick): Promise<void> {
    await this.inOrder(async (sql) => {
      this.#seenVersion ??= await this.#ask('version', null)
      await tick(sql)
    })
    this.#ticks.push(tick)
    this.#timer ??= setInterval(() => void this.poll(), this.#options.pollMs ?? POLL_MS).unref()
  }

  async alone<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result | null> {
    const { useLock } = this.#options
    if (useLock === undefined) return this.transaction(work, { durable: true })
    this.#useLock?.release()
    this.#useLock = null
    const lock = await claimFile(useLock)
    if (!lock) return null
    try {
      return await this.transaction(work, { durable: true })
    } finally {
      lock.release()
    }
  }

  async countServices(): Promise<number> {
    return 1
  }

  /** Looks for changes of other processes, and after trouble whether the file can be used again. */
  async poll(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#isClosed) return
      const idleMs = performance.now() - this.#triedAtMs
      if (this.#trouble !== null) {
        if (idleMs >= this.#retryMs) await this.#recover()
        return
      }
      if (this.#settings.isWatched && idleMs > IDLE_PROBE_MS) await this.#ask('probe', { room: false })
      await this.#runTicks()
      // The trouble is noted. The next poll tries again.
    }).catch(() => {})
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#order
    await this.#file.run('close', null).catch(() => {})
    await this.#file.stop()
    this.#useLock?.release()
  }

  /** One piece of work at a time: a transaction belongs to the connection, not to who began it. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#order.then(work)
    this.#order = done.catch(() => {})
    return done
  }

  readonly #sql: Sql = {
    dialect: SQLITE,
    all: async <Row>(sql: string, ...values: unknown[]) => (await this.#ask('all', { sql, values })) as Row[],
    get: async <Row>(sql: string, ...values: unknown[]) =>
      (await this.#ask('all', { sql, values }))[0] as Row | undefined,
    run: (sql, ...values) => this.#ask('run', { sql, values }),
  }

  async #transact<Result>(sql: Sql, work: (sql: Sql) => Promise<Result>, durable: boolean): Promise<Result> {
    await this.#ask('begin', { durable })
    try {
      const result = await work(sql)
      await this.#ask('commit', null)
      return result
    } catch (error) {
      await this.#file.run('rollback', null).catch(() => {})
      throw error
    }
  }

  async #ask<Name extends keyof SqliteTasks>(
    task: Name,
    input: TaskInput<SqliteTasks, Name>,
  ): Promise<TaskResult<SqliteTasks, Name>> {
    try {
      const result = await this.#whileBusy(() => this.#file.run(task, input))
      if (task !== 'version') this.#triedAtMs = performance.now()
      return result
    } catch (error) {
      const code = this.#settings.isWatched ? storageErrorCode(error) : null
      if (code === null) throw error
      this.#note(code)
      throw unavailable(code, this.#settings)
    }
  }

  async #whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
    for (const end = performance.now() + (this.#options.busyMs ?? BUSY_MS); ; ) {
      try {
        return await work()
      } catch (error) {
        if (!isBusyError(error) || performance.now() >= end) throw error
        await pause(BUSY_RETRY_MS)
      }
    }
  }

  #note(code: string | null): void {
    if (code === this.#trouble) return
    const now = performance.now()
    if (code === null) this.#recoveredAtMs = now
    else if (this.#trouble === null) {
      const relapsed = now - this.#recoveredAtMs < RELAPSE_MS
      this.#retryMs = relapsed ? Math.min(LAST_RETRY_MS, this.#retryMs * 2) : FIRST_RETRY_MS
      this.#triedAtMs = now
    }
    this.#trouble = code
    this.#options.onTrouble?.(code)
  }

  async #recover(): Promise<void> {
    try {
      const keeps = KEEPS_CONNECTION.includes(this.#trouble ?? '')
      if (!keeps)
        this.fileId = (await this.#file.run('open', { ...this.#settings, file: 'existing', check: true })).fileId
      await this.#file.run('probe', { room: this.#trouble === 'SQLITE_FULL' })
      if (!keeps) this.#seenVersion = null
      // Before the end of the trouble: a unit must not be leased from another file for counts of the one before it.
      await this.#runTicks()
      this.#note(null)
    } catch (error) {
      const code = storageErrorCode(error) ?? 'SQLITE_ERROR'
      this.#note(code === 'ENOSPC' ? 'SQLITE_FULL' : code)
    } finally {
      this.#triedAtMs = performance.now()
    }
  }

  async #runTicks(): Promise<void> {
    const version = await this.#ask('version', null)
    if (version === this.#seenVersion) return
    this.#seenVersion = version
    for (const tick of this.#ticks) await tick(this.#sql)
  }

  #end(error: Error): void {
    if (this.#isClosed) return
    this.#note('ERR_WORKER_EXIT')
    this.#options.onFailure?.(error)
  }
}
