import { Failure } from '../../../../kernel/errors.ts'
import { FIRST_HOT } from '../../format/forward-index.ts'
import { MOST_STATUSES } from '../../format/records.ts'
import { knowLegalWords } from '../names/name-tokenizer.ts'
import { WordTable, widened } from '../names/word-table.ts'
import type { CheckedFile } from '../record-writer.ts'
import { type Hand, ownHand, ThreadHand } from '../workers.ts'
import { type BlockReader, blockReader, type ReadBlock } from './block-parser.ts'
import { COLUMNS, isHeader } from './columns.ts'
import { RowColumns } from './line-columns.ts'
import { type StatusPair, tooManyStatuses } from './status-table.ts'
import { TextBlock } from './text-block.ts'

const NEWLINE = 10
const LONGEST_HEADER = 1000
/** While a hand reads one block, the next one is being filled and the one before taken. */
const BLOCKS_PER_HAND = 3

/** A hand that reads, and what its numbers mean here. */
interface Reader {
  hand: Hand<BlockReader>
  /** The code here of each of the hand's codes; `known` of them are told so far. */
  codes: Uint32Array
  known: number
  statuses: Uint16Array
  knownStatuses: number
}

interface Turn {
  block: TextBlock
  reader: Reader
  read: Promise<ReadBlock>
}

/**
 * Cuts the register's text into blocks of whole lines, has them read by several hands side by side, and takes what they
 * read in the order of the text: the outcome is the same for any number of hands.
 */
export class TextReader {
  readonly columns = new RowColumns()
  readonly words = new WordTable()
  readonly formWords = knowLegalWords(this.words)
  readonly statuses: StatusPair[] = []
  readonly filled = COLUMNS.map(() => 0)
  broken = 0
  readonly #statusNumbers = new Map<string, number>()
  readonly #records: CheckedFile
  readonly #blocks: TextBlock[]
  readonly #readers: Reader[]
  readonly #turns: Turn[] = []
  /** How many blocks were sent to be read; the one that is being filled, and how far. */
  #sent = 0
  #block: TextBlock
  #used = 0
  /** The text is in the middle of a line that was too long to be one. */
  #endless = false

  constructor(records: CheckedFile, hands: number, blockBytes: number) {
    this.#records = records
    this.#blocks = Array.from({ length: hands * BLOCKS_PER_HAND }, () => TextBlock.ofBytes(blockBytes))
    this.#block = this.#blocks[0] as TextBlock
    const data = { memories: this.#blocks.map(({ memory }) => memory), blockBytes }
    const newHand = (): Hand<BlockReader> =>
      hands === 1 ? ownHand(blockReader(data)) : new ThreadHand<BlockReader>('text/block-worker', data)
    this.#readers = Array.from({ length: hands }, () => readerOf(newHand(), this.words.size))
  }

  async feed(piece: Buffer): Promise<void> {
    for (let at = this.#endless ? this.#skipLine(piece) : 0; at < piece.length; ) {
      const copied = piece.copy(this.#block.text, this.#used, at)
      at += copied
      this.#used += copied
      if (this.#used < this.#block.text.length) continue
      await this.#send(this.#block.text.lastIndexOf(NEWLINE) + 1)
      if (this.#endless) at += this.#skipLine(piece.subarray(at))
    }
  }

  /** Where the next line begins; what comes before belongs to a line that is broken already. */
  #skipLine(piece: Buffer): number {
    const newline = piece.indexOf(NEWLINE)
    this.#endless = newline < 0
    return newline < 0 ? piece.length : newline + 1
  }

  /** Reads what is left; the last line may lack its end. */
  async finish(): Promise<void> {
    await this.#send(this.#used)
    while (this.#turns.length > 0) await this.#take()
    this.words.counts.fill(0)
    for (const { hand, codes } of this.#readers) {
      const totals = await hand.do('totals', undefined)
      for (const [word, count] of totals.wordCounts.entries())
        this.words.counts[(codes[FIRST_HOT + word] as number) - FIRST_HOT]! += count
      for (const [column, rows] of totals.filled.entries()) this.filled[column]! += rows
      this.broken += totals.broken
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#readers.map(({ hand }) => hand.stop()))
  }

  /** Sends the lines up to `end` to be read; what comes after them begins the next block. */
  async #send(end: number): Promise<void> {
    const { text } = this.#block
    // A block without any newline is the beginning of an endless line: its reader counts it as broken, and the rest is left out.
    this.#endless = end === 0
    const to = end === 0 ? this.#used : end
    const from = this.#sent === 0 ? headerEnd(text, to) : 0
    const reader = this.#readers[this.#sent % this.#readers.length] as Reader
    const read = reader.hand.do('read', { block: this.#sent % this.#blocks.length, from, to })
    // Whoever takes the block hears of it.
    read.catch(() => undefined)
    this.#turns.push({ block: this.#block, reader, read })
    this.#sent++
    if (this.#turns.length === this.#blocks.length) await this.#take()
    this.#block = this.#blocks[this.#sent % this.#blocks.length] as TextBlock
    text.copy(this.#block.text, 0, to, this.#used)
    this.#used -= to
  }

  /** Takes what was read of the oldest block, which is then free. */
  async #take(): Promise<void> {
    const { block, reader, read } = this.#turns.shift() as Turn
    const told = await read
    this.#learn(reader, told)
    const { codes, statuses } = reader
    this.columns.append(block, told, { codes, statuses, recordsAt: this.#records.bytes })
    this.#records.append(block.recordBytes.subarray(0, told.recordBytes))
  }

  #learn(reader: Reader, { wordBytes, wordEnds, statuses }: ReadBlock): void {
    let from = 0
    for (const end of wordEnds) {
      if (reader.known === reader.codes.length) reader.codes = widened(reader.codes, Uint32Array)
      reader.codes[reader.known++] = FIRST_HOT + this.words.numberOfBytes(wordBytes, from, end)
      from = end
    }
    for (const pair of statuses) reader.statuses[reader.knownStatuses++] = this.#statusOf(pair)
  }

  #statusOf({ estado, condicion }: StatusPair): number {
    const key = `${estado}|${condicion}`
    const known = this.#statusNumbers.get(key)
    if (known !== undefined) return known
    if (this.statuses.length === MOST_STATUSES) throw tooManyStatuses()
    this.#statusNumbers.set(key, this.statuses.length)
    return this.statuses.push({ estado, condicion }) - 1
  }
}

/** Markers and the words that every reader knows from the start mean the same everywhere. */
const readerOf = (hand: Hand<BlockReader>, knownWords: number): Reader => {
  const codes = new Uint32Array(1 << 16)
  const known = FIRST_HOT + knownWords
  for (let code = 0; code < known; code++) codes[code] = code
  return { hand, codes, known, statuses: new Uint16Array(MOST_STATUSES), knownStatuses: 0 }
}

/** Where the line after the header begins. */
const headerEnd = (text: Buffer, to: number): number => {
  const newline = text.subarray(0, to).indexOf(NEWLINE)
  const end = newline < 0 ? to : newline
  if (!isHeader(text.toString('latin1', 0, Math.min(end, LONGEST_HEADER))))
    throw new Failure('upstream-changed', 'La cabecera del padrón no es la conocida', { detail: 'header' })
  return Math.min(end + 1, to)
}
