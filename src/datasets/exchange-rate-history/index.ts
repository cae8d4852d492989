import type { PublishedRate } from '../../domain/records.ts'
import { openReplaceableSqlite } from '../../kernel/files/replaceable-sqlite.ts'
import { storageErrorCode } from '../../kernel/files/sqlite-errors.ts'
import { RATES_SCHEMA, rateHistoryPath } from './copy-rates.ts'
import type { RateHistory } from './rate-history.ts'

export {
  backUpRates,
  backUpSharedRates,
  type PublicationRow,
  readRates,
  readSharedRates,
  restoreRates,
  restoreSharedRates,
  writeRates,
  writeSharedRates,
} from './copy-rates.ts'
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

/** Opens the history; several processes may have it open. The sources can be asked again for what a damaged file held. */
export const openRateHistory = (options: RateHistoryOptions): RateHistory => {
  const { dir, publisher, retryMs = RETRY_MS, onSetAside = () => {}, onTrouble = () => {} } = options
  const db = openReplaceableSqlite({
    path: rateHistoryPath(dir),
    prepare: (file) => {
      file.exec(RATES_SCHEMA)
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
