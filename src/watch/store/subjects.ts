import type { Subject, WatchSummary } from '../../domain/records.ts'
import type { Sql } from '../../kernel/sql/database.ts'

/** A subject as it is kept; what tells who it is, is sealed. */
export interface SubjectRow {
  id: string
  sealed: Uint8Array
  /** Changes with what is known of the subject. */
  version: number
  createdAtMs: number
  paidMonth: string
  /** The editions that it needs no more screening with; 0 when it is to be screened whatever they are. */
  settledSeq: number
  /** The last editions it was screened with; 0 for none. */
  checkedSeq: number
  checkedAtMs: number | null
  /** Digest of what the last screening found. */
  outcome: string
  uncheckedSinceMs: number | null
  problem: Subject['motivoSinRevisar']
}

const COLUMNS = `id, sealed, version, created_at AS "createdAtMs", paid_month AS "paidMonth", settled_seq AS "settledSeq", checked_seq AS "checkedSeq",
  checked_at AS "checkedAtMs", outcome, unchecked_since AS "uncheckedSinceMs", problem`

export interface NewSubject {
  id: string
  accountId: string
  reference: string
  sealed: Uint8Array
  /** True when it is to be screened every day. */
  isDaily: boolean
  nowMs: number
}

export const insertSubject = async (
  sql: Sql,
  { id, accountId, reference, sealed, isDaily, nowMs }: NewSubject,
): Promise<void> => {
  await sql.run(
    'INSERT INTO watch_subjects (id, account_id, reference, sealed, created_at, daily) VALUES ($1, $2, $3, $4, $5, $6)',
    ...[id, accountId, reference, sealed, nowMs, Number(isDaily)],
  )
}

/** What is known of it is other than before: it is to be screened again. */
export const replaceSubject = async (
  sql: Sql,
  { id, sealed, isDaily }: Pick<NewSubject, 'id' | 'sealed' | 'isDaily'>,
): Promise<void> => {
  const change = `UPDATE watch_subjects SET sealed = $2, daily = $3, version = version + 1, settled_seq = 0, retry_at = 0 WHERE id = $1`
  await sql.run(change, id, sealed, Number(isDaily))
}

export const removeSubject = async (sql: Sql, id: string): Promise<void> => {
  await sql.run('DELETE FROM watch_alerts WHERE subject_id = $1', id)
  await sql.run('DELETE FROM watch_subjects WHERE id = $1', id)
}

export const findSubject = async (sql: Sql, accountId: string, by: { id: string } | { reference: string }) =>
  sql.get<SubjectRow>(
    `SELECT ${COLUMNS} FROM watch_subjects WHERE account_id = $1 AND ${'id' in by ? 'id' : 'reference'} = $2`,
    accountId,
    'id' in by ? by.id : by.reference,
  )

export interface Page {
  /** The id that the page before ended with. */
  after?: string | undefined
  most: number
}

export interface SubjectsPage extends Page {
  /** Only those that were never screened, or could not be the last time. */
  isUnchecked?: boolean
}

const IS_UNCHECKED = '(checked_at IS NULL OR unchecked_since IS NOT NULL)'

/** Oldest first. */
export const listSubjects = (
  sql: Sql,
  accountId: string,
  { after, most, isUnchecked }: SubjectsPage,
): Promise<SubjectRow[]> =>
  sql.all(
    `SELECT ${COLUMNS} FROM watch_subjects WHERE account_id = $1 ${isUnchecked ? `AND ${IS_UNCHECKED}` : ''}
       AND ($2 = '' OR (created_at, id) > (SELECT s.created_at, s.id FROM watch_subjects s WHERE s.id = $2))
     ORDER BY created_at, id LIMIT $3`,
    ...[accountId, after ?? '', most],
  )

/** How many subjects an account has, and how many of its alerts wait for a person. */
export const countSubjects = async (sql: Sql, accountId: string, seq: number): Promise<WatchSummary> => {
  const counts = await sql.get<WatchSummary>(
    `SELECT count(*) AS sujetos, count(CASE WHEN ${IS_UNCHECKED} THEN 1 END) AS "sinRevisar",
       count(CASE WHEN settled_seq < $2 OR unchecked_since IS NOT NULL THEN 1 END) AS pendientes,
       (SELECT count(*) FROM watch_alerts WHERE account_id = $1 AND state IN ('abierta', 'escalada')) AS "alertasAbiertas",
       coalesce((SELECT events FROM watch_accounts WHERE account_id = $1), 0) AS eventos
     FROM watch_subjects WHERE account_id = $1`,
    accountId,
    seq,
  )
  return counts ?? { sujetos: 0, sinRevisar: 0, pendientes: 0, alertasAbiertas: 0, eventos: 0 }
}

