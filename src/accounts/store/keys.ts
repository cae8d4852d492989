import type { Sql } from '../../kernel/sql/database.ts'
import type { Dialect } from '../../kernel/sql/dialect.ts'
import type { AccountMonth, Changes, KeyListing, NewKey, StoredAccount, StoredKey } from './store.ts'

const ACCOUNT = 'a.id, a.name, a.quota, a.created_at AS "createdAtMs"'
const KEY = `k.id, k.account_id AS "accountId", k.name, k.mode, k.digest, k.rate AS "ratePerSecond", k.burst,
  CAST(k.endpoints AS text) AS endpoints, k.expires, k.created_at AS "createdAtMs", k.revoked_at AS "revokedAtMs"`
const MONTH = 'm.account_id AS "accountId", m.month, m.taken, m.recall, m.version'

type KeyRow = Omit<StoredKey, 'endpoints'> & { endpoints: string | null }

const toKey = <Row extends KeyRow>(row: Row): Omit<Row, 'endpoints'> & { endpoints: string[] | null } => ({
  ...row,
  endpoints: row.endpoints === null ? null : (JSON.parse(row.endpoints) as string[]),
})

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
  /** The clock of the database. */
  nowMs: number
}

/** Everything changed since `horizon`. What changes meanwhile is above the new horizon; an account is never newer than its keys. */
export const readChanges = async (sql: Sql, dialect: Dialect, since: number, month: string): Promise<Reading> => {
  const isNew = dialect.changedSince('$1')
  const state = await sql.get<{ horizon: number; nowMs: number; storeId: Uint8Array | null }>(
    `SELECT ${dialect.horizon} AS horizon, ${dialect.nowMs} AS "nowMs",
       (SELECT value FROM installation WHERE name = 'store-id') AS "storeId"`,
  )
  const { horizon = 0, nowMs = 0, storeId } = state ?? {}
  return {
    ...{ horizon, nowMs, storeId: Buffer.from(storeId ?? []).toString('hex') },
    keys: (await sql.all<KeyRow>(`SELECT ${KEY} FROM keys k WHERE ${isNew}`, since)).map(toKey),
    accounts: await sql.all<StoredAccount>(`SELECT ${ACCOUNT} FROM accounts a WHERE ${isNew}`, since),
    months: await sql.all<VersionedMonth>(
      `SELECT ${MONTH} FROM account_months m WHERE ${isNew} AND m.month >= $2`,
      since,
      month,
    ),
  }
}

/** Rows that come from another server, by a dump, carry numbers of that server: they would seem new for ever. */
export const resetForeignRevisions = async (sql: Sql, { engine }: Dialect): Promise<void> => {
  if (engine === 'sqlite') return
  for (const table of ['accounts', 'keys', 'account_months']) {
    await sql.run(
      `UPDATE ${table} SET revision = 0 WHERE revision > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
    )
  }
}

export const findKeys = async (sql: Sql, { list }: Dialect, digests: readonly string[]): Promise<VersionedChanges> => {
  const found = await sql.all<KeyRow>(
    `SELECT ${KEY} FROM keys k WHERE k.digest IN ${list('$1')}`,
    JSON.stringify(digests),
  )
  if (found.length === 0) return { keys: [], accounts: [], months: [] }
  const owners = JSON.stringify([...new Set(found.map(({ accountId }) => accountId))])
  return {
    keys: found.map(toKey),
    accounts: await sql.all(`SELECT ${ACCOUNT} FROM accounts a WHERE a.id IN ${list('$1')}`, owners),
    months: await sql.all(`SELECT ${MONTH} FROM account_months m WHERE m.account_id IN ${list('$1')}`, owners),
  }
}

export const findAccount = async (sql: Sql, id: string): Promise<StoredAccount | null> =>
  (await sql.get<StoredAccount>(`SELECT ${ACCOUNT} FROM accounts a WHERE a.id = $1`, id)) ?? null

export const insertKey = async (sql: Sql, dialect: Dialect, { key, account, quota }: NewKey): Promise<void> => {
  if (account) await insertAccount(sql, dialect, account)
  if (quota !== null)
    await sql.run(`UPDATE accounts SET quota = $1, revision = ${dialect.revision} WHERE id = $2`, quota, key.accountId)
  await insertStoredKey(sql, dialect, key)
}

export const insertAccount = async (sql: Sql, { revision }: Dialect, account: StoredAccount): Promise<void> => {
  const { id, name, quota, createdAtMs } = account
  await sql.run(
    `INSERT INTO accounts (id, name, quota, created_at, revision) VALUES ($1, $2, $3, $4, ${revision})
     ON CONFLICT (id) DO NOTHING`,
    ...[id, name, quota, createdAtMs],
  )
}

export const insertStoredKey = async (sql: Sql, { revision }: Dialect, key: StoredKey): Promise<void> => {
  await sql.run(
    `INSERT INTO keys
       (id, account_id, name, mode, digest, rate, burst, endpoints, expires, created_at, revoked_at, revision)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ${revision})`,
    ...[key.id, key.accountId, key.name, key.mode, key.digest, key.ratePerSecond, key.burst],
    key.endpoints && JSON.stringify(key.endpoints),
    ...[key.expires, key.createdAtMs, key.revokedAtMs],
  )
}

export const revokeKey = async (sql: Sql, { revision }: Dialect, id: string, nowMs: number): Promise<boolean> =>
  (await sql.run(
    `UPDATE keys SET revoked_at = coalesce(revoked_at, $1), revision = ${revision} WHERE id = $2`,
    nowMs,
    id,
  )) > 0

/** In the order in which they were made. */
export const listAccounts = (sql: Sql): Promise<StoredAccount[]> =>
  sql.all(`SELECT ${ACCOUNT} FROM accounts a ORDER BY a.created_at, a.id COLLATE "C"`)

export const listKeys = async (sql: Sql): Promise<KeyListing[]> => {
  const rows = await sql.all<KeyRow & { quota: number; accountName: string }>(
    `SELECT ${KEY}, a.quota, a.name AS "accountName" FROM keys k JOIN accounts a ON a.id = k.account_id
     ORDER BY k.created_at, k.id COLLATE "C"`,
  )
  return rows.map(toKey)
}
