import { ROWS_PER_BLOCK } from '../../format/forward-index.ts'
import { nameTasks } from '../row-tasks.ts'
import { sharedArray } from '../shared-memory.ts'
import type { RowRange } from '../text/line-columns.ts'
import { withHands } from '../workers.ts'
import { MOST_CODE_BYTES, type NameSource } from './forward-writer.ts'

/** The names of all rows in rank order, part by part, and where every fourth of them begins. */
export interface ForwardIndex {
  parts: NamesPart[]
  blocks: Uint32Array
}

export interface NamesPart extends RowRange {
  codes: Uint8Array
}

/** Parts begin at multiples of this, so that no two of them ever write to the same byte. */
const ROWS_TOGETHER = 32

/** Puts the names into rank order, in as many parts as there are hands. */
export const writeNames = async (source: NameSource, hands: number): Promise<ForwardIndex> => {
  const blocks = sharedArray(Uint32Array, Math.ceil(source.lineOf.length / ROWS_PER_BLOCK))
  const orders = cutRows(source, hands).map(({ from, to, codes }) => ({
    ...{ source, from, to, blocks },
    codes: sharedArray(Uint8Array, codes * MOST_CODE_BYTES),
  }))
  const lengths = await withHands('row-worker', nameTasks, orders, (hand, order) => hand.do('writeNames', order))
  let before = 0
  const parts = orders.map(({ from, to, codes }, n) => {
    const length = lengths[n] as number
    const lastBlock = Math.ceil(to / ROWS_PER_BLOCK)
    for (let block = from / ROWS_PER_BLOCK; block < lastBlock; block++) blocks[block]! += before
    before += length
    return { from, to, codes: codes.subarray(0, length) }
  })
  return { parts, blocks }
}

/** Ranges of rows with about as many codes in each, and how many those are. */
const cutRows = ({ lines, lineOf }: NameSource, parts: number): (RowRange & { codes: number })[] => {
  const rows = lineOf.length
  // A name without words has a code too.
  const codesOf = (row: number): number => Math.max(1, lines.counts[lineOf[row] as number] as number)
  let all = 0
  for (let row = 0; row < rows; row++) all += codesOf(row)
  const ranges = []
  for (let from = 0, n = 1; n <= parts; n++) {
    let [to, codes] = [from, 0]
    for (; to < rows && (n === parts || to % ROWS_TOGETHER > 0 || codes * parts < all); to++) codes += codesOf(to)
    ranges.push({ from, to, codes })
    from = to
  }
  return ranges
}
