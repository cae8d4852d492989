import { randomBytes } from 'node:crypto'
import type { Sql } from '../../kernel/sql/database.ts'
import { insertAccount, insertStoredKey, listAccounts, listKeys } from './keys.ts'
import { addUsage } from './settlements.ts'
import type { StoredAccount, StoredKey, UsageCount } from './store.ts'

/** Everything in a store that lasts: no instances, no leases. What was leased stays taken. */
export interface StoreContents {
  accounts: StoredAccount[]
  keys: StoredKey[]
  months: { accountId: string; month: string; taken: number }[]
  usage: (UsageCount & { accountId: string; month: string })[]
  secrets: { name: string; value: Uint8Array }[]
}

/** Belongs to the database, not to the installation that it holds. */
const STORE_ID = 'store-id'
const ROWS_AT_A_TIME = 5_000
const TABLES = ['keys', 'account_months', 'instances', 'leases', 'usage', 'installation', 'accounts']

/** Reads everything that lasts. To be called in a transaction of one snapshot. */
export const readContents = async (sql: Sql): Promise<StoreContents> => ({
  accounts: await listAccounts(sql),
  keys: (await listKeys(sql)).map(({ quota: _, accountName: __, ...key }) => key),
  months: await sql.all('SELECT account_id AS "accountId", month, taken FROM account_months'),
  usage: await sql.all('SELECT month, account_id AS "accountId", key_id AS "keyId", endpoint, charged FROM usage'),
  secrets: await sql.all('SELECT name, value FROM installation WHERE name <> $1', STORE_ID),
})

/** Puts contents in place of everything that is there. Running services notice that the store is another one. */
export const writeContents = async (sql: Sql, contents: StoreContents): Promise<void> => {
  for (const table of TABLES) await sql.run(`DELETE FROM ${table}`)
  for (const account of contents.accounts) await insertAccount(sql, account)
  for (const key of contents.keys) await insertStoredKey(sql, key)
  const columns = sql.dialect.rows('$1', { accountId: 'text', month: 'text', taken: 'bigint' })
  for (const months of inParts(contents.months))
    await sql.run(
      `INSERT INTO account_months (account_id, month, taken, revision)
       SELECT "accountId", month, taken, ${sql.dialect.revision} FROM ${columns}`,
      JSON.stringify(months),
    )
  for (const counts of inParts(contents.usage)) await addUsage(sql, counts)
  for (const { name, value } of [...contents.secrets, { name: STORE_ID, value: randomBytes(16) }])
    await sql.run('INSERT INTO installation (name, value) VALUES ($1, $2)', name, value)
}

const inParts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_A_TIME) }, (_, part) =>
    rows.slice(part * ROWS_AT_A_TIME, (part + 1) * ROWS_AT_A_TIME),
  )

/** What a store that is replaced has counted and revoked more than `contents` say: no unit is granted again, no key works again. */
export const keepHigherCounts = (contents: StoreContents, replaced: StoreContents): StoreContents => {
  const known = new Set(contents.accounts.map(({ id }) => id))
  const revoked = new Map(replaced.keys.map(({ id, revokedAtMs }) => [id, revokedAtMs]))
  return {
    ...contents,
    keys: contents.keys.map((key) => ({ ...key, revokedAtMs: key.revokedAtMs ?? revoked.get(key.id) ?? null })),
    months: highest(
      [...contents.months, ...replaced.months],
      ({ accountId, month }) => `${accountId} ${month}`,
      'taken',
      known,
    ),
    usage: highest(
      [...contents.usage, ...replaced.usage],
      ({ month, accountId, keyId, endpoint }) => `${month} ${accountId} ${keyId} ${endpoint}`,
      'charged',
      known,
    ),
  }
}

/** Of all rows with one key the one that counts most. Rows of accounts that are not known are left out. */
const highest = <Row extends { accountId: string } & Record<Count, number>, Count extends string>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  count: Count,
  known: ReadonlySet<string>,
): Row[] => {
  const best = new Map<string, Row>()
  for (const row of rows) {
    const other = best.get(keyOf(row))
    if (known.has(row.accountId) && (!other || row[count] > other[count])) best.set(keyOf(row), row)
  }
  return [...best.values()]
}
