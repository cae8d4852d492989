import { useLayoutEffect, useState } from 'preact/hooks'
import type { ChasquiError } from '../../client.ts'
import { goTo, type Question } from '../../navigation.ts'
import { Field } from '../../parts/field.tsx'
import { sentence } from '../../words/sentence.ts'
import { countryNames } from './countries.ts'
import { type FieldName, fieldsOf, TYPES, typedQuestion } from './question.ts'

interface ScreeningFormProps {
  question: Question | null
  /** What the service, or the client before it, did not accept. */
  problem: ChasquiError | null
}

const COUNTRIES = countryNames()

/** The form of Revisar. It holds what was asked; asking is a step in the history. */
export const ScreeningForm = ({ question, problem }: ScreeningFormProps) => {
  const [fields, setFields] = useState(() => fieldsOf(question))
  const [isEmpty, setEmpty] = useState(false)
  // "Back" shows the question before, together with its answer.
  useLayoutEffect(() => setFields(fieldsOf(question)), [question])
  const field = (name: FieldName) => ({
    name,
    value: fields[name],
    onInput: (value: string) => {
      setEmpty(false)
      setFields((before) => ({ ...before, [name]: value }))
    },
    error: problem?.campo === name ? sentence(problem.message) : null,
  })
  const submit = (event: Event): void => {
    event.preventDefault()
    const asked = typedQuestion(fields)
    setEmpty(!asked.nombre && !asked.documento)
    if (asked.nombre || asked.documento) goTo('/revisar', asked)
  }
  const name = field('nombre')
  return (
    <form class="screening-form card" onSubmit={submit}>
      <Field
        label="Nombre o razón social"
        {...name}
        error={isEmpty ? 'Escriba un nombre o un documento.' : name.error}
        hint="Puede quedar vacío si escribe un documento"
        autoFocus={!question}
      />
      <Field label="Tipo" {...field('tipo')} options={TYPES} />
      <Field label="Documento" {...field('documento')} hint="DNI, RUC, pasaporte u otro" />
      <Field label="Fecha de nacimiento" {...field('nacimiento')} hint="15/11/1970, 11/1970 o solo 1970" />
      <Field label="País" {...field('pais')} hint="Perú o PE" suggestions={COUNTRIES} />
      <div class="actions">
        <button class="primary" type="submit">
          Revisar
        </button>
        {question && (
          <button type="button" onClick={() => goTo('/revisar')}>
            Nueva consulta
          </button>
        )}
      </div>
    </form>
  )
}
