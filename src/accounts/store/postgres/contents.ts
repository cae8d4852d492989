import { randomBytes } from 'node:crypto'
import type { Sql } from '../../../kernel/sql/database.ts'
import type { StoreContents } from '../contents.ts'
import { REVISION } from './migrations.ts'

/** Belongs to the database, not to the installation that it holds. */
const STORE_ID = 'store-id'
const BATCH = 5_000

/** Reads everything that lasts. To be called in a transaction of one snapshot. */
export const readPostgresContents = async (sql: Sql): Promise<StoreContents> => ({
  accounts: await sql.all(
    'SELECT id, name, quota, created_at AS "createdAtMs" FROM accounts ORDER BY created_at, id COLLATE "C"',
  ),
  keys: await sql.all(
    `SELECT id, account_id AS "accountId", name, mode, digest, rate AS "ratePerSecond", burst, endpoints, expires,
       created_at AS "createdAtMs", revoked_at AS "revokedAtMs", made_by AS "madeBy"
     FROM keys ORDER BY created_at, id COLLATE "C"`,
  ),
  months: await sql.all('SELECT account_id AS "accountId", month, taken FROM account_months'),
  usage: await sql.all('SELECT month, account_id AS "accountId", key_id AS "keyId", endpoint, charged FROM usage'),
  secrets: await sql.all('SELECT name, value FROM installation WHERE name <> $1', STORE_ID),
})

/** Puts contents in place of everything that is there. Running services notice that the store is another one. */
export const writePostgresContents = async (sql: Sql, contents: StoreContents): Promise<void> => {
  await sql.run('TRUNCATE accounts, keys, account_months, instances, leases, usage, installation, rate_buckets')
  const insert = async (rows: readonly object[], statement: string): Promise<void> => {
    for (let start = 0; start < rows.length; start += BATCH) {
      await sql.run(statement, JSON.stringify(rows.slice(start, start + BATCH)))
    }
  }
  await insert(
    contents.accounts,
    `INSERT INTO accounts (id, name, quota, created_at, revision)
     SELECT id, name, quota, "createdAtMs", ${REVISION} FROM jsonb_to_recordset($1::jsonb)
       AS r (id text, name text, quota bigint, "createdAtMs" bigint)`,
  )
  await insert(
    contents.keys,
    `INSERT INTO keys
       (id, account_id, name, mode, digest, rate, burst, endpoints, expires, created_at, revoked_at, made_by, revision)
     SELECT id, "accountId", name, mode, digest, "ratePerSecond", burst, nullif(endpoints, 'null'), expires, "createdAtMs",
       "revokedAtMs", "madeBy", ${REVISION}
     FROM jsonb_to_recordset($1::jsonb)
       AS r (id text, "accountId" text, name text, mode text, digest text, "ratePerSecond" bigint, burst bigint,
             endpoints jsonb, expires text, "createdAtMs" bigint, "revokedAtMs" bigint, "madeBy" text)`,
  )
  await insert(
    contents.months,
    `INSERT INTO account_months (account_id, month, taken, revision)
     SELECT "accountId", month, taken, ${REVISION} FROM jsonb_to_recordset($1::jsonb)
       AS r ("accountId" text, month text, taken bigint)`,
  )
  await insert(
    contents.usage,
    `INSERT INTO usage (month, account_id, key_id, endpoint, charged)
     SELECT month, "accountId", "keyId", endpoint, charged FROM jsonb_to_recordset($1::jsonb)
       AS r (month text, "accountId" text, "keyId" text, endpoint text, charged bigint)`,
  )
  for (const { name, value } of [...contents.secrets, { name: STORE_ID, value: randomBytes(16) }]) {
    await sql.run('INSERT INTO installation (name, value) VALUES ($1, $2)', name, value)
  }
}
