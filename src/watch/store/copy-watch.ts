import type { Sql } from '../../kernel/sql/database.ts'
import { WATCH_FILE_MIGRATIONS } from './migrations.ts'

/** What is kept of the watch, with the key by which its rows are read in order. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  watch_accounts: ['account_id'],
  watch_editions: ['seq'],
  watch_subjects: ['id'],
  watch_alerts: ['id'],
  watch_events: ['account_id', 'number'],
  watch_webhooks: ['id'],
  watch_deliveries: ['webhook_id', 'number'],
}

/** Rows that are written at a time: of the widest table still fewer values than either engine takes. */
const AT_A_TIME = 200

type Values = Record<string, unknown>

/**
 * Puts the watch of one place in the place of another's, as it is: what is sealed stays sealed, and nothing that was erased comes
 * along. Returns the number of subjects; null when there is no watch to copy, and then nothing is changed.
 */
export const copyWatch = async (from: Sql, to: Sql): Promise<number | null> => {
  if (!(await hasWatch(from))) return null
  for (const [table, key] of Object.entries(TABLES)) {
    await to.run(`DELETE FROM ${table}`)
    for await (const rows of rowsOf(from, table, key)) await insertRows(to, table, rows)
  }
  // Nobody works on it here yet.
  await to.run('UPDATE watch_accounts SET held_by = NULL, held_until = 0')
  await to.run('UPDATE watch_deliveries SET held_until = 0')
  return (await to.get<{ subjects: number }>('SELECT count(*) AS subjects FROM watch_subjects'))?.subjects ?? 0
}

/** The tables in a file that has none of them: a backup. */
export const createWatchTables = async (sql: Sql): Promise<void> => {
  for (const statement of WATCH_FILE_MIGRATIONS[0].split(';')) if (statement.trim() !== '') await sql.run(statement)
}

/** Backups of earlier versions have no watch. A shared database always has its tables. */
const hasWatch = async (sql: Sql): Promise<boolean> =>
  sql.dialect.engine === 'postgres' ||
  (await sql.get("SELECT 1 FROM sqlite_master WHERE name = 'watch_subjects'")) !== undefined

async function* rowsOf(sql: Sql, table: string, key: readonly string[]): AsyncGenerator<Values[]> {
  const order = key.join(', ')
  const behind = key.map((_, at) => `$${at + 2}`).join(', ')
  let last: Values | undefined
  for (;;) {
    const where: string = last ? `WHERE (${order}) > (${behind})` : ''
    const values: unknown[] = last ? key.map((column) => last?.[column]) : []
    const rows: Values[] = await sql.all(
      `SELECT * FROM ${table} ${where} ORDER BY ${order} LIMIT $1`,
      AT_A_TIME,
      ...values,
    )
    if (rows.length > 0) yield rows
    if (rows.length < AT_A_TIME) return
    last = rows.at(-1)
  }
}

const insertRows = async (sql: Sql, table: string, rows: readonly Values[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {})
  const places = rows.map((_, row) => `(${columns.map((__, at) => `$${row * columns.length + at + 1}`).join(', ')})`)
  const names = columns.map((column) => `"${column}"`).join(', ')
  await sql.run(
    `INSERT INTO ${table} (${names}) VALUES ${places.join(', ')}`,
    ...rows.flatMap((row) => columns.map((column) => row[column])),
  )
}
