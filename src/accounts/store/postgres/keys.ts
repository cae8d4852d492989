import type { Sql } from '../../../kernel/sql/database.ts'
import type { AccountMonth, Changes, KeyListing, NewKey, StoredAccount, StoredKey } from '../store.ts'
import { HORIZON, REVISION } from './migrations.ts'

const ACCOUNT = 'a.id, a.name, a.quota, a.created_at AS "createdAtMs"'
const KEY = `k.id, k.account_id AS "accountId", k.name, k.mode, k.digest, k.rate AS "ratePerSecond", k.burst, k.endpoints,
  k.expires, k.created_at AS "createdAtMs", k.revoked_at AS "revokedAtMs"`
const MONTH = 'm.account_id AS "accountId", m.month, m.taken, m.recall, m.version'

/** A month with the number of its latest change. */
export interface VersionedMonth extends AccountMonth {
  version: number
}

export interface VersionedChanges extends Changes {
  months: VersionedMonth[]
}

export interface Reading extends VersionedChanges {
  /** Read from here the next time. */
  horizon: number
  storeId: string
  /** The server's clock. */
  nowMs: number
}

const list = (select: string): string => `(SELECT coalesce(json_agg(t), '[]') FROM (${select}) t)`

/** Everything changed since `horizon`, in one statement and so on one snapshot. */
export const readChanges = async (sql: Sql, horizon: number, month: string): Promise<Reading> =>
  (await sql.get<Reading>(
    `SELECT ${HORIZON} AS horizon,
       (SELECT encode(value, 'hex') FROM installation WHERE name = 'store-id') AS "storeId",
       (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs",
       ${list(`SELECT ${ACCOUNT} FROM accounts a WHERE a.revision >= $1`)} AS accounts,
       ${list(`SELECT ${KEY} FROM keys k WHERE k.revision >= $1`)} AS keys,
       ${list(`SELECT ${MONTH} FROM account_months m WHERE m.revision >= $1 AND m.month >= $2`)} AS months`,
    horizon,
    month,
  )) as Reading

/** Rows that come from another server, by a dump, carry numbers of that server: they would seem new for ever. */
export const resetForeignRevisions = async (sql: Sql): Promise<void> => {
  for (const table of ['accounts', 'keys', 'account_months']) {
    await sql.run(
      `UPDATE ${table} SET revision = 0 WHERE revision > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
    )
  }
}

export const findKeys = async (sql: Sql, digests: readonly string[]): Promise<VersionedChanges> =>
  (await sql.get<VersionedChanges>(
    `WITH found AS (SELECT * FROM keys WHERE digest = ANY ($1))
     SELECT ${list(`SELECT ${KEY} FROM found k`)} AS keys,
       ${list(`SELECT ${ACCOUNT} FROM accounts a WHERE a.id IN (SELECT account_id FROM found)`)} AS accounts,
       ${list(`SELECT ${MONTH} FROM account_months m WHERE m.account_id IN (SELECT account_id FROM found)`)} AS months`,
    digests,
  )) as VersionedChanges

export const findAccount = async (sql: Sql, id: string): Promise<StoredAccount | null> =>
  (await sql.get<StoredAccount>(`SELECT ${ACCOUNT} FROM accounts a WHERE a.id = $1`, id)) ?? null

export const insertKey = async (sql: Sql, { key, account, quota }: NewKey): Promise<void> => {
  if (account) {
    await sql.run(
      `INSERT INTO accounts (id, name, quota, created_at, revision) VALUES ($1, $2, $3, $4, ${REVISION})
       ON CONFLICT (id) DO NOTHING`,
      account.id,
      account.name,
      account.quota,
      account.createdAtMs,
    )
  }
  if (quota !== null) {
    await sql.run(`UPDATE accounts SET quota = $1, revision = ${REVISION} WHERE id = $2`, quota, key.accountId)
  }
  await insertStoredKey(sql, key)
}

const insertStoredKey = async (sql: Sql, key: StoredKey): Promise<void> => {
  await sql.run(
    `INSERT INTO keys
       (id, account_id, name, mode, digest, rate, burst, endpoints, expires, created_at, revoked_at, revision)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ${REVISION})`,
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
  )
}

export const revokeKey = async (sql: Sql, id: string, nowMs: number): Promise<boolean> =>
  (await sql.run(
    `UPDATE keys SET revoked_at = coalesce(revoked_at, $1), revision = ${REVISION} WHERE id = $2`,
    nowMs,
    id,
  )) > 0

export const listKeys = (sql: Sql): Promise<KeyListing[]> =>
  sql.all<KeyListing>(
    `SELECT ${KEY}, a.quota, a.name AS "accountName" FROM keys k JOIN accounts a ON a.id = k.account_id
     ORDER BY k.created_at, k.id COLLATE "C"`,
  )
