import type { Row } from '../table.ts'
import { CsvCutter } from './csv-cutter.ts'
import { type Bytes, decodedText, type TextEncoding } from './text.ts'

export const SEPARATORS = [',', ';', '\t', '|'] as const
/** In place of a separator, for a file of one column whose cells hold separators: `PEREZ, JUAN`. */
export const NO_SEPARATOR = '\u001f'

const ROWS_AT_A_TIME = 512

/** All rows of a CSV file, blank lines left out. */
export async function* csvRows(
  bytes: Bytes,
  charset: TextEncoding['charset'],
  separator: string,
): AsyncGenerator<Row[]> {
  const cutter = new CsvCutter(separator)
  for await (const text of decodedText(bytes, charset)) {
    const rows = cutter.cut(text)
    for (let i = 0; i < rows.length; i += ROWS_AT_A_TIME) yield rows.slice(i, i + ROWS_AT_A_TIME)
  }
  const last = cutter.end()
  if (last.length > 0) yield last
}
