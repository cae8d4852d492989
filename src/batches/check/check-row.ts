import { foldName } from '../../domain/names/normalise.ts'
import type { BatchKind, SanctionSearch, Screening, Supplier, SupplierPart, Taxpayer } from '../../domain/records.ts'
import { isRuc } from '../../domain/ruc.ts'
import { Failure } from '../../kernel/errors.ts'
import { whenReady } from '../../kernel/when-ready.ts'
import type { AmlQuery } from '../../lookups/aml.ts'
import type { ProveedorQuery } from '../../lookups/proveedor/input.ts'
import type { RucQuery } from '../../lookups/ruc.ts'
import type { SancionesQuery } from '../../lookups/sanciones.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import { originsOfFailure } from '../../lookups/shared/not-found.ts'
import type { Columns } from '../read/header.ts'
import type { Row } from '../table.ts'
import { joinNames, type NamedResult } from './names-result.ts'
import { type PurchaseLookups, purchaseChecker } from './purchase-check.ts'
import {
  type Checked,
  documentResult,
  HITS,
  notChecked,
  type RowResult,
  rowProblem,
  sanctionResult,
  screeningResult,
  taxpayerNotFound,
  taxpayerResult,
} from './results.ts'
import { type RowTexts, readRow } from './row-questions.ts'
import { joinSupplier, type OtherParts, otherParts } from './supplier-result.ts'
import { type AskedOfWatched, type WatchedDeps, watchedRow } from './watched-row.ts'

export { BATCH_KINDS, type BatchKind } from '../../domain/records.ts'

type Lookup<Query, Data> = (query: Query) => Answer<Data> | Promise<Answer<Data>>

/** What rows are asked with: the lookups of single questions, over sources that are never asked. */
export interface CheckDeps extends WatchedDeps {
  lookups: {
    aml: Lookup<AmlQuery, Screening>
    sanciones: Lookup<SancionesQuery, SanctionSearch>
    ruc: Lookup<RucQuery, Taxpayer>
    proveedor: Lookup<ProveedorQuery, Supplier>
  } & PurchaseLookups
}

/** What is asked about every row. */
export interface AskedOfRows extends AskedOfWatched {
  tipo: BatchKind
  /** Of a supplier, also the people behind it. */
  vinculados?: boolean | undefined
  /** Of a purchase, also its voucher, of the tax authority's own service. */
  comprobantes?: boolean | undefined
}

/** Failures that are the row's, or that another try would meet again. */
const NO_SOURCE_FAILURE = new Set(['invalid-input', 'missing-input', 'not-configured'])

/** What became of a row: known at once where the lists are in memory, which is what makes a batch fast. */
type Outcome = Checked | Promise<Checked>

/** Asks about rows of one kind of batch; each gets the answer that the single question would. */
export const rowChecker = (deps: CheckDeps, asked: AskedOfRows, columns: Columns) => {
  const { tipo: kind, vinculados, listas, comprobantes = false } = asked
  const questions = rowQuestions({ ...deps, listas })
  const purchase = purchaseChecker({ ...deps, columns, comprobantes, failed: failedQuestion })
  const ask: Record<Exclude<BatchKind, 'vigilados'>, (texts: RowTexts, row: Row) => Outcome> = {
    aml: (texts) => eachName(texts, (one) => screenRow(questions, one)),
    sanciones: (texts) => (texts.ruc === '' ? eachName(texts, questions.sanctions) : questions.sanctions(texts)),
    ruc: (texts) => questions.taxpayer(texts),
    proveedor: (texts) => supplier(questions, texts, vinculados === true),
    compras: ({ ruc, documento }, row) => purchase(ruc || documento, row),
  }
  const read = kind === 'compras' ? { ...columns, ...NO_NAMES } : columns
  return (row: Row): Outcome => {
    const texts = readRow(row, read)
    if (texts.problem !== null) return rowProblem(texts.problem)
    if (kind === 'vigilados') return watchedRow(deps, asked, { row, texts, columns })
    if (NEEDS_RUC.includes(kind) && lacksSupplierRuc(texts)) return rowProblem('Sin RUC de proveedor')
    const outcome = ask[kind](texts, row)
    return texts.notes.length === 0 ? outcome : whenReady(outcome, (checked) => withNotes(checked, texts.notes))
  }
}

