import { FIRST_HOT, HOT_CODES, LAST, NOTHING, ROWS_PER_BLOCK, WIDE } from '../forward-codes.ts'
import type { SortedWords } from './dictionary-builder.ts'
import { RowColumns } from './row-columns.ts'
import type { WordTable } from './word-table.ts'

/** The names of all rows in rank order, and where every fourth of them begins. */
export interface ForwardIndex {
  codes: Uint8Array
  blocks: Uint32Array
}

export const writeForward = (
  columns: RowColumns,
  lineOf: Uint32Array,
  words: WordTable,
  { codeOf }: SortedWords,
): ForwardIndex => {
  const codes = new Uint8Array(mostBytes(columns, words, codeOf))
  const blocks = new Uint32Array(Math.ceil(lineOf.length / ROWS_PER_BLOCK))
  let out = 0
  for (let row = 0; row < lineOf.length; row++) {
    if (row % ROWS_PER_BLOCK === 0) blocks[row / ROWS_PER_BLOCK] = out
    const line = lineOf[row] as number
    const start = columns.codeStarts[line] as number
    const count = columns.codeCounts[line] as number
    const piece = columns.pieceOf(start)
    const from = RowColumns.within(start)
    if (count === 0) {
      codes[out++] = LAST
      codes[out++] = NOTHING
    }
    for (let i = 0; i < count; i++) {
      const read = piece[from + i] as number
      const code = read < FIRST_HOT ? read : (codeOf[read - FIRST_HOT] as number)
      const last = i === count - 1 ? LAST : 0
      if (code < HOT_CODES) codes[out++] = (code >>> 8) | last
      else {
        const place = code - HOT_CODES
        codes[out++] = (place >>> 16) | last | WIDE
        codes[out++] = (place >>> 8) & 0xff
      }
      codes[out++] = (code < HOT_CODES ? code : code - HOT_CODES) & 0xff
    }
  }
  return { codes: codes.subarray(0, out), blocks }
}

const mostBytes = (columns: RowColumns, words: WordTable, codeOf: Uint32Array): number => {
  let codes = 0
  for (let line = 0; line < columns.length; line++) codes += Math.max(1, columns.codeCounts[line] as number)
  let wide = 0
  for (let word = 0; word < words.size; word++)
    if ((codeOf[word] as number) >= HOT_CODES) wide += words.counts[word] as number
  return codes * 2 + wide
}
