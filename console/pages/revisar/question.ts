import type { AmlParametros } from '../../client.ts'
import { isoDate } from '../../format.ts'
import type { Question } from '../../question.ts'

export const TYPES = [
  ['', 'Cualquiera'],
  ['persona', 'Persona'],
  ['empresa', 'Empresa'],
  ['nave', 'Nave'],
  ['aeronave', 'Aeronave'],
] as const

/** The fields of the form, in its order. */
const FIELDS = ['nombre', 'tipo', 'documento', 'nacimiento', 'pais'] as const
export type FieldName = (typeof FIELDS)[number]
type Fields = Record<FieldName, string>

/** Which hit of the answer is open, by its place in the table. */
export const OPEN_HIT = 'abierta'

export const fieldsOf = (question: Question | null): Fields =>
  Object.fromEntries(FIELDS.map((name) => [name, question?.[name] ?? ''])) as Fields

/** What was filled in. */
export const questionOf = (fields: Fields): Question =>
  Object.fromEntries(FIELDS.map((name) => [name, fields[name].trim()] as const).filter(([, value]) => value !== ''))

/** The parameters of a question; null when nobody is named. */
export const toQuery = (question: Question): AmlParametros | null => {
  const { nombre, documento, nacimiento, ...rest } = questionOf(fieldsOf(question)) as Partial<Fields>
  if (!nombre) return null
  return {
    ...{ nombre, ...(rest as Pick<AmlParametros, 'tipo' | 'pais'>) },
    // As people write and copy them: "20 100.000", "AB 00174".
    ...(documento && { documento: documento.replaceAll(/[\s.]/g, '') }),
    ...(nacimiento && { nacimiento: isoDate(nacimiento) }),
  }
}

/** The question in one line: the name, then what else is known. */
export const questionWords = (question: Question): string => {
  const { nombre, tipo, documento, nacimiento, pais } = fieldsOf(question)
  const type = TYPES.find(([value]) => value === tipo && value !== '')?.[1]
  return [nombre, type, documento && `documento ${documento}`, nacimiento && `nacimiento ${nacimiento}`, pais]
    .filter(Boolean)
    .join(' · ')
}
