import { CsvError, type Options, parse } from 'csv-parse'
import type { Failure } from '../../kernel/errors.ts'
import { MAX_COLUMNS, MAX_ROW_CHARACTERS, type Row, tooManyColumns, unreadable } from '../table.ts'
import { decodedText, type TextEncoding } from './text.ts'

export const SEPARATORS = [',', ';', '\t', '|'] as const
/** In place of a separator, for a file of one column whose cells hold separators: `PEREZ, JUAN`. */
export const NO_SEPARATOR = '\u001f'

const SAMPLE_CHARACTERS = 262_144
const ROWS_AT_A_TIME = 512

const options = (separator: string): Options => ({
  delimiter: separator,
  record_delimiter: ['\r\n', '\n', '\r'],
  // A quote in the middle of a cell is text, as spreadsheets take it.
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: MAX_ROW_CHARACTERS,
})

/** The first rows of a text as each separator would cut it. */
export const sampleRows = (text: string, separator: string, most: number): Row[] => {
  const parser = parse({ ...options(separator), to: most })
  // The end of the sample may be inside quotes, and a wrong separator may find quotes that never end.
  parser.on('error', () => {})
  parser.write(text)
  const rows: Row[] = []
  for (let row = parser.read(); row !== null && rows.length < most; row = parser.read()) rows.push(row)
  parser.destroy()
  return rows
}

/** The beginning of a text, up to the end of a line where there is more. */
export const readSample = async (path: string, charset: TextEncoding['charset']): Promise<string> => {
  let sample = ''
  let isWhole = true
  for await (const text of decodedText(path, charset)) {
    sample += text
    isWhole = sample.length < SAMPLE_CHARACTERS
    if (!isWhole) break
  }
  // The last line of a whole file may have no end, and the parser looks a few characters ahead.
  return isWhole ? sample + '\n'.repeat(16) : sample
}

/** All rows of a CSV file, blank lines left out. */
export async function* csvRows(
  path: string,
  charset: TextEncoding['charset'],
  separator: string,
): AsyncGenerator<Row[]> {
  const parser = parse(options(separator))
  let failure: unknown = null
  parser.on('error', (error) => {
    failure ??= error
  })
  const taken = (): Row[] => {
    const rows: Row[] = []
    for (let row = parser.read(); row !== null; row = parser.read()) {
      if (row.length > MAX_COLUMNS) throw tooManyColumns()
      rows.push(row)
    }
    return rows
  }
  try {
    for await (const text of decodedText(path, charset)) {
      parser.write(text)
      const rows = taken()
      if (failure) throw explain(failure)
      for (let i = 0; i < rows.length; i += ROWS_AT_A_TIME) yield rows.slice(i, i + ROWS_AT_A_TIME)
    }
    parser.end()
    await new Promise((resolve) => parser.once('finish', resolve).once('close', resolve))
    const rows = taken()
    if (failure) throw explain(failure)
    if (rows.length > 0) yield rows
  } finally {
    parser.destroy()
  }
}

const explain = (error: unknown): Failure => {
  if (!(error instanceof CsvError)) return unreadable('El archivo CSV no se puede leer', error)
  const line = Number(error.lines ?? error.records ?? 0)
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE')
    return unreadable(`El archivo CSV tiene unas comillas sin cerrar o una fila demasiado larga (línea ${line})`)
  return unreadable(`El archivo CSV está mal formado en la línea ${line}`)
}
