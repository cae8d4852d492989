import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { makeFolder } from './make-folder.ts'
import { damageError, isBusyError } from './sqlite-errors.ts'

const BUSY_MS = 5_000
const RETRY_MS = 10
/** The file and the two that SQLite keeps beside it. */
const SUFFIXES = ['', '-wal', '-shm'] as const

/** One connection to a SQLite file, with its prepared statements. */
export interface SqliteFile {
  /** Runs statements without values, for example a schema. */
  exec(sql: string): void
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Returns the number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Runs one transaction that holds the write lock from its beginning. */
  write<Result>(work: () => Result): Result
  /** Reads the whole file and throws when it is damaged. */
  check(): void
  /** How long a locked file is waited for from now on. The wait holds up the calling thread. */
  waitWhenBusy(ms: number): void
  close(): void
}

export interface OpenSqliteOptions {
  /** `existing` never creates the file, `read` never changes it, and `backup` has everything in one file when it is closed. */
  file?: 'create' | 'existing' | 'read' | 'backup'
}

/**
 * Opens a file that several processes may have open, readable by its owner alone. Any number of processes may create it
 * at the same moment.
 */
export const openSqliteFile = (path: string, { file = 'create' }: OpenSqliteOptions = {}): SqliteFile => {
  if (file === 'create' || file === 'backup') createPrivateFile(path)
  if (file !== 'read') makePrivate(path)
  const db = retryWhileBusy(() => connect(path, file))

  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (!statement) statements.set(sql, (statement = db.prepare(sql)))
    return statement
  }
  const write = <Result>(work: () => Result): Result => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      db.exec('COMMIT')
      return result
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }

  return {
    exec: (sql) => db.exec(sql),
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    get: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    write,
    check: () => checkDatabase(db),
    waitWhenBusy: (ms) => db.exec(`PRAGMA busy_timeout = ${ms}`),
    close: () => db.close(),
  }
}

const connect = (path: string, file: OpenSqliteOptions['file']): DatabaseSync => {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', file === 'read' ? 'ro' : 'rw')
  const db = new DatabaseSync(url, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  try {
    if (file !== 'read') db.exec(`PRAGMA journal_mode = ${file === 'backup' ? 'DELETE' : 'WAL'}`)
    db.exec('PRAGMA synchronous = NORMAL')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Throws when SQLite finds the database damaged. */
const checkDatabase = (db: DatabaseSync): void => {
  const finding = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string } | undefined
  if (finding?.quick_check !== 'ok') throw damageError(finding?.quick_check ?? 'no answer')
}

// When two processes switch to the write-ahead log or recover it at the same moment, SQLite reports "busy" at once and
// ignores the time-out.
const retryWhileBusy = <Result>(work: () => Result): Result => {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  for (const end = performance.now() + BUSY_MS; ; ) {
    try {
      return work()
    } catch (error) {
      if (!isBusyError(error) || performance.now() >= end) throw error
      Atomics.wait(sleeper, 0, 0, RETRY_MS)
    }
  }
}

const createPrivateFile = (path: string): void => {
  makeFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
}

/** Takes the rights of others away from a file made by an earlier version. SQLite gives its two files the rights of the first. */
const makePrivate = (path: string): void => {
  for (const suffix of SUFFIXES) {
    try {
      if (statSync(path + suffix).mode & 0o077) chmodSync(path + suffix, 0o600)
    } catch {
      // It does not exist, or belongs to somebody else, who decides about its rights.
    }
  }
}

/** The names of a database's files on the disk. */
export const sqliteFileNames = (path: string): string[] => SUFFIXES.map((suffix) => path + suffix)