/** Subjects by their ids, also while they are being changed: others wait. */
export const lockSubjects = (sql: Sql, accountId: string, ids: readonly string[]): Promise<SubjectRow[]> =>
  sql.all(
    `SELECT ${COLUMNS} FROM watch_subjects WHERE account_id = $1 AND id IN ${sql.dialect.list('$2')}`,
    accountId,
    JSON.stringify(ids),
  )

/** What a screening is compared with. */
export type ScreenedRow = Pick<SubjectRow, 'id' | 'version' | 'outcome' | 'problem' | 'uncheckedSinceMs'>

/** The same without what is sealed, for a slice: nothing of it is read twice. */
export const screenedRows = (sql: Sql, accountId: string, ids: readonly string[]): Promise<ScreenedRow[]> =>
  sql.all(
    `SELECT id, version, outcome, problem, unchecked_since AS "uncheckedSinceMs" FROM watch_subjects
     WHERE account_id = $1 AND id IN ${sql.dialect.list('$2')}`,
    accountId,
    JSON.stringify(ids),
  )

/** What makes a subject due: newer editions, or a month that was not paid yet. */
export interface Due {
  seq: number
  month: string
  nowMs: number
}

// Two conditions, each with its index: one with an OR would read every subject of an account for every slice.
const IS_BEHIND = 's.settled_seq < $1 AND s.retry_at <= $3'
const IS_UNPAID = 's.paid_month < $2 AND s.retry_at <= $3'
const dueValues = ({ seq, month, nowMs }: Due): [number, string, number] => [seq, month, nowMs]

export const dueSubjects = async (sql: Sql, accountId: string, due: Due, most: number): Promise<SubjectRow[]> => {
  const select = `SELECT ${COLUMNS} FROM watch_subjects s WHERE s.account_id = $2 AND s.retry_at <= $3`
  const behind = `${select} AND s.settled_seq < $1 ORDER BY s.settled_seq, s.id LIMIT $4`
  const found = await sql.all<SubjectRow>(behind, due.seq, accountId, due.nowMs, most)
  if (found.length > 0) return found
  const unpaid = `${select} AND s.paid_month < $1 ORDER BY s.paid_month, s.id LIMIT $4`
  return sql.all<SubjectRow>(unpaid, due.month, accountId, due.nowMs, most)
}

/** An account that this instance works on, and what its subjects have cost in a month so far. */
export interface HeldAccount {
  accountId: string
  keyId: string
  costMonth: string
  costUnits: number
}

/** The account that has waited longest among those with something to do that nobody works on; it is then this instance's. */
export const takeAccount = async (
  sql: Sql,
  due: Due,
  { instanceId, holdMs }: { instanceId: string; holdMs: number },
): Promise<HeldAccount | undefined> =>
  sql.get(
    `UPDATE watch_accounts SET held_by = $4, held_until = $5, served_at = $3 WHERE account_id = (
       SELECT a.account_id FROM watch_accounts a WHERE a.held_until < $3
         AND (EXISTS (SELECT 1 FROM watch_subjects s WHERE s.account_id = a.account_id AND ${IS_BEHIND})
           OR EXISTS (SELECT 1 FROM watch_subjects s WHERE s.account_id = a.account_id AND ${IS_UNPAID}))
       ORDER BY a.served_at, a.account_id LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING account_id AS "accountId", key_id AS "keyId", cost_month AS "costMonth", cost_units AS "costUnits"`,
    ...dueValues(due),
    instanceId,
    due.nowMs + holdMs,
  )

/** True while the account is this instance's. Nobody else takes it before the transaction ends. */
export const keepAccount = async (sql: Sql, accountId: string, instanceId: string): Promise<boolean> =>
  (await sql.run(
    'UPDATE watch_accounts SET held_by = held_by WHERE account_id = $1 AND held_by = $2',
    accountId,
    instanceId,
  )) > 0

export const releaseAccount = async (sql: Sql, accountId: string, instanceId: string): Promise<void> => {
  const change = 'UPDATE watch_accounts SET held_by = NULL, held_until = 0 WHERE account_id = $1 AND held_by = $2'
  await sql.run(change, accountId, instanceId)
}

