import type { Sql } from '../../kernel/sql/database.ts'
import { lockRows } from '../../kernel/sql/steps.ts'
import { joinInstance } from './instances.ts'
import { findAccount } from './keys.ts'
import { changeTaken, lockMonth, type OfMonth } from './quota.ts'
import type { Instance, Settlement, UsageCount } from './store.ts'

/** What an instance settles at one time, numbered: it is written once, however often it is sent. */
export interface NumberedSettlements {
  instanceId: string
  /** To be registered where it is not known: another store took the place of the one that it had joined. */
  instance: Instance | null
  number: number
  nowMs: number
  settlements: readonly Settlement[]
}

/** Writes down what an instance charged and returned, all accounts at once. */
export const settle = async (sql: Sql, sent: NumberedSettlements): Promise<void> => {
  const { instanceId, instance, number, nowMs, settlements } = sent
  const isNew = await sql.run(
    'UPDATE instances SET seen_at = $2, settled = $3 WHERE id = $1 AND settled < $3',
    ...[instanceId, nowMs, number],
  )
  if (!isNew) {
    if (await sql.get('SELECT 1 FROM instances WHERE id = $1', instanceId)) return
    if (instance) await joinInstance(sql, { instance, nowMs, settled: number })
  }
  if (settlements.length > 0) await writeSettlements(sql, instanceId, settlements)
}

/** A settlement as the statements read it: no column has the name of one of theirs. */
interface Settled {
  accountId: string
  settledMonth: string
  charged: number
  returned: number
  answeredRecall: number
}

const SETTLED = {
  accountId: 'text',
  settledMonth: 'text',
  charged: 'bigint',
  returned: 'bigint',
  answeredRecall: 'bigint',
} as const

const writeSettlements = async (sql: Sql, instanceId: string, settlements: readonly Settlement[]): Promise<void> => {
  const all = sumByMonth(settlements)
  const returning = [...all.values()].filter(({ returned }) => returned > 0)
  if (returning.length > 0) await lockMonths(sql, returning)
  const covered = new Set(await lowerLeases(sql, instanceId, [...all.values()]))
  const given = returning.filter(({ accountId, settledMonth }) => covered.has(keyOf(accountId, settledMonth)))
  if (given.length > 0) await returnUnits(sql, given)
  for (const [key, settled] of all) if (!covered.has(key)) await settleUncovered(sql, instanceId, settled)
  await addUsage(
    sql,
    settlements.flatMap(({ accountId, month, usage }) => usage.map((count) => ({ accountId, month, ...count }))),
  )
}

const keyOf = (accountId: string, month: string): string => `${accountId} ${month}`

/** Of one account and month there may be several, after another store took the place of this one. */
const sumByMonth = (settlements: readonly Settlement[]): Map<string, Settled> => {
  const sums = new Map<string, Settled>()
  for (const { accountId, month, charged, returned, answeredRecall } of settlements) {
    const key = keyOf(accountId, month)
    const sum = sums.get(key)
    if (!sum) sums.set(key, { accountId, settledMonth: month, charged, returned, answeredRecall })
    else {
      sum.charged += charged
      sum.returned += returned
      sum.answeredRecall = Math.max(sum.answeredRecall, answeredRecall)
    }
  }
  return sums
}

/** In one order for everybody, and before their leases, so that nobody waits for each other. */
const lockMonths = (sql: Sql, all: readonly Settled[]): Promise<void> =>
  lockRows(
    sql,
    `SELECT 1 FROM account_months
     WHERE (account_id, month) IN (SELECT "accountId", "settledMonth" FROM ${sql.dialect.rows('$1', SETTLED)})
     ORDER BY account_id, month FOR UPDATE`,
    JSON.stringify(all),
  )

/** Takes what was charged and returned off the leases. Returns the keys of those that held as much. */
const lowerLeases = async (sql: Sql, instanceId: string, all: readonly Settled[]): Promise<string[]> => {
  const lowered = await sql.all<OfMonth>(
    `UPDATE leases AS l SET units = l.units - r.charged - r.returned,
       answered = CASE WHEN l.answered < r."answeredRecall" THEN r."answeredRecall" ELSE l.answered END
     FROM ${sql.dialect.rows('$1', SETTLED)}
     WHERE l.account_id = r."accountId" AND l.month = r."settledMonth" AND l.instance_id = $2
       AND l.units >= r.charged + r.returned
     RETURNING account_id AS "accountId", month`,
    JSON.stringify(all),
    instanceId,
  )
  return lowered.map(({ accountId, month }) => keyOf(accountId, month))
}

const returnUnits = (sql: Sql, given: readonly Settled[]): Promise<number> =>
  sql.run(
    `UPDATE account_months AS m
     SET taken = m.taken - r.returned, version = m.version + 1, revision = ${sql.dialect.revision}
     FROM ${sql.dialect.rows('$1', SETTLED)} WHERE m.account_id = r."accountId" AND m.month = r."settledMonth"`,
    JSON.stringify(given),
  )

/** Units charged without a lease were leased by a store that this one replaced: they are spent all the same. */
const settleUncovered = async (sql: Sql, instanceId: string, settled: Settled): Promise<void> => {
  const { accountId, settledMonth: month, charged, answeredRecall } = settled
  if (!(await findAccount(sql, accountId))) return
  await lockMonth(sql, { accountId, month })
  const one = 'account_id = $1 AND month = $2 AND instance_id = $3'
  const held = await sql.get<{ units: number }>(`SELECT units FROM leases WHERE ${one}`, accountId, month, instanceId)
  await changeTaken(sql, { accountId, month }, charged - (held?.units ?? 0))
  await sql.run(
    `UPDATE leases SET units = 0, answered = $4 WHERE ${one}`,
    ...[accountId, month, instanceId, answeredRecall],
  )
}

const COUNT = { accountId: 'text', month: 'text', keyId: 'text', endpoint: 'text', charged: 'bigint' } as const

export const addUsage = async (sql: Sql, counts: readonly (UsageCount & OfMonth)[]): Promise<void> => {
  if (counts.length === 0) return
  await sql.run(
    `INSERT INTO usage AS u (month, account_id, key_id, endpoint, charged)
     SELECT month, "accountId", "keyId", endpoint, CAST(sum(charged) AS bigint) FROM ${sql.dialect.rows('$1', COUNT)}
     WHERE true GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
     ON CONFLICT (month, account_id, key_id, endpoint) DO UPDATE SET charged = u.charged + excluded.charged`,
    JSON.stringify(counts),
  )
}
