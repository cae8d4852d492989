import type { IndexWriter } from '../format/file-writers.ts'
import { RUC_BYTES } from '../format/index-file.ts'
import { fitsOneByte, hasRecordBit, NO_RECORD } from '../format/records.ts'
import type { SortedTerms } from './names/sort-terms.ts'
import { buildPostings, type NamesToInvert } from './postings/postings-builder.ts'
import { buildPrefixPostings } from './postings/prefix-postings-builder.ts'
import type { Ranking } from './ranking.ts'
import type { LineColumns } from './text/line-columns.ts'

/** Writes the sections of exact lookup. */
export const writeKeys = (index: IndexWriter, { keys, keyRows, rucPrefixStarts }: Ranking): void => {
  index.add('keys', keys)
  index.add('keyRows', keyRows)
  index.add('rucPrefixStarts', rucPrefixStarts)
}

/** Writes the sections of the dictionary. `formWords` are the wordIds of the class names of legal forms. */
export const writeDictionary = (index: IndexWriter, sorted: SortedTerms, formWords: readonly number[]): void => {
  index.add('termBytes', sorted.bytes)
  index.add('termStarts', sorted.starts)
  index.add('shortCodeTerms', sorted.shortCodeTerms)
  index.add(
    'formTerms',
    Uint32Array.from(formWords, (wordId) => sorted.termOf[wordId] as number),
  )
}

/** Writes for each row its status, its RUC (for the results of a search), and the offset of its record if it has one. */
export const writeRowFacts = (
  index: IndexWriter,
  columns: LineColumns,
  lineOf: Uint32Array,
  statusCount: number,
): void => {
  const rows = lineOf.length
  const statuses = fitsOneByte(statusCount) ? new Uint8Array(rows) : new Uint16Array(rows)
  const hasRecord = hasRecordBit(statusCount)
  const rucs = Buffer.alloc(rows * RUC_BYTES)
  const bits = new Uint32Array(Math.ceil(rows / 32))
  const ranks = new Uint32Array(bits.length)
  const offsets = new Uint32Array(rows)
  let records = 0
  for (let rowId = 0; rowId < rows; rowId++) {
    if (rowId % 32 === 0) ranks[rowId / 32] = records
    const line = lineOf[rowId] as number
    statuses[rowId] = columns.statuses[line] as number
    rucs[rowId * RUC_BYTES] = columns.prefixes[line] as number
    const key = columns.keys[line] as number
    for (let i = 0; i < 4; i++) rucs[rowId * RUC_BYTES + 1 + i] = key >>> (8 * i)
    const offset = columns.recordOffsets[line] as number
    if (offset === NO_RECORD) continue
    statuses[rowId]! |= hasRecord
    bits[rowId >>> 5]! |= 1 << (rowId & 31)
    offsets[records++] = offset
  }
  index.add('statuses', statuses)
  index.add('rucs', rucs)
  index.add('recordBits', bits)
  index.add('recordRanks', ranks)
  index.add('recordOffsets', offsets.slice(0, records))
}

const FINGERPRINTS_AT_A_TIME = 1 << 20

/** Writes the fingerprints of the rows by ascending RUC, a part at a time: the build has little memory left here. */
export const writeFingerprints = (
  index: IndexWriter,
  { fingerprints }: LineColumns,
  { keyRows, lineOf, rows }: Ranking,
): void => {
  const part = new Uint32Array(Math.min(rows, FINGERPRINTS_AT_A_TIME))
  const parts = function* (): Generator<Uint32Array> {
    for (let from = 0; from < rows; from += part.length) {
      const length = Math.min(part.length, rows - from)
      for (let at = 0; at < length; at++)
        part[at] = fingerprints[lineOf[keyRows[from + at] as number] as number] as number
      yield part.subarray(0, length)
    }
  }
  index.addParts('fingerprints', parts())
}

/** Builds and writes the posting lists, the prefix postings and the bitmaps of names. */
export const writePostings = async (index: IndexWriter, names: NamesToInvert & { workers: number }): Promise<void> => {
  const { sorted, rows, persons, workers } = names
  const { bytes, starts, totals, bitmaps } = await buildPostings(names)
  index.add('postings', bytes)
  index.add('postingStarts', starts)
  index.add('termTotals', totals)
  const built = { postings: bytes, postingStarts: starts, termTotals: totals, rows, persons }
  const prefixes = await buildPrefixPostings(built, sorted, workers)
  index.add('prefixRanges', prefixes.ranges)
  index.add('prefixHeads', prefixes.heads)
  index.add('prefixDenseTerms', prefixes.denseTerms)
  index.add('prefixBytes', ...prefixes.parts)
  index.add('irregular', bitmaps.irregular)
  index.add('nameLengths', bitmaps.nameLengths)
}
