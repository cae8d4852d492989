import { useId, useRef, useState } from 'preact/hooks'
import { asChasquiError } from '../../ask.ts'
import type { Alerta, ChasquiError, Decision } from '../../client.ts'
import { DATE_HELP, readDate } from '../../figures/typed-date.ts'
import { useIsShown } from '../../is-shown.ts'
import { useKey } from '../../keys.ts'
import { Field } from '../../parts/field.tsx'
import { useSession } from '../../session.ts'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { sentence } from '../../words/sentence.ts'
import { CHOICES, DECISIONS, REASONS, reasonsFor } from '../../words/watch.ts'

interface DecisionFormProps {
  alert: Alerta
  persona: string | null
  onDecided(alert: Alerta): void
}

/** What a person decides, why, and until when. Every choice has a key, and Enter decides. */
export const DecisionForm = ({ alert, persona, onDecided }: DecisionFormProps) => {
  const { account } = useSession()
  const isWithdrawn = alert.estado === 'retirada'
  return (
    <section class="card decision" aria-labelledby="decidir">
      <h2 id="decidir">Decidir</h2>
      <Proposal alert={alert} persona={persona} />
      {isWithdrawn && <Message kind="none">La parte ya no figura o ya no coincide: no hay nada que decidir.</Message>}
      {!isWithdrawn && account && persona === null && (
        <Message kind="warn">
          Esta clave no es de una persona: con ella se ven las alertas, pero no se decide.
          <small>Pida una a quien administra el servicio (chasqui keys create --persona).</small>
        </Message>
      )}
      {!isWithdrawn && persona !== null && <Choices {...{ alert, persona, onDecided }} />}
    </section>
  )
}

/** Where two people must decide: who proposed what, and what is missing. */
const Proposal = ({ alert: { decisiones }, persona }: Pick<DecisionFormProps, 'alert' | 'persona'>) => {
  const proposed = decisiones.find(({ estado }) => estado === 'propuesta')
  if (!proposed) return null
  const { does } = DECISIONS[proposed.decision]
  const what = `${does.toLowerCase()}, ${REASONS[proposed.motivo].toLowerCase()}`
  return proposed.persona === persona ? (
    <Message kind="warn">Propuesto por usted: {what}. Falta otra persona.</Message>
  ) : (
    <Message kind="warn">
      Propuesto por {proposed.persona}: {what}. Falta otra persona.
      <small>Vale cuando usted decida lo mismo; otra decisión la reemplaza.</small>
    </Message>
  )
}

type Choice = Decision['decision']
type Reason = Decision['motivo']

const ALL_REASONS = Object.keys(REASONS) as Reason[]

