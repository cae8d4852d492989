import { addDays, isCalendarDate } from '../../domain/lima-time.ts'
import { type Alert, DECISION_REASONS, DECISIONS, type Decision } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { choiceInput, required } from '../../lookups/shared/input.ts'
import { type AlertEvent, groundOf, replaced, type StoredAlert } from './review-alerts.ts'

/** Which decisions of an account take effect when another person repeats them. */
export const FOUR_EYES = ['no', 'descartes', 'todo'] as const
export type FourEyes = (typeof FOUR_EYES)[number]

export type DecisionQuery = Partial<Record<'decision' | 'motivo' | 'nota' | 'venceEl', string>>

export type AskedDecision = Pick<Decision, 'decision' | 'motivo' | 'nota' | 'venceEl'>

/** A dismissal lasts this long unless said, and never for ever. */
const USUAL_DAYS = 365
const MOST_DAYS = 3_653

/** Checks what a person has decided. */
export const decisionInput = (query: DecisionQuery, today: string): AskedDecision => {
  const decision = choiceInput('decision', required('decision', query.decision), DECISIONS) as Decision['decision']
  const motivo = choiceInput('motivo', required('motivo', query.motivo), DECISION_REASONS) as Decision['motivo']
  const nota = query.nota ?? ''
  if (motivo === 'otro' && nota === '')
    throw new Failure('missing-input', 'Falta el parámetro nota: con el motivo otro, explique por qué', {
      campo: 'nota',
    })
  const { venceEl } = query
  if (venceEl !== undefined && (decision !== 'descartada' || !isExpiry(venceEl, today)))
    throw new Failure(
      'invalid-input',
      'venceEl debe ser una fecha AAAA-MM-DD desde hoy y dentro de diez años, de una alerta que se descarta',
      { campo: 'venceEl' },
    )
  return { decision, motivo, nota, venceEl: decision === 'descartada' ? (venceEl ?? addDays(today, USUAL_DAYS)) : null }
}

const isExpiry = (venceEl: string, today: string): boolean =>
  isCalendarDate(venceEl) && venceEl >= today && venceEl <= addDays(today, MOST_DAYS)

export interface Decider {
  persona: string
  fourEyes: FourEyes
  /** What the person had before them. */
  visto: Decision['visto']
  /** Digest of what is known of the subject. */
  subject: string
  nowMs: number
}

/** The alert after a decision: at once, or after another person has decided the same. */
export const decide = (
  alert: StoredAlert,
  asked: AskedDecision,
  decider: Decider,
): { alert: StoredAlert; event: AlertEvent } => {
  const { persona, fourEyes, visto, nowMs } = decider
  if (alert.estado === 'retirada')
    throw new Failure('invalid-input', 'La alerta está retirada: no hay nada que decidir', { campo: 'decision' })
  const proposal = alert.decisiones.find(({ estado }) => estado === 'propuesta')
  const isRepeated = proposal?.decision === asked.decision && proposal.persona !== persona
  const needsTwo = fourEyes === 'todo' || (fourEyes === 'descartes' && asked.decision === 'descartada')
  if (needsTwo && proposal?.decision === asked.decision && !isRepeated)
    throw new Failure('forbidden', 'Otra persona debe repetir la decisión: usted ya la propuso')
  const isInForce = !needsTwo || isRepeated
  const own: Decision = {
    ...{ ...asked, persona, fecha: new Date(nowMs).toISOString(), visto },
    estado: isInForce ? 'vigente' : 'propuesta',
    ...(isRepeated && proposal && { confirma: proposal.persona }),
  }
  const decisiones = [...alert.decisiones.map((one) => (isInForce || one === proposal ? replaced(one) : one)), own]
  const { decision, motivo } = asked
  const event = { alerta: alert.id, decision, persona, motivo }
  if (!isInForce) {
    const proposed = { ...alert, decisiones }
    return { alert: proposed, event: { tipo: 'alerta.propuesta', estado: alert.estado, ...event } }
  }
  const decided = inForce({ ...alert, decisiones }, own, decider)
  return { alert: decided, event: { tipo: 'alerta.decidida', estado: decided.estado, ...event } }
}

const inForce = (alert: StoredAlert, { decision, venceEl, visto }: Decision, decider: Decider): StoredAlert => {
  const estado: Alert['estado'] = decision === 'reabierta' ? 'abierta' : decision
  return {
    ...alert,
    ...{ estado, sinceMs: decider.nowMs, venceEl, cambios: [] },
    causa: decision === 'reabierta' ? 'reabierta' : alert.causa,
    ground:
      decision === 'descartada' ? groundOf(alert, { subject: () => decider.subject, politica: visto.politica }) : null,
  }
}
