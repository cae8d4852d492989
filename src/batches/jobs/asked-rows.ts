import type { BatchAskedRow, BatchRow } from '../../domain/records.ts'
import { type AskedOfRows, type CheckDeps, rowChecker } from '../check/check-row.ts'
import { type AskedQuestion, notedAnswers } from '../check/found-parties.ts'
import { editionsText, HITS, type ResultColumn, type Verdict } from '../check/results.ts'
import { readRow } from '../check/row-questions.ts'
import { type Columns, type NamedColumns, readHeader } from '../read/header.ts'
import { readMemory, readStoredRow } from '../stored-rows.ts'
import { cellText, type Row } from '../table.ts'
import { notWhole } from './batch-files.ts'
import type { ResultShape } from './batch-job.ts'
import { type KeptResult, readLines } from './result-lines.ts'

/** The kept result of a batch, and what its rows were asked about. */
export interface AskedResult extends AskedOfRows {
  result: KeptResult
  shape: ResultShape
  named: NamedColumns
}

/** A row of a batch, and what callers are to know beside it. */
export interface RowAnswer {
  data: BatchRow
  aviso?: string
}

/** How many columns the file of a result has: what was found begins with the last column of that name. */
export const fileWidth = ({ columns }: ResultShape): number =>
  columns.findLastIndex((name) => /^resultado(?:_\d+)?$/.test(name))

/** Where a column that the result adds is. It has another name where the file has the same. */
const addedColumn = (shape: ResultShape, name: ResultColumn): number => {
  const width = fileWidth(shape)
  const isIt = (column: string): boolean => column === name || column.replace(/_\d+$/, '') === name
  const at = shape.columns.slice(width).findIndex(isIt)
  return at < 0 ? -1 : width + at
}

const columnsOf = ({ shape, named, tipo }: Pick<AskedResult, 'shape' | 'named' | 'tipo'>): Columns =>
  readHeader(shape.columns.slice(0, fileWidth(shape)), named, tipo)

/** A row of a result with what is kept beside it. */
interface KeptLine {
  row: Row
  reserva: BatchAskedRow['reserva']
}
const readKept = (line: string): KeptLine => ({ row: readStoredRow(line), reserva: readMemory(line)?.reserva ?? null })

/** What a row says, as the lookups take it. */
const askedRow = (row: Row, columns: Columns, reserva: BatchAskedRow['reserva']): BatchAskedRow => {
  const { nombre, otherNames, documento, ruc, nacimiento, pais } = readRow(row, columns)
  const nombres = [nombre, ...otherNames].filter((name) => name !== '')
  return { nombres, documento: documento || ruc, nacimiento, pais, reserva }
}

/** What all rows of a batch were asked about, as the body of an answer. */
export async function* writeAskedRows({ result, shape, named, tipo }: AskedResult): AsyncGenerator<string> {
  const columns = columnsOf({ shape, named, tipo })
  const width = fileWidth(shape)
  let before = '{"ok":true,"data":[\n'
  for await (const rows of readLines(result, shape.rowCount, readKept)) {
    const lines = rows.map(({ row, reserva }) => JSON.stringify(askedRow(row.slice(0, width), columns, reserva)))
    yield `${before}${lines.join(',\n')}`
    before = ',\n'
  }
  yield before === ',\n' ? '\n]}\n' : `${before}]}\n`
}

const CHANGED =
  'Las listas han cambiado desde que se revisó la fila: la comparación es con las ediciones que están ahora en servicio'
const CHANGED_CLEAR =
  'Las listas han cambiado desde que se revisó la fila: para compararla con las de ahora, pregunte de nuevo por ella'

/**
 * One row, with the questions as the batch put them and their answers from the lists in service. A row that was paid for
 * costs nothing again; one that found nobody is not screened against later editions for nothing.
 */
export const batchRow = async (
  deps: CheckDeps,
  { fila, ...of }: AskedResult & { fila: number },
): Promise<RowAnswer> => {
  const { shape } = of
  const { row, reserva } = await rowAt(of, fila)
  const added = (name: ResultColumn): string => cellText(row[addedColumn(shape, name)])
  const columns = columnsOf(of)
  const cells = row.slice(0, fileWidth(shape))
  const resultado = added('resultado') as Verdict
  const [motivo, ediciones] = [added('motivo'), added('ediciones')]
  const consultado = askedRow(cells, columns, reserva)
  const data: BatchRow = { fila, resultado, motivo, ediciones, consultado, comparaciones: [] }
  if (resultado === 'no_revisado' || resultado === 'vigilado') return { data }
  const noted = notedAnswers(deps)
  const { result } = await rowChecker(noted.deps, of, columns)(cells)
  const asked = noted.take().filter((one) => one.endpoint === 'aml')
  if (result.resultado === 'no_revisado' && asked.length === 0) return { data, aviso: cellText(result.motivo) }
  const isSame = asked.every(({ answer }) => hasEditions(ediciones, editionsText(answer.origins)))
  if (!isSame && !HITS.includes(resultado)) return { data, aviso: CHANGED_CLEAR }
  const comparaciones = asked.map(comparison)
  return { data: { ...data, comparaciones }, ...(!isSame && { aviso: CHANGED }) }
}

const comparison = ({ query, answer }: AskedQuestion & { endpoint: 'aml' }): BatchRow['comparaciones'][number] => {
  const { detalle: _, ...consulta } = query
  const ediciones = editionsText(answer.origins)
  return { consulta, respuesta: answer.data, ediciones, ...(answer.aviso !== undefined && { aviso: answer.aviso }) }
}

const hasEditions = (all: string, some: string): boolean => {
  const known = all.split('; ')
  return some === '' || some.split('; ').every((one) => known.includes(one))
}

const rowAt = async ({ result, shape }: AskedResult, fila: number): Promise<KeptLine> => {
  let first = 1
  for await (const rows of readLines(result, shape.rowCount, readKept)) {
    const row = rows[fila - first]
    if (row) return row
    first += rows.length
  }
  throw notWhole()
}
