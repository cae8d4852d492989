import { Failure } from '../../../../kernel/errors.ts'
import { decodeText } from '../../../../kernel/http/charset.ts'
import { eachLine } from './each-line.ts'
import { openTextFile } from './text-file.ts'

const OPEN_DATA_FILE = { name: /\.(?:csv|txt)$/i, maxBytes: 20e9 }
const HEADER =
  /^(?:\ufeff|ï»¿)?"?RUC"?\s*([,|])\s*"?ESTADO"?\s*[,|]\s*"?CONDICI.{0,2}N"?\s*[,|]\s*"?TIPO"?\s*[,|].*[,|]\s*"?PERIODO_PUBLICACION"?\s*[,|]?\s*$/i
const COLUMNS = 16
/** An activity may hold a comma: what comes before and after the activities is still in its place. */
const CELLS_BEFORE = 4
const CELLS_AFTER = 5

/** One line of the monthly open-data register. Cells are raw: `cleanCell` reads them. */
export interface OpenDataLine {
  ruc: string
  cells: readonly string[]
  /** Commas inside an activity have moved the cells between the fourth and the twelfth. */
  isShifted: boolean
}

/** What was read of a file, and lines that are none. */
export interface OpenDataSummary {
  /** `2026-09`: the month that every line names. */
  month: string
  broken: number
}

const changed = (detail: string): Failure =>
  new Failure('upstream-changed', 'El archivo mensual de datos abiertos cambió de formato', { detail })

/** Whether a file is a monthly open-data register, by its first line; its name says nothing sure. */
export const isOpenData = async (path: string): Promise<boolean> => {
  try {
    const file = await openTextFile(path, OPEN_DATA_FILE)
    try {
      for await (const chunk of file.chunks()) return HEADER.test(firstLine(chunk))
    } finally {
      file.close()
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
  return false
}

const firstLine = (chunk: Buffer): string => (chunk.toString('latin1', 0, 4_096).split('\n')[0] as string).trimEnd()

/** Reads a monthly open-data register line by line. Lines of several months, or none, are a failure. */
export const readOpenData = async (
  path: string,
  onBytes: (done: number, total: number) => void,
  visit: (line: OpenDataLine) => void,
): Promise<OpenDataSummary> => {
  const file = await openTextFile(path, OPEN_DATA_FILE)
  let separator = ''
  let period = ''
  let broken = 0
  try {
    await eachLine(file, onBytes, (text, from, end) => {
      const line = text.toString('latin1', from, end).trimEnd()
      if (separator === '') {
        separator = HEADER.exec(line)?.[1] ?? ''
        if (separator === '') throw changed('header')
        return
      }
      if (line === '') return
      const cells = cellsOf(line, separator)
      const [ruc, month] = [cells[0] as string, cells.at(-1) as string]
      if (cells.length < COLUMNS || !/^[0-9]{11}$/.test(ruc) || !/^20[0-9]{2}(?:0[1-9]|1[0-2])$/.test(month)) broken++
      else if (period !== '' && month !== period) throw changed(`months ${period} and ${month}`)
      else {
        period = month
        visit({ ruc, cells: cells.length === COLUMNS ? cells : joined(cells), isShifted: cells.length > COLUMNS })
      }
    })
  } finally {
    file.close()
  }
  if (period === '') throw changed('no lines')
  return { month: `${period.slice(0, 4)}-${period.slice(4)}`, broken }
}

const cellsOf = (line: string, separator: string): string[] => {
  const cells = (line.includes('"') ? unquoted(line, separator) : line).split(separator)
  // Some months end every line with the separator.
  if (cells.length > COLUMNS && cells.at(-1) === '') cells.pop()
  return cells
}

/** Quoted cells without their quotes, and without the separators inside. */
const unquoted = (line: string, separator: string): string =>
  line.replace(/"([^"]*)"/g, (_, cell: string) => cell.replaceAll(separator, ' '))

const joined = (cells: readonly string[]): string[] => [
  ...cells.slice(0, CELLS_BEFORE),
  ...Array<string>(COLUMNS - CELLS_BEFORE - CELLS_AFTER).fill(''),
  ...cells.slice(-CELLS_AFTER),
]

/** A cell as text; what is not available is empty. */
export const cleanCell = (cell: string): string => {
  const text = decodeText(Buffer.from(cell, 'latin1')).replace(/\s+/g, ' ').trim()
  return /^(?:NO DISPONIBLE|[- ]*)$/i.test(text) ? '' : text
}
