import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PublishedRate } from '../../domain/records.ts'

/** Our own memory of official publications, so that what was once seen needs no asking. Async: it may move elsewhere. */
export interface RateHistory {
  /** The publication of exactly that day; null when we never saw one. */
  publishedOn(fecha: string): Promise<PublishedRate | null>
  /** The latest publication we know of within the two dates; null when we know none. */
  lastPublished(desde: string, hasta: string): Promise<PublishedRate | null>
  /** Keeps publications. Returns at once: the writing is done after the answer, and tried again when the file is busy. */
  remember(rates: readonly PublishedRate[]): void
  /** Writes what is still waiting. */
  close(): Promise<void>
}

export interface RateHistoryOptions {
  /** The folder of the embedded store; made when it is missing. */
  dir: string
  /** Whose publications these are (the source's address): a rehearsal's rates must never answer for the real ones. */
  publisher: string
  retryMs?: number
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS publications (
    publisher TEXT NOT NULL,
    fecha TEXT NOT NULL,
    compra REAL NOT NULL,
    venta REAL NOT NULL,
    PRIMARY KEY (publisher, fecha)
  ) WITHOUT ROWID, STRICT`

// A correction of the same day replaces what we had; an equal value writes nothing.
const UPSERT = `
  INSERT INTO publications (publisher, fecha, compra, venta) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET compra = excluded.compra, venta = excluded.venta
  WHERE compra <> excluded.compra OR venta <> excluded.venta`

const SELECT_ON = 'SELECT fecha, compra, venta FROM publications WHERE publisher = ? AND fecha = ?'
const SELECT_LAST = `
  SELECT fecha, compra, venta FROM publications WHERE publisher = ? AND fecha BETWEEN ? AND ?
  ORDER BY fecha DESC LIMIT 1`

// Long waits for another process belong into the retry, never into the event loop.
const BUSY_MS = 50
const RETRY_MS = 1_000

/** The history in `exchange-rates.sqlite`; several processes may have it open. */
export const openRateHistory = ({ dir, publisher, retryMs = RETRY_MS }: RateHistoryOptions): RateHistory => {
  mkdirSync(dir, { recursive: true })
  const db = new DatabaseSync(join(dir, 'exchange-rates.sqlite'), { timeout: 2_000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  db.exec(SCHEMA)
  db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
  const [upsert, selectOn, selectLast] = [db.prepare(UPSERT), db.prepare(SELECT_ON), db.prepare(SELECT_LAST)]
  const waiting = new Map<string, PublishedRate>()
  // One publication is told over and over; only news is written.
  const remembered = new Map<string, PublishedRate>()
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const write = (): void => {
    db.exec('BEGIN IMMEDIATE')
    for (const { fecha, compra, venta } of waiting.values()) upsert.run(publisher, fecha, compra, venta)
    db.exec('COMMIT')
    waiting.clear()
  }

  const writeLater = (delayMs: number): void => {
    timer ??= setTimeout(() => {
      timer = null
      try {
        write()
      } catch {
        if (db.isTransaction) db.exec('ROLLBACK')
        writeLater(retryMs)
      }
    }, delayMs)
    timer.unref()
  }

  return {
    publishedOn: async (fecha) => waiting.get(fecha) ?? read(() => selectOn.get(publisher, fecha)),
    lastPublished: async (desde, hasta) => {
      const unwritten = [...waiting.values()].filter(({ fecha }) => fecha >= desde && fecha <= hasta)
      const written = read(() => selectLast.get(publisher, desde, hasta))
      return [...unwritten, ...(written ? [written] : [])].sort((a, b) => (a.fecha < b.fecha ? 1 : -1))[0] ?? null
    },
    remember(rates) {
      if (closed) return
      for (const rate of rates) {
        const last = remembered.get(rate.fecha)
        if (last?.compra === rate.compra && last.venta === rate.venta) continue
        remembered.set(rate.fecha, rate)
        waiting.set(rate.fecha, rate)
      }
      if (waiting.size > 0) writeLater(0)
    },
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      try {
        if (waiting.size > 0) write()
      } finally {
        db.close()
      }
    },
  }
}

/** A file that cannot be read just now is a history that knows nothing: the sources can still be asked. */
const read = (select: () => Record<string, unknown> | undefined): PublishedRate | null => {
  try {
    const row = select()
    return row ? { fecha: String(row.fecha), compra: Number(row.compra), venta: Number(row.venta) } : null
  } catch {
    return null
  }
}
