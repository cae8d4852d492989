import type { BatchKind, SanctionSearch, Screening, Taxpayer } from '../../domain/records.ts'
import { isRuc } from '../../domain/ruc.ts'
import { Failure } from '../../kernel/errors.ts'
import type { AmlQuery } from '../../lookups/aml.ts'
import type { RucQuery } from '../../lookups/ruc.ts'
import type { SancionesQuery } from '../../lookups/sanciones.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
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

/** Asks about rows of one kind of batch; each gets the answer that the single question would. */
export const rowChecker = (deps: CheckDeps, kind: BatchKind, columns: Columns) => {
  const questions = rowQuestions(deps)
  const ask: Record<BatchKind, (texts: RowTexts) => Promise<Checked>> = {
    aml: ({ nombre, documento, nacimiento, pais }) => questions.screen({ nombre, documento, nacimiento, pais }),
    sanciones: (texts) => questions.sanctions(texts),
    ruc: (texts) => questions.taxpayer(texts),
    proveedor: (texts) => supplier(questions, texts),
  }
  return async (row: Row): Promise<Checked> => {
    const texts = readRow(row, columns)
    if (texts.problem !== null) return { ...ROW_PROBLEM, result: notChecked(texts.problem) }
    const checked = await ask[kind](texts)
    if (texts.notes.length === 0) return checked
    const motivo = [checked.result.motivo, ...texts.notes].filter((text) => text !== '').join('. ')
    return { ...checked, result: { ...checked.result, motivo } }
  }
}

type Questions = ReturnType<typeof rowQuestions>

const rowQuestions = ({ lookups, clean }: CheckDeps) => {
  const answered = async <Data>(
    query: Record<string, string>,
    lookup: Lookup<Record<string, string>, Data>,
    toResult: (answer: Answer<Data>) => RowResult,
  ): Promise<Checked> => {
    try {
      return { result: toResult(await lookup(clean(filled(query)))), questions: 1, sourceFailed: false }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.kind === 'not-found')
        return { result: taxpayerNotFound(error.message), questions: 1, sourceFailed: false }
      return {
        result: notChecked(inRowWords(error.message)),
        questions: 0,
        sourceFailed: !NO_SOURCE_FAILURE.has(error.kind),
      }
    }
  }
  return {
    screen: (query: Record<'nombre', string> & Record<string, string>): Promise<Checked> =>
      query.nombre === ''
        ? Promise.resolve({ ...ROW_PROBLEM, result: notChecked('La fila no tiene nombre') })
        : answered({ ...query, detalle: '1' }, lookups.aml, screeningResult),
    sanctions: ({ ruc, nombre }: Pick<RowTexts, 'ruc' | 'nombre'>): Promise<Checked> =>
      ruc === '' && nombre === ''
        ? Promise.resolve({ ...ROW_PROBLEM, result: notChecked('La fila no tiene RUC ni nombre') })
        : answered(ruc === '' ? { nombre } : { ruc }, lookups.sanciones, sanctionResult),
    // A document that is no RUC is refused in the words of the single question.
    taxpayer: (
      { ruc, documento }: Pick<RowTexts, 'ruc' | 'documento'>,
      onFound?: (found: Taxpayer) => void,
    ): Promise<Checked> =>
      ruc === '' && documento === ''
        ? Promise.resolve({ ...ROW_PROBLEM, result: notChecked('La fila no tiene RUC') })
        : answered({ numero: ruc || documento }, lookups.ruc, (answer) => {
            onFound?.(answer.data)
            return taxpayerResult(answer)
          }),
  }
}

/** A row has a RUC, whatever the parameter of the single question is called. */
const inRowWords = (mensaje: string): string => mensaje.replace(/^(?:numero|ruc) /, 'El RUC ')

const filled = (query: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''))

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