/** Notes what a month has cost so far, and which subjects it is paid for. */
export const notePaid = async (
  sql: Sql,
  accountId: string,
  { month, units, ids }: { month: string; units: number; ids: readonly string[] },
): Promise<void> => {
  const cost = 'UPDATE watch_accounts SET cost_month = $2, cost_units = $3 WHERE account_id = $1'
  await sql.run(cost, accountId, month, units)
  const { list } = sql.dialect
  const paid = `UPDATE watch_subjects SET paid_month = $1 WHERE id IN ${list('$2')}`
  await sql.run(paid, month, JSON.stringify(ids))
}

/** With which editions, when, and on which day of Lima. */
export interface SettledAt extends Pick<Due, 'seq' | 'nowMs'> {
  today: string
}

export interface Settled {
  id: string
  version: number
  outcome: string
  problem: string | null
}

/** Notes that subjects were screened and that nothing is new of them, which is so of nearly all. */
export const settleUnchanged = async (
  sql: Sql,
  { seq, nowMs, today }: SettledAt,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await sql.run(
    `UPDATE watch_subjects SET settled_seq = $1, checked_seq = $1, checked_at = $2, settled_day = $4, retry_at = 0
     WHERE id IN ${sql.dialect.list('$3')}`,
    ...[seq, nowMs, JSON.stringify(ids), today],
  )
}

/** Notes that subjects were screened, and what is new of them. */
export const settleSubjects = async (
  sql: Sql,
  { seq, nowMs, today }: SettledAt,
  settled: readonly Settled[],
): Promise<void> => {
  if (settled.length === 0) return
  const columns = sql.dialect.rows('$3', { id: 'text', version: 'bigint', outcome: 'text', problem: 'text' })
  await sql.run(
    `UPDATE watch_subjects SET settled_seq = $1, settled_day = $4, outcome = r.outcome, problem = r.problem, retry_at = 0,
       checked_seq = CASE WHEN r.problem IN ('datos', 'listas') THEN checked_seq ELSE $1 END,
       checked_at = CASE WHEN r.problem IN ('datos', 'listas') THEN checked_at ELSE $2 END,
       unchecked_since = CASE WHEN r.problem IS NULL THEN NULL ELSE coalesce(unchecked_since, $2) END
     FROM ${columns} WHERE watch_subjects.id = r.id AND watch_subjects.version = r.version`,
    ...[seq, nowMs, JSON.stringify(settled), today],
  )
}

/**
 * Notes that an account's subjects were all screened with these editions, those aside that wait for units. What there is to
 * tell then; null when some are left, or when it was told before.
 */
export const finishRun = async (
  sql: Sql,
  accountId: string,
  { seq, nowMs }: Pick<Due, 'seq' | 'nowMs'>,
): Promise<{ vigilados: number; sinRevisar: number } | null> => {
  const ended = await sql.run(
    `UPDATE watch_accounts SET run_seq = $2 WHERE account_id = $1 AND run_seq < $2 AND NOT EXISTS (
       SELECT 1 FROM watch_subjects s WHERE s.account_id = $1 AND s.settled_seq < $2 AND s.retry_at <= $3)`,
    ...[accountId, seq, nowMs],
  )
  if (ended === 0) return null
  const counts = await sql.get<{ vigilados: number; sinRevisar: number }>(
    `SELECT count(*) AS vigilados, count(unchecked_since) AS "sinRevisar" FROM watch_subjects WHERE account_id = $1`,
    accountId,
  )
  return counts ?? null
}

/** Notes that there are no units for these subjects. They are looked at again after a while. */
export const leaveUnpaid = async (
  sql: Sql,
  ids: readonly string[],
  { nowMs, retryAtMs }: { nowMs: number; retryAtMs: number },
): Promise<void> => {
  await sql.run(
    `UPDATE watch_subjects SET problem = 'cuota', unchecked_since = coalesce(unchecked_since, $1), retry_at = $2
     WHERE id IN ${sql.dialect.list('$3')}`,
    ...[nowMs, retryAtMs, JSON.stringify(ids)],
  )
}

/** A day has begun: subjects whose sanctions begin and end by themselves are to be screened again. */
export const wakeDaily = (sql: Sql, today: string): Promise<number> =>
  sql.run('UPDATE watch_subjects SET settled_seq = 0 WHERE daily = 1 AND settled_seq > 0 AND settled_day < $1', today)

/** Subjects with a dismissal that has expired are to be looked at again. */
export const wakeExpired = (sql: Sql, today: string): Promise<number> =>
  sql.run(
    `UPDATE watch_subjects SET settled_seq = 0 WHERE settled_seq > 0 AND id IN
       (SELECT subject_id FROM watch_alerts WHERE state = 'descartada' AND expires < $1)`,
    today,
  )
