import { legalFormAt } from '../../domain/names/legal-forms.ts'
import { foldName } from '../../domain/names/normalise.ts'
import type { SubjectFacts } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Columns } from '../read/header.ts'
import { cellText, type Row } from '../table.ts'
import { type Checked, NOTHING, rowProblem } from './results.ts'
import type { RowTexts } from './row-questions.ts'

type Kind = SubjectFacts['tipo']

/** What a row says of somebody who is to be watched. */
type WatchedQuery = Partial<Record<Exclude<keyof SubjectFacts, 'listas'>, string>> & { listas?: string[] }

export interface WatchedDeps {
  /** The checks of every parameter of a single question. */
  clean(query: Record<string, string>): Record<string, string>
  /** Checks what is said of somebody who is to be watched, where there is a watch. */
  subject?: (query: WatchedQuery) => Promise<{ facts: SubjectFacts; aviso: string | undefined }>
}

/** What is said of all who are to be watched. */
export interface AskedOfWatched {
  /** The sanctions lists, as a single question names them; the usual ones when absent. */
  listas?: string | undefined
  /** What those are whose row does not tell. */
  tipoSujeto?: Kind | undefined
}

const PERSON = /^(?:P|PN|NATURAL|PERSONA|PERSONA NATURAL|P NATURAL|INDIVIDUO|INDIVIDUAL|PERSON)$/
const COMPANY = /^(?:E|PJ|JURIDICA|PERSONA JURIDICA|P JURIDICA|EMPRESA|ENTIDAD|SOCIEDAD|COMPANY|ENTITY|ORGANIZATION)$/

/** What a row is: as it says, else as its number or its legal form tells, else as the caller said of all rows. */
const kindOf = (said: string, { ruc, documento, nombre }: RowTexts, usual: Kind | undefined): Kind | undefined => {
  const folded = foldName(said)
  if (PERSON.test(folded)) return 'persona'
  if (COMPANY.test(folded)) return 'empresa'
  if (ruc !== '') return ruc.startsWith('20') ? 'empresa' : 'persona'
  if (/^[0-9]{8}$/.test(documento)) return 'persona'
  return hasLegalForm(nombre) ? 'empresa' : usual
}

const hasLegalForm = (nombre: string): boolean => {
  const words = foldName(nombre).split(' ')
  return words.some((_, at) => at > 0 && at + (legalFormAt(words, at)?.length ?? Number.NaN) === words.length)
}

const NO_KIND = 'La fila no dice si es una persona o una empresa: añada una columna «tipo» o indique tipoSujeto'
const OTHER_NAMES = 'Se vigila solo el primer nombre de la fila'

/**
 * Reads the row of somebody who is to be watched. What is told of it has no word of the row: results are kept in clear, and
 * subjects are not.
 */
export const watchedRow = async (
  { subject, clean }: WatchedDeps,
  { tipoSujeto, listas }: AskedOfWatched,
  { row, texts, columns }: { row: Row; texts: RowTexts; columns: Columns },
): Promise<Checked> => {
  if (!subject) throw new Error('nobody is watched here')
  const cell = (role: 'referencia' | 'tipoSujeto'): string => cellText(row[columns[role][0] ?? -1]).trim()
  const referencia = cell('referencia')
  if (referencia === '') return rowProblem('La fila no tiene referencia')
  if (texts.nombre === '') return rowProblem('La fila no tiene nombre')
  const tipo = kindOf(cell('tipoSujeto'), texts, tipoSujeto)
  if (!tipo) return rowProblem(NO_KIND)
  const { nombre, documento, ruc, nacimiento, pais } = texts
  const said = { referencia, tipo, nombre, documento: documento === ruc ? '' : documento, ruc, nacimiento, pais }
  try {
    const query = clean(Object.fromEntries(Object.entries(said).filter(([, text]) => text !== '')))
    const { facts, aviso } = await subject({ ...query, ...(listas && { listas: listas.split(',') }) })
    const motivo = [aviso, texts.otherNames.length > 0 ? OTHER_NAMES : undefined].filter(Boolean).join('. ')
    return { result: { ...NOTHING, resultado: 'vigilado', motivo }, questions: 0, sourceFailed: false, subject: facts }
  } catch (error) {
    if (error instanceof Failure && (error.kind === 'invalid-input' || error.kind === 'missing-input'))
      return rowProblem(error.message)
    throw error
  }
}
