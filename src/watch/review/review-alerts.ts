import type { Alert, AlertChange, Decision, EVENT_KINDS } from '../../domain/records.ts'
import { changesBetween, type FoundParty, type Identity, isRenumbered } from './found-party.ts'

/** What a decision rests on: it holds as long as none of this changes. */
interface Ground {
  identity: Identity
  exact: boolean
  puntaje: number
  politica: string
  /** Digest of what is known of the subject. */
  subject: string
}

/** An alert as it is kept. */
export interface StoredAlert extends Omit<Alert, 'sujeto' | 'desde' | 'creada' | 'venceEl'> {
  subjectId: string
  keys: string[]
  identity: Identity
  sinceMs: number
  createdAtMs: number
  /** Last day of the dismissal. */
  venceEl: string | null
  /** Of the dismissal or confirmation in force; null when there is none. */
  ground: Ground | null
  /** Its state before its party left. */
  leftAs: Alert['estado'] | null
}

export type AlertEvent = { tipo: (typeof EVENT_KINDS)[number]; alerta: string; estado: Alert['estado'] } & Partial<
  Pick<Decision, 'decision' | 'persona' | 'motivo'>
>

/** What one screening of a subject found. */
export interface Review {
  found: readonly FoundParty[]
  /** Kinds of alerts of which everything was found: what is missing has gone. */
  complete: readonly Alert['clase'][]
  /** Entries that are on their list, but that what is known of the subject speaks against. */
  discarded: ReadonlySet<string>
}

export interface ReviewContext {
  subjectId: string
  /** Digest of what is known of the subject: asked for where somebody has decided. */
  subject(): string
  politica: string
  nowMs: number
  today: string
  newId(): string
}

export interface Reviewed {
  /** New ones and those that changed. */
  alerts: StoredAlert[]
  events: AlertEvent[]
}

/** Compares what was found with the alerts of a subject. Found once more with the same facts, nothing comes of it. */
export const reviewAlerts = (alerts: readonly StoredAlert[], review: Review, context: ReviewContext): Reviewed => {
  const { pairs, left } = pairAlerts(alerts, review.found)
  const reviewed: Reviewed = { alerts: [], events: [] }
  const note = (alert: StoredAlert, tipo: AlertEvent['tipo'] | null): void => {
    reviewed.alerts.push(alert)
    if (tipo) reviewed.events.push({ tipo, alerta: alert.id, estado: alert.estado })
  }
  for (const [party, alert] of pairs) {
    if (!alert) note(newAlert(party, context), 'alerta.nueva')
    else if (alert.estado === 'descartada') reviewDismissed(alert, party, context, note)
    else if (alert.estado === 'retirada') reviewReturned(alert, party, context, note)
    else reviewOpen(alert, party, note)
  }
  for (const alert of left) {
    if (alert.estado === 'retirada' || !review.complete.includes(alert.clase)) continue
    note(withdraw(alert, review, context), 'alerta.retirada')
  }
  return reviewed
}

type Pair = [FoundParty, StoredAlert | undefined]

/** Which alert is about which party: one that shares an entry with it, the oldest first; else one that was renumbered. */
const pairAlerts = (alerts: readonly StoredAlert[], found: readonly FoundParty[]) => {
  const left = new Set(alerts.toSorted((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1)))
  const take = (isSame: (alert: StoredAlert) => boolean): StoredAlert | undefined => {
    const alert = [...left].find(isSame)
    if (alert) left.delete(alert)
    return alert
  }
  const byKey = found.map((party): Pair => [party, take(({ keys }) => keys.some((key) => party.keys.includes(key)))])
  const pairs = byKey.map(
    ([party, alert]): Pair => [
      party,
      alert ?? take(({ clase, identity }) => clase === party.clase && isRenumbered(identity, party)),
    ],
  )
  return { pairs, left }
}

const newAlert = (party: FoundParty, { subjectId, nowMs, newId }: ReviewContext): StoredAlert => ({
  ...{ id: newId(), subjectId, ...party },
  ...{ estado: 'abierta', causa: 'nueva', cambios: [], decisiones: [], suprimidas: 0 },
  ...{ sinceMs: nowMs, createdAtMs: nowMs, venceEl: null, ground: null, leftAs: null },
})

