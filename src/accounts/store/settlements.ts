import type { Sql } from '../../kernel/sql/database.ts'
import type { Dialect } from '../../kernel/sql/dialect.ts'
import type { OfMonth } from './quota.ts'
import type { Settlement, UsageCount } from './store.ts'

/** What an instance settles at one time, numbered: it is written once, however often it is sent. */
export interface NumberedSettlements {
  instanceId: string
  number: number
  nowMs: number
  settlements: readonly Settlement[]
}

/** Writes down what an instance charged and returned, all accounts at once. False: this instance is not known here. */
export const settle = async (sql: Sql, dialect: Dialect, sent: NumberedSettlements): Promise<boolean> => {
  const { instanceId, number, nowMs } = sent
  const before = await sql.get<{ settled: number }>(
    'SELECT settled FROM instances WHERE id = $1 FOR UPDATE',
    instanceId,
  )
  const settled = Math.max(before?.settled ?? 0, number)
  await sql.run('UPDATE instances SET seen_at = $2, settled = $3 WHERE id = $1', instanceId, nowMs, settled)
  if (before && before.settled >= number) return true
  if (sent.settlements.length > 0) await writeSettlements(sql, dialect, sent)
  return before !== undefined
}

const SETTLEMENT = {
  accountId: 'text',
  month: 'text',
  charged: 'bigint',
  returned: 'bigint',
  answeredRecall: 'bigint',
} as const

const writeSettlements = async (
  sql: Sql,
  dialect: Dialect,
  { instanceId, settlements }: NumberedSettlements,
): Promise<void> => {
  const json = JSON.stringify(inOneRow(settlements))
  const rows = dialect.rows('$1', SETTLEMENT)
  await sql.run(
    `INSERT INTO account_months (account_id, month, taken, revision)
     SELECT a.id, r.month, 0, ${dialect.revision} FROM ${rows} JOIN accounts a ON a.id = r."accountId"
     WHERE true ON CONFLICT DO NOTHING`,
    json,
  )
  // In one order for everybody, so that two instances never wait for each other.
  await sql.all(
    `SELECT 1 FROM account_months WHERE (account_id, month) IN (SELECT r."accountId", r.month FROM ${rows})
     ORDER BY account_id, month FOR UPDATE`,
    json,
  )
  // Units charged without a lease were leased by a store that this one replaced: they are spent all the same.
  await sql.run(
    `UPDATE account_months AS m
     SET taken = m.taken + p.change, version = m.version + 1, revision = ${dialect.revision}
     FROM (
       SELECT r."accountId", r.month, CASE WHEN coalesce(l.units, 0) - r.charged < r.returned
         THEN r.charged - coalesce(l.units, 0) ELSE -r.returned END AS change
       FROM ${rows}
       LEFT JOIN leases l ON l.account_id = r."accountId" AND l.month = r.month AND l.instance_id = $2
     ) AS p
     WHERE m.account_id = p."accountId" AND m.month = p.month AND p.change <> 0`,
    json,
    instanceId,
  )
  await sql.run(
    `UPDATE leases AS l
     SET units = CASE WHEN l.units > r.charged + r.returned THEN l.units - r.charged - r.returned ELSE 0 END,
       answered = CASE WHEN l.answered < r."answeredRecall" THEN r."answeredRecall" ELSE l.answered END
     FROM ${rows} WHERE l.account_id = r."accountId" AND l.month = r.month AND l.instance_id = $2`,
    json,
    instanceId,
  )
  const counts = settlements.flatMap(({ accountId, month, usage }) =>
    usage.map((count) => ({ accountId, month, ...count })),
  )
  await addUsage(sql, dialect, counts)
}

/** Of one account and month there may be several, after another store took the place of this one: a statement sees one row each. */
const inOneRow = (settlements: readonly Settlement[]): Omit<Settlement, 'usage'>[] => {
  const rows = new Map<string, Omit<Settlement, 'usage'>>()
  for (const { usage: _, ...row } of settlements) {
    const key = `${row.accountId} ${row.month}`
    const { charged, returned, answeredRecall } = rows.get(key) ?? { charged: 0, returned: 0, answeredRecall: -1 }
    rows.set(key, {
      ...row,
      charged: row.charged + charged,
      returned: row.returned + returned,
      answeredRecall: Math.max(row.answeredRecall, answeredRecall),
    })
  }
  return [...rows.values()]
}

const COUNT = { accountId: 'text', month: 'text', keyId: 'text', endpoint: 'text', charged: 'bigint' } as const

export const addUsage = async (
  sql: Sql,
  { rows }: Dialect,
  counts: readonly (UsageCount & OfMonth)[],
): Promise<void> => {
  if (counts.length === 0) return
  await sql.run(
    `INSERT INTO usage AS u (month, account_id, key_id, endpoint, charged)
     SELECT month, "accountId", "keyId", endpoint, CAST(sum(charged) AS bigint) FROM ${rows('$1', COUNT)}
     WHERE true GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
     ON CONFLICT (month, account_id, key_id, endpoint) DO UPDATE SET charged = u.charged + excluded.charged`,
    JSON.stringify(counts),
  )
}
