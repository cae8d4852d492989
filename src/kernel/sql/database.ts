import type { Dialect } from './dialect.ts'

/** Statements on one connection, written once for both engines as `dialect.ts` says. */
export interface Sql {
  readonly dialect: Dialect
  all<Row>(sql: string, ...values: unknown[]): Promise<Row[]>
  get<Row>(sql: string, ...values: unknown[]): Promise<Row | undefined>
  /** Returns the number of rows changed. */
  run(sql: string, ...values: unknown[]): Promise<number>
}

/** One transaction of a room, by name: it can be called in another thread. It may run more than once. */
export type Procedures = Record<string, (sql: Sql, input: never) => Promise<unknown>>

/** Called when something may have changed, in the order of registration. */
export type Tick = (sql: Sql) => Promise<void>

export interface TransactionOptions {
  /** On disk when it resolves: it survives a power cut. A database that several machines share always does so. */
  durable?: boolean
}

/**
 * The port to everything that an installation keeps: a file of this machine, or a server that several machines share. While
 * a running service cannot use it, every call fails at once with `store-unavailable`.
 */
export interface Database extends Sql {
  /** The folder, or server and database, for a line to the operator. */
  readonly name: string
  readonly isUsable: boolean
  /** Another value once another file has taken the place of the one so far. */
  readonly fileId: string
  /** Runs one transaction. It may run more than once: `work` must not do anything besides its statements. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** The same for a procedure. A file that has a thread runs it there, so that it waits for one message and not for one per statement. */
  call<All extends Procedures, Name extends keyof All & string>(
    procedures: All,
    name: Name,
    input: Parameters<All[Name]>[1],
  ): Promise<Awaited<ReturnType<All[Name]>>>
  /** Runs `tick` now, and soon after every change of other processes and every `notify` of a shared database. */
  addTick(tick: Tick): Promise<void>
  /** Runs statements in order with the ticks: no later answer is older. */
  inOrder<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** Runs one transaction of at most so many milliseconds while no service uses the database; null when one does. */
  alone<Result>(work: (sql: Sql) => Promise<Result>, limitMs: number): Promise<Result | null>
  /** How many services run on it. */
  countServices(sql: Sql): Promise<number>
  close(): Promise<void>
}
