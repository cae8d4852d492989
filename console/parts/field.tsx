import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface FieldProps {
  label: string
  name: string
  value: string
  onInput(value: string): void
  type?: 'text' | 'search' | 'password' | 'date' | 'month'
  hint?: string | undefined
  /** What is wrong with the value, told below it. */
  error?: string | null | undefined
  /** A closed set of values with their words, in place of free text. */
  options?: readonly (readonly [value: string, words: string])[]
  /** Values to choose from while typing. */
  suggestions?: readonly string[]
  placeholder?: string
  autoComplete?: string
  autoFocus?: boolean
  required?: boolean
  inputMode?: 'numeric' | 'text'
}

/** A labelled field with its hint and its error. Nothing typed is kept by the browser. */
export const Field = (props: FieldProps) => {
  const { label, name, value, onInput, hint, error, options, suggestions, autoFocus, required } = props
  const id = useId()
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null)
  useLayoutEffect(() => {
    if (autoFocus) control.current?.focus()
  }, [autoFocus])
  useLayoutEffect(() => {
    if (error) control.current?.focus()
  }, [error])
  const common = {
    id,
    name,
    value,
    ref: control,
    required: required ?? false,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': hint || error ? `${id}-nota` : undefined,
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options ? (
        <select {...common} onChange={(event) => onInput(event.currentTarget.value)}>
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={(props.type ?? 'text') as 'text'}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'off'}
          inputMode={props.inputMode}
          list={suggestions ? `${id}-valores` : undefined}
          spellcheck={false}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
      {suggestions && (
        <datalist id={`${id}-valores`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {(hint || error) && (
        <p id={`${id}-nota`} class={error ? 'field-error' : 'field-hint'} role={error ? 'alert' : undefined}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
