import { Failure } from '../../../../kernel/errors.ts'
import { inlineWorker, startWorker, type TaskWorker, workerScript } from '../../../../kernel/worker.ts'
import type { RecordsWriter } from '../../format/file-writers.ts'
import { type BlockParser, blockParser, type ParsedBlock } from './block-parser.ts'
import { countPipes, isBlank } from './cells.ts'
import { COLUMNS, isHeader } from './columns.ts'
import { LineColumns } from './line-columns.ts'
import { type ParserNumbers, RegisterTables } from './register-tables.ts'
import { TextBlock } from './text-block.ts'

const NEWLINE = 10
const MAX_HEADER_BYTES = 1000
/** While a worker parses one block, the next one is filled and the one before is taken. */
const BLOCKS_PER_WORKER = 3

/** A worker that parses blocks, and what its numbers mean. */
interface Parser {
  worker: TaskWorker<BlockParser>
  numbers: ParserNumbers
}

interface PendingBlock {
  block: TextBlock
  parser: Parser
  parsed: Promise<ParsedBlock>
}

/**
 * Cuts the register's text into blocks of whole lines, has several workers parse them at once, and takes the results in the
 * order of the text: the outcome is the same for any number of workers. Records are written as they come.
 */
export class TextReader {
  readonly columns = new LineColumns()
  readonly tables = new RegisterTables()
  /** How many lines have each column filled. */
  readonly filled = COLUMNS.map(() => 0)
  broken = 0
  readonly #records: RecordsWriter
  readonly #blocks: TextBlock[]
  readonly #parsers: Parser[]
  readonly #pending: PendingBlock[] = []
  /** How many blocks were sent to be parsed; the block that is being filled, and how far. */
  #sent = 0
  #block: TextBlock
  #used = 0
  /** The text is inside a line that is longer than a block, and therefore broken; and how many pipes of it were skipped. */
  #insideEndlessLine = false
  #skippedPipes = 0
  /** The text ends inside a line that cannot be read. */
  isCut = false

  constructor(records: RecordsWriter, workers: number, blockBytes: number) {
    this.#records = records
    this.#blocks = Array.from({ length: workers * BLOCKS_PER_WORKER }, () => TextBlock.ofBytes(blockBytes))
    this.#block = this.#blocks[0] as TextBlock
    const data = { memories: this.#blocks.map(({ memory }) => memory), blockBytes }
    const script = workerScript('./block-worker', import.meta.url)
    this.#parsers = Array.from({ length: workers }, () => ({
      worker: workers === 1 ? inlineWorker(blockParser(data)) : startWorker<BlockParser>(script, { data }),
      numbers: this.tables.newNumbers(),
    }))
  }

  async feed(chunk: Buffer): Promise<void> {
    for (let at = this.#insideEndlessLine ? this.#skipLine(chunk) : 0; at < chunk.length; ) {
      const copied = chunk.copy(this.#block.text, this.#used, at)
      at += copied
      this.#used += copied
      if (this.#used < this.#block.text.length) continue
      await this.#send(this.#block.text.lastIndexOf(NEWLINE) + 1)
      if (this.#insideEndlessLine) at += this.#skipLine(chunk.subarray(at))
    }
  }

  /** Reads what is left; the last line may lack its newline. */
  async finish(): Promise<void> {
    // The last line by itself: when it has no newline and cannot be read, the text was cut.
    const whole = this.#block.text.subarray(0, this.#used).lastIndexOf(NEWLINE) + 1
    if (whole > 0) await this.#send(whole)
    const hasRest = !isBlank(this.#block.text, 0, this.#used)
    if (hasRest || whole === 0) await this.#send(this.#used)
    let lines = 0
    while (this.#pending.length > 0) lines = await this.#takeOldest()
    this.isCut = hasRest && lines === 0
    this.#countSkippedRows()
    this.tables.words.counts.fill(0)
    for (const { worker, numbers } of this.#parsers) {
      const totals = await worker.run('totals', undefined)
      this.tables.addCounts(numbers, totals)
      for (const [column, lines] of totals.filled.entries()) this.filled[column]! += lines
      this.broken += totals.broken
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#parsers.map(({ worker }) => worker.stop()))
  }

  /** Where the next line begins. */
  #skipLine(chunk: Buffer): number {
    const newline = chunk.indexOf(NEWLINE)
    const end = newline < 0 ? chunk.length : newline + 1
    this.#insideEndlessLine = newline < 0
    this.#skippedPipes += countPipes(chunk.subarray(0, end))
    if (newline >= 0) this.#countSkippedRows()
    return end
  }

  /** The beginning of an endless line was counted as one broken row; it may have hidden more. */
  #countSkippedRows(): void {
    this.broken += Math.max(0, Math.floor(this.#skippedPipes / COLUMNS.length) - 1)
    this.#skippedPipes = 0
  }

  /** Sends the lines up to `end` to be parsed; what comes after them begins the next block. */
  async #send(end: number): Promise<void> {
    const { text } = this.#block
    // A block without any newline is the start of an endless line: its parser counts it as broken, and the rest is skipped.
    this.#insideEndlessLine = end === 0
    const to = end === 0 ? this.#used : end
    const from = this.#sent === 0 ? headerEnd(text, to) : 0
    const parser = this.#parsers[this.#sent % this.#parsers.length] as Parser
    const parsed = parser.worker.run('parse', { block: this.#sent % this.#blocks.length, from, to })
    // The rejection is handled in `#takeOldest`.
    parsed.catch(() => undefined)
    this.#pending.push({ block: this.#block, parser, parsed })
    this.#sent++
    if (this.#pending.length === this.#blocks.length) await this.#takeOldest()
    this.#block = this.#blocks[this.#sent % this.#blocks.length] as TextBlock
    text.copy(this.#block.text, 0, to, this.#used)
    this.#used -= to
  }

  /** Takes the results of the oldest block, which is then free; gives the number of its lines. */
  async #takeOldest(): Promise<number> {
    const { block, parser, parsed } = this.#pending.shift() as PendingBlock
    const content = await parsed
    this.tables.addNew(parser.numbers, content)
    const { codes, statuses } = parser.numbers
    this.columns.append(block, content, { codes, statuses, recordsOffset: this.#records.bytes })
    this.#records.append(block.records.subarray(0, content.recordBytes))
    return content.lines
  }
}

/** Where the line after the header begins. */
const headerEnd = (text: Buffer, to: number): number => {
  const newline = text.subarray(0, to).indexOf(NEWLINE)
  const end = newline < 0 ? to : newline
  if (!isHeader(text.toString('latin1', 0, Math.min(end, MAX_HEADER_BYTES))))
    throw new Failure('upstream-changed', 'La cabecera del padrón no es la conocida', { detail: 'header' })
  return Math.min(end + 1, to)
}
