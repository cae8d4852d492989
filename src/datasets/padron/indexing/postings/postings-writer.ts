import type { ForwardReader } from '../../format/forward-reader.ts'
import { SKIP } from '../../format/postings/deltas.ts'
import { FIRST, FURTHER, SECOND } from '../../format/postings/posting-lists.ts'
import { markRow, type RowMarks } from './name-bitmaps.ts'
import {
  AS_BYTES,
  AS_VARINTS,
  type CountedRows,
  HALF,
  LAST,
  LAST_SOLO,
  LINE,
  LIST_LAST,
  listAt,
  SOLOS,
} from './posting-counts.ts'

/** Once counted, a list's numbers tell where its next row is to be written, and how. */
export const CURSOR = AS_BYTES
export const DENSE = AS_VARINTS
export const SOLO_CURSOR = SOLOS

/** Writes the rows into the lists, at the places that the plan has put into `lines`. */
export const writePostings = (
  reader: ForwardReader,
  { from, to, persons }: CountedRows,
  lines: Uint32Array,
  bytes: Uint8Array,
  marks: RowMarks,
): void => {
  const add = (row: number, at: number): void => {
    const gap = row + 1 - (lines[at + LIST_LAST] as number)
    lines[at + LIST_LAST] = row + 1
    const cursor = lines[at + CURSOR] as number
    lines[at + CURSOR] = lines[at + DENSE] ? putByteGap(bytes, cursor, gap) : putVarint(bytes, cursor, gap)
  }
  reader.rewind()
  for (let row = from; row < to; row++) {
    const half = row < persons ? 0 : HALF
    reader.next()
    const first = reader.core[0] as number
    const second = reader.coreCount > 1 ? (reader.core[1] as number) : -1
    let repeats = false
    for (let i = 0; i < reader.count; i++) {
      const word = reader.words[i] as number
      const line = word * LINE + half
      if (lines[line + LAST] === row + 1) {
        repeats = true
        continue
      }
      lines[line + LAST] = row + 1
      if (word === first) add(row, listAt(line, FIRST))
      if (word === second) add(row, listAt(line, SECOND))
      else if (word !== first) add(row, listAt(line, FURTHER))
    }
    markRow(marks, row, reader, repeats)
    if (reader.coreCount !== 1) continue
    const solo = first * LINE
    const gap = row + 1 - (lines[solo + LAST_SOLO] as number)
    lines[solo + SOLO_CURSOR] = putVarint(bytes, lines[solo + SOLO_CURSOR] as number, gap)
    lines[solo + LAST_SOLO] = row + 1
  }
}

export const putByteGap = (bytes: Uint8Array, at: number, gap: number): number => {
  for (; gap >= SKIP; gap -= SKIP) bytes[at++] = SKIP
  bytes[at++] = gap
  return at
}

export const putVarint = (bytes: Uint8Array, at: number, value: number): number => {
  while (value > 0x7f) {
    bytes[at++] = (value & 0x7f) | 0x80
    value >>>= 7
  }
  bytes[at++] = value
  return at
}
