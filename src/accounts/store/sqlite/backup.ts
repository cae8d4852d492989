import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Failure } from '../../../kernel/errors.ts'
import { LATEST_VERSION } from './migrations.ts'
import { sqliteStore } from './store.ts'

export interface BackupFacts {
  createdAtMs: number
  accounts: number
  keys: number
}

/**
 * Makes a backup of a copied store. What servers had leased stays taken: some of it was spent already, and which units
 * is not known. So a restored account loses what a killed server would have cost it, and no unit is granted twice.
 */
export const finishBackup = (target: string, nowMs: number): BackupFacts => {
  const db = open(target, 'rw')
  try {
    db.exec(`
      PRAGMA journal_mode = DELETE;
      BEGIN;
      DELETE FROM leases;
      DELETE FROM instances;
      CREATE TABLE backup (created_at INTEGER NOT NULL) STRICT;
      COMMIT`)
    db.prepare('INSERT INTO backup (created_at) VALUES (?)').run(nowMs)
    return readFacts(db, target)
  } finally {
    db.close()
  }
}

/** Opens a backup to read it. */
export const openBackup = (file: string): DatabaseSync => {
  if (!existsSync(file)) throw new Failure('invalid-input', `No existe el archivo ${file}`)
  try {
    return open(file, 'ro')
  } catch {
    throw unreadable(file)
  }
}

/** Reads the whole file: a restore must not find out halfway that it is damaged. */
export const readFacts = (db: DatabaseSync, file: string): BackupFacts => {
  let version: number
  try {
    version = Number(db.prepare('PRAGMA user_version').get()?.user_version)
    const finding = db.prepare('PRAGMA integrity_check(1)').get()?.integrity_check
    const orphan = db.prepare('PRAGMA foreign_key_check').get()
    if (finding !== 'ok' || orphan) throw unreadable(file)
    if (version > LATEST_VERSION) throw new Failure('invalid-input', `El respaldo ${file} es de una versión posterior`)
    const count = (table: string): number => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)
    const createdAtMs = Number(db.prepare('SELECT created_at FROM backup').get()?.created_at)
    return { createdAtMs, accounts: count('accounts'), keys: count('keys') }
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(file)
  }
}

/** Turns a copy of a backup into a store, on the disk when it returns. */
export const toStore = (path: string): void => {
  const db = open(path, 'rw')
  db.exec('DROP TABLE backup; DROP TABLE IF EXISTS publications; DROP TABLE IF EXISTS signing_keys')
  db.close()
  // Brings a backup of an earlier version up to date, and leaves nothing in a log beside it.
  sqliteStore(path, { file: 'existing' }).close()
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** Takes over what the store to be replaced has counted and revoked since the backup. False when it cannot be read. */
export const keepHigherCounts = (path: string, replaced: string): boolean => {
  const db = open(path, 'rw')
  try {
    db.prepare('ATTACH ? AS replaced').run(replaced)
    db.exec(`
      BEGIN IMMEDIATE;
      INSERT INTO main.account_months (account_id, month, taken, revision)
        SELECT account_id, month, taken, 1 FROM replaced.account_months
        WHERE account_id IN (SELECT id FROM main.accounts)
        ON CONFLICT DO UPDATE SET taken = max(taken, excluded.taken);
      INSERT INTO main.usage (month, account_id, key_id, endpoint, charged)
        SELECT month, account_id, key_id, endpoint, charged FROM replaced.usage
        WHERE account_id IN (SELECT id FROM main.accounts)
        ON CONFLICT DO UPDATE SET charged = max(charged, excluded.charged);
      UPDATE main.keys SET revoked_at = (SELECT revoked_at FROM replaced.keys r WHERE r.id = keys.id)
        WHERE revoked_at IS NULL;
      COMMIT`)
    return true
  } catch {
    return false
  } finally {
    db.close()
  }
}

const open = (path: string, mode: 'rw' | 'ro'): DatabaseSync => {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', mode)
  return new DatabaseSync(url)
}

const unreadable = (file: string): Failure =>
  new Failure('invalid-input', `${file} no es un respaldo de Chasqui, o está dañado`)
