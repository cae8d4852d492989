import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openReplaceableSqlite } from '../../kernel/files/replaceable-sqlite.ts'
import type { Database, Sql } from '../../kernel/sql/database.ts'
import { openSqlite } from '../../kernel/sql/open-sqlite.ts'

/** One publication, wherever it is kept. */
export interface PublicationRow {
  publisher: string
  fecha: string
  compra: number
  venta: number
}

/** One entry per version of the table in a shared database, in order; an entry is never edited once released. */
export const RATES_MIGRATIONS = [
  `
  CREATE TABLE publications (
    publisher text NOT NULL, fecha text NOT NULL, compra double precision NOT NULL, venta double precision NOT NULL,
    revision bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
    PRIMARY KEY (publisher, fecha)
  );
  CREATE INDEX publications_by_revision ON publications (publisher, revision);
  `,
] as const

/** The table of a folder, and of a backup. Files of earlier versions have it already. */
const RATES_TABLE = `
  CREATE TABLE IF NOT EXISTS publications (
    publisher TEXT NOT NULL, fecha TEXT NOT NULL, compra REAL NOT NULL, venta REAL NOT NULL,
    PRIMARY KEY (publisher, fecha)
  ) WITHOUT ROWID, STRICT`
const FILE_MIGRATIONS = [RATES_TABLE, 'ALTER TABLE publications ADD COLUMN revision INTEGER NOT NULL DEFAULT 0']

/** Statements stay short, whatever the number of rows. */
const ROWS_AT_A_TIME = 5_000

const COLUMNS = { publisher: 'text', fecha: 'text', compra: 'double precision', venta: 'double precision' } as const

const rateHistoryPath = (dir: string): string => join(dir, 'exchange-rates.sqlite')

/** The rates of a folder. The sources can be asked again for what a damaged file held: it is set aside, and a new one begun. */
export const openFolderRates = (
  dir: string,
  onSetAside: (path: string, code: string) => void,
  busyMs?: number,
): Promise<Database> => {
  const path = rateHistoryPath(dir)
  const prepare = (file: { exec(sql: string): void }): void => {
    file.exec(RATES_TABLE)
    file.exec('SELECT publisher, fecha, compra, venta FROM publications LIMIT 0')
  }
  openReplaceableSqlite({ path, prepare, onSetAside }).close()
  return openSqlite({ path, migrations: FILE_MIGRATIONS, ...(busyMs !== undefined && { busyMs }) })
}

/** All publications of an installation. A damaged file is an error: whoever copies it must know. */
export const readRates = async (dir: string, shared: Database | null): Promise<PublicationRow[]> => {
  if (shared) return listRates(shared)
  if (!existsSync(rateHistoryPath(dir))) return []
  const database = await openSqlite({ path: rateHistoryPath(dir), migrations: FILE_MIGRATIONS, file: 'existing' })
  return listRates(database).finally(() => database.close())
}

const listRates = (sql: Sql): Promise<PublicationRow[]> =>
  sql.all('SELECT publisher, fecha, compra, venta FROM publications ORDER BY publisher COLLATE "C", fecha')

/** Adds publications; those already there stay, since they may be corrections. Returns how many were added. */
export const addRates = async (sql: Sql, added: readonly PublicationRow[]): Promise<number> => {
  let count = 0
  for (let start = 0; start < added.length; start += ROWS_AT_A_TIME)
    count += await sql.run(
      `INSERT INTO publications (publisher, fecha, compra, venta)
       SELECT publisher, fecha, compra, venta FROM ${sql.dialect.rows('$1', COLUMNS)} WHERE true ON CONFLICT DO NOTHING`,
      JSON.stringify(added.slice(start, start + ROWS_AT_A_TIME)),
    )
  return count
}

/** Adds publications to a backup, which may have no table for them yet. */
export const backUpRates = async (backup: Database, rates: readonly PublicationRow[]): Promise<number> => {
  await backup.run(RATES_TABLE)
  return addRates(backup, rates)
}

/** The publications of a backup; none in one of a folder that never had any. */
export const readBackupRates = async (backup: Sql): Promise<PublicationRow[]> =>
  (await backup.get("SELECT 1 FROM sqlite_schema WHERE name = 'publications'")) ? listRates(backup) : []