/** What a decision made now would rest on. */
export const groundOf = (
  { identity, comparacion }: Pick<StoredAlert, 'identity' | 'comparacion'>,
  { subject, politica }: Pick<ReviewContext, 'subject' | 'politica'>,
): Ground => ({
  ...{ identity, subject: subject(), politica },
  exact: comparacion?.coincidencia === 'exacto',
  puntaje: comparacion?.puntaje ?? 0,
})

/** Why a decision no longer holds. A score that rises by other words of a list says nothing; by other rules it does. */
const lostGround = (ground: Ground, party: FoundParty, context: ReviewContext): AlertChange[] => {
  const now = groundOf(party, context)
  const changes = changesBetween(ground.identity, now.identity)
  if (ground.subject !== now.subject) changes.push({ campo: 'sujeto', antes: [], ahora: [] })
  const saysMore = (now.exact && !ground.exact) || (now.politica !== ground.politica && now.puntaje > ground.puntaje)
  if (saysMore) changes.push({ campo: 'comparacion', antes: [gradeText(ground)], ahora: [gradeText(now)] })
  return changes
}

const gradeText = ({ exact, puntaje }: Ground): string => `${exact ? 'exacto' : 'parcial'} ${puntaje}`

type Note = (alert: StoredAlert, tipo: AlertEvent['tipo'] | null) => void

const updated = (alert: StoredAlert, party: FoundParty): StoredAlert => ({ ...alert, ...party })

const reopened = (alert: StoredAlert, causa: Alert['causa'], cambios: AlertChange[], nowMs: number): StoredAlert => ({
  ...alert,
  ...{ estado: 'abierta', causa, cambios, sinceMs: nowMs, venceEl: null, ground: null, leftAs: null },
  decisiones: alert.decisiones.map(replaced),
})

/** A decision that another one, or a change, has put an end to. */
export const replaced = (decision: Decision): Decision => ({ ...decision, estado: 'reemplazada' })

const isExpired = ({ venceEl }: StoredAlert, { today }: ReviewContext): boolean => venceEl !== null && venceEl < today

const reviewDismissed = (alert: StoredAlert, party: FoundParty, context: ReviewContext, note: Note): void => {
  const next = updated(alert, party)
  const changes = alert.ground ? lostGround(alert.ground, party, context) : []
  if (changes.length > 0) return note(reopened(next, 'cambiada', changes, context.nowMs), 'alerta.cambiada')
  if (isExpired(alert, context)) return note(reopened(next, 'vencida', [], context.nowMs), 'alerta.vencida')
  note({ ...next, suprimidas: alert.suprimidas + 1 }, null)
}

/** A party that left and is back. A dismissal that still holds keeps it quiet; anything else is for a person again. */
const reviewReturned = (alert: StoredAlert, party: FoundParty, context: ReviewContext, note: Note): void => {
  const next = { ...updated(alert, party), cambios: [], leftAs: null, sinceMs: context.nowMs }
  const isDismissed = alert.leftAs === 'descartada' && alert.ground && !isExpired(alert, context)
  const changes = alert.ground ? lostGround(alert.ground, party, context) : []
  if (isDismissed && changes.length === 0)
    return note({ ...next, estado: 'descartada', suprimidas: alert.suprimidas + 1 }, 'alerta.reabierta')
  note(reopened(next, 'reabierta', changes, context.nowMs), 'alerta.reabierta')
}

/** Nobody has decided, or the party was confirmed: what it says of itself now is shown. */
const reviewOpen = (alert: StoredAlert, party: FoundParty, note: Note): void => {
  const changes = changesBetween(alert.identity, party.identity)
  const next = updated(alert, party)
  if (changes.length > 0) return note({ ...next, causa: 'cambiada', cambios: changes }, 'alerta.cambiada')
  if (shownOf(alert) !== shownOf(next)) note(next, null)
}

const shownOf = ({ keys, parte, comparacion }: StoredAlert): string => JSON.stringify([keys, parte, comparacion])

const withdraw = (alert: StoredAlert, { discarded }: Review, { nowMs }: ReviewContext): StoredAlert => {
  const isStillListed = alert.keys.some((key) => discarded.has(key))
  const antes = alert.keys
  return {
    ...alert,
    ...{ estado: 'retirada', leftAs: alert.estado, sinceMs: nowMs },
    cambios: [isStillListed ? { campo: 'comparacion', antes, ahora: [] } : { campo: 'lista', antes, ahora: [] }],
  }
}
