import type { PublishedRate } from '../../domain/records.ts'
import { storageErrorCode } from '../../kernel/files/sqlite-errors.ts'
import type { Database, Sql } from '../../kernel/sql/database.ts'
import { openFolderRates } from './stored-rates.ts'

export {
  addRates,
  backUpRates,
  openFolderRates,
  type PublicationRow,
  RATES_MIGRATIONS,
  readBackupRates,
  readRates,
} from './stored-rates.ts'

/** The official exchange rates we have seen published. What is here needs no question to a source. */
export interface RateHistory {
  /** The rate published for exactly that day; null when we never saw one. */
  publishedOn(fecha: string): Promise<PublishedRate | null>
  /** The latest rate we know between the two dates, both included; null when we know none. */
  lastPublished(desde: string, hasta: string): Promise<PublishedRate | null>
  /** Returns at once: the file is written later, and again when another process holds it. */
  save(rates: readonly PublishedRate[]): void
  /** Writes what is not written yet. */
  close(): Promise<void>
}

export interface RateHistoryOptions {
  /** The folder of the file; created when it is missing. */
  dir: string
  /** In place of a file: the database that several processes share. */
  shared?: Database | null
  /** Whose rates these are (the source's address): rates of the sandbox must never answer for the real ones. */
  publisher: string
  retryMs?: number
  /** Called when a damaged file was renamed and a new one begun. */
  onSetAside?: (path: string, code: string) => void
  /** Called when the file cannot be written, once per cause, and with null when it can again. */
  onTrouble?: (code: string | null) => void
}

const RETRY_MS = 1_000
/** Another process that writes is not waited for: what cannot be written is kept until the next try. */
const BUSY_MS = 0

/**
 * Opens the history. All rates of the publisher are kept in memory, a few thousand, and what other processes find out is read
 * as it comes: no question waits for a disk or a server.
 */
export const openRateHistory = async (options: RateHistoryOptions): Promise<RateHistory> => {
  const { dir, shared = null, publisher, retryMs = RETRY_MS, onSetAside = () => {}, onTrouble = () => {} } = options
  const database = shared ?? (await openFolderRates(dir, onSetAside, BUSY_MS))
  const known = new Map<string, PublishedRate>()
  const unwritten = new Map<string, PublishedRate>()
  let horizon = 0
  let trouble: string | null = null
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  let closed = false

  const readNews = async (sql: Sql): Promise<void> => {
    const { dialect } = database
    const seen = await sql.get<{ horizon: number }>(`SELECT ${dialect.horizon} AS horizon`)
    const rates = await sql.all<PublishedRate>(
      `SELECT fecha, compra, venta FROM publications WHERE publisher = $1 AND ${dialect.changedSince('$2')}`,
      publisher,
      horizon,
    )
    // A database that went back in time was restored: everything is read again.
    horizon = !seen || seen.horizon < horizon ? 0 : seen.horizon
    for (const { fecha, compra, venta } of rates) known.set(fecha, { fecha, compra, venta })
  }

  const write = async (): Promise<void> => {
    const rates = [...unwritten.values()]
    if (rates.length === 0) return
    await database.run(upsert(database), publisher, JSON.stringify(rates))
    for (const rate of rates) {
      known.set(rate.fecha, rate)
      if (unwritten.get(rate.fecha) === rate) unwritten.delete(rate.fecha)
    }
  }

  const writeLater = (delayMs: number): void => {
    timer ??= setTimeout(() => {
      timer = null
      writing = write().then(() => tell(null), retryLater)
    }, delayMs)
    timer.unref()
  }

  const retryLater = (error: unknown): void => {
    const code = codeOf(error)
    // Another process that writes is no trouble, and a shared database tells its own.
    if (!shared && code !== 'SQLITE_BUSY') tell(code)
    writeLater(retryMs)
  }

  const tell = (code: string | null): void => {
    if (code === trouble) return
    trouble = code
    onTrouble(code)
  }

  await database.addTick(readNews).catch(async (error) => {
    if (!shared) await database.close()
    throw error
  })
  return {
    publishedOn: async (fecha) => unwritten.get(fecha) ?? known.get(fecha) ?? null,
    lastPublished: async (desde, hasta) => lastBetween([...known.values(), ...unwritten.values()], desde, hasta),
    save: (rates) => {
      if (closed) return
      for (const rate of rates) {
        const last = unwritten.get(rate.fecha) ?? known.get(rate.fecha)
        if (last?.compra !== rate.compra || last.venta !== rate.venta) unwritten.set(rate.fecha, rate)
      }
      if (unwritten.size > 0) writeLater(0)
    },
    close: async () => {
      closed = true
      if (timer) clearTimeout(timer)
      await writing
      // The sources can be asked for them again.
      await write().catch((error) => shared ?? tell(codeOf(error)))
      if (!shared) await database.close()
    },
  }
}

const codeOf = (error: unknown): string => storageErrorCode(error) ?? 'SQLITE_ERROR'

/** A correction of the same day replaces the old rate; an equal rate writes nothing. */
const upsert = ({ dialect }: Database): string => `
  INSERT INTO publications AS p (publisher, fecha, compra, venta)
  SELECT $1, fecha, compra, venta
  FROM ${dialect.rows('$2', { fecha: 'text', compra: 'double precision', venta: 'double precision' })}
  WHERE true ORDER BY fecha
  ON CONFLICT (publisher, fecha) DO UPDATE
  SET compra = excluded.compra, venta = excluded.venta, revision = ${dialect.revision}
  WHERE p.compra <> excluded.compra OR p.venta <> excluded.venta`

const lastBetween = (rates: readonly PublishedRate[], desde: string, hasta: string): PublishedRate | null => {
  let last: PublishedRate | null = null
  for (const rate of rates)
    if (rate.fecha >= desde && rate.fecha <= hasta && (!last || rate.fecha >= last.fecha)) last = rate
  return last
}
