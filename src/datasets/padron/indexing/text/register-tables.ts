import { FIRST_TERM_CODE } from '../../format/forward-index.ts'
import { MAX_STATUSES } from '../../format/records.ts'
import { addLegalWords } from '../names/name-tokenizer.ts'
import { doubled, WordTable } from '../names/word-table.ts'
import type { ParsedBlock, ParserTotals } from './block-parser.ts'
import { type StatusPair, tooManyStatuses } from './status-table.ts'

/** From one parser's numbers to those of the register. */
export interface ParserNumbers {
  /** The register's code of each of the parser's codes; the first `knownCodes` of them are set. */
  codes: Uint32Array
  knownCodes: number
  statuses: Uint16Array
  knownStatuses: number
}

/** The words and statuses of the whole register. Maps each parser's own numbers to the register's. */
export class RegisterTables {
  readonly words = new WordTable()
  /** The wordIds of the class names of legal forms. */
  readonly formWords = addLegalWords(this.words)
  readonly statuses: StatusPair[] = []
  readonly #statusNumbers = new Map<string, number>()

  /** For a new parser: markers, and the words that every parser knows from the start, are the same everywhere. */
  newNumbers(): ParserNumbers {
    const codes = new Uint32Array(1 << 16)
    const knownCodes = FIRST_TERM_CODE + this.words.size
    for (let code = 0; code < knownCodes; code++) codes[code] = code
    return { codes, knownCodes, statuses: new Uint16Array(MAX_STATUSES), knownStatuses: 0 }
  }

  /** Adds what a parser met for the first time. Call it in the order of the text. */
  addNew(numbers: ParserNumbers, { wordBytes, wordEnds, statuses }: ParsedBlock): void {
    let from = 0
    for (const end of wordEnds) {
      if (numbers.knownCodes === numbers.codes.length) numbers.codes = doubled(numbers.codes, Uint32Array)
      numbers.codes[numbers.knownCodes++] = FIRST_TERM_CODE + this.words.idOfBytes(wordBytes, from, end)
      from = end
    }
    for (const pair of statuses) numbers.statuses[numbers.knownStatuses++] = this.#statusNumber(pair)
  }

  /** Adds a parser's counts of words, which are complete only after its last block. */
  addCounts({ codes }: ParserNumbers, { wordCounts }: ParserTotals): void {
    for (const [wordId, count] of wordCounts.entries())
      this.words.counts[(codes[FIRST_TERM_CODE + wordId] as number) - FIRST_TERM_CODE]! += count
  }

  #statusNumber({ estado, condicion }: StatusPair): number {
    const key = `${estado}|${condicion}`
    const known = this.#statusNumbers.get(key)
    if (known !== undefined) return known
    if (this.statuses.length === MAX_STATUSES) throw tooManyStatuses()
    this.#statusNumbers.set(key, this.statuses.length)
    return this.statuses.push({ estado, condicion }) - 1
  }
}
