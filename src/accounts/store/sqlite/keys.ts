import type { SqliteFile } from '../../../kernel/files/sqlite.ts'
import type { AccountMonth, Changes, KeyListing, NewKey, StoredAccount, StoredKey } from '../store.ts'
import { currentRevision, nextRevision } from './revision.ts'

export interface KeyRow extends Omit<StoredKey, 'endpoints'> {
  endpoints: string | null
}

const ACCOUNT = 'a.id, a.name, a.quota, a.created_at AS createdAtMs'
const KEY = `k.id, k.account_id AS accountId, k.name, k.mode, k.digest, k.rate AS ratePerSecond, k.burst, k.endpoints,
  k.expires, k.created_at AS createdAtMs, k.revoked_at AS revokedAtMs`
const MONTH = 'm.account_id AS accountId, m.month, m.taken, m.demand AS recall'

/** With the instance that made the key for itself. */
export const MADE_KEY = `${KEY}, k.made_by AS madeBy`

export const toKey = <Row extends KeyRow>(row: Row): Omit<Row, 'endpoints'> & { endpoints: string[] | null } => ({
  ...row,
  endpoints: row.endpoints === null ? null : (JSON.parse(row.endpoints) as string[]),
})

/** Everything with a revision after `after`, read on one snapshot. */
export const readChanges = (db: SqliteFile, after: number, month: string): Changes & { revision: number } =>
  db.read(() => ({
    revision: currentRevision(db),
    accounts: db.all<StoredAccount>(`SELECT ${ACCOUNT} FROM accounts a WHERE a.revision > ?`, after),
    keys: db.all<KeyRow>(`SELECT ${KEY} FROM keys k WHERE k.revision > ?`, after).map(toKey),
    months: db.all<AccountMonth>(
      `SELECT ${MONTH} FROM account_months m WHERE m.revision > ? AND m.month >= ?`,
      after,
      month,
    ),
  }))

export const findKeys = (db: SqliteFile, digests: readonly string[]): Changes =>
  db.read(() => {
    const found: Changes = { accounts: [], keys: [], months: [] }
    for (const digest of digests) {
      const row = db.get<KeyRow>(`SELECT ${KEY} FROM keys k WHERE k.digest = ?`, digest)
      if (!row) continue
      found.keys.push(toKey(row))
      found.accounts.push(findAccount(db, row.accountId) as StoredAccount)
      found.months.push(
        ...db.all<AccountMonth>(`SELECT ${MONTH} FROM account_months m WHERE m.account_id = ?`, row.accountId),
      )
    }
    return found
  })

export const findAccount = (db: SqliteFile, id: string): StoredAccount | null =>
  db.get<StoredAccount>(`SELECT ${ACCOUNT} FROM accounts a WHERE a.id = ?`, id) ?? null

export const insertKey = (db: SqliteFile, { key, account, quota }: NewKey): void => {
  const revision = nextRevision(db)
  if (account) {
    db.run(
      'INSERT INTO accounts (id, name, quota, created_at, revision) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      account.id,
      account.name,
      account.quota,
      account.createdAtMs,
      revision,
    )
  }
  if (quota !== null) {
    db.run('UPDATE accounts SET quota = ?, revision = ? WHERE id = ?', quota, revision, key.accountId)
  }
  db.run(
    `INSERT INTO keys (id, account_id, name, mode, digest, rate, burst, endpoints, expires, created_at, revision)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    revision,
  )
}

export const revokeKey = (db: SqliteFile, id: string, nowMs: number): boolean =>
  db.run(
    'UPDATE keys SET revoked_at = coalesce(revoked_at, ?), revision = ? WHERE id = ?',
    nowMs,
    nextRevision(db),
    id,
  ) > 0

export const listKeys = (db: SqliteFile): KeyListing[] =>
  db
    .all<KeyRow & { quota: number; accountName: string }>(
      `SELECT ${KEY}, a.quota, a.name AS accountName FROM keys k JOIN accounts a ON a.id = k.account_id
       ORDER BY k.created_at, k.id`,
    )
    .map(toKey)
