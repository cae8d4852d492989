import { useEffect, useState } from 'preact/hooks'
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
  ask(typed: string): void
  /** Asks the same once more. */
  repeat?: (() => void) | undefined
  inputMode?: 'numeric' | 'text'
}

/** A form of one field and one button, for pages that need one value. */
export const AskForm = ({ label, name, asked, problem, hint, ask, repeat, inputMode = 'text' }: AskFormProps) => {
  const [typed, setTyped] = useState(asked)
  useEffect(() => setTyped(asked), [asked])
  const submit = (event: Event): void => {
    event.preventDefault()
    const text = typed.trim()
    if (text !== asked) ask(text)
    else repeat?.()
  }
  return (
    <form class="ask-form card" onSubmit={submit}>
      <Field
        {...{ label, name, inputMode }}
        value={typed}
        onInput={setTyped}
        hint={hint(typed.trim())}
        error={typed === asked ? problem : null}
        required
        autoFocus={asked === ''}
      />
      <button class="primary" type="submit">
        Consultar
      </button>
    </form>
  )
}
