import { basename } from 'node:path'
import { Failure } from '../kernel/errors.ts'
import type { AskedOfRows, BatchKind, CheckDeps } from './check/check-row.ts'
import { addObserved, noPurchases, type PurchaseTotals } from './check/purchase-totals.ts'
import { type Checked, HITS, type ResultColumn, type RowResult, resultColumns, rowProblem } from './check/results.ts'
import { checksHere, type RowChecks } from './check/row-checks.ts'
import {
  type Columns,
  type HeaderRules,
  isByLetter,
  NAMEABLE,
  type Nameable,
  type NamedColumns,
  readHeader,
} from './read/header.ts'
import { openTable } from './read/open-table.ts'
import { type Cell, type FileFormat, numberOf, type Row, stylesOf, type Table, unreadable } from './table.ts'
import { politicaOf } from './write/result-summary.ts'
import { writeResult } from './write/write-result.ts'

/** What the caller of a batch says about the file. */
export interface BatchSettings extends AskedOfRows {
  /** Columns that the caller named. */
  named?: NamedColumns
  hoja?: string | undefined
  /** True when the first row is data; its columns are then `Columna 1`, `Columna 2`… */
  sinCabecera?: boolean | undefined
  /** True when the file is said to be JSON. */
  isJson?: boolean | undefined
}

/** How far a batch is. */
export interface Tally {
  procesadas: number
  conCoincidencia: number
  noRevisadas: number
  /** Of these, rows that a list or source is to blame for. */
  sinFuente: number
  unidades: number
  /** Of purchases. */
  compras?: PurchaseTotals
}

export interface Batch {
  table: Table
  columns: Columns
  tally: Readonly<Tally>
  /** The result as a file. Rows are asked about while it is read, in this thread or by others. */
  result(
    deps: CheckDeps | RowChecks,
    format: FileFormat,
    onProgress?: (tally: Readonly<Tally>) => void,
  ): AsyncIterable<string | Buffer>
}

/** Looks a file through: what it holds, and whether this kind of batch can ask about it. */
export const openBatch = async (path: string, settings: BatchSettings): Promise<Batch> => {
  const { tipo, named = {} } = settings
  const table = await openTable(path, headerRules(settings))
  const columns = readHeader(table.columns, named, tipo)
  const tally: Tally = {
    ...{ procesadas: 0, conCoincidencia: 0, noRevisadas: 0, sinFuente: 0, unidades: 0 },
    ...(tipo === 'compras' && { compras: noPurchases() }),
  }
  return {
    table,
    columns,
    tally,
    result: (deps, format, onProgress = () => {}) => {
      const added = resultColumns(tipo, settings.comprobantes)
      const all = [...table.columns, ...addedNames(table.columns, added)]
      const checks = 'check' in deps ? deps : checksHere(deps, settings, columns)
      const rows = checkedRows({ table, added }, checks, tally, onProgress)
      const { rowCount, longestCell, separator = ',', wantsMark: mark, look } = table
      const review = {
        tipo,
        archivo: basename(path),
        doneAtMs: Date.now(),
        politica: politicaOf(tipo),
        compras: tally.compras,
      }
      const result = { columns: all, added, look, review, separator, mark, rowCount, longestCell }
      return writeResult(format, result, rows)
    },
  }
}

/** In place of a row that has a problem. */
const NOT_ASKED: Row = []

async function* checkedRows(
  { table, added }: { table: Table; added: readonly ResultColumn[] },
  checks: RowChecks,
  tally: Tally,
  onProgress: (tally: Tally) => void,
): AsyncGenerator<Row[]> {
  const width = table.columns.length
  const check: RowChecks['check'] = (rows) =>
    checks.check(rows.map((row) => (table.problemOf(row) === null ? row : NOT_ASKED)))
  for await (const { rows, checked } of inOrder(table.rows(), { ...checks, check })) {
    const results = rows.map((row, i) => {
      const problem = table.problemOf(row)
      const one = problem === null ? (checked[i] as Checked) : rowProblem(problem)
      count(tally, one)
      return resultRow({ row, number: numberOf(row), styles: stylesOf(row) }, width, one.result, added)
    })
    onProgress(tally)
    yield results
  }
}

const count = (tally: Tally, { result, questions, sourceFailed, observed }: Checked): void => {
  tally.procesadas++
  tally.unidades += questions
  if (HITS.includes(result.resultado)) tally.conCoincidencia++
  if (result.resultado === 'no_revisado') tally.noRevisadas++
  if (sourceFailed) tally.sinFuente++
  if (observed && tally.compras) addObserved(tally.compras, observed)
}

/** Few enough that all threads have something to do, enough for a message to cost little. */
const ROWS_AT_A_TIME = 256

interface Asked {
  rows: readonly Row[]
  answer: Promise<readonly Checked[]>
}

/** The same rows; readers give as many at a time as they happen to find in a piece of the file. */
async function* regrouped(pieces: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  for await (const piece of pieces) {
    for (const row of piece) {
      rows.push(row)
      if (rows.length < ROWS_AT_A_TIME) continue
      yield rows
      rows = []
    }
  }
  if (rows.length > 0) yield rows
}

/** Some rows and what became of them, in the order of the file, however many are asked about at a time. */
async function* inOrder(
  pieces: AsyncIterable<readonly Row[]>,
  { check, atATime }: RowChecks,
): AsyncGenerator<{ rows: readonly Row[]; checked: readonly Checked[] }> {
  const waiting: Asked[] = []
  const next = async () => {
    const { rows, answer } = waiting.shift() as Asked
    const checked = await answer
    if (checked.length !== rows.length) throw new Error('not every row was answered')
    return { rows, checked }
  }
  for await (const rows of regrouped(pieces)) {
    const answer = check(rows)
    // Seen when its turn comes; until then it must not count as unhandled.
    answer.catch(() => {})
    waiting.push({ rows, answer })
    if (waiting.length >= atATime) yield await next()
  }
  while (waiting.length > 0) yield await next()
}

