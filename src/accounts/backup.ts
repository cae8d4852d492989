import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LimaClock } from '../domain/lima-time.ts'
import { Failure } from '../kernel/errors.ts'
import { setAside } from '../kernel/files/replaceable-sqlite.ts'
import { storageErrorCode } from '../kernel/files/sqlite-errors.ts'
import type { Database, Sql } from '../kernel/sql/database.ts'
import { claimFile } from '../kernel/sql/file-use.ts'
import { openSqlite } from '../kernel/sql/open-sqlite.ts'
import { lockPath, openAccountsDatabase, storePath } from './accounts.ts'
import { keepHigherCounts, readContents, type StoreContents, writeContents } from './store/contents.ts'
import { FILE_MIGRATIONS } from './store/migrations.ts'
import { sqlStore } from './store/sql-store.ts'
import { waitForSettlements } from './usage/usage.ts'

/** A large store is written whole, in one transaction. */
const WRITE_MS = 600_000

export interface BackupFacts {
  createdAtMs: number
  accounts: number
  keys: number
}

export interface BackupDeps {
  clock: LimaClock
  pause: (ms: number) => Promise<unknown>
}

/**
 * Writes accounts, keys, usage, quota and the installation's secret into `target`, an empty file. Servers go on meanwhile:
 * they are asked to settle first, and the copy is one snapshot. What they had leased stays taken: some of it was spent already,
 * and which units is not known. So a restored account loses what a killed server would have cost it, and no unit is granted twice.
 */
export const backUpAccounts = async (
  database: Database,
  target: string,
  { clock, pause }: BackupDeps,
): Promise<BackupFacts> => {
  const store = sqlStore(database)
  if ((await store.listKeys()).length === 0) throw new Failure('invalid-input', `No hay cuentas en ${database.name}`)
  await waitForSettlements(store, clock.limaDate().slice(0, 7), clock, pause)
  await store.installationSecret()
  const contents = await database.transaction(async (sql) => {
    if (database.dialect.snapshot) await sql.run(database.dialect.snapshot)
    return readContents(sql)
  })
  return writeBackup(target, contents, clock.now())
}

const writeBackup = async (target: string, contents: StoreContents, nowMs: number): Promise<BackupFacts> => {
  try {
    const backup = await openSqlite({ path: target, file: 'backup', migrations: FILE_MIGRATIONS })
    await backup
      .transaction(async (sql) => {
        await writeContents(sql, contents)
        await sql.run('CREATE TABLE backup (created_at INTEGER NOT NULL) STRICT')
        await sql.run('INSERT INTO backup (created_at) VALUES ($1)', nowMs)
      })
      .finally(() => backup.close())
    return { createdAtMs: nowMs, accounts: contents.accounts.length, keys: contents.keys.length }
  } catch (error) {
    const code = storageErrorCode(error)
    throw code === null ? error : new Failure('store-unavailable', `No se pudo escribir el respaldo: ${code}`)
  }
}

/** What a backup holds. Refuses a file that is no backup, is damaged, or is of a later version. */
export const readBackup = async (file: string): Promise<BackupFacts> => {
  if (!existsSync(file)) throw new Failure('invalid-input', `No existe el archivo ${file}`)
  try {
    const backup = await openSqlite({ path: file, file: 'read' })
    return await readFacts(backup, file).finally(() => backup.close())
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('invalid-input', `${file} no es un respaldo de Chasqui, o está dañado`)
  }
}

/** Reads the whole file: a restore must not find out halfway that it is damaged. */
const readFacts = async (backup: Sql, file: string): Promise<BackupFacts> => {
  const version = await backup.get<{ user_version: number }>('PRAGMA user_version')
  const finding = await backup.get<{ integrity_check: string }>('PRAGMA integrity_check(1)')
  const orphan = await backup.get('PRAGMA foreign_key_check')
  if (finding?.integrity_check !== 'ok' || orphan) throw new Error('damaged')
  if ((version?.user_version ?? 0) > FILE_MIGRATIONS.length)
    throw new Failure('invalid-input', `El respaldo ${file} es de una versión posterior`)
  const facts = await backup.get<BackupFacts>(
    `SELECT created_at AS "createdAtMs", (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM keys) AS keys
     FROM backup`,
  )
  if (!facts) throw new Error('not finished')
  return facts
}

