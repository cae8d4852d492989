import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../kernel/errors.ts'
import type { PostgresDatabase as Database } from '../kernel/postgres/database.ts'
import type { Sql } from '../kernel/sql/database.ts'
import { type BackupDeps, type RestoreOutcome, readBackup } from './backup.ts'
import { keepHigherCounts, type StoreContents } from './store/contents.ts'
import { readPostgresContents, writePostgresContents } from './store/postgres/contents.ts'
import { postgresStore } from './store/postgres/store.ts'
import { type BackupFacts, finishBackup, toStore } from './store/sqlite/backup.ts'
import { readSqliteContents, writeSqliteContents } from './store/sqlite/contents.ts'
import { waitForSettlements } from './usage/usage.ts'

/** A large store is written whole, in one transaction. */
const WRITE_MS = 600_000

/** Like `backUpAccounts`, from a shared database; the file has the same format. Servers go on meanwhile. */
export const backUpSharedAccounts = async (
  database: Database,
  target: string,
  { clock, pause }: Pick<BackupDeps, 'clock' | 'pause'>,
): Promise<BackupFacts> => {
  const store = postgresStore(database)
  if ((await store.listKeys()).length === 0) throw new Failure('invalid-input', `No hay cuentas en ${database.name}`)
  await waitForSettlements(store, clock.limaDate().slice(0, 7), clock, pause)
  await store.installationSecret()
  const contents = await database.transaction(async (sql) => {
    await sql.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    return readPostgresContents(sql)
  })
  return writeBackup(target, contents, clock.now())
}

/** Writes contents as a backup into `target`, an empty file or none. */
const writeBackup = (target: string, contents: StoreContents, nowMs: number): BackupFacts => {
  writeSqliteContents(target, contents)
  return finishBackup(target, nowMs)
}

/** Everything that lasts in a shared database that no server uses. */
export const readIdleContents = async (database: Database): Promise<StoreContents> => {
  await postgresStore(database).installationSecret()
  const contents = await database.alone(readPostgresContents, WRITE_MS)
  if (!contents) throw inUse(database)
  return contents
}

const inUse = ({ name }: Database): Failure =>
  new Failure('invalid-input', `Un servidor usa ${name}; deténgalo primero`)

/** What a backup holds, whatever version wrote it. */
const readBackupContents = (file: string): StoreContents => {
  readBackup(file)
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-restore-'))
  try {
    const copy = join(folder, 'accounts.sqlite')
    copyFileSync(file, copy)
    toStore(copy)
    return readSqliteContents(copy)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface ReplaceOptions {
  /** May other accounts be replaced? */
  replace: boolean
  /** Where the accounts that were there before are kept, as a backup. */
  asideFile: string
  nowMs: number
}

/** Puts the accounts of a backup into a shared database. Refuses while servers use it, and over other accounts unless told. */
export const restoreSharedAccounts = (
  file: string,
  database: Database,
  options: ReplaceOptions,
): Promise<RestoreOutcome> => replaceSharedContents(database, readBackupContents(file), options)

/** Puts contents in place of those of a shared database. `also` writes more in the same transaction. */
export const replaceSharedContents = async (
  database: Database,
  contents: StoreContents,
  options: ReplaceOptions,
  also: (sql: Sql) => Promise<unknown> = async () => {},
): Promise<RestoreOutcome> => {
  const outcome = await database.alone(async (sql) => {
    const replaced = await replaceAll(sql, contents, database.name, options)
    await also(sql)
    return replaced
  }, WRITE_MS)
  if (!outcome) throw inUse(database)
  return outcome
}

const replaceAll = async (
  sql: Sql,
  contents: StoreContents,
  name: string,
  { replace, asideFile, nowMs }: ReplaceOptions,
): Promise<RestoreOutcome> => {
  await sql.run('LOCK TABLE accounts, keys, account_months, usage IN ACCESS EXCLUSIVE MODE')
  const before = await readPostgresContents(sql)
  const isReplacing = before.keys.length > 0
  if (isReplacing && !replace) throw new Failure('invalid-input', `Ya hay cuentas en ${name}`, { campo: 'force' })
  if (isReplacing) writeBackup(asideFile, before, nowMs)
  await writePostgresContents(sql, isReplacing ? keepHigherCounts(contents, before) : contents)
  return { aside: isReplacing ? asideFile : null, keptCounts: isReplacing }
}
