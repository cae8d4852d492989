import {
  EMPTY_NAME,
  FIRST_TERM_CODE,
  LAST_CODE,
  LONG_CODE,
  ROWS_PER_BLOCK,
  SHORT_CODES,
} from '../../format/forward-index.ts'
import { chunkOf, type LineNames, offsetInChunk } from '../text/line-columns.ts'

/** Rows from `from` up to `to`. */
export interface RowRange {
  from: number
  to: number
}

/** The names by line, the line of each row, and the code of each wordId. */
export interface NameSource {
  lines: LineNames
  lineOf: Uint32Array
  codeOf: Uint32Array
}

/** Rows whose names are written: into `codes`, and the offset of every fourth one into `blocks`. */
interface ForwardPart extends RowRange {
  source: NameSource
  codes: Uint8Array
  blocks: Uint32Array
}

/** Writes the names of some rows into the forward index; returns how many bytes they take. */
export const writeForward = ({ source, from, to, codes, blocks }: ForwardPart): number => {
  const { lines, lineOf, codeOf } = source
  let out = 0
  for (let rowId = from; rowId < to; rowId++) {
    if (rowId % ROWS_PER_BLOCK === 0) blocks[rowId / ROWS_PER_BLOCK] = out
    const line = lineOf[rowId] as number
    const start = lines.starts[line] as number
    const count = lines.counts[line] as number
    const chunk = chunkOf(lines.chunks, start)
    const at = offsetInChunk(start)
    if (count === 0) {
      codes[out++] = LAST_CODE
      codes[out++] = EMPTY_NAME
    }
    for (let i = 0; i < count; i++) {
      const lineCode = chunk[at + i] as number
      const code = lineCode < FIRST_TERM_CODE ? lineCode : (codeOf[lineCode - FIRST_TERM_CODE] as number)
      const last = i === count - 1 ? LAST_CODE : 0
      if (code < SHORT_CODES) {
        codes[out++] = (code >>> 8) | last
        codes[out++] = code & 0xff
        continue
      }
      const termId = code - SHORT_CODES
      codes[out++] = (termId >>> 16) | last | LONG_CODE
      codes[out++] = (termId >>> 8) & 0xff
      codes[out++] = termId & 0xff
    }
  }
  return out
}
