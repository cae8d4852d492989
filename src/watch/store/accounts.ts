import type { Sql } from '../../kernel/sql/database.ts'
import { takeTurn } from '../../kernel/sql/steps.ts'
import type { FourEyes } from '../review/decide.ts'

/** One at a time changes the subjects, alerts and events of an account. */
export const takeAccountTurn = (sql: Sql, accountId: string): Promise<void> => takeTurn(sql, `/watch/${accountId}`)

/** Sees to it that an account is there, and pays with this key from now on. */
export const useKey = async (sql: Sql, accountId: string, keyId: string): Promise<void> => {
  await sql.run(
    `INSERT INTO watch_accounts (account_id, key_id) VALUES ($1, $2)
     ON CONFLICT (account_id) DO UPDATE SET key_id = excluded.key_id`,
    accountId,
    keyId,
  )
}

export const fourEyesOf = async (sql: Sql, accountId: string): Promise<FourEyes> => {
  const find = 'SELECT four_eyes AS "fourEyes" FROM watch_accounts WHERE account_id = $1'
  return (await sql.get<{ fourEyes: FourEyes }>(find, accountId))?.fourEyes ?? 'no'
}

export const setFourEyes = async (sql: Sql, accountId: string, fourEyes: FourEyes): Promise<void> => {
  await sql.run(
    `INSERT INTO watch_accounts (account_id, key_id, four_eyes) VALUES ($1, '', $2)
     ON CONFLICT (account_id) DO UPDATE SET four_eyes = excluded.four_eyes`,
    accountId,
    fourEyes,
  )
}

/** The lists and the rules that subjects are screened with. */
export interface WatchEditions {
  seq: number
  editions: Record<string, string>
  politica: string
}

interface EditionsRow extends Omit<WatchEditions, 'editions'> {
  editions: string
}

const SELECT = 'SELECT seq, editions, politica FROM watch_editions'
const toEditions = ({ seq, editions, politica }: EditionsRow): WatchEditions => ({
  ...{ seq, politica },
  editions: JSON.parse(editions),
})

export const editionsOf = async (sql: Sql, seq: number): Promise<WatchEditions | null> => {
  const row = await sql.get<EditionsRow>(`${SELECT} WHERE seq = $1`, seq)
  return row ? toEditions(row) : null
}

/**
 * The number of these lists and rules. All instances number them alike, in the order in which they were first seen: one that
 * is behind the others screens nobody again with what is older. Lists or rules that have come back (`isNew`, or after a start
 * with other rules) get a new number, because they are what holds now.
 */
export const numberEditions = async (
  sql: Sql,
  fingerprint: string,
  { editions, politica, isNew }: Omit<WatchEditions, 'seq'> & { isNew: boolean },
): Promise<number> => {
  await takeTurn(sql, '/watch-editions')
  const newest = 'ORDER BY seq DESC LIMIT 1'
  const last = await sql.get<EditionsRow & { fingerprint: string }>(
    `SELECT seq, politica, fingerprint FROM watch_editions ${newest}`,
  )
  const own = await sql.get<EditionsRow>(`${SELECT} WHERE fingerprint = $1 ${newest}`, fingerprint)
  if (own && last && (last.fingerprint === fingerprint || (!isNew && last.politica === politica))) return own.seq
  const seq = (last?.seq ?? 0) + 1
  await sql.run(
    'INSERT INTO watch_editions (seq, fingerprint, editions, politica) VALUES ($1, $2, $3, $4)',
    ...[seq, fingerprint, JSON.stringify(editions), politica],
  )
  return seq
}
