import { verifyJws } from '../kernel/signing/jws.ts'
import type { PublicKey } from '../kernel/signing/signing-key.ts'
import type { Sql } from '../kernel/sql/database.ts'
import { brokenAt, type EventHead, type EventRow, hashAt, readEvents } from './store/events.ts'

/** Keeps what is signed of a log of events from passing for a certificate. */
export const EVENTS_TYPE = 'chasqui-eventos'

export interface EventsVerdict {
  cuenta: string
  eventos: number
  /** Number of the last event that is signed. */
  firmados: number
  /** What is wrong; null when nothing is. */
  problema: string | null
}

const AT_A_TIME = 1_000

/** Whether the log of an account is whole: every event follows from the one before it, and the signed one is as it was signed. */
export const verifyEvents = async (sql: Sql, head: EventHead, keys: readonly PublicKey[]): Promise<EventsVerdict> => {
  const { accountId, events, signed } = head
  const chain = await chainProblem(sql, head)
  const problema = chain ?? (await signatureProblem(sql, head, keys))
  return { cuenta: accountId, eventos: events, firmados: signed, problema }
}

const chainProblem = async (sql: Sql, { accountId, events, head }: EventHead): Promise<string | null> => {
  let last: EventRow | null = null
  for (;;) {
    const rows: EventRow[] = await readEvents(sql, accountId, last?.number ?? 0, AT_A_TIME)
    if (rows.length === 0) break
    // The first one that is kept follows from one that is gone, unless it is the very first.
    const before: { number: number; hash: string } | null =
      last ?? (rows[0]?.number === 1 ? { number: 0, hash: '' } : null)
    const broken = brokenAt(rows, before)
    if (broken !== null) return `el evento ${broken} no sigue al anterior`
    last = rows.at(-1) as EventRow
  }
  const isWhole = (last?.number ?? 0) === events && (last?.hash ?? '') === head
  return isWhole ? null : `faltan eventos tras el ${last?.number ?? 0}`
}

const signatureProblem = async (sql: Sql, head: EventHead, keys: readonly PublicKey[]): Promise<string | null> => {
  const { accountId, events, signed, signature } = head
  if (signature === null) return events === 0 ? null : 'ningún evento está firmado todavía'
  const verdict = verifyJws(EVENTS_TYPE, signature, keys)
  if (!verdict.valid) return 'la firma no es de esta instalación'
  const { cuenta, numero, hash } = (verdict.payload ?? {}) as { cuenta?: unknown; numero?: unknown; hash?: unknown }
  const isOurs = cuenta === accountId && numero === signed && hash === (await hashAt(sql, accountId, signed))
  return isOurs ? null : `el evento ${signed} no es el que se firmó`
}
