import type { FailureKind } from '../../kernel/errors.ts'
import type { SharedState } from '../../kernel/guard/fleet.ts'
import type { Sql } from '../../kernel/sql/database.ts'

/** One entry per version of these tables, in order; an entry is never edited once released. */
export const SOURCES_MIGRATIONS = [
  `
  CREATE TABLE source_states (
    source text PRIMARY KEY, holder text, held_until bigint NOT NULL DEFAULT 0, next_call bigint NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0, unreadable text, open_until bigint, open_kind text,
    blocked_until bigint, backoff_until bigint NOT NULL DEFAULT 0,
    last_success bigint, last_error bigint, last_error_kind text
  );
  CREATE UNLOGGED TABLE source_answers (
    source text NOT NULL, question text NOT NULL, outcome json NOT NULL, is_value boolean NOT NULL,
    answered_at bigint NOT NULL, fresh_until bigint NOT NULL, keep_until bigint NOT NULL,
    PRIMARY KEY (source, question)
  );
  CREATE INDEX source_answers_by_end ON source_answers (keep_until);
  `,
] as const

/** The server's clock, in milliseconds since the epoch: the only one that all processes share. */
const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
const FAILURES_TO_OPEN = 5
/** Equal questions that came while an answer was on its way share it, however short it is fresh. */
const LEAST_KEPT_MS = 10_000

interface StateRow {
  now: number
  nextCall: number
  failures: number
  openUntil: number | null
  openKind: FailureKind | null
  blockedUntil: number | null
  backoffUntil: number
  lastSuccess: number | null
  lastError: number | null
  lastErrorKind: FailureKind | 'bug' | null
}

/** A failure as other processes read it. */
export interface WrittenFailure {
  kind: FailureKind
  mensaje: string
  facts: { campo?: string; detail?: string; retryAfterMs?: number }
}

export type Outcome = { value: unknown } | { failure: WrittenFailure }

export interface Look {
  now: number
  /** Until the pace allows the next call. */
  spacingMs: number
  state: SharedState
  answer: { outcome: Outcome; ageMs: number } | null
}

const STATE = `s.next_call AS "nextCall", s.failures, s.open_until AS "openUntil", s.open_kind AS "openKind",
  s.blocked_until AS "blockedUntil", s.backoff_until AS "backoffUntil", s.last_success AS "lastSuccess",
  s.last_error AS "lastError", s.last_error_kind AS "lastErrorKind"`

const left = (until: number | null, now: number): number => Math.max(0, (until ?? 0) - now)

const toState = (row: StateRow): SharedState => ({
  blockedMs: row.blockedUntil === null ? null : left(row.blockedUntil, row.now),
  backoffMs: left(row.backoffUntil, row.now),
  open: row.openKind && row.openUntil !== null ? { kind: row.openKind, ms: left(row.openUntil, row.now) } : null,
  lastSuccess: row.lastSuccess,
  lastError: row.lastError !== null && row.lastErrorKind ? { kind: row.lastErrorKind, at: row.lastError } : null,
})

/** The state of a source, and the answer to a question that is fresh or was given after `since`. */
export const look = async (sql: Sql, source: string, question: string, since: number | null): Promise<Look | null> => {
  const row = await sql.get<StateRow & { outcome: Outcome | null; answeredAt: number }>(
    `SELECT n.now, ${STATE}, a.outcome, a.answered_at AS "answeredAt"
     FROM (SELECT ${NOW} AS now) n JOIN source_states s ON s.source = $1
     LEFT JOIN source_answers a ON a.source = $1 AND a.question = $2 AND (
       a.answered_at >= $3::bigint OR (a.fresh_until > n.now AND a.is_value)
     )`,
    source,
    question,
    since ?? Number.MAX_SAFE_INTEGER,
  )
  if (!row) return null
  const { now, outcome, answeredAt } = row
  return {
    now,
    spacingMs: left(row.nextCall, now),
    state: toState(row),
    answer: outcome && { outcome, ageMs: Math.max(0, now - answeredAt) },
  }
}

/** The states of all sources. */
export const readStates = async (sql: Sql): Promise<Map<string, SharedState>> => {
  const rows = await sql.all<StateRow & { source: string }>(
    `SELECT ${NOW} AS now, s.source, ${STATE} FROM source_states s`,
  )
  return new Map(rows.map((row) => [row.source, toState(row)]))
}

export const register = async (sql: Sql, source: string): Promise<void> => {
  await sql.run('INSERT INTO source_states (source) VALUES ($1) ON CONFLICT DO NOTHING', source)
}

/** The turn of one process to call a source. */
export interface SourceTurn {
  source: string
  holder: string
  /** It passes on when its holder has said nothing for this long. */
  turnMs: number
}

