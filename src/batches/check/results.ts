import { LIST_IDS, listRow } from '../../domain/lists.ts'
import { isSameName } from '../../domain/names/tokens.ts'
import {
  type BATCH_VERDICTS,
  type BatchKind,
  type Origin,
  type PartState,
  type Sanction,
  type SanctionSearch,
  type Screening,
  type ScreeningReason,
  SUPPLIER_PARTS,
  type SubjectFacts,
  type Taxpayer,
} from '../../domain/records.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import type { Cell } from '../table.ts'
import type { ObservedPurchase } from './purchase-totals.ts'

/** What the register says of a RUC, beside the result, so that nobody reads past it. */
const REGISTER_COLUMNS = ['estado', 'condicion', 'nombreEnPadron', 'nombreCoincide'] as const

/** The state of each part of a supplier. */
const PART_COLUMNS = SUPPLIER_PARTS

const OTHER_COLUMNS = ['coincidencias', 'puntaje', 'nombreEnLista', 'lista', 'programa', 'motivo', 'ediciones'] as const

/** What is known of a supplier on the day of a purchase. */
const PURCHASE_COLUMNS = [
  ...(['estadoEnFecha', 'condicionEnFecha', 'vigencia', 'sinCapacidadOperativa'] as const),
  ...(['agenteRetencion', 'buenContribuyente', 'comprobante'] as const),
] as const

type AddedColumns = typeof REGISTER_COLUMNS | typeof OTHER_COLUMNS | typeof PART_COLUMNS | typeof PURCHASE_COLUMNS
export type ResultColumn = 'resultado' | AddedColumns[number]

const WITHOUT_PARTS: readonly ResultColumn[] = ['resultado', ...REGISTER_COLUMNS, ...OTHER_COLUMNS]
const OF_SUPPLIERS: readonly ResultColumn[] = [...WITHOUT_PARTS, ...PART_COLUMNS]
/** All columns that a result can add to those of the file. */
export const RESULT_COLUMNS: readonly ResultColumn[] = [...OF_SUPPLIERS, ...PURCHASE_COLUMNS]
const WITHOUT_REGISTER: readonly ResultColumn[] = ['resultado', ...OTHER_COLUMNS]
const ADDED: Record<BatchKind, readonly ResultColumn[]> = {
  aml: WITHOUT_REGISTER,
  sanciones: WITHOUT_REGISTER,
  ruc: WITHOUT_PARTS,
  proveedor: OF_SUPPLIERS,
  compras: ['resultado', ...PURCHASE_COLUMNS.slice(0, -1), 'motivo', 'ediciones'],
  vigilados: ['resultado', 'motivo'],
}
const WITH_VOUCHERS: readonly ResultColumn[] = ['resultado', ...PURCHASE_COLUMNS, 'motivo', 'ediciones']

/** The columns that a result of this kind adds. */
export const resultColumns = (kind: BatchKind, comprobantes = false): readonly ResultColumn[] =>
  comprobantes ? WITH_VOUCHERS : ADDED[kind]

/** The columns of a result that has so many: one that an earlier version began ends with the columns that it had then. */
export const columnsOfCount = (kind: BatchKind, count: number): readonly ResultColumn[] =>
  [ADDED[kind], ...(kind === 'compras' ? [WITH_VOUCHERS] : []), WITHOUT_PARTS, WITHOUT_REGISTER].find(
    ({ length }) => length === count,
  ) ?? ADDED[kind]

export type Verdict = (typeof BATCH_VERDICTS)[number]

/** Results that a person must look at. */
export const HITS: readonly Verdict[] = ['exacto', 'parcial', 'sancionado', 'observado']

export type RowResult = Record<Exclude<ResultColumn, 'resultado'>, Cell> & { resultado: Verdict }

/** What the register says that a person must look at, in any result. */
export const isBadStatus = (estado: Cell): boolean => estado !== '' && estado !== 'ACTIVO'
export const isBadCondition = (condicion: Cell): boolean => /^NO HA(?:BIDO|LLADO)/.test(String(condicion))
export const isObserved = ({ resultado, estado, condicion, nombreCoincide, padrones }: RowResult): boolean =>
  resultado === 'no_encontrado' ||
  isBadStatus(estado) ||
  isBadCondition(condicion) ||
  nombreCoincide === 'no' ||
  padrones === ('hallazgo' satisfies PartState)

