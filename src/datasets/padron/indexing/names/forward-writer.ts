import { FIRST_HOT, HOT_CODES, LAST, NOTHING, ROWS_PER_BLOCK, WIDE } from '../../format/forward-index.ts'
import { type LineCodes, pieceOf, withinPiece } from '../text/line-columns.ts'

/** Bytes of the longest code. */
export const MOST_CODE_BYTES = 3

/** The lines in rank order with their codes, and the code in the index of each word number. */
export interface NameSource {
  lines: LineCodes
  lineOf: Uint32Array
  codeOf: Uint32Array
}

/** Writes the names of the rows `from` to `to` into `codes`, and into `blocks` where every fourth begins there; returns the bytes. */
export const writeForward = (
  { lines, lineOf, codeOf }: NameSource,
  from: number,
  to: number,
  codes: Uint8Array,
  blocks: Uint32Array,
): number => {
  let out = 0
  for (let row = from; row < to; row++) {
    if (row % ROWS_PER_BLOCK === 0) blocks[row / ROWS_PER_BLOCK] = out
    const line = lineOf[row] as number
    const start = lines.starts[line] as number
    const count = lines.counts[line] as number
    const piece = pieceOf(lines.pieces, start)
    const at = withinPiece(start)
    if (count === 0) {
      codes[out++] = LAST
      codes[out++] = NOTHING
    }
    for (let i = 0; i < count; i++) {
      const read = piece[at + i] as number
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
  return out
}
