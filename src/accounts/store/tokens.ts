import type { Sql } from '../../kernel/sql/database.ts'
import type { TokenGrant, TokenRequest } from './store.ts'

/** What a bucket holds now, by the server's clock. The row that was to be inserted carries the request. */
const FILLED = `least(excluded.burst, b.tokens + excluded.returned
  + excluded.rate * greatest(0, extract(epoch FROM excluded.filled_at - b.filled_at)))`

/** Fills each key's bucket and takes from it, all keys in one statement and in one order. A key seen for the first time has a full one. */
export const takeTokens = async (sql: Sql, requests: readonly TokenRequest[]): Promise<TokenGrant[]> => {
  const rows = await sql.all<TokenGrant & { keyId: string }>(
    `INSERT INTO rate_buckets AS b (key_id, tokens, filled_at, rate, burst, wanted, returned, granted)
     SELECT "keyId", burst - floor(least(wanted, burst)), clock_timestamp(), "ratePerSecond", burst, wanted, returned,
       floor(least(wanted, burst))
     FROM jsonb_to_recordset($1::jsonb)
       AS r ("keyId" text, "ratePerSecond" double precision, burst double precision, wanted double precision,
             returned double precision)
     ORDER BY "keyId" COLLATE "C"
     ON CONFLICT (key_id) DO UPDATE SET
       granted = floor(least(excluded.wanted, ${FILLED})),
       tokens = ${FILLED} - floor(least(excluded.wanted, ${FILLED})),
       filled_at = greatest(b.filled_at, excluded.filled_at)
     RETURNING key_id AS "keyId", granted, tokens AS left`,
    JSON.stringify(requests),
  )
  const byKey = new Map(rows.map(({ keyId, granted, left }) => [keyId, { granted, left }]))
  return requests.map(({ keyId }) => byKey.get(keyId) ?? { granted: 0, left: 0 })
}
