import { SUBJECT_KINDS, type SubjectFacts, WATCHED_LISTS } from '../domain/records.ts'
import { Failure } from '../kernel/errors.ts'
import { choiceInput, required, rucInput } from '../lookups/shared/input.ts'
import { type ScreenDeps, screeningQuery } from './review/screen-subjects.ts'
import type { Vault } from './vault.ts'

/** What a caller says of a subject; every value is a text that was cleaned. */
export type SubjectQuery = Partial<Record<Exclude<keyof SubjectFacts, 'listas'>, string>> & { listas?: string[] }

const MOST_REFERENCE = 100

/** Checks what is said of a subject, by the rules of the questions that will be asked about it. */
export const subjectInput = async (
  query: SubjectQuery,
  { aml }: Pick<ScreenDeps['lookups'], 'aml'>,
): Promise<{ facts: SubjectFacts; aviso: string | undefined }> => {
  const referencia = required('referencia', query.referencia)
  if ([...referencia].length > MOST_REFERENCE)
    throw new Failure('invalid-input', `referencia supera los ${MOST_REFERENCE} caracteres`, { campo: 'referencia' })
  const tipo = choiceInput('tipo', required('tipo', query.tipo), SUBJECT_KINDS) as SubjectFacts['tipo']
  const facts: SubjectFacts = { referencia, tipo, nombre: required('nombre', query.nombre) }
  for (const field of ['documento', 'nacimiento', 'pais'] as const) if (query[field]) facts[field] = query[field]
  if (query.ruc) facts.ruc = rucInput('ruc', query.ruc)
  if (query.listas) facts.listas = listsInput(query.listas)
  return { facts, aviso: await checkQuestion(facts, aml) }
}

const listsInput = (listas: readonly string[]): NonNullable<SubjectFacts['listas']> => {
  if (listas.length === 0) throw new Failure('invalid-input', 'listas no puede estar vacía', { campo: 'listas' })
  return [...new Set(listas)].map((one) => choiceInput('listas', one, WATCHED_LISTS) as (typeof WATCHED_LISTS)[number])
}

/** Asks the question once: what it refuses is refused here, and what it warns of is told. The usual lists refuse nobody when they are missing. */
const checkQuestion = async (facts: SubjectFacts, aml: ScreenDeps['lookups']['aml']): Promise<string | undefined> => {
  try {
    return (await aml(screeningQuery(facts))).aviso
  } catch (error) {
    if (error instanceof Failure && error.kind === 'dataset-unavailable' && !facts.listas) return undefined
    throw error
  }
}

/** Equal for two subjects of whom the same is known; their reference does not count. */
export const subjectDigest = (vault: Vault, facts: SubjectFacts): string => {
  const { tipo, nombre, documento = '', nacimiento = '', pais = '', ruc = '', listas = [] } = facts
  return vault.digest('subject', tipo, nombre, documento, nacimiento, pais, ruc, [...listas].sort().join())
}
