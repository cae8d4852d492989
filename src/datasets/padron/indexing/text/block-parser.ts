import { LineParser } from './line-parser.ts'
import type { StatusPair } from './status-table.ts'
import { type BlockContent, TextBlock } from './text-block.ts'

/** The blocks that a reader may be asked to read. */
export interface BlockMemories {
  memories: SharedArrayBuffer[]
  blockBytes: number
}

export interface BlockOrder {
  block: number
  from: number
  to: number
}

/** What a block held: the columns are in the block, here is what the reader met for the first time. */
export interface ReadBlock extends BlockContent {
  /** New words in the order of their numbers, and where each of them ends. */
  wordBytes: Uint8Array
  wordEnds: Uint32Array
  statuses: StatusPair[]
}

export interface ReaderTotals {
  /** How often each word was met, by the reader's own numbers. */
  wordCounts: Uint32Array
  /** How many rows have each column filled. */
  filled: number[]
  broken: number
}

export type BlockReader = ReturnType<typeof blockReader>

/** Reads block after block. It numbers words and statuses as it meets them, and tells the new ones with each block. */
export const blockReader = ({ memories, blockBytes }: BlockMemories) => {
  const blocks = memories.map((memory) => new TextBlock(memory, blockBytes))
  const parser = new LineParser()
  const { names, statuses } = parser
  // The words of legal forms have the same numbers everywhere.
  let toldWords = names.words.size
  let toldStatuses = 0
  return {
    read({ block, from, to }: BlockOrder): ReadBlock {
      const content = parser.parse(blocks[block] as TextBlock, from, to)
      const { starts, bytes, size } = names.words
      const firstByte = starts[toldWords] as number
      const told: ReadBlock = {
        ...content,
        wordBytes: bytes.slice(firstByte, starts[size]),
        wordEnds: starts.slice(toldWords + 1, size + 1).map((end) => end - firstByte),
        statuses: statuses.pairs.slice(toldStatuses),
      }
      toldWords = size
      toldStatuses = statuses.pairs.length
      return told
    },
    totals(): ReaderTotals {
      names.count()
      const wordCounts = names.words.counts.slice(0, names.words.size)
      return { wordCounts, filled: parser.filledColumns(), broken: parser.broken }
    },
  }
}