/** A row of the file with where it stands there and how it looks. */
export interface PlacedRow {
  row: Row
  number: number | undefined
  styles: string | undefined
}

/** A row of a result: the file's cells, what was found, and behind its columns the number and the styles of the row. */
export const resultRow = (
  { row, number, styles }: PlacedRow,
  width: number,
  result: RowResult,
  added: readonly ResultColumn[],
): Row => {
  const cells: Cell[] = row.slice(0, width)
  while (cells.length < width) cells.push(undefined)
  for (const column of added) cells.push(result[column])
  cells.push(number, styles)
  return cells
}

/** Names for the columns that a result adds; one that the file has already gets a number, so that none is overwritten. */
export const addedNames = (columns: readonly string[], added: readonly ResultColumn[]): string[] => {
  const taken = new Set(columns.map((name) => name.toLowerCase()))
  return added.map((name) => {
    if (!taken.has(name.toLowerCase())) return name
    let n = 2
    while (taken.has(`${name}_${n}`.toLowerCase())) n++
    return `${name}_${n}`
  })
}

const NAME_HEADERS = '«nombre», «razón social», «cliente» o «proveedor»'
const RUC_HEADERS = '«ruc» o «documento»'

const hasRuc = ({ ruc, documento }: Columns): boolean => ruc.length > 0 || documento.length > 0

interface Need {
  isMet(columns: Columns): boolean
  parameter: string
  headers: string
}

const NAME_NEED: Need = {
  isMet: ({ nombre }) => nombre.length > 0,
  parameter: 'columnaNombre',
  headers: NAME_HEADERS,
}
const RUC_NEED: Need = { isMet: hasRuc, parameter: 'columnaDocumento', headers: RUC_HEADERS }

/** The columns that each kind of batch needs, and what is said of a file without them. */
const NEEDS: Record<BatchKind, readonly Need[]> = {
  aml: [NAME_NEED],
  sanciones: [
    {
      isMet: (columns) => hasRuc(columns) || columns.nombre.length > 0,
      parameter: 'columnaDocumento',
      headers: `${RUC_HEADERS}, o ${NAME_HEADERS}`,
    },
  ],
  ruc: [RUC_NEED],
  proveedor: [RUC_NEED],
  compras: [
    RUC_NEED,
    {
      isMet: ({ fecha }) => fecha.length > 0,
      parameter: 'columnaFecha',
      headers: '«fecha de emisión» o «fecha»',
    },
  ],
  vigilados: [
    { isMet: ({ referencia }) => referencia.length > 0, parameter: 'columnaReferencia', headers: '«referencia»' },
    NAME_NEED,
  ],
}

/** The parameter that names the column of a role. */
const columnParameter = (role: Nameable): string => `columna${role[0]?.toUpperCase()}${role.slice(1)}`

/** Each is asked about: a row of more would hold up everybody. */
const MAX_NAMES = 50

export const headerRules = ({ tipo, named = {}, hoja, sinCabecera, isJson }: BatchSettings): HeaderRules => {
  const needs = NEEDS[tipo]
  const columnsIn = (row: Row, chosen: NamedColumns): Columns => readHeader(row, chosen, tipo)
  const isFound = (columns: Columns, role: Nameable): boolean =>
    columns[role].length > 0 ||
    (role === 'documento' && columns.dni.length + columns.ruc.length > 0) ||
    (role === 'nacimiento' && columns.birthDate.length > 0)
  const wanted = NAMEABLE.filter((role) => named[role] !== undefined)
  const isComplete = (row: Row, chosen: NamedColumns): boolean => {
    const columns = columnsIn(row, chosen)
    return (
      needs.every(({ isMet }) => isMet(columns)) &&
      NAMEABLE.every((role) => chosen[role] === undefined || isFound(columns, role))
    )
  }
  // Every row has a column C: which of them is the header must be told by something else.
  const byHeader = (row: Row): NamedColumns =>
    Object.fromEntries(wanted.filter((role) => !isByLetter(row, named[role])).map((role) => [role, named[role]]))
  return {
    ...{ hoja, sinCabecera, isJson },
    columnsOf: (row) => {
      const columns = columnsIn(row, named)
      if (columns.nombre.length > MAX_NAMES)
        throw unreadable(`El archivo tiene más de ${MAX_NAMES} columnas de nombres`)
      return columns
    },
    isHeader: (row) => isComplete(row, byHeader(row)),
    accepts: wanted.some((role) => isByLetter([], named[role])) ? (row) => isComplete(row, named) : undefined,
    // What stands in the file is not repeated: without a header its first row is somebody's data.
    explain: (rows) => {
      const need = needs.find(({ isMet }) => rows.every((row) => !isMet(columnsIn(row, named)))) ?? (needs[0] as Need)
      const missing =
        wanted.find((role) => rows.every((row) => !isFound(columnsIn(row, named), role))) ??
        wanted.find((role) => columnParameter(role) === need.parameter)
      if (missing !== undefined)
        return new Failure('invalid-input', `El archivo no tiene la columna «${named[missing]}»`, {
          campo: columnParameter(missing),
        })
      const { headers, parameter: campo } = need
      return new Failure('invalid-input', `El archivo no tiene una columna con la cabecera ${headers}`, { campo })
    },
  }
}
