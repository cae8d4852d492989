import { openSqliteFile, type SqliteFile } from '../../../kernel/files/sqlite.ts'
import type { StoreContents } from '../contents.ts'
import { type KeyRow, MADE_KEY, toKey } from './keys.ts'
import { sqliteStore } from './store.ts'

/** Reads everything that lasts in the store of this path, and brings the file up to date first. */
export const readSqliteContents = (path: string): StoreContents => {
  const store = sqliteStore(path, { file: 'existing', check: true })
  // Made here when no server has asked for it yet, so that it stays the same wherever the store goes.
  store.installationSecret()
  store.close()
  const db = openSqliteFile(path, { file: 'existing' })
  try {
    return db.read(() => ({
      accounts: db.all('SELECT id, name, quota, created_at AS createdAtMs FROM accounts ORDER BY rowid'),
      keys: db.all<KeyRow & { madeBy: string | null }>(`SELECT ${MADE_KEY} FROM keys k ORDER BY rowid`).map(toKey),
      months: db.all('SELECT account_id AS accountId, month, taken FROM account_months'),
      usage: db.all('SELECT month, account_id AS accountId, key_id AS keyId, endpoint, charged FROM usage'),
      secrets: db.all('SELECT name, value FROM installation'),
    }))
  } finally {
    db.close()
  }
}

/** Writes contents into a new store at this path, an empty file or none. */
export const writeSqliteContents = (path: string, contents: StoreContents): void => {
  sqliteStore(path).close()
  const db = openSqliteFile(path, { file: 'existing' })
  try {
    db.writeDurably(() => writeRows(db, contents))
  } finally {
    db.close()
  }
}

const writeRows = (db: SqliteFile, { accounts, keys, months, usage, secrets }: StoreContents): void => {
  db.run('UPDATE revision SET n = 1')
  for (const { id, name, quota, createdAtMs } of accounts) {
    db.run(
      'INSERT INTO accounts (id, name, quota, created_at, revision) VALUES (?, ?, ?, ?, 1)',
      id,
      name,
      quota,
      createdAtMs,
    )
  }
  for (const key of keys) {
    db.run(
      `INSERT INTO keys
         (id, account_id, name, mode, digest, rate, burst, endpoints, expires, created_at, revoked_at, made_by, revision)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
      key.id,
      key.accountId,
      key.name,
      key.mode,
      key.digest,
      key.ratePerSecond,
      key.burst,
      key.endpoints && JSON.stringify(key.endpoints),
      key.expires,
      key.createdAtMs,
      key.revokedAtMs,
      key.madeBy,
    )
  }
  for (const { accountId, month, taken } of months) {
    db.run(
      'INSERT INTO account_months (account_id, month, taken, revision) VALUES (?, ?, ?, 1)',
      accountId,
      month,
      taken,
    )
  }
  for (const { month, accountId, keyId, endpoint, charged } of usage) {
    db.run(
      'INSERT INTO usage (month, account_id, key_id, endpoint, charged) VALUES (?, ?, ?, ?, ?)',
      month,
      accountId,
      keyId,
      endpoint,
      charged,
    )
  }
  for (const { name, value } of secrets) db.run('INSERT INTO installation (name, value) VALUES (?, ?)', name, value)
}
