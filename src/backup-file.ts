import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FILE_MIGRATIONS, readContents, type StoreContents, writeContents } from './accounts/index.ts'
import { Failure } from './kernel/errors.ts'
import { storageErrorCode } from './kernel/files/sqlite-errors.ts'
import type { Sql } from './kernel/sql/database.ts'
import { openSqlite } from './kernel/sql/open-sqlite.ts'

/** What the accounts of a backup are. */
export interface BackupFacts {
  createdAtMs: number
  accounts: number
  keys: number
}

/** Writes accounts into an empty file. */
export const writeBackup = async (target: string, contents: StoreContents, nowMs: number): Promise<BackupFacts> => {
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
