import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { migrate } from './migrations.ts'

const BUSY_MS = 5_000
const SQLITE_BUSY = 5

/** One connection with its prepared statements. */
export interface SqliteFile {
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Returns the number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** One consistent view for several reads. */
  read<Answer>(work: () => Answer): Answer
  /** All or nothing, with the write lock from the start. */
  write<Answer>(work: () => Answer): Answer
  /** A write that also survives a power cut: what a person was told is done. */
  writeDurably<Answer>(work: () => Answer): Answer
  close(): void
}

export const openSqliteFile = (path: string): SqliteFile => {
  mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  switchToWal(db)
  db.exec('PRAGMA synchronous = NORMAL')
  migrate(db)

  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (!statement) statements.set(sql, (statement = db.prepare(sql)))
    return statement
  }
  const transact = <Answer>(begin: string, work: () => Answer): Answer => {
    db.exec(begin)
    try {
      const answer = work()
      db.exec('COMMIT')
      return answer
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }
  const write = <Answer>(work: () => Answer): Answer => transact('BEGIN IMMEDIATE', work)

  return {
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

// SQLite answers "busy" to this one switch without waiting when two processes make it at the same moment.
const switchToWal = (db: DatabaseSync): void => {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let waitedMs = 0; ; waitedMs += 10) {
    try {
      db.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || waitedMs >= BUSY_MS) throw error
      Atomics.wait(pause, 0, 0, 10)
    }
  }
}
