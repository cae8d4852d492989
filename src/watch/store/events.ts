import { hash } from 'node:crypto'
import type { WatchEvent } from '../../domain/records.ts'
import type { Sql } from '../../kernel/sql/database.ts'

/** What happened, before it has its place in the log. It names nobody: ids alone, so that it can stay when a subject is erased. */
export type NewEvent = Omit<WatchEvent, 'numero' | 'id' | 'fecha' | 'previo' | 'hash'>

export interface EventRow {
  number: number
  body: string
  hash: string
}

/** JSON as RFC 8785 writes it for texts and whole numbers: whoever has read an event can write it again, byte by byte. */
const canonicalJson = (value: object): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null ? Object.fromEntries(Object.entries(part).sort(byName)) : part,
  )

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

/** Links an event to the one before it. */
const chainHash = (previous: string, body: string): string => hash('sha256', `${previous}\n${body}`)

/** Adds events to the log of an account, in the transaction of what they tell. The caller has the account's turn. */
export const appendEvents = async (
  sql: Sql,
  accountId: string,
  events: readonly NewEvent[],
  { nowMs, newId }: { nowMs: number; newId(): string },
): Promise<void> => {
  if (events.length === 0) return
  const head = await sql.get<{ events: number; head: string }>(
    'SELECT events, head FROM watch_accounts WHERE account_id = $1',
    accountId,
  )
  if (!head) throw new Error('no such account is watched')
  const fecha = new Date(nowMs).toISOString()
  let [number, previous] = [head.events, head.head]
  const rows = events.map((event) => {
    const body = canonicalJson({ numero: ++number, id: newId(), fecha, ...event })
    previous = chainHash(previous, body)
    return { number, body, hash: previous }
  })
  const columns = sql.dialect.rows('$3', { number: 'bigint', body: 'text', hash: 'text' })
  await sql.run(
    `INSERT INTO watch_events (account_id, number, at, body, hash)
     SELECT $1, r.number, $2, r.body, r.hash FROM ${columns}`,
    ...[accountId, nowMs, JSON.stringify(rows)],
  )
  const change = 'UPDATE watch_accounts SET events = $2, head = $3 WHERE account_id = $1'
  await sql.run(change, accountId, number, previous)
}

/** Events behind a number, so many at most. */
export const readEvents = (sql: Sql, accountId: string, after: number, most: number): Promise<EventRow[]> =>
  sql.all(
    `SELECT number, body, hash FROM watch_events WHERE account_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
    ...[accountId, after, most],
  )

/** Events of a span of time behind a number, so many at most. */
export const eventsBetween = (
  sql: Sql,
  accountId: string,
  { fromMs, toMs, after, most }: { fromMs: number; toMs: number; after: number; most: number },
): Promise<EventRow[]> =>
  sql.all(
    `SELECT number, body, hash FROM watch_events
     WHERE account_id = $1 AND at >= $2 AND at < $3 AND number > $4 ORDER BY number LIMIT $5`,
    ...[accountId, fromMs, toMs, after, most],
  )

/** The oldest event that is kept. */
export const firstEventAt = async (sql: Sql, accountId: string): Promise<{ number: number; atMs: number } | null> =>
  (await sql.get<{ number: number; atMs: number }>(
    'SELECT number, at AS "atMs" FROM watch_events WHERE account_id = $1 ORDER BY number LIMIT 1',
    accountId,
  )) ?? null

/** The hash before an event; null when that one is not kept any more. */
export const hashAt = async (sql: Sql, accountId: string, number: number): Promise<string | null> => {
  if (number === 0) return ''
  const find = 'SELECT hash FROM watch_events WHERE account_id = $1 AND number = $2'
  return (await sql.get<{ hash: string }>(find, accountId, number))?.hash ?? null
}

export interface EventHead {
  accountId: string
  /** Number and hash of the last event. */
  events: number
  head: string
  /** The last event that was signed, and the signature. */
  signed: number
  signature: string | null
}

export const listHeads = (sql: Sql): Promise<EventHead[]> =>
  sql.all(
    'SELECT account_id AS "accountId", events, head, signed, signature FROM watch_accounts ORDER BY account_id COLLATE "C"',
  )

export const signHead = async (sql: Sql, { accountId, events }: EventHead, signature: string): Promise<void> => {
  const change = 'UPDATE watch_accounts SET signed = $2, signature = $3 WHERE account_id = $1 AND signed < $2'
  await sql.run(change, accountId, events, signature)
}

/** Forgets events from before a moment; the last one of an account stays. */
export const forgetEvents = async (sql: Sql, beforeMs: number): Promise<void> => {
  await sql.run(
    `DELETE FROM watch_events WHERE at < $1
       AND number < (SELECT a.events FROM watch_accounts a WHERE a.account_id = watch_events.account_id)`,
    beforeMs,
  )
}

/** The first event that does not follow from the one before it; null when the chain is whole. */
export const brokenAt = (
  rows: readonly EventRow[],
  previous: { number: number; hash: string } | null,
): number | null => {
  let before = previous
  for (const { number, body, hash: own } of rows) {
    const isNext = before === null || (number === before.number + 1 && chainHash(before.hash, body) === own)
    if (!isNext || JSON.parse(body).numero !== number) return number
    before = { number, hash: own }
  }
  return null
}