/** Customs, banks and suppliers abroad have no RUC: of their vouchers there is nothing to ask. A wrong RUC is refused as such. */
const lacksSupplierRuc = ({ isVoucher, ruc, documento }: RowTexts): boolean =>
  isVoucher && !/^[0-9]{11}$/.test(ruc || documento)
const NEEDS_RUC: readonly BatchKind[] = ['ruc', 'proveedor', 'compras']

/** A purchase is judged by its supplier's number alone: what is wrong with a name is no reason not to. */
const NO_NAMES = { nombre: [], sigueNombre: [], nombres: [], apellidos: [], nacimiento: [], birthDate: [], pais: [] }

/** Questions that a row of each kind takes at most, when it has one name. */
const QUESTIONS: Record<BatchKind, number> = { aml: 1, sanciones: 1, ruc: 1, proveedor: 5, compras: 1, vigilados: 1 }

export const leastQuestions = ({ tipo, vinculados, comprobantes }: AskedOfRows): number =>
  QUESTIONS[tipo] + (vinculados || comprobantes ? 1 : 0)

/** Questions that this row takes at most. */
export const mostQuestions = (asked: AskedOfRows, row: Row, columns: Columns): number => {
  const { ruc, otherNames } = readRow(row, columns)
  const asksEach = asked.tipo === 'aml' || (asked.tipo === 'sanciones' && ruc === '')
  return leastQuestions(asked) + (asksEach ? otherNames.length : 0)
}

/** Asks about every name of a row. What else the row says is taken for the first one's: of another it would clear too much. */
const eachName = (texts: RowTexts, ask: (texts: RowTexts) => Outcome): Outcome => {
  if (texts.otherNames.length === 0) return ask(texts)
  return askAll(
    [texts, ...texts.otherNames.map((nombre) => ({ ...texts, nombre, documento: '', nacimiento: '', pais: '' }))],
    ask,
  )
}

const askAll = async (all: readonly RowTexts[], ask: (texts: RowTexts) => Outcome): Promise<Checked> => {
  const checked: NamedResult[] = []
  for (const texts of all) checked.push({ nombre: texts.nombre, ...(await ask(texts)) })
  return joinNames(checked)
}

/** Screens a row. Of several names nobody knows whose the other facts are: what they alone keep away is asked without them. */
const screenRow = (questions: Questions, texts: RowTexts): Outcome => {
  const outcome = questions.screen(texts)
  if (texts.otherNames.length === 0) return outcome
  return whenReady(outcome, (checked) => {
    const { resultado, motivo } = checked.result
    if (resultado !== 'sin_coincidencias' || motivo === '') return checked
    return whenReady(questions.screen({ nombre: texts.nombre }), (without) => withNotes(without, [SHARED_FACTS]))
  })
}

const SHARED_FACTS = 'Se revisó sin documento, nacimiento ni país, que pueden ser de otro nombre de la fila'

const withNotes = (checked: Checked, notes: readonly string[]): Checked => {
  const motivo = [checked.result.motivo, ...notes].filter((text) => text !== '').join('. ')
  return { ...checked, result: { ...checked.result, motivo } }
}

type Questions = ReturnType<typeof rowQuestions>

const NO_PARTS: OtherParts = { checked: [], estados: {}, ediciones: '' }

