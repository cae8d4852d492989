/** The types of columns that a statement may read from a list of rows. */
type ColumnType = 'text' | 'bigint' | 'double precision'

/**
 * Every difference between the two engines. Statements are written as PostgreSQL reads them; `forSqlite` takes out what
 * SQLite has no need of, and the rest is named here.
 */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgres'
  /** What a changed row carries, so that other processes read only what is new to them. */
  readonly revision: string
  /** From where to read the next time. */
  readonly horizon: string
  /** True for rows that may have changed since a horizon. */
  changedSince(parameter: string): string
  /** The clock that all who share the database go by. */
  readonly nowMs: string
  /** Rows of a parameter that holds a JSON array of objects, under the name `r`. */
  rows(parameter: string, columns: Record<string, ColumnType>): string
  /** A JSON array of what a query finds, an object each, as one value: several queries are one statement and one snapshot. */
  jsonArray(columns: Record<string, string>, from: string): string
  /** Values of a parameter that holds a JSON array of texts, for `IN`. */
  list(parameter: string): string
  /** For the beginning of a transaction in which one at a time works on something; null where there is only ever one. */
  readonly oneAtATime: string | null
  /** Makes the ticks of every process run when the transaction takes place; null where they see by themselves that others wrote. */
  readonly notify: string | null
  /** False where a transaction has the whole file for itself. */
  readonly hasRowLocks: boolean
  /** For the beginning of a transaction that reads one snapshot; null where all do. */
  readonly snapshot: string | null
  /** Keeps everybody else from tables until the transaction ends; null where nobody else is in. */
  readonly lockTables: ((tables: readonly string[]) => string) | null
  /** Takes what was removed out of the log as well; null where the operator of the server sees to that. */
  readonly emptyLog: string | null
}

const pairs = (columns: Record<string, string>): string =>
  Object.entries(columns)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')

/**
 * Every changed row carries the number of its transaction. Numbers below the horizon of a snapshot belong to transactions that
 * have ended, so a reader that goes on from there misses nothing, and writers wait for nobody.
 */
export const POSTGRES: Dialect = {
  engine: 'postgres',
  revision: 'pg_current_xact_id()::text::bigint',
  horizon: 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint',
  changedSince: (parameter) => `revision >= ${parameter}`,
  nowMs: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
  rows: (parameter, columns) => {
    const typed = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`)
    return `jsonb_to_recordset(${parameter}::jsonb) AS r (${typed.join(', ')})`
  },
  list: (parameter) => `(SELECT jsonb_array_elements_text(${parameter}::jsonb))`,
  jsonArray: (columns, from) =>
    `(SELECT coalesce(json_agg(json_build_object(${pairs(columns)})), '[]')::text FROM ${from})`,
  notify: "SELECT pg_notify(current_schema(), '')",
  hasRowLocks: true,
  oneAtATime: 'SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || $1, 0))',
  snapshot: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  lockTables: (tables) => `LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`,
  emptyLog: null,
}

/** One process writes at a time, and ticks run only when another one has written: they read everything. */
export const SQLITE: Dialect = {
  engine: 'sqlite',
  revision: '0',
  horizon: '0',
  changedSince: (parameter) => `${parameter} IS NOT NULL`,
  nowMs: "CAST(unixepoch('subsec') * 1000 AS integer)",
  rows: (parameter, columns) => {
    const named = Object.keys(columns).map((name) => `value ->> '${name}' AS "${name}"`)
    return `(SELECT ${named.join(', ')} FROM jsonb_each(${parameter}) LIMIT -1) AS r`
  },
  list: (parameter) => `(SELECT value FROM json_each(${parameter}))`,
  jsonArray: (columns, from) => `(SELECT json_group_array(json_object(${pairs(columns)})) FROM ${from})`,
  notify: null,
  hasRowLocks: false,
  oneAtATime: null,
  snapshot: null,
  lockTables: null,
  emptyLog: 'PRAGMA wal_checkpoint(TRUNCATE)',
}

/**
 * A statement as SQLite reads it, and the number of its values: it locks the whole file instead of rows, orders texts by their
 * bytes, and refuses values that a statement does not use.
 */
export const forSqlite = (sql: string): { text: string; values: number } => ({
  text: sql
    .replace(/\$(\d+)/g, '?$1')
    .replace(/ FOR UPDATE(?: OF \w+)?(?: SKIP LOCKED)?| COLLATE "C"| WITH \(fillfactor = \d+\)/g, ''),
  values: Math.max(0, ...Array.from(sql.matchAll(/\$(\d+)/g), ([, number]) => Number(number))),
})