/** What became of one question. */
export interface Checked {
  result: RowResult
  /** Questions that got an answer: each costs a unit. */
  questions: number
  /** True when a list or source is to blame, not the row. */
  sourceFailed: boolean
  /** Of a purchase that is observed. */
  observed?: ObservedPurchase
  /** Who is to be watched. */
  subject?: SubjectFacts
}

/** A row of which there is nothing to tell. */
export const NOTHING = {
  estado: '',
  condicion: '',
  nombreEnPadron: '',
  nombreCoincide: '',
  coincidencias: '',
  puntaje: '',
  nombreEnLista: '',
  lista: '',
  programa: '',
  motivo: '',
  ediciones: '',
  registro: '',
  padrones: '',
  sanciones: '',
  judicial: '',
  listas: '',
  vinculados: '',
  estadoEnFecha: '',
  condicionEnFecha: '',
  vigencia: '',
  sinCapacidadOperativa: '',
  agenteRetencion: '',
  buenContribuyente: '',
  comprobante: '',
}

export const notChecked = (motivo: string): RowResult => ({ ...NOTHING, resultado: 'no_revisado', motivo })

/** A row that is not asked about. */
export const rowProblem = (motivo: string): Checked => ({
  result: notChecked(motivo),
  questions: 0,
  sourceFailed: false,
})

const DATASETS: Partial<Record<Origin['provider'], string>> = {
  ...Object.fromEntries(LIST_IDS.map(listRow).map(({ provider, dataset }) => [provider, dataset])),
  'procurement-list': 'sanciones',
  'procurement-courts': 'judiciales',
  'procurement-people': 'vinculados',
  'taxauth-scraper': 'padron',
}

export const editionText = (dataset: string, { edition, undated }: Pick<Origin, 'edition' | 'undated'>): string =>
  `${dataset} ${undated ? 'sin fecha, copia del ' : ''}${edition}`

/** The editions that an answer rests on: `us 2026-11-10; un sin fecha, copia del 2026-11-08`. */
export const editionsText = (origins: readonly Origin[]): string => {
  const known = EDITIONS_TEXTS.get(origins)
  if (known !== undefined) return known
  const text = origins
    .flatMap((origin) => (origin.edition ? editionText(DATASETS[origin.provider] ?? origin.provider, origin) : []))
    .join('; ')
  EDITIONS_TEXTS.set(origins, text)
  return text
}
/** Answers of one edition share their origins. */
const EDITIONS_TEXTS = new WeakMap<readonly Origin[], string>()

/** The best match of a screening stands for all of them. One word that nobody has clears nobody. */
export const screeningResult = ({ data, aviso, origins }: Answer<Screening>): RowResult => {
  const ediciones = editionsText(origins)
  const [best] = data.matches
  if (!best && data.unaPalabra) return { ...notChecked(`La fila tiene un solo apellido. ${aviso}`), ediciones }
  // A document in the place of the name, which nobody has.
  if (!best && aviso && !data.descartadas) return { ...notChecked(aviso), ediciones }
  if (!best) {
    const motivo = discardedText(data)
    return { ...NOTHING, resultado: 'sin_coincidencias', coincidencias: data.total, motivo, ediciones }
  }
  const isExact = data.matches.some(({ coincidencia }) => coincidencia === 'exacto')
  const more = data.truncado ? 'hay más coincidencias de las que se cuentan' : ''
  return {
    ...NOTHING,
    resultado: isExact ? 'exacto' : 'parcial',
    coincidencias: data.total,
    puntaje: best.puntaje ?? '',
    nombreEnLista: best.nombre,
    lista: best.fuente,
    programa: best.programa ?? '',
    motivo: [
      holdersText(data.matches),
      reasonsText(best.motivos ?? []),
      more,
      data.unaPalabra ? aviso : noticesOf(data.matches),
    ]
      .filter(Boolean)
      .join('; '),
    ediciones,
  }
}

/** What must be said of matches on a list that freezes nothing. */
const noticesOf = (matches: Screening['matches']): string =>
  [...new Set(matches.flatMap(({ fuente }) => listRow(fuente).notice ?? []))].join(' ')

/** A screening by the document alone: what it does not find was not looked for by name. */
export const documentResult = (answer: Answer<Screening>): RowResult => {
  const result = screeningResult(answer)
  if (HITS.includes(result.resultado)) return result
  return {
    ...notChecked('Sin nombre que revisar: solo se buscó el documento, que no figura'),
    ediciones: result.ediciones,
  }
}

