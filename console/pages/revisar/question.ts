import type { AmlParametros } from '../../client.ts'
import type { Question } from '../../navigation.ts'

export const TYPES = [
  ['', 'Cualquiera'],
  ['persona', 'Persona'],
  ['empresa', 'Empresa'],
  ['nave', 'Nave'],
  ['aeronave', 'Aeronave'],
] as const

/** The fields of the form, in its order. */
export const FIELDS = ['nombre', 'tipo', 'documento', 'nacimiento', 'pais'] as const
export type FieldName = (typeof FIELDS)[number]
export type Fields = Record<FieldName, string>

export const fieldsOf = (question: Question | null): Fields =>
  Object.fromEntries(FIELDS.map((name) => [name, question?.[name] ?? ''])) as Fields

/** What was filled in. A date may be typed as 15/11/1970, 11/1970 or 1970. */
export const questionOf = (fields: Fields): Question => {
  const filled = FIELDS.map((name) => [name, fields[name].trim()] as const).filter(([, value]) => value !== '')
  return Object.fromEntries(filled.map(([name, value]) => [name, name === 'nacimiento' ? isoDate(value) : value]))
}

const isoDate = (typed: string): string => {
  const [, day, month, year] = /^(?:(\d{1,2})[/.-])?(\d{1,2})[/.-](\d{4})$/.exec(typed) ?? []
  if (!year || !month) return typed
  const parts = day ? [year, month, day] : [year, month]
  return parts.map((part) => part.padStart(2, '0')).join('-')
}

/** The parameters of the question; null when nobody is named. */
export const toQuery = (question: Question): AmlParametros | null => {
  const { nombre, ...rest } = Object.fromEntries(Object.entries(questionOf(fieldsOf(question))))
  return nombre ? ({ nombre, ...rest } as AmlParametros) : null
}
