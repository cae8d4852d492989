import { MAX_CODE_BYTES, ROWS_PER_BLOCK } from '../../format/forward-index.ts'
import { runRowTasks } from '../row-tasks.ts'
import { sharedArray } from '../shared-memory.ts'
import type { NameSource, RowRange } from './forward-writer.ts'

/** The forward index of all rows, in parts, and the offset of every fourth row's name. */
export interface ForwardParts {
  parts: (RowRange & { codes: Uint8Array })[]
  blocks: Uint32Array
}

/** Parts begin at multiples of this, so that no two of them write to the same word of a bitmap. */
const ROWS_TOGETHER = 32

/** Writes the names in rank order, in as many parts as there are workers. */
export const buildForwardIndex = async (source: NameSource, workers: number): Promise<ForwardParts> => {
  const blocks = sharedArray(Uint32Array, Math.ceil(source.lineOf.length / ROWS_PER_BLOCK))
  const inputs = splitRows(source, workers).map(({ from, to, codes }) => ({
    ...{ source, from, to, blocks },
    codes: sharedArray(Uint8Array, codes * MAX_CODE_BYTES),
  }))
  const lengths = await runRowTasks('writeForward', inputs)
  // Each part counted its offsets from 0.
  let before = 0
  const parts = inputs.map(({ from, to, codes }, n) => {
    const length = lengths[n] as number
    const lastBlock = Math.ceil(to / ROWS_PER_BLOCK)
    for (let block = from / ROWS_PER_BLOCK; block < lastBlock; block++) blocks[block]! += before
    before += length
    return { from, to, codes: codes.subarray(0, length) }
  })
  return { parts, blocks }
}

/** Ranges of rows with about as many codes in each, and how many those are. */
const splitRows = ({ lines, lineOf }: NameSource, parts: number): (RowRange & { codes: number })[] => {
  const rows = lineOf.length
  // A name without words has a code too.
  const codesOf = (rowId: number): number => Math.max(1, lines.counts[lineOf[rowId] as number] as number)
  let all = 0
  for (let rowId = 0; rowId < rows; rowId++) all += codesOf(rowId)
  const ranges = []
  for (let from = 0, n = 1; n <= parts; n++) {
    let [to, codes] = [from, 0]
    for (; to < rows && (n === parts || to % ROWS_TOGETHER > 0 || codes * parts < all); to++) codes += codesOf(to)
    ranges.push({ from, to, codes })
    from = to
  }
  return ranges
}
