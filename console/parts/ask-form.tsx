import { useLayoutEffect, useState } from 'preact/hooks'
import { Field } from './field.tsx'

interface AskFormProps {
  label: string
  name: string
  /** What was asked, as the field shows it. "Back" brings the question before. */
  asked: string
  /** What is wrong with what was asked. */
  problem?: string | null
  /** What the text is read as, told below the field while typing. */
  hint(typed: string): string
  ask(typed: string, day: string): void
  /** A date that may be given too. */
  day?: { asked: string; problem: string | null; hint: string } | undefined
  /** Asks the same once more. */
  repeat?: (() => void) | undefined
  inputMode?: 'numeric' | 'text'
}

/** A form of one field and one button, for pages that need one value; of a question by date, with the date. */
export const AskForm = (props: AskFormProps) => {
  const { label, name, asked, problem, hint, ask, day, repeat, inputMode = 'text' } = props
  const [typed, setTyped] = useState(asked)
  useLayoutEffect(() => setTyped(asked), [asked])
  const [typedDay, setTypedDay] = useState(day?.asked ?? '')
  useLayoutEffect(() => setTypedDay(day?.asked ?? ''), [day?.asked])
  const submit = (event: Event): void => {
    event.preventDefault()
    const text = typed.trim()
    if (text !== asked || typedDay !== (day?.asked ?? '')) ask(text, typedDay.trim())
    else repeat?.()
  }
  return (
    <form class={day ? 'ask-form with-day card' : 'ask-form card'} onSubmit={submit}>
      <Field
        {...{ label, name, inputMode }}
        value={typed}
        onInput={setTyped}
        hint={hint(typed.trim())}
        error={typed === asked ? problem : null}
        required
        autoFocus={asked === ''}
      />
      {day && (
        <Field
          label="Fecha"
          name="fecha"
          value={typedDay}
          onInput={setTypedDay}
          hint={day.hint}
          error={typedDay === day.asked ? day.problem : null}
        />
      )}
      <button class="primary" type="submit">
        Consultar
      </button>
    </form>
  )
}