/** The accounts of a backup, whatever version wrote it. */
export const readBackupContents = async (file: string): Promise<StoreContents> => {
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-restore-'))
  try {
    const copy = join(folder, 'accounts.sqlite')
    copyFileSync(file, copy)
    const database = await openSqlite({ path: copy, file: 'existing', migrations: FILE_MIGRATIONS })
    return await readContents(database).finally(() => database.close())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Everything that lasts in a store that no server uses. */
export const readIdleContents = async (database: Database): Promise<StoreContents> => {
  // Made here when no server has asked for it yet, so that it stays the same wherever the store goes.
  await sqlStore(database).installationSecret()
  const contents = await database.alone(readContents, WRITE_MS)
  if (!contents) throw inUse(database)
  return contents
}

const inUse = ({ name, dialect }: Pick<Database, 'name' | 'dialect'>): Failure => {
  const who = dialect.engine === 'sqlite' ? 'Un servidor u otra orden' : 'Un servidor'
  return new Failure('invalid-input', `${who} usa ${name}; deténgalo primero`)
}

const alreadyThere = (name: string): Failure =>
  new Failure('invalid-input', `Ya hay cuentas en ${name}`, { campo: 'force' })

export interface ReplaceOptions {
  /** May other accounts be replaced? */
  replace: boolean
  /** Where the accounts that were there before are kept, as a backup. */
  asideFile: string
  nowMs: number
}

export interface RestoreOutcome {
  /** Where the accounts are that were there before; null when there were none. */
  aside: string | null
  /** True when those accounts could be read: no unit spent since the backup is granted again, and no revoked key works again. */
  keptCounts: boolean
}

/**
 * Puts contents in place of those of a store. Refuses while servers use it, and over other accounts unless told. `also` writes
 * more in the same transaction.
 */
export const replaceContents = async (
  database: Database,
  contents: StoreContents,
  { replace, asideFile, nowMs }: ReplaceOptions,
  also: (sql: Sql) => Promise<unknown> = async () => {},
): Promise<RestoreOutcome> => {
  const { name, dialect } = database
  const outcome = await database.alone(async (sql) => {
    if (dialect.lockTables) await sql.run(dialect.lockTables(['accounts', 'keys', 'account_months', 'usage']))
    const before = await readContents(sql)
    const isReplacing = before.keys.length > 0
    if (isReplacing && !replace) throw alreadyThere(name)
    if (isReplacing) await writeBackup(asideFile, before, nowMs)
    await also(sql)
    await writeContents(sql, isReplacing ? keepHigherCounts(contents, before) : contents)
    return { aside: isReplacing ? asideFile : null, keptCounts: isReplacing }
  }, WRITE_MS)
  if (!outcome) throw inUse(database)
  return outcome
}

/** The accounts of a folder that are to be replaced. Those that cannot be read are set aside, where told. */
export const openReplacedAccounts = async (
  dataDir: string,
  replace: boolean,
): Promise<{ database: Database; aside: string | null }> => {
  // As an earlier version left it that was killed.
  rmSync(`${storePath(dataDir)}.restoring`, { force: true })
  try {
    return { database: await openAccountsDatabase(dataDir, { check: true }), aside: null }
  } catch (error) {
    if (!existsSync(storePath(dataDir))) throw error
    if (!replace) throw alreadyThere(dataDir)
    const lock = await claimFile(lockPath(dataDir))
    if (!lock) throw error
    const aside = setAside(storePath(dataDir), 'replaced')
    lock.release()
    return { database: await openAccountsDatabase(dataDir), aside }
  }
}
