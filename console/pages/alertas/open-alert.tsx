import { useLayoutEffect, useRef } from 'preact/hooks'
import { useFreeQuestion } from '../../ask.ts'
import type { Alerta } from '../../client.ts'
import { formatDate, formatMoment } from '../../format.ts'
import { useKey } from '../../keys.ts'
import { goBack, type Question, replaceQuestion } from '../../navigation.ts'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { CAUSES } from '../../words/watch.ts'
import { stateWords } from './alert-list.tsx'
import { DecisionForm } from './decision-form.tsx'
import { Memory } from './memory.tsx'
import { Changes, Compared, Entries } from './sides.tsx'

interface OpenAlertProps {
  id: string
  /** The alert, where the list has it. */
  known: Alerta | undefined
  /** The alerts to step through. */
  among: readonly Alerta[]
  question: Question | null
  persona: string | null
  onDecided(alert: Alerta): void
}

/** One alert: both sides compared, what changed, what was decided before, and the decision. */
export const OpenAlert = (props: OpenAlertProps) => {
  const { id, known } = props
  const asked = useFreeQuestion(known ? null : id, (client, one, signal) => client.vigilancia.alerta(one, { signal }))
  if (known) return <AlertView key={id} {...props} alert={known} />
  if (asked.state === 'answered') return <AlertView key={id} {...props} alert={asked.answer.data} />
  if (asked.state !== 'failed') return <Asking rows={8} />
  return asked.error.kind === 'not-found' ? (
    <Message kind="none">Esta alerta ya no existe: se borró al vigilado.</Message>
  ) : (
    <Failed error={asked.error} retry={asked.retry} />
  )
}

const AlertView = ({ alert, among, question, persona, onDecided }: OpenAlertProps & { alert: Alerta }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const at = among.findIndex(({ id }) => id === alert.id)
  const step = (by: number): void => {
    const next = at < 0 ? undefined : among[at + by]
    if (next) replaceQuestion({ ...question, alerta: next.id })
  }
  const close = (): void => goBack(question?.estado ? { estado: question.estado } : null)
  useKey('Escape', close)
  useKey('j', () => step(1))
  useKey('k', () => step(-1))
  return (
    <article class="alert" aria-labelledby="alerta">
      <div class="row-view-bar no-print">
        <button type="button" onClick={close}>
          Volver a la cola
        </button>
        <div class="actions">
          {at >= 0 && (
            <span class="quiet-text alert-at">
              {at + 1} de {among.length}
            </span>
          )}
          <button type="button" disabled={at <= 0} onClick={() => step(-1)}>
            Anterior <kbd>k</kbd>
          </button>
          <button type="button" disabled={at < 0 || at >= among.length - 1} onClick={() => step(1)}>
            Siguiente <kbd>j</kbd>
          </button>
        </div>
      </div>
      <header class="hit-head">
        <h1 id="alerta" ref={heading} tabIndex={-1}>
          {alert.sujeto.nombre}
        </h1>
        <p>
          <strong>{stateWords(alert, persona)}</strong> desde {formatMoment(alert.desde)}. {CAUSES[alert.causa]}.
          {alert.venceEl && ` El descarte vale hasta el ${formatDate(alert.venceEl)}.`}
          {alert.suprimidas > 0 &&
            ` Un descarte la mantuvo callada en ${alert.suprimidas} ${alert.suprimidas === 1 ? 'revisión' : 'revisiones'}.`}
        </p>
      </header>
      <div class="alert-sides">
        <div class="alert-facts">
          <Changes alert={alert} />
          <Compared alert={alert} />
        </div>
        <DecisionForm alert={alert} persona={persona} onDecided={onDecided} />
        <div class="alert-facts">
          <Entries party={alert.parte} />
          <Memory decisions={alert.decisiones} />
        </div>
      </div>
    </article>
  )
}
