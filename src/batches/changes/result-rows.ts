import { foldName } from '../../domain/names/normalise.ts'
import { Failure } from '../../kernel/errors.ts'
import type { FoundParty } from '../check/found-parties.ts'
import { RESULT_COLUMNS, type ResultColumn, type Verdict } from '../check/results.ts'
import { readRow } from '../check/row-questions.ts'
import { type HeaderRules, type NamedColumns, readHeader } from '../read/header.ts'
import type { RowMemory } from '../stored-rows.ts'
import { cellText, type Row } from '../table.ts'

/** A result to be compared: a batch of ours, or a file that somebody kept. */
export interface ResultSource {
  columns: readonly string[]
  /** Columns that the caller of the batch named. */
  named: NamedColumns
  /** Its rows, some at a time. Those of a file have no memory. */
  rows(): AsyncIterable<readonly ResultRow[]>
}

export interface ResultRow {
  row: Row
  memory: RowMemory | null
  /** As a spreadsheet counts it. */
  number: number
}

/** What is compared of one row. */
export interface RowFacts {
  resultado: Verdict
  motivo: string
  coincidencias: string
  /** Everybody whom it found; null when only the best is known. */
  partes: readonly FoundParty[] | null
  /** As the columns of the result tell it. */
  best: FoundParty | null
  /** As the register has it. */
  padron: FoundParty | null
}

export const KEYS = ['referencia', 'documento', 'nombre'] as const
export type Key = (typeof KEYS)[number]

/** The rows of a result: by what each is known, as numbers, and what is told of it. Long results are held in memory. */
export interface ResultRows {
  keys: Record<Key, number[]>
  /** Reference, name and document of a row, for people. */
  shown: string[]
  numbers: number[]
  /** Null for a row that found nobody. */
  facts: (RowFacts | null)[]
}

export const SHOWN_SEPARATOR = '\t'

const nameOf = (header: string): string => header.trim().replace(/_\d+$/, '')

/** Where the columns of a result begin; -1 when there are none. The file may have a column of the same name before them. */
const resultStart = (columns: readonly string[]): number =>
  columns.findLastIndex(
    (column, at) => nameOf(column) === 'resultado' && columns.slice(at).some((other) => nameOf(other) === 'motivo'),
  )

const NOT_A_RESULT = 'El archivo no es un resultado de un lote: le faltan las columnas «resultado» y «motivo»'

/** Finds the header of a result, in whatever file it was kept. */
export const resultHeaderRules = (isJson?: boolean): HeaderRules => ({
  isJson,
  isHeader: (row) => resultStart(row.map(cellText)) >= 0,
  explain: () => new Failure('invalid-input', NOT_A_RESULT, { campo: 'archivo' }),
})

/** Reads a result for a comparison. */
export const readResult = async ({ columns, named, rows }: ResultSource): Promise<ResultRows> => {
  const start = resultStart(columns)
  if (start < 0) throw new Failure('invalid-input', NOT_A_RESULT, { campo: 'archivo' })
  const own = readHeader(columns.slice(0, start), named)
  const added = (name: ResultColumn): number => {
    const at = columns.slice(start).findIndex((column) => nameOf(column) === name)
    return at < 0 ? -1 : start + at
  }
  const places = new Map(RESULT_COLUMNS.map((name) => [name, added(name)]))
  const read: ResultRows = { keys: { referencia: [], documento: [], nombre: [] }, shown: [], numbers: [], facts: [] }
  for await (const piece of rows())
    for (const { row, memory, number: line } of piece) {
      const { nombre, otherNames, documento, ruc } = readRow(row, own)
      const referencia = cellText(row[own.referencia[0] ?? -1]).trim()
      const number = documento || ruc
      read.keys.referencia.push(keyOf(plainNumber(referencia)))
      read.keys.documento.push(keyOf(plainNumber(number)))
      read.keys.nombre.push(keyOf([nombre, ...otherNames].map(foldName).join('|')))
      read.shown.push([referencia, nombre, number].map((text) => text.replaceAll('\t', ' ')).join(SHOWN_SEPARATOR))
      read.numbers.push(line)
      read.facts.push(factsOf((name) => cellText(row[places.get(name) ?? -1]).trim(), memory))
    }
  return read
}

/** Signs, case and zeros in front are lost in spreadsheets. */
const plainNumber = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')

/** A text as a number of 53 bits, so that a million rows take little memory. 0 when it is empty. */
const keyOf = (text: string): number => {
  if (text === '' || text === '|') return 0
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0) + 1
}

const factsOf = (cell: (name: ResultColumn) => string, memory: RowMemory | null): RowFacts | null => {
  const resultado = cell('resultado') as Verdict
  const state = [cell('estado'), cell('condicion')].filter(Boolean).join(', ')
  const named = { numero: '', datos: '', puntaje: null }
  const padron =
    memory?.partes.find(({ lista }) => lista === 'padron') ??
    (state === '' ? null : { ...named, lista: 'padron', nombre: cell('nombreEnPadron'), nivel: state })
  const partes = memory ? memory.partes.filter(({ lista }) => lista !== 'padron') : null
  const lista = cell('lista')
  const isHit = lista !== '' && lista !== 'padron'
  const puntaje = cell('puntaje') === '' ? null : Number(cell('puntaje'))
  const best = isHit ? { ...named, lista, nombre: cell('nombreEnLista'), nivel: resultado, puntaje } : null
  const isClear = !best && !padron && resultado !== 'no_revisado' && resultado !== 'no_encontrado'
  if (isClear && !partes?.length) return null
  return { resultado, motivo: cell('motivo'), coincidencias: cell('coincidencias'), partes, best, padron }
}