const rowQuestions = ({ lookups, clean, listas }: CheckDeps & Pick<AskedOfRows, 'listas'>) => {
  const answered = <Data>(
    query: Record<string, string>,
    lookup: Lookup<Record<string, string>, Data>,
    toResult: (answer: Answer<Data>) => RowResult,
  ): Outcome => {
    const toChecked = (answer: Answer<Data>): Checked => {
      const result = toResult(answer)
      return { result, questions: result.resultado === 'no_revisado' ? 0 : 1, sourceFailed: false }
    }
    try {
      return whenReady(lookup(clean(query)), toChecked, failedQuestion)
    } catch (error) {
      return failedQuestion(error)
    }
  }
  return {
    screen: (texts: Screened): Outcome =>
      texts.nombre === '' && !texts.documento
        ? rowProblem('La fila no tiene nombre')
        : answered(screeningQuery(texts, listas), lookups.aml, texts.nombre === '' ? documentResult : screeningResult),
    sanctions: ({ ruc, nombre }: Pick<RowTexts, 'ruc' | 'nombre'>): Outcome =>
      ruc === '' && nombre === ''
        ? rowProblem('La fila no tiene RUC ni nombre')
        : answered(ruc === '' ? { nombre } : { ruc }, lookups.sanciones, sanctionResult),
    // A document that is no RUC is refused in the words of the single question.
    taxpayer: (
      { ruc, documento, nombre, otherNames }: Pick<RowTexts, 'ruc' | 'documento' | 'nombre' | 'otherNames'>,
      onFound?: (found: Taxpayer) => void,
    ): Outcome =>
      ruc === '' && documento === ''
        ? rowProblem('La fila no tiene RUC')
        : answered({ numero: ruc || documento }, lookups.ruc, (answer) => {
            onFound?.(answer.data)
            return taxpayerResult(answer, [nombre, ...otherNames])
          }),
    /** What the other questions do not ask of a supplier; nothing of a RUC that does not exist. */
    otherParts: (ruc: string, partes: readonly SupplierPart[]): OtherParts | Promise<OtherParts> => {
      const noParts = (error: unknown): OtherParts => {
        if (error instanceof Failure) return NO_PARTS
        throw error
      }
      try {
        const query = { ruc, partes: partes.join(','), detalle: '1', ...(listas && { listas }) }
        return whenReady(lookups.proveedor(query), otherParts, noParts)
      } catch (error) {
        return noParts(error)
      }
    },
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
const screeningQuery = (
  { nombre, documento, nacimiento, pais }: Screened,
  listas: string | undefined,
): Record<string, string> => {
  const query: Record<string, string> = { detalle: '1' }
  if (listas) query.listas = listas
  if (nombre) query.nombre = nombre
  if (documento) query.documento = documento
  if (nacimiento) query.nacimiento = nacimiento
  if (pais) query.pais = pais
  return query
}

/** A row has a RUC, whatever the parameter of the single question is called. */
const inRowWords = (mensaje: string): string =>
  mensaje.replace(/^(?:numero|ruc) /, 'El RUC ').replace(/^fecha /, 'La fecha de emisión ')

const WITHOUT_PEOPLE: readonly SupplierPart[] = ['padrones', 'judicial']
const WITH_PEOPLE: readonly SupplierPart[] = [...WITHOUT_PEOPLE, 'vinculados']

/**
 * The register, the sanctions by RUC, and a screening of the RUC under the registered name and under the file's, which
 * may be an older one. The screening is one question, whatever the names.
 */
const supplier = async (questions: Questions, texts: RowTexts, vinculados: boolean): Promise<Checked> => {
  let registered: string | null = null
  const register = await questions.taxpayer(texts, ({ razonSocial }) => {
    registered = razonSocial
  })
  const ruc = texts.ruc || texts.documento
  // No other list can be asked about a number that is no RUC.
  if (!isRuc(ruc)) return register
  const sanctions = await questions.sanctions({ ruc, nombre: '' })
  const screened = await questions.screen({ nombre: registered ?? texts.nombre, documento: ruc })
  const others = await questions.otherParts(ruc, vinculados ? WITH_PEOPLE : WITHOUT_PEOPLE)
  const join = (screening: Checked): Checked => joinSupplier([register, sanctions, screening], others)
  const isOther = registered !== null && texts.nombre !== '' && foldName(registered) !== foldName(texts.nombre)
  const other = isOther ? await questions.screen({ nombre: texts.nombre, documento: ruc }) : screened
  const hit = strongestHit(screened, other)
  if (hit) return join(hit)
  if (texts.nombre === '') return join(withoutName(register, screened))
  const isCleared = other !== screened && other.result.resultado === 'sin_coincidencias'
  // What the facts have removed under the file's name is told as well.
  return join(isCleared ? withNotes(screened, [String(other.result.motivo)]) : screened)
}

/** Of the answers under two names the one that counts first: a partial match must not hide an exact one. */
const strongestHit = (...screened: Checked[]): Checked | undefined =>
  screened
    .filter(({ result }) => HITS.includes(result.resultado))
    .sort(
      ({ result: a }, { result: b }) =>
        HITS.indexOf(a.resultado) - HITS.indexOf(b.resultado) || Number(b.puntaje) - Number(a.puntaje),
    )[0]

/** Of a RUC that does not exist there is no name to screen: that it was not found counts. */
const withoutName = ({ result: { resultado } }: Checked, screened: Checked): Checked =>
  resultado === 'no_encontrado' ? { ...screened, result: { ...screened.result, resultado } } : screened