const Choices = ({ alert, onDecided }: DecisionFormProps) => {
  const { client, signOut } = useSession()
  const [decision, setDecision] = useState<Choice | null>(null)
  const [reason, setReason] = useState<Reason | null>(null)
  const [note, setNote] = useState('')
  const [until, setUntil] = useState('')
  const [problem, setProblem] = useState<{ of: 'decision' | 'motivo' | 'nota' | 'venceEl'; words: string } | null>(null)
  const [sent, setSent] = useState<'no' | 'yes' | ChasquiError>('no')
  const form = useRef<HTMLFormElement>(null)
  const isShown = useIsShown()
  const choices = CHOICES[alert.estado]
  const reasons = reasonsFor(decision)

  const focusOn = (name: string, value?: string): void =>
    form.current?.querySelector<HTMLElement>(`[name="${name}"]${value ? `[value="${value}"]` : ''}`)?.focus()
  const choose = (next: Choice): void => {
    setProblem(null)
    setDecision(next)
    if (reason && !reasonsFor(next).includes(reason)) setReason(null)
    focusOn('decision', next)
  }
  const explain = (next: Reason | undefined): void => {
    if (!next || !reasons.includes(next)) return
    setProblem(null)
    setReason(next)
    // The last one says nothing by itself.
    if (next === 'otro') focusOn('nota')
    else focusOn('motivo', next)
  }
  useChoiceKeys(choices, choose, explain)

  const decide = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (sent === 'yes') return
    const venceEl = decision === 'descartada' && until.trim() ? readDate(until) : undefined
    if (!decision) return setProblem({ of: 'decision', words: 'Elija qué decide.' })
    if (!reason) return setProblem({ of: 'motivo', words: 'Elija un motivo.' })
    if (reason === 'otro' && !note.trim()) return setProblem({ of: 'nota', words: 'Explique el motivo en la nota.' })
    if (venceEl === null) return setProblem({ of: 'venceEl', words: DATE_HELP })
    setSent('yes')
    try {
      const { data } = await client.vigilancia.decidir(alert.id, {
        decision,
        motivo: reason,
        nota: note.trim(),
        venceEl,
      })
      if (isShown()) onDecided(data)
      setSent('no')
    } catch (failure) {
      const error = asChasquiError(failure)
      if (error.kind === 'key' && error.status === 401) return signOut('La clave dejó de ser válida.')
      const of = error.campo === 'nota' || error.campo === 'venceEl' ? error.campo : null
      setSent(of ? 'no' : error)
      if (of) setProblem({ of, words: sentence(error.message) })
    }
  }
  const saidOf = (of: 'decision' | 'motivo' | 'nota' | 'venceEl'): string | null =>
    problem?.of === of ? problem.words : null
  return (
    <form ref={form} class="choices" onSubmit={(event) => void decide(event)} noValidate>
      <Radios
        legend="Decisión"
        name="decision"
        problem={saidOf('decision')}
        chosen={decision}
        options={choices.map((id) => [id, DECISIONS[id].key, DECISIONS[id].does, DECISIONS[id].means] as const)}
        onChoose={choose}
      />
      <Radios
        legend="Motivo"
        name="motivo"
        problem={saidOf('motivo')}
        chosen={reason}
        options={reasons.map((id) => [id, String(ALL_REASONS.indexOf(id) + 1), REASONS[id], ''] as const)}
        onChoose={(next) => {
          setProblem(null)
          setReason(next)
        }}
      />
      <Field label="Nota" name="nota" value={note} onInput={setNote} error={saidOf('nota')} />
      {decision === 'descartada' && (
        <Field
          label="Vale hasta"
          name="venceEl"
          value={until}
          onInput={setUntil}
          hint="15/11/2027; vacío, 12 meses"
          error={saidOf('venceEl')}
        />
      )}
      <button type="submit" class="primary" aria-disabled={sent === 'yes'}>
        {sent === 'yes' ? 'Guardando…' : 'Decidir'} <kbd>Enter</kbd>
      </button>
      {sent instanceof Error && (sent.kind === 'key' || sent.kind === 'invalid') && (
        <Message kind="warn">{sentence(sent.message)}</Message>
      )}
      {sent instanceof Error && sent.kind !== 'key' && sent.kind !== 'invalid' && <Failed error={sent} />}
      <p class="quiet-text">Con la decisión se guarda lo que tiene a la vista.</p>
    </form>
  )
}

/** The keys of decisions and reasons, while nobody types. */
const useChoiceKeys = (
  choices: readonly Choice[],
  choose: (choice: Choice) => void,
  explain: (reason: Reason | undefined) => void,
): void => {
  for (const id of Object.keys(DECISIONS) as Choice[]) useKey(DECISIONS[id].key, () => choose(id), choices.includes(id))
  for (const [at, id] of ALL_REASONS.entries()) useKey(String(at + 1), () => explain(id))
}

interface RadiosProps<Id extends string> {
  legend: string
  name: string
  problem: string | null
  chosen: Id | null
  options: readonly (readonly [id: Id, key: string, words: string, means: string])[]
  onChoose(id: Id): void
}

/** A closed set to choose one of, each with the key that chooses it. */
const Radios = <Id extends string>({ legend, name, problem, chosen, options, onChoose }: RadiosProps<Id>) => {
  const id = useId()
  return (
    <fieldset class="radios" aria-describedby={problem ? id : undefined}>
      <legend>{legend}</legend>
      {options.map(([value, key, words, means]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => onChoose(value)} />
          <span class="key" aria-hidden="true">
            {key}
          </span>
          <span>
            {words}
            {means && <small>{means}</small>}
          </span>
        </label>
      ))}
      {problem && (
        <p id={id} class="field-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
