import type { Sql } from '../../../kernel/postgres/connection.ts'
import type { TokenGrant, TokenRequest } from '../store.ts'

/**
 * Fills each key's bucket by the server's clock and takes from it, all keys in one statement. An empty bucket is a full one
 * that nobody has used yet. Rows are locked in one order for everybody.
 */
export const takeTokens = async (sql: Sql, requests: readonly TokenRequest[]): Promise<TokenGrant[]> => {
  const rows = [...requests].sort((a, b) => (a.keyId < b.keyId ? -1 : 1))
  const grants = await sql.all<TokenGrant & { keyId: string }>(
    `WITH asked AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb)
         AS r ("keyId" text, "ratePerSecond" double precision, burst double precision,
               wanted double precision, returned double precision)
     ), made AS (
       INSERT INTO rate_buckets (key_id, tokens, filled_at)
       SELECT "keyId", burst, clock_timestamp() FROM asked ORDER BY "keyId" COLLATE "C"
       ON CONFLICT (key_id) DO UPDATE SET key_id = excluded.key_id
       RETURNING key_id, tokens, filled_at
     ), filled AS (
       SELECT a.*, least(a.burst, m.tokens + a.returned
         + a."ratePerSecond" * greatest(0, extract(epoch FROM clock_timestamp() - m.filled_at))) AS tokens
       FROM asked a JOIN made m ON m.key_id = a."keyId"
     )
     SELECT "keyId", floor(least(wanted, tokens))::int AS granted, tokens AS left FROM filled`,
    JSON.stringify(rows),
  )
  // A row cannot be changed twice in one statement.
  await sql.run(
    `UPDATE rate_buckets b SET tokens = g.tokens, filled_at = clock_timestamp()
     FROM jsonb_to_recordset($1::jsonb) AS g ("keyId" text, tokens double precision) WHERE b.key_id = g."keyId"`,
    JSON.stringify(grants.map(({ keyId, left, granted }) => ({ keyId, tokens: left - granted }))),
  )
  const byKey = new Map(grants.map((grant) => [grant.keyId, grant]))
  return requests.map(({ keyId }) => {
    const { granted, left } = byKey.get(keyId) as TokenGrant
    return { granted, left: left - granted }
  })
}
