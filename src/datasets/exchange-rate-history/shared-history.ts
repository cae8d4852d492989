import type { PublishedRate } from '../../domain/records.ts'
import type { Sql } from '../../kernel/postgres/connection.ts'
import type { Database } from '../../kernel/postgres/database.ts'
import type { RateHistory } from './rate-history.ts'

/** One entry per version of these tables, in order; an entry is never edited once released. */
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

// A correction of the same day replaces the old rate; an equal rate writes nothing.
const UPSERT = `
  INSERT INTO publications AS p (publisher, fecha, compra, venta)
  SELECT $1, fecha, compra, venta FROM jsonb_to_recordset($2::jsonb)
    AS r (fecha text, compra double precision, venta double precision)
  ORDER BY fecha
  ON CONFLICT (publisher, fecha) DO UPDATE
  SET compra = excluded.compra, venta = excluded.venta, revision = excluded.revision
  WHERE p.compra <> excluded.compra OR p.venta <> excluded.venta`

const RETRY_MS = 1_000

/**
 * The history in a database that several processes share. All rates of the publisher are kept in memory, a few thousand, and
 * what other processes find out is read as it comes: no question waits for the database.
 */
export const openSharedHistory = async (database: Database, publisher: string): Promise<RateHistory> => {
  const known = new Map<string, PublishedRate>()
  const unwritten = new Map<string, PublishedRate>()
  let horizon = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  let closed = false

  const readNews = async (sql: Sql): Promise<void> => {
    const news = await sql.get<{ horizon: number; rates: PublishedRate[] }>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon, (
         SELECT coalesce(json_agg(json_build_object('fecha', fecha, 'compra', compra, 'venta', venta)), '[]')
         FROM publications WHERE publisher = $1 AND revision >= $2
       ) AS rates`,
      publisher,
      horizon,
    )
    if (!news) return
    // A database that went back in time was restored: everything is read again.
    horizon = news.horizon < horizon ? 0 : news.horizon
    for (const rate of news.rates) known.set(rate.fecha, rate)
  }

  const write = async (): Promise<void> => {
    const rates = [...unwritten.values()]
    if (rates.length === 0) return
    await database.query((sql) => sql.run(UPSERT, publisher, JSON.stringify(rates)))
    for (const rate of rates) if (unwritten.get(rate.fecha) === rate) unwritten.delete(rate.fecha)
  }

  const writeLater = (delayMs: number): void => {
    timer ??= setTimeout(() => {
      timer = null
      // The database tells its trouble itself.
      writing = write().catch(() => writeLater(RETRY_MS))
    }, delayMs)
    timer.unref()
  }

  await database.addTick(readNews)
  return {
    publishedOn: async (fecha) => unwritten.get(fecha) ?? known.get(fecha) ?? null,
    lastPublished: async (desde, hasta) => {
      let last: PublishedRate | null = null
      for (const rate of [...known.values(), ...unwritten.values()]) {
        if (rate.fecha >= desde && rate.fecha <= hasta && (!last || rate.fecha >= last.fecha)) last = rate
      }
      return last
    },
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
      await write().catch(() => {})
    },
  }
}
