import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const BUSY_MS = 5_000
const SQLITE_BUSY = 5

/** One connection to a SQLite file, with its prepared statements. */
export interface SqliteFile {
  /** Runs statements without values, for example a schema. */
  exec(sql: string): void
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Returns the number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Runs several reads on one snapshot. */
  read<Result>(work: () => Result): Result
  /** Runs one transaction that holds the write lock from its beginning. */
  write<Result>(work: () => Result): Result
  /** Like `write`, and on disk when it returns: it survives a power cut. */
  writeDurably<Result>(work: () => Result): Result
  close(): void
}

/** Opens or creates a file that several processes may have open. A locked file is waited for, for up to five seconds. */
export const openSqliteFile = (path: string): SqliteFile => {
  mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  switchToWal(db)
  db.exec('PRAGMA synchronous = NORMAL')

  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (!statement) statements.set(sql, (statement = db.prepare(sql)))
    return statement
  }
  const transact = <Result>(begin: string, work: () => Result): Result => {
    db.exec(begin)
    try {
      const result = work()
      db.exec('COMMIT')
      return result
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }
  const write = <Result>(work: () => Result): Result => transact('BEGIN IMMEDIATE', work)

  return {
    exec: (sql) => db.exec(sql),
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    read: (work) => transact('BEGIN', work),
    write,
    writeDurably: (work) => {
      db.exec('PRAGMA synchronous = FULL')
      try {
        return write(work)
      } finally {
        db.exec('PRAGMA synchronous = NORMAL')
      }
    },
    close: () => db.close(),
  }
}

// When two processes make this switch at the same moment, SQLite reports "busy" at once and ignores the time-out.
const switchToWal = (db: DatabaseSync): void => {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  for (let waitedMs = 0; ; waitedMs += 10) {
    try {
      db.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || waitedMs >= BUSY_MS) throw error
      Atomics.wait(sleeper, 0, 0, 10)
    }
  }
}
