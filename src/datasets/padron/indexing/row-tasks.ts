import { HOT_CODES } from '../format/forward-index.ts'
import { ForwardReader } from '../format/forward-reader.ts'
import { type NameSource, writeForward } from './names/forward-writer.ts'
import type { RowMarks } from './postings/name-bitmaps.ts'
import { type CountedRows, countPostings, type PostingCounts } from './postings/posting-counts.ts'
import { writePostings } from './postings/postings-writer.ts'
import { type UnionOrder, type WrittenUnions, writeUnions } from './postings/prefix-postings-writer.ts'
import type { RowRange } from './text/line-columns.ts'

/** Names to write: into `codes`, and into `blocks` where every fourth of them begins there. */
export interface NamesOrder extends RowRange {
  source: NameSource
  codes: Uint8Array
  blocks: Uint32Array
}

/** Names whose words are to be counted. */
export interface CountOrder extends CountedRows {
  codes: Uint8Array
  /** The codes of the class names of legal forms. */
  formCodes: Uint32Array
  counts: PostingCounts
}

export interface PostingsOrder extends CountOrder {
  bytes: Uint8Array
  marks: RowMarks
}

/** What is done for some of the rows while other hands do the same for the others; everything lies in shared memory. */
export const nameTasks = {
  writeNames: ({ source, from, to, codes, blocks }: NamesOrder): number =>
    writeForward(source, from, to, codes, blocks),
  countPostings: (order: CountOrder): void => countPostings(readerOf(order), order, order.counts),
  writePostings: (order: PostingsOrder): void =>
    writePostings(readerOf(order), order, order.counts.lines, order.bytes, order.marks),
  writeUnions: (order: UnionOrder): WrittenUnions => writeUnions(order),
}

/** Tells words by their codes and not by their places: the commonest lie together then, and stay in the processor's cache. */
const readerOf = ({ codes, formCodes }: CountOrder): ForwardReader => {
  const itself = Uint32Array.from({ length: HOT_CODES }, (_, code) => code)
  return new ForwardReader(codes, new Uint32Array(0), itself, formCodes, HOT_CODES)
}
