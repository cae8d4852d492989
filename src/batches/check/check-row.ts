import type { BatchKind, SanctionSearch, Screening, Taxpayer } from '../../domain/records.ts'
import { isRuc } from '../../domain/ruc.ts'
import { Failure } from '../../kernel/errors.ts'
import { whenReady } from '../../kernel/when-ready.ts'
import type { AmlQuery } from '../../lookups/aml.ts'
import type { RucQuery } from '../../lookups/ruc.ts'
import type { SancionesQuery } from '../../lookups/sanciones.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import { originsOfFailure } from '../../lookups/shared/not-found.ts'
import type { Columns } from '../read/header.ts'
import type { Row } from '../table.ts'
import {
  type Checked,
  notChecked,
  type RowResult,
  sanctionResult,
  screeningResult,
  taxpayerNotFound,
  taxpayerResult,
} from './results.ts'
import { type RowTexts, readRow } from './row-questions.ts'
import { joinSupplier } from './supplier-result.ts'

export { BATCH_KINDS, type BatchKind } from '../../domain/records.ts'

type Lookup<Query, Data> = (query: Query) => Answer<Data> | Promise<Answer<Data>>

/** What rows are asked with: the lookups of single questions, over sources that are never asked. */
export interface CheckDeps {
  lookups: {
    aml: Lookup<AmlQuery, Screening>
    sanciones: Lookup<SancionesQuery, SanctionSearch>
    ruc: Lookup<RucQuery, Taxpayer>
  }
  /** The checks of every parameter of a single question. */
  clean(query: Record<string, string>): Record<string, string>
}

/** Failures that are the row's, or that another try would meet again. */
const NO_SOURCE_FAILURE = new Set(['invalid-input', 'missing-input', 'not-configured'])

const ROW_PROBLEM = { questions: 0, sourceFailed: false } as const

/** What became of a row: known at once where the lists are in memory, which is what makes a batch fast. */
type Outcome = Checked | Promise<Checked>

/** Asks about rows of one kind of batch; each gets the answer that the single question would. */
export const rowChecker = (deps: CheckDeps, kind: BatchKind, columns: Columns) => {
  const questions = rowQuestions(deps)
  const ask: Record<BatchKind, (texts: RowTexts) => Outcome> = {
    aml: (texts) => questions.screen(texts),
    sanciones: (texts) => questions.sanctions(texts),
    ruc: (texts) => questions.taxpayer(texts),
    proveedor: (texts) => supplier(questions, texts),
  }
  return (row: Row): Outcome => {
    const texts = readRow(row, columns)
    if (texts.problem !== null) return { ...ROW_PROBLEM, result: notChecked(texts.problem) }
    const outcome = ask[kind](texts)
    return texts.notes.length === 0 ? outcome : whenReady(outcome, (checked) => withNotes(checked, texts.notes))
  }
}

const withNotes = (checked: Checked, notes: readonly string[]): Checked => {
  const motivo = [checked.result.motivo, ...notes].filter((text) => text !== '').join('. ')
  return { ...checked, result: { ...checked.result, motivo } }
}

type Questions = ReturnType<typeof rowQuestions>

const rowQuestions = ({ lookups, clean }: CheckDeps) => {
  const answered = <Data>(
    query: Record<string, string>,
    lookup: Lookup<Record<string, string>, Data>,
    toResult: (answer: Answer<Data>) => RowResult,
  ): Outcome => {
    const toChecked = (answer: Answer<Data>): Checked => ({
      result: toResult(answer),
      questions: 1,
      sourceFailed: false,
    })
    try {
      return whenReady(lookup(clean(query)), toChecked, failedQuestion)
    } catch (error) {
      return failedQuestion(error)
    }
  }
  return {
    screen: (texts: Screened): Outcome =>
      texts.nombre === ''
        ? { ...ROW_PROBLEM, result: notChecked('La fila no tiene nombre') }
        : answered(screeningQuery(texts), lookups.aml, screeningResult),
    sanctions: ({ ruc, nombre }: Pick<RowTexts, 'ruc' | 'nombre'>): Outcome =>
      ruc === '' && nombre === ''
        ? { ...ROW_PROBLEM, result: notChecked('La fila no tiene RUC ni nombre') }
        : answered(ruc === '' ? { nombre } : { ruc }, lookups.sanciones, sanctionResult),
    // A document that is no RUC is refused in the words of the single question.
    taxpayer: (
      { ruc, documento }: Pick<RowTexts, 'ruc' | 'documento'>,
      onFound?: (found: Taxpayer) => void,
    ): Outcome =>
      ruc === '' && documento === ''
        ? { ...ROW_PROBLEM, result: notChecked('La fila no tiene RUC') }
        : answered({ numero: ruc || documento }, lookups.ruc, (answer) => {
            onFound?.(answer.data)
            return taxpayerResult(answer)
          }),
  }
}

const failedQuestion = (error: unknown): Checked => {
  if (!(error instanceof Failure)) throw error
  if (error.kind === 'not-found')
    return { result: taxpayerNotFound(error.message, originsOfFailure(error)), questions: 1, sourceFailed: false }
  return {
    result: notChecked(inRowWords(error.message)),
    questions: 0,
    sourceFailed: !NO_SOURCE_FAILURE.has(error.kind),
  }
}

type Screened = Pick<RowTexts, 'nombre'> & Partial<Pick<RowTexts, 'documento' | 'nacimiento' | 'pais'>>

/** The parameters of a screening: those that the row has, with the reasons of a match. */
const screeningQuery = ({ nombre, documento, nacimiento, pais }: Screened): Record<string, string> => {
  const query: Record<string, string> = { nombre, detalle: '1' }
  if (documento) query.documento = documento
  if (nacimiento) query.nacimiento = nacimiento
  if (pais) query.pais = pais
  return query
}

/** A row has a RUC, whatever the parameter of the single question is called. */
const inRowWords = (mensaje: string): string => mensaje.replace(/^(?:numero|ruc) /, 'El RUC ')

/** The register, the sanctions by RUC, and a screening of the registered name. */
const supplier = async (questions: Questions, texts: RowTexts): Promise<Checked> => {
  let name = ''
  const register = await questions.taxpayer(texts, ({ razonSocial }) => {
    name = razonSocial
  })
  const ruc = texts.ruc || texts.documento
  // No other list can be asked about a number that is no RUC.
  if (!isRuc(ruc)) return register
  const sanctions = await questions.sanctions({ ruc, nombre: '' })
  const screening = name === '' ? null : await questions.screen({ nombre: name })
  return joinSupplier(register, sanctions, screening)
}
