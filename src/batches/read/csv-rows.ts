import type { Row } from '../table.ts'
import { CsvCutter } from './csv-cutter.ts'
import { decodedText, type TextEncoding } from './text.ts'

export const SEPARATORS = [',', ';', '\t', '|'] as const
/** In place of a separator, for a file of one column whose cells hold separators: `PEREZ, JUAN`. */
export const NO_SEPARATOR = '\u001f'

const SAMPLE_CHARACTERS = 262_144
const ROWS_AT_A_TIME = 512

/** The beginning of a text. */
export interface Sample {
  text: string
  isWhole: boolean
}

/** The first rows of a text as each separator would cut it. */
export const sampleRows = ({ text, isWhole }: Sample, separator: string, most: number): Row[] => {
  const cutter = new CsvCutter(separator)
  try {
    const rows = cutter.cut(text)
    return [...rows, ...(isWhole ? cutter.end() : [])].slice(0, most)
  } catch {
    // A wrong separator may find quotes that never end; the right one will tell of them when all is read.
    return new CsvCutter(separator).cut(text.slice(0, SAMPLE_CHARACTERS)).slice(0, most)
  }
}

export const readSample = async (path: string, charset: TextEncoding['charset']): Promise<Sample> => {
  let text = ''
  for await (const piece of decodedText(path, charset)) {
    text += piece
    if (text.length >= SAMPLE_CHARACTERS) return { text, isWhole: false }
  }
  return { text, isWhole: true }
}

/** All rows of a CSV file, blank lines left out. */
export async function* csvRows(
  path: string,
  charset: TextEncoding['charset'],
  separator: string,
): AsyncGenerator<Row[]> {
  const cutter = new CsvCutter(separator)
  for await (const text of decodedText(path, charset)) {
    const rows = cutter.cut(text)
    for (let i = 0; i < rows.length; i += ROWS_AT_A_TIME) yield rows.slice(i, i + ROWS_AT_A_TIME)
  }
  const last = cutter.end()
  if (last.length > 0) yield last
}
