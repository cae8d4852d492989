import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PublishedRate } from '../../domain/records.ts'
import { openReplaceableSqlite } from '../../kernel/files/replaceable-sqlite.ts'
import { openSqliteFile, type SqliteFile } from '../../kernel/files/sqlite.ts'
import { storageErrorCode } from '../../kernel/files/sqlite-errors.ts'
import type { RateHistory } from './rate-history.ts'

export type { RateHistory } from './rate-history.ts'
export { openSharedHistory, RATES_MIGRATIONS } from './shared-history.ts'

export interface RateHistoryOptions {
  /** The folder of the file; created when it is missing. */
  dir: string
  /** Whose rates these are (the source's address): rates of the sandbox must never answer for the real ones. */
  publisher: string
  retryMs?: number
  /** Called when a damaged file was renamed and a new one begun. */
  onSetAside?: (path: string, code: string) => void
  /** Called when the file cannot be written, once per cause, and with null when it can again. */
  onTrouble?: (code: string | null) => void
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS publications (
    publisher TEXT NOT NULL,
    fecha TEXT NOT NULL,
    compra REAL NOT NULL,
    venta REAL NOT NULL,
    PRIMARY KEY (publisher, fecha)
  ) WITHOUT ROWID, STRICT`

// A correction of the same day replaces the old rate; an equal rate writes nothing.
const UPSERT = `
  INSERT INTO publications (publisher, fecha, compra, venta) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET compra = excluded.compra, venta = excluded.venta
  WHERE compra <> excluded.compra OR venta <> excluded.venta`

const SELECT_ON = 'SELECT fecha, compra, venta FROM publications WHERE publisher = ? AND fecha = ?'
const SELECT_LAST = `
  SELECT fecha, compra, venta FROM publications WHERE publisher = ? AND fecha BETWEEN ? AND ?
  ORDER BY fecha DESC LIMIT 1`

// SQLite waits in the calling thread, here the event loop. Longer waits are left to the retry.
const BUSY_MS = 50
const RETRY_MS = 1_000

const rateHistoryPath = (dir: string): string => join(dir, 'exchange-rates.sqlite')

/** Opens the history; several processes may have it open. The sources can be asked again for what a damaged file held. */
export const openRateHistory = (options: RateHistoryOptions): RateHistory => {
  const { dir, publisher, retryMs = RETRY_MS, onSetAside = () => {}, onTrouble = () => {} } = options
  const db = openReplaceableSqlite({
    path: rateHistoryPath(dir),
    prepare: (file) => {
      file.exec(SCHEMA)
      file.get(SELECT_ON, publisher, '')
    },
    onSetAside,
  })
  db.waitWhenBusy(BUSY_MS)
  let trouble: string | null = null
  const unwritten = new Map<string, PublishedRate>()
  // Sources repeat the same rates in every answer; only new ones are written.
  const seen = new Map<string, PublishedRate>()
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const write = (): void => {
    db.write(() => {
      for (const { fecha, compra, venta } of unwritten.values()) db.run(UPSERT, publisher, fecha, compra, venta)
    })
    unwritten.clear()
  }

  const tell = (code: string | null): void => {
    if (code === trouble) return
    trouble = code
    onTrouble(code)
  }

  const writeLater = (delayMs: number): void => {
    timer ??= setTimeout(() => {
      timer = null
      try {
        write()
        tell(null)
      } catch (error) {
        const code = storageErrorCode(error) ?? 'SQLITE_ERROR'
        // Another process that writes is no trouble.
        if (code !== 'SQLITE_BUSY') tell(code)
        writeLater(retryMs)
      }
    }, delayMs)
    timer.unref()
  }

  return {
    publishedOn: async (fecha) => unwritten.get(fecha) ?? readOrNull(() => db.get(SELECT_ON, publisher, fecha)),
    lastPublished: async (desde, hasta) => {
      const candidates = [...unwritten.values()].filter(({ fecha }) => fecha >= desde && fecha <= hasta)
      const written = readOrNull(() => db.get(SELECT_LAST, publisher, desde, hasta))
      if (written) candidates.push(written)
      return candidates.sort((a, b) => (a.fecha < b.fecha ? 1 : -1))[0] ?? null
    },
    save(rates) {
      if (closed) return
      for (const rate of rates) {
        const last = seen.get(rate.fecha)
        if (last?.compra === rate.compra && last.venta === rate.venta) continue
        seen.set(rate.fecha, rate)
        unwritten.set(rate.fecha, rate)
      }
      if (unwritten.size > 0) writeLater(0)
    },
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      try {
        if (unwritten.size > 0) write()
      } catch (error) {
        // The sources can be asked for them again.
        tell(storageErrorCode(error) ?? 'SQLITE_ERROR')
      }
      db.close()
    },
  }
}

/** A file that cannot be read right now counts as empty: the sources can still be asked. */
const readOrNull = (select: () => PublishedRate | undefined): PublishedRate | null => {
  try {
    const row = select()
    return row ? { fecha: row.fecha, compra: row.compra, venta: row.venta } : null
  } catch {
    return null
  }
}

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
  const prepare = (db: SqliteFile): void => db.exec(SCHEMA)
  const db = openReplaceableSqlite({ path: rateHistoryPath(dir), prepare, onSetAside })
  try {
    return copyRates(db, backup, 'main', 'backup')
  } finally {
    db.close()
  }
}

const copyRates = (db: SqliteFile, backup: string, to: 'main' | 'backup', from: 'main' | 'backup'): number => {
  db.run('ATTACH ? AS backup', backup)
  if (to === 'backup') db.exec(SCHEMA.replace('publications', 'backup.publications'))
  // A backup of a folder that never had rates has no such table.
  else if (!db.get("SELECT 1 FROM backup.sqlite_schema WHERE name = 'publications'")) return 0
  return db.write(() =>
    db.run(
      `INSERT OR IGNORE INTO ${to}.publications (publisher, fecha, compra, venta)
       SELECT publisher, fecha, compra, venta FROM ${from}.publications`,
    ),
  )
}