/** Takes the turn to call; false while another process has it or the pace does not allow a call yet. */
export const takeTurn = async (sql: Sql, { source, holder, turnMs }: SourceTurn): Promise<boolean> =>
  (await sql.run(
    `UPDATE source_states SET holder = $2, held_until = ${NOW} + $3
     WHERE source = $1 AND (holder IS NULL OR held_until < ${NOW}) AND next_call <= ${NOW}`,
    source,
    holder,
    turnMs,
  )) > 0

export const keepTurn = async (sql: Sql, { source, holder, turnMs }: SourceTurn): Promise<void> => {
  await sql.run(
    `UPDATE source_states SET held_until = ${NOW} + $3 WHERE source = $1 AND holder = $2`,
    source,
    holder,
    turnMs,
  )
}

/** Passes the turn on without having called. */
export const leaveTurn = async (sql: Sql, { source, holder }: SourceTurn): Promise<void> => {
  await sql.run('UPDATE source_states SET holder = NULL WHERE source = $1 AND holder = $2', source, holder)
}

/** What a call told about the source, and the limits of its policy. */
export interface Finish {
  source: string
  question: string
  holder: string
  /** Null: nothing that others should know. */
  outcome: Outcome | null
  spacingMs: number
  freshMs: number
  breakMs: number
  blockedMs: number
  backoffMs: number
}

/** Writes the answer down, changes the state and passes the turn on, all at once. */
export const finishTurn = async (sql: Sql, finish: Finish): Promise<void> => {
  const { source, question, holder, outcome, spacingMs, freshMs, breakMs, blockedMs, backoffMs } = finish
  const kind = outcome && 'failure' in outcome ? outcome.failure.kind : null
  if (outcome) await writeAnswer(sql, source, question, outcome, freshMs)
  const end = `holder = CASE WHEN holder = $2 THEN NULL ELSE holder END, next_call = ${NOW} + $3::bigint`
  if (!outcome) {
    await sql.run(`UPDATE source_states SET ${end} WHERE source = $1`, source, holder, spacingMs)
  } else if (!kind) {
    await sql.run(
      `UPDATE source_states SET ${end}, failures = 0, unreadable = NULL, open_until = NULL, open_kind = NULL,
         blocked_until = NULL, backoff_until = 0, last_success = ${NOW} WHERE source = $1`,
      source,
      holder,
      spacingMs,
    )
  } else {
    // One unreadable page says nothing about the others, so it counts once however often it is asked.
    const counted = `CASE WHEN $4::text = 'upstream-unavailable' OR ($4::text = 'upstream-changed' AND unreadable IS DISTINCT FROM $5::text)
      THEN 1 ELSE 0 END`
    await sql.run(
      `UPDATE source_states SET ${end}, failures = failures + ${counted},
         unreadable = CASE WHEN $4::text = 'upstream-changed' THEN $5::text ELSE unreadable END,
         open_until = CASE WHEN failures + ${counted} >= ${FAILURES_TO_OPEN} AND ${counted} = 1 THEN ${NOW} + $6::bigint
           ELSE open_until END,
         open_kind = CASE WHEN failures + ${counted} >= ${FAILURES_TO_OPEN} AND ${counted} = 1 THEN $4::text ELSE open_kind END,
         blocked_until = CASE WHEN $4::text = 'upstream-blocked' THEN ${NOW} + $7::bigint ELSE blocked_until END,
         backoff_until = greatest(backoff_until, ${NOW} + $8::bigint),
         last_error = ${NOW}, last_error_kind = $4::text WHERE source = $1`,
      source,
      holder,
      spacingMs,
      kind,
      question,
      breakMs,
      blockedMs,
      backoffMs,
    )
  }
}

const writeAnswer = async (
  sql: Sql,
  source: string,
  question: string,
  outcome: Outcome,
  freshMs: number,
): Promise<void> => {
  await sql.run(
    `INSERT INTO source_answers (source, question, outcome, is_value, answered_at, fresh_until, keep_until)
     VALUES ($1, $2, $3, $5, ${NOW}, ${NOW} + $4::bigint, ${NOW} + greatest($4::bigint, ${LEAST_KEPT_MS}))
     ON CONFLICT (source, question) DO UPDATE SET outcome = excluded.outcome, is_value = excluded.is_value, answered_at = excluded.answered_at,
       fresh_until = excluded.fresh_until, keep_until = excluded.keep_until`,
    source,
    question,
    JSON.stringify(outcome),
    freshMs,
    'value' in outcome,
  )
}

/** Answers hold personal data: they are erased soon after they end. */
export const eraseOldAnswers = async (sql: Sql): Promise<void> => {
  await sql.run(`DELETE FROM source_answers WHERE keep_until < ${NOW}`)
}
