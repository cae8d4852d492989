import type { AmlParametros } from '../../client.ts'
import { isoDate } from '../../format.ts'
import type { Question } from '../../question.ts'
import { compactDocument, readDocument } from '../../words/document.ts'

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
/** The parties that an answer names besides its hits are open. */
export const OPEN_NAMED = 'nombradas'

export const fieldsOf = (question: Question | null): Fields =>
  Object.fromEntries(FIELDS.map((name) => [name, question?.[name] ?? ''])) as Fields

/** What was filled in. */
export const questionOf = (fields: Fields): Question =>
  Object.fromEntries(FIELDS.map((name) => [name, fields[name].trim()] as const).filter(([, value]) => value !== ''))

/** What was filled in, with a document that was typed as the name in its own place. */
export const typedQuestion = (fields: Fields): Question => {
  const document = readDocument(fields.nombre)
  return questionOf(document && !fields.documento.trim() ? { ...fields, nombre: '', documento: document } : fields)
}

/** The parameters of a question; null when it has neither a name nor a document. */
export const toQuery = (question: Question): AmlParametros | null => {
  const { nombre, documento, nacimiento, ...rest } = questionOf(fieldsOf(question)) as Partial<Fields>
  if (!nombre && !documento) return null
  return {
    ...(nombre && { nombre }),
    ...(rest as Pick<AmlParametros, 'tipo' | 'pais'>),
    ...(documento && { documento: compactDocument(documento) }),
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
