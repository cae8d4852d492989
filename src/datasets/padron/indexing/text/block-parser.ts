import { LineParser } from './line-parser.ts'
import type { StatusPair } from './status-table.ts'
import { type BlockContent, TextBlock } from './text-block.ts'

/** The memory of all blocks that a parser may be asked to parse. */
export interface BlockMemories {
  memories: SharedArrayBuffer[]
  blockBytes: number
}

/** The lines in `text[from, to)` of a block. */
interface BlockLines {
  block: number
  from: number
  to: number
}

/** What a block held. The columns are in the block itself; here is what the parser met for the first time. */
export interface ParsedBlock extends BlockContent {
  /** New words in the order of their wordIds, and where each of them ends. */
  wordBytes: Uint8Array
  wordEnds: Uint32Array
  statuses: StatusPair[]
}

export interface ParserTotals {
  /** How often each word was met, by the parser's own wordIds. */
  wordCounts: Uint32Array
  /** How many lines have each column filled. */
  filled: number[]
  broken: number
}

export type BlockParser = ReturnType<typeof blockParser>

/**
 * Parses block after block, in this thread or a worker. It numbers words and statuses in the order in which it meets them,
 * and returns the new ones with each block, because every worker has numbers of its own.
 */
export const blockParser = ({ memories, blockBytes }: BlockMemories) => {
  const blocks = memories.map((memory) => new TextBlock(memory, blockBytes))
  const parser = new LineParser()
  const { names, statuses } = parser
  // The words of legal forms have the same numbers in every parser.
  let knownWords = names.words.size
  let knownStatuses = 0
  return {
    parse({ block, from, to }: BlockLines): ParsedBlock {
      const content = parser.parse(blocks[block] as TextBlock, from, to)
      const { starts, bytes, size } = names.words
      const firstByte = starts[knownWords] as number
      const parsed: ParsedBlock = {
        ...content,
        wordBytes: bytes.slice(firstByte, starts[size]),
        wordEnds: starts.slice(knownWords + 1, size + 1).map((end) => end - firstByte),
        statuses: statuses.pairs.slice(knownStatuses),
      }
      knownWords = size
      knownStatuses = statuses.pairs.length
      return parsed
    },
    /** Call it once, after the last block. */
    totals(): ParserTotals {
      names.finishCounts()
      const wordCounts = names.words.counts.slice(0, names.words.size)
      return { wordCounts, filled: parser.filledColumns(), broken: parser.broken }
    },
  }
}
