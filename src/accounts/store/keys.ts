import type { Sql } from '../../kernel/sql/database.ts'
import type { AccountMonth, Changes, KeyListing, NewKey, StoredAccount, StoredKey } from './store.ts'

/** What a record's fields are called in its table. */
const ACCOUNT = { id: 'a.id', name: 'a.name', quota: 'a.quota', createdAtMs: 'a.created_at' }
const KEY = {
  id: 'k.id',
  accountId: 'k.account_id',
  name: 'k.name',
  mode: 'k.mode',
  digest: 'k.digest',
  ratePerSecond: 'k.rate',
  burst: 'k.burst',
  endpoints: 'CAST(k.endpoints AS text)',
  expires: 'k.expires',
  createdAtMs: 'k.created_at',
  revokedAtMs: 'k.revoked_at',
  persona: 'k.persona',
  documentos: 'k.documentos',
}
const MONTH = {
  accountId: 'm.account_id',
  month: 'm.month',
  taken: 'm.taken',
  recall: 'm.recall',
  version: 'm.version',
}

const select = (columns: Record<string, string>): string =>
  Object.entries(columns)
    .map(([name, column]) => `${column} AS "${name}"`)
    .join(', ')

type KeyRow = Omit<StoredKey, 'endpoints' | 'documentos'> & { endpoints: string | null; documentos: number }
type Read = Pick<StoredKey, 'endpoints' | 'documentos'>

const toKey = <Row extends KeyRow>(row: Row): Omit<Row, keyof Read> & Read => ({
  ...row,
  endpoints: row.endpoints === null ? null : (JSON.parse(row.endpoints) as string[]),
  documentos: row.documentos === 1,
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

type ChangesRow = Record<'accounts' | 'keys' | 'months', string>

const toChanges = ({ accounts, keys, months }: ChangesRow): VersionedChanges => ({
  accounts: JSON.parse(accounts),
  keys: (JSON.parse(keys) as KeyRow[]).map(toKey),
  months: JSON.parse(months),
})

/** Everything changed since a horizon, in one statement and so on one snapshot. */
export const readChanges = async (sql: Sql, since: number, month: string): Promise<Reading> => {
  const { jsonArray, horizon, nowMs, changedSince } = sql.dialect
  const isNew = changedSince('$1')
  const row = await sql.get<ChangesRow & { horizon: number; nowMs: number; storeId: Uint8Array | null }>(
    `SELECT ${horizon} AS horizon, ${nowMs} AS "nowMs",
       (SELECT value FROM installation WHERE name = 'store-id') AS "storeId",
       ${jsonArray(ACCOUNT, `accounts a WHERE ${isNew}`)} AS accounts,
       ${jsonArray(KEY, `keys k WHERE ${isNew}`)} AS keys,
       ${jsonArray(MONTH, `account_months m WHERE ${isNew} AND m.month >= $2`)} AS months`,
    since,
    month,
  )
  if (!row) throw new Error('no answer')
  return {
    ...toChanges(row),
    horizon: row.horizon,
    nowMs: row.nowMs,
    storeId: Buffer.from(row.storeId ?? []).toString('hex'),
  }
}

/** Rows that come from another server, by a dump, carry numbers of that server: they would seem new for ever. */
export const resetForeignRevisions = async (sql: Sql): Promise<void> => {
  if (sql.dialect.engine === 'sqlite') return
  for (const table of ['accounts', 'keys', 'account_months']) {
    await sql.run(
      `UPDATE ${table} SET revision = 0 WHERE revision > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
    )
  }
}

export const findKeys = async (sql: Sql, digests: readonly string[]): Promise<VersionedChanges> => {
  const { jsonArray, list } = sql.dialect
  const owners = `(SELECT account_id FROM keys WHERE digest IN ${list('$1')})`
  const row = await sql.get<ChangesRow>(
    `SELECT ${jsonArray(KEY, `keys k WHERE k.digest IN ${list('$1')}`)} AS keys,
       ${jsonArray(ACCOUNT, `accounts a WHERE a.id IN ${owners}`)} AS accounts,
       ${jsonArray(MONTH, `account_months m WHERE m.account_id IN ${owners}`)} AS months`,
    JSON.stringify(digests),
  )
  return row ? toChanges(row) : { accounts: [], keys: [], months: [] }
}

export const findAccount = async (sql: Sql, id: string): Promise<StoredAccount | null> =>
  (await sql.get<StoredAccount>(`SELECT ${select(ACCOUNT)} FROM accounts a WHERE a.id = $1`, id)) ?? null

export const insertKey = async (sql: Sql, { key, account, quota }: NewKey): Promise<void> => {
  if (account) await insertAccount(sql, account)
  if (quota !== null)
    await sql.run(
      `UPDATE accounts SET quota = $1, revision = ${sql.dialect.revision} WHERE id = $2`,
      quota,
      key.accountId,
    )
  await insertStoredKey(sql, key)
}

export const insertAccount = async (sql: Sql, account: StoredAccount): Promise<void> => {
  const { id, name, quota, createdAtMs } = account
  await sql.run(
    `INSERT INTO accounts (id, name, quota, created_at, revision) VALUES ($1, $2, $3, $4, ${sql.dialect.revision})
     ON CONFLICT (id) DO NOTHING`,
    ...[id, name, quota, createdAtMs],
  )
}

export const insertStoredKey = async (sql: Sql, key: StoredKey): Promise<void> => {
  await sql.run(
    `INSERT INTO keys
       (id, account_id, name, mode, digest, rate, burst, endpoints, expires, created_at, revoked_at, persona, documentos,
        revision)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${sql.dialect.revision})`,
    ...[key.id, key.accountId, key.name, key.mode, key.digest, key.ratePerSecond, key.burst],
    key.endpoints && JSON.stringify(key.endpoints),
    ...[key.expires, key.createdAtMs, key.revokedAtMs, key.persona, key.documentos ? 1 : 0],
  )
}

export const revokeKey = async (sql: Sql, id: string, nowMs: number): Promise<boolean> =>
  (await sql.run(
    `UPDATE keys SET revoked_at = coalesce(revoked_at, $1), revision = ${sql.dialect.revision} WHERE id = $2`,
    nowMs,
    id,
  )) > 0

/** In the order in which they were made. */
export const listAccounts = (sql: Sql): Promise<StoredAccount[]> =>
  sql.all(`SELECT ${select(ACCOUNT)} FROM accounts a ORDER BY a.created_at, a.id COLLATE "C"`)

export const listKeys = async (sql: Sql): Promise<KeyListing[]> => {
  const rows = await sql.all<KeyRow & { quota: number; accountName: string }>(
    `SELECT ${select(KEY)}, a.quota, a.name AS "accountName" FROM keys k JOIN accounts a ON a.id = k.account_id
     ORDER BY k.created_at, k.id COLLATE "C"`,
  )
  return rows.map(toKey)
}
