import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openReplaceableSqlite } from '../../kernel/files/replaceable-sqlite.ts'
import { openSqliteFile, type SqliteFile } from '../../kernel/files/sqlite.ts'
import type { Sql } from '../../kernel/postgres/connection.ts'
import type { Database } from '../../kernel/postgres/database.ts'

/** One publication, wherever it is kept. */
export interface PublicationRow {
  publisher: string
  fecha: string
  compra: number
  venta: number
}

export const RATES_SCHEMA = `
  CREATE TABLE IF NOT EXISTS publications (
    publisher TEXT NOT NULL,
    fecha TEXT NOT NULL,
    compra REAL NOT NULL,
    venta REAL NOT NULL,
    PRIMARY KEY (publisher, fecha)
  ) WITHOUT ROWID, STRICT`

const SELECT = 'SELECT publisher, fecha, compra, venta FROM publications ORDER BY publisher, fecha'
const INSERT = 'INSERT OR IGNORE INTO publications (publisher, fecha, compra, venta) VALUES (?, ?, ?, ?)'

export const rateHistoryPath = (dir: string): string => join(dir, 'exchange-rates.sqlite')

/** Copies all publications into a backup file; returns how many there are. */
export const backUpRates = (dir: string, backup: string): number => {
  if (!existsSync(rateHistoryPath(dir))) return 0
  const db = openSqliteFile(rateHistoryPath(dir), { file: 'existing' })
  try {
    return copyRates(db, backup, 'backup', 'main')
  } finally {
    db.close()
  }
}

/** Adds the publications of a backup file; those already there stay, since they may be corrections. */
export const restoreRates = (dir: string, backup: string, onSetAside: (path: string) => void): number => {
  const prepare = (db: SqliteFile): void => db.exec(RATES_SCHEMA)
  const db = openReplaceableSqlite({ path: rateHistoryPath(dir), prepare, onSetAside })
  try {
    return copyRates(db, backup, 'main', 'backup')
  } finally {
    db.close()
  }
}

const copyRates = (db: SqliteFile, backup: string, to: 'main' | 'backup', from: 'main' | 'backup'): number => {
  db.run('ATTACH ? AS backup', backup)
  if (to === 'backup') db.exec(RATES_SCHEMA.replace('publications', 'backup.publications'))
  // A backup of a folder that never had rates has no such table.
  else if (!db.get("SELECT 1 FROM backup.sqlite_schema WHERE name = 'publications'")) return 0
  return db.write(() =>
    db.run(
      `INSERT OR IGNORE INTO ${to}.publications (publisher, fecha, compra, venta)
       SELECT publisher, fecha, compra, venta FROM ${from}.publications`,
    ),
  )
}

/** All publications of a folder. */
export const readRates = (dir: string): PublicationRow[] => {
  if (!existsSync(rateHistoryPath(dir))) return []
  const db = openSqliteFile(rateHistoryPath(dir), { file: 'existing' })
  try {
    return db.all<PublicationRow>(SELECT)
  } finally {
    db.close()
  }
}

/** Adds publications to a folder; those already there stay. */
export const writeRates = (
  dir: string,
  rows: readonly PublicationRow[],
  onSetAside: (path: string) => void,
): number => {
  const prepare = (db: SqliteFile): void => db.exec(RATES_SCHEMA)
  const db = openReplaceableSqlite({ path: rateHistoryPath(dir), prepare, onSetAside })
  try {
    return db.writeDurably(() =>
      rows.reduce(
        (sum, { publisher, fecha, compra, venta }) => sum + db.run(INSERT, publisher, fecha, compra, venta),
        0,
      ),
    )
  } finally {
    db.close()
  }
}

/** All publications of a shared database. */
export const readSharedRates = (database: Database): Promise<PublicationRow[]> =>
  database.query((sql) => sql.all<PublicationRow>(SELECT))

/** Adds publications to a shared database; those already there stay. */
export const writeSharedRates = (sql: Sql, rows: readonly PublicationRow[]): Promise<number> =>
  sql.run(
    `INSERT INTO publications (publisher, fecha, compra, venta)
     SELECT publisher, fecha, compra, venta FROM jsonb_to_recordset($1::jsonb)
       AS r (publisher text, fecha text, compra double precision, venta double precision)
     ON CONFLICT DO NOTHING`,
    JSON.stringify(rows),
  )

/** Writes all publications of a shared database into a backup file; returns how many there are. */
export const backUpSharedRates = async (database: Database, backup: string): Promise<number> => {
  const rows = await readSharedRates(database)
  const db = new DatabaseSync(backup)
  try {
    db.exec(`BEGIN; ${RATES_SCHEMA}`)
    const insert = db.prepare(INSERT)
    for (const { publisher, fecha, compra, venta } of rows) insert.run(publisher, fecha, compra, venta)
    db.exec('COMMIT')
    return rows.length
  } finally {
    db.close()
  }
}

/** Adds the publications of a backup file to a shared database. */
export const restoreSharedRates = async (database: Database, backup: string): Promise<number> => {
  const db = new DatabaseSync(backup, { readOnly: true })
  try {
    // A backup of a folder that never had rates has no such table.
    if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'publications'").get()) return 0
    const rows = db.prepare(SELECT).all() as unknown as PublicationRow[]
    return await database.query((sql) => writeSharedRates(sql, rows))
  } finally {
    db.close()
  }
}