/** Which of several holders the matches are about, the best one's first. */
const holdersText = (matches: Screening['matches']): string => {
  const holders = new Set(matches.flatMap(({ titular }) => titular ?? []))
  return holders.size === 0 ? '' : `titular: ${[...holders].map((holder) => `«${holder}»`).join(', ')}`
}

const MOST_DISCARDED_TOLD = 3

/** What the facts of a row have removed: a row that is clear for that reason alone says so. */
const discardedText = ({ descartadas = [], descartadasTotal = descartadas.length }: Screening): string => {
  if (descartadas.length === 0) return ''
  const named = descartadas
    .slice(0, MOST_DISCARDED_TOLD)
    .map(({ nombre, fuente, referencia, motivo }) => `${nombre} (${fuente} ${referencia}), ${motivo}`)
  const more = descartadasTotal - named.length
  return `Los datos de la fila descartaron coincidencias parciales: ${named.join('; ')}${more > 0 ? `; y ${more} más` : ''}`
}

/** How each kind of reason is told, in this order. Facts of the question are told with their sign. */
const REASON_TEXTS: readonly (readonly [tipos: readonly ScreeningReason['tipo'][], label: string])[] = [
  [['igual'], 'igual'],
  [['variante', 'sonido', 'parecida', 'inicial', 'unidas'], 'parecido'],
  [['falta'], 'falta'],
  [['sobra', 'alias-debil'], 'sobra'],
  [['documento-igual'], 'documento igual'],
  [['documento-distinto'], 'documento distinto'],
]
const FACTS: Partial<Record<ScreeningReason['tipo'], string>> = { tipo: 'tipo', nacimiento: 'nacimiento', pais: 'país' }

const wordText = ({ consulta, lista }: ScreeningReason): string =>
  consulta !== undefined && lista !== undefined && consulta !== lista
    ? `${consulta}/${lista}`
    : (lista ?? consulta ?? '')

const reasonsText = (reasons: readonly ScreeningReason[]): string => {
  const words = REASON_TEXTS.flatMap(([tipos, label]) => {
    const found = reasons.filter(({ tipo }) => tipos.includes(tipo)).map(wordText)
    return found.length > 0 ? `${label}: ${found.join(' ')}` : []
  })
  const facts = reasons.flatMap((reason) => {
    const label = FACTS[reason.tipo]
    return label ? `${label} ${(reason.peso ?? 0) >= 0 ? 'a favor' : 'en contra'}` : []
  })
  return [...words, ...facts].join('; ')
}

export const sanctionResult = ({ data, aviso, origins }: Answer<SanctionSearch>): RowResult => {
  const ediciones = editionsText(origins)
  const [newest] = data.sanciones
  // Nobody can say whether a sanction with contradictory dates is in force.
  if (!newest && aviso) return { ...notChecked(aviso), ediciones }
  if (!newest) return { ...NOTHING, resultado: 'no_sancionado', coincidencias: 0, ediciones }
  return {
    ...NOTHING,
    resultado: 'sancionado',
    coincidencias: data.total,
    nombreEnLista: newest.razonSocial,
    lista: 'sanciones',
    programa: newest.tipo,
    motivo: sanctionText(newest),
    ediciones,
  }
}

const sanctionText = ({ resolucion, desde, hasta }: Sanction): string =>
  [resolucion && `resolución ${resolucion}`, desde && `desde ${desde}`, hasta && `hasta ${hasta}`]
    .filter(Boolean)
    .join(', ')

/** `names` are those that the file has for this taxpayer. */
export const taxpayerResult = ({ data, origins }: Answer<Taxpayer>, names: readonly string[]): RowResult => ({
  ...NOTHING,
  resultado: 'encontrado',
  estado: data.estado,
  condicion: data.condicion,
  nombreEnPadron: data.razonSocial,
  nombreCoincide: nameVerdict(data.razonSocial, names),
  coincidencias: 1,
  lista: 'padron',
  motivo: [data.estado, data.condicion].filter((text) => text !== '').join(', '),
  ediciones: editionsText(origins),
})

/** Nothing is told where one of them has no name. */
const nameVerdict = (registered: string, names: readonly string[]): 'si' | 'no' | '' => {
  const known = names.filter((name) => name !== '')
  if (registered === '' || known.length === 0) return ''
  return known.some((name) => isSameName(registered, name)) ? 'si' : 'no'
}

export const taxpayerNotFound = (motivo: string, origins: readonly Origin[]): RowResult => ({
  ...NOTHING,
  resultado: 'no_encontrado',
  coincidencias: 0,
  motivo,
  ediciones: editionsText(origins),
})
