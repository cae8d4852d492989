import type { Sql } from './database.ts'

// Steps of a transaction that the engines take differently, or that one of them does not need.

/** Runs the statement of `oneAtATime` where there is one. */
export const takeTurn = async (sql: Sql, name: string): Promise<void> => {
  if (sql.dialect.oneAtATime) await sql.run(sql.dialect.oneAtATime, name)
}

/** Runs the statement of `notify` where there is one. */
export const notify = async (sql: Sql): Promise<void> => {
  if (sql.dialect.notify) await sql.run(sql.dialect.notify)
}

/** Runs a query that only locks what it finds. */
export const lockRows = async (sql: Sql, query: string, ...values: unknown[]): Promise<void> => {
  if (sql.dialect.hasRowLocks) await sql.run(query, ...values)
}

/** Runs two changes of different tables with the same values, in one statement where that can be. Neither may depend on the other. */
export const runBoth = async (sql: Sql, first: string, second: string, ...values: unknown[]): Promise<void> => {
  if (sql.dialect.engine === 'postgres') await sql.run(`WITH first AS (${first}) ${second}`, ...values)
  else for (const change of [first, second]) await sql.run(change, ...values)
}
