import { rmSync, statSync, writeFileSync } from 'node:fs'
import type { SQLInputValue } from 'node:sqlite'
import { Failure } from '../errors.ts'
import { type OpenSqliteOptions, openSqliteFile, type SqliteFile } from '../files/sqlite.ts'
import { damageError } from '../files/sqlite-errors.ts'
import type { Procedures, Sql } from './database.ts'
import { forSqlite, SQLITE } from './dialect.ts'

/** What is to be opened. It crosses threads. */
export interface SqliteSettings {
  path: string
  /**
   * One entry per version of the file, in order. An entry is never edited once released, but for the first: it makes a new file,
   * as the latest version has it. Without them the file is used as it is.
   */
  migrations?: readonly string[]
  file?: OpenSqliteOptions['file']
  /** What messages call it. A file that has one must hold it, and nothing else. */
  title?: string
  /** Reads the whole file first, to find damage. */
  check?: boolean
  /** Statements for the connection. */
  pragmas?: string
  /** Notices when the file is moved away or replaced. */
  isWatched?: boolean
}

export interface SqliteOptions extends SqliteSettings {
  /** Held together with everybody who uses the file; who holds it alone may replace what the file holds. */
  useLock?: string
  pollMs?: number
  busyMs?: number
  /**
   * For a service: the file is in a thread of its own, and watched. Called with the code of a trouble with it, and with null
   * when it is over: the same file can be used again, or another one that was put in its place.
   */
  onTrouble?: (code: string | null) => void
  /** The script of that thread: it serves `sqliteTasks` with the procedures of the room. */
  thread?: URL
  /** Called when the thread ends by itself. */
  onFailure?: (error: Error) => void
}

interface Statement {
  sql: string
  values: unknown[]
}

/** One connection to a SQLite file, as tasks that another thread can ask for. */
export type SqliteTasks = {
  open(settings: SqliteSettings): { fileId: string }
  all(statement: Statement): unknown[]
  run(statement: Statement): number
  /** Runs a procedure of the thread as one transaction. A text crosses threads faster than the objects in it. */
  call(input: { name: string; json: string }): Promise<unknown>
  begin(input: { durable: boolean }): void
  commit(input: null): void
  rollback(input: null): void
  /** A number that changes when another connection has changed the file. */
  version(input: null): number
  /** Writes to the file; with `room`, only if the disk has room for more. */
  probe(input: { room: boolean }): void
  close(input: null): void
}

/** After a full disk, this much must be free again: a single small write may succeed on a disk that is as good as full. */
const FREE_BYTES = 256 * 1024

export const sqliteTasks = (procedures: Procedures = {}): SqliteTasks => {
  let db: SqliteFile | null = null
  let settings: SqliteSettings
  let fileId = ''
  let inTransaction = false
  // SQLite would go on writing into a file that was deleted or moved away, and all of that would be lost.
  const opened = (): SqliteFile => {
    if (!db) throw new Error('the file is not open')
    if (settings.isWatched && !inTransaction && fileIdOf(settings.path) !== fileId)
      throw Object.assign(new Error('another file'), { code: 'ESTALE', syscall: 'stat' })
    return db
  }
  const end = (): void => {
    inTransaction = false
    db?.exec('PRAGMA synchronous = NORMAL')
  }
  const statements = new Map<string, ReturnType<typeof forSqlite>>()
  const read = ({ sql, values }: Statement): [string, ...SQLInputValue[]] => {
    let statement = statements.get(sql)
    if (!statement) statements.set(sql, (statement = forSqlite(sql)))
    return [statement.text, ...(values as SQLInputValue[]).slice(0, statement.values)]
  }
  const tasks: SqliteTasks = {
    open: (wanted) => {
      closeQuietly(db)
      settings = wanted
      inTransaction = false
      db = null
      db = openMigrated(wanted)
      fileId = fileIdOf(wanted.path)
      return { fileId }
    },
    all: (statement) => opened().all(...read(statement)),
    run: (statement) => opened().run(...read(statement)),
    call: async ({ name, json }) => {
      tasks.begin({ durable: false })
      try {
        const result = await procedures[name]?.(sql, JSON.parse(json) as never)
        tasks.commit(null)
        return result
      } catch (error) {
        tasks.rollback(null)
        throw error
      }
    },
    begin: ({ durable }) => {
      const file = opened()
      if (durable) file.exec('PRAGMA synchronous = FULL')
      file.exec('BEGIN IMMEDIATE')
      inTransaction = true
    },
    commit: () => {
      opened().exec('COMMIT')
      end()
    },
    rollback: () => {
      if (inTransaction) db?.exec('ROLLBACK')
      end()
    },
    version: () => opened().get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0,
    probe: ({ room }) => {
      if (room) writeAside(settings.path)
      const file = opened()
      const version = file.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
      file.write(() => file.exec(`PRAGMA user_version = ${version}`))
    },
    close: () => db?.close(),
  }
  const sql: Sql = {
    dialect: SQLITE,
    all: async <Row>(text: string, ...values: unknown[]) => tasks.all({ sql: text, values }) as Row[],
    get: async <Row>(text: string, ...values: unknown[]) => tasks.all({ sql: text, values })[0] as Row | undefined,
    run: async (text, ...values) => tasks.run({ sql: text, values }),
  }
  return tasks
}

const openMigrated = (settings: SqliteSettings): SqliteFile => {
  const { path, file, check = false, pragmas, migrations } = settings
  const db = openSqliteFile(path, file ? { file } : {})
  try {
    if (check) db.check()
    if (pragmas) db.exec(pragmas)
    if (migrations) db.write(() => migrate(db, settings, migrations))
    // A wait inside SQLite would hold up the thread, and with it whoever is waited for.
    db.waitWhenBusy(0)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Brings the file to the latest version. Of two processes that start together, the second waits and finds it done. */
const migrate = (db: SqliteFile, { file, title }: SqliteSettings, migrations: readonly string[]): void => {
  const version = db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  const isEmpty = db.get('SELECT name FROM sqlite_master') === undefined
  if (version === 0 && title && (file === 'existing' || !isEmpty)) throw damageError('the file holds something else')
  if (version > migrations.length) {
    const mensaje = `El ${title ?? 'archivo'} es de la versión ${version}; este programa conoce hasta la ${migrations.length}`
    throw new Failure('not-configured', mensaje)
  }
  if (version === migrations.length) return
  const needed = isEmpty ? migrations.slice(0, 1) : migrations.slice(version)
  for (const sql of needed) db.exec(forSqlite(sql).text)
  db.exec(`PRAGMA user_version = ${migrations.length}`)
}

/** Fails with `ENOSPC` when the disk has no room for a few writes. */
const writeAside = (path: string): void => {
  const aside = `${path}.probe-${process.pid}`
  try {
    writeFileSync(aside, Buffer.alloc(FREE_BYTES), { mode: 0o600 })
  } finally {
    rmSync(aside, { force: true })
  }
}

const closeQuietly = (db: SqliteFile | null): void => {
  try {
    db?.close()
  } catch {
    // Its file may be gone or broken; nothing of it is needed any more.
  }
}

const fileIdOf = (path: string): string => {
  const { dev, ino } = statSync(path)
  return `${dev}:${ino}`
}
