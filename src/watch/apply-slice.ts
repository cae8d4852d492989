import { POLITICA } from '../domain/screening/politica.ts'
import type { Sql } from '../kernel/sql/database.ts'
import type { FoundParty } from './review/found-party.ts'
import { type ReviewContext, reviewAlerts, type StoredAlert } from './review/review-alerts.ts'
import type { AskedSubject, ScreenedSubject } from './review/screen-subjects.ts'
import { takeAccountTurn, type WatchEditions } from './store/accounts.ts'
import { alertsOf, saveAlert } from './store/alerts.ts'
import { appendEvents, type NewEvent } from './store/events.ts'
import {
  finishRun,
  keepAccount,
  type ScreenedRow,
  type Settled,
  screenedRows,
  settleSubjects,
  settleUnchanged,
} from './store/subjects.ts'
import { subjectDigest } from './subject.ts'
import type { Vault } from './vault.ts'

/** Subjects as they were asked about, and what was found. */
export interface ScreenedWith {
  accountId: string
  instanceId: string
  asked: readonly (AskedSubject & { version: number })[]
  screened: readonly ScreenedSubject[]
  editions: Pick<WatchEditions, 'seq' | 'editions'>
}

export interface ApplyDeps {
  vault: Vault
  nowMs: number
  today: string
  newId(): string
}

/**
 * Writes what a slice found, in one transaction: alerts, the events that tell of them, and that the subjects were screened.
 * Subjects that were changed or erased meanwhile are left out. False when the account is another instance's by now.
 */
export const applySlice = async (sql: Sql, slice: ScreenedWith, deps: ApplyDeps): Promise<boolean> => {
  const { accountId, screened, editions } = slice
  await takeAccountTurn(sql, accountId)
  if (!(await keepAccount(sql, accountId, slice.instanceId))) return false
  const ids = screened.map(({ id }) => id)
  const rows = new Map((await screenedRows(sql, accountId, ids)).map((row) => [row.id, row]))
  const alerts = Map.groupBy(await alertsOf(sql, deps.vault, ids), ({ subjectId }) => subjectId)
  const asked = new Map(slice.asked.map((one) => [one.id, one]))
  const events: NewEvent[] = []
  const settled: Settled[] = []
  const unchanged: string[] = []
  for (const subject of screened) {
    const [row, question] = [rows.get(subject.id), asked.get(subject.id)]
    if (!row || !question || row.version !== question.version) continue
    const result = reviewSubject({ row, question, subject, alerts: alerts.get(row.id) ?? [] }, editions, deps)
    for (const alert of result.alerts) await saveAlert(sql, deps.vault, accountId, alert)
    events.push(...result.events)
    const isSame = result.outcome === row.outcome && subject.problem === null && row.uncheckedSinceMs === null
    if (isSame) unchanged.push(row.id)
    else settled.push({ id: row.id, version: row.version, outcome: result.outcome, problem: subject.problem })
  }
  const settledAt = { seq: editions.seq, nowMs: deps.nowMs, today: deps.today }
  await settleUnchanged(sql, settledAt, unchanged)
  await settleSubjects(sql, settledAt, settled)
  const run = await finishRun(sql, accountId, settledAt)
  if (run) events.push({ tipo: 'ronda.terminada', ediciones: editions.editions, politica: POLITICA, ...run })
  await appendEvents(sql, accountId, events, deps)
  return true
}

interface ReviewedSubject {
  row: ScreenedRow
  question: AskedSubject
  subject: ScreenedSubject
  alerts: readonly StoredAlert[]
}

const reviewSubject = (
  { row, question, subject, alerts }: ReviewedSubject,
  { editions }: ScreenedWith['editions'],
  { vault, nowMs, today, newId }: ApplyDeps,
): { alerts: StoredAlert[]; events: NewEvent[]; outcome: string } => {
  const sujeto = row.id
  const { isCut, hasRegister, hasTaxList, discarded, problem } = subject
  const events: NewEvent[] = []
  if (problem && problem !== row.problem) events.push({ tipo: 'sujeto.sin_revisar', sujeto, motivo: problem })
  if (problem === 'datos' || problem === 'listas') return { alerts: [], events, outcome: row.outcome }
  const context: ReviewContext = {
    ...{ subjectId: row.id, subject: () => subjectDigest(vault, question.facts) },
    ...{ politica: POLITICA, nowMs, today, newId },
  }
  // What a list said that is not there any more holds until somebody can tell.
  const isUnknown = !hasTaxList && alerts.some(({ identity }) => identity.sinCapacidadOperativa?.length)
  const found = isUnknown ? subject.found.filter(({ clase }) => clase !== 'registro') : subject.found
  const isRegisterComplete = (hasRegister && !isUnknown) || question.facts.ruc === undefined
  const complete = [...(isCut ? [] : ['lista' as const]), ...(isRegisterComplete ? ['registro' as const] : [])]
  const reviewed = reviewAlerts(alerts, { found, complete, discarded: new Set(discarded) }, context)
  const outcome = outcomeOf(vault, found, hasRegister)
  // Also when nothing was found: that nothing was found is what has to be shown later.
  if (outcome !== row.outcome)
    events.push({
      ...{ tipo: 'revision', sujeto, alertas: found.length, ediciones: editions, politica: POLITICA },
      resultado: found.length > 0 ? 'con_coincidencias' : 'sin_coincidencias',
    })
  events.push(...reviewed.events.map((event) => ({ sujeto, ...event })))
  return { alerts: reviewed.alerts, events, outcome }
}

/** Of nearly all subjects nothing is found: what that is, is worked out once. */
const CLEAR = new WeakMap<Vault, Map<boolean, string>>()

const outcomeOf = (vault: Vault, found: readonly FoundParty[], hasRegister: boolean): string => {
  if (found.length > 0) return digestOf(vault, found, hasRegister)
  const clear = CLEAR.get(vault) ?? new Map<boolean, string>()
  CLEAR.set(vault, clear)
  const known = clear.get(hasRegister) ?? digestOf(vault, found, hasRegister)
  clear.set(hasRegister, known)
  return known
}

const digestOf = (vault: Vault, found: readonly FoundParty[], hasRegister: boolean): string => {
  const parties = found.map(({ keys, identity, comparacion }) => [keys, identity, comparacion?.coincidencia])
  return vault.digest(JSON.stringify(parties.sort()), String(hasRegister))
}
