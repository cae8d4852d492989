import {
  LEGAL_FORMS,
  LEGAL_STARTS,
  LEGAL_WORDS,
  LONGEST_LEGAL_FORM,
  legalFormAt,
} from '../../../domain/names/legal-forms.ts'
import { foldName, nameWords } from '../../../domain/names/normalise.ts'
import { FIRST_HOT, markerOf } from '../forward-codes.ts'
import { tidyLatin1 } from '../windows-1252.ts'
import { FOLDED, isLetter, SEPARATOR, SPECIAL } from './byte-folding.ts'
import { LONGEST_NAME, MOST_CODES } from './row-columns.ts'
import { HASH_START, hashByte, WordTable } from './word-table.ts'

const DOT = 46
const SPACE = 32
/** The words that begin a legal form come first in the table, then the other words of legal forms, then all the rest. */
const STARTS = LEGAL_STARTS.length

/** Turns the bytes of a name into word numbers and legal-form markers. */
export class NameReader {
  readonly words = new WordTable()
  /** Of the name read last: markers below FIRST_HOT, and word numbers from there on. */
  readonly codes = new Uint32Array(MOST_CODES)
  codeCount = 0
  /** True when the name read last is nothing but its folded words with single spaces between them. */
  plain = true
  readonly formWords: readonly number[]
  readonly #found = new Uint32Array(LONGEST_NAME)
  #foundCount = 0
  readonly #word = new Uint8Array(LONGEST_NAME + 1)

  constructor() {
    for (const word of LEGAL_WORDS) this.words.numberOf(word)
    this.formWords = LEGAL_FORMS.map((form) => this.words.numberOf(form))
  }

  read(text: Buffer, start: number, end: number): void {
    this.#foundCount = 0
    this.plain = true
    if (!this.#readBytes(text, start, end)) this.#readText(text, start, end)
    this.#code()
  }

  /** The quick way; false when some byte needs the long one. */
  #readBytes(text: Buffer, start: number, end: number): boolean {
    const word = this.#word
    let separators = 0
    for (let i = start; i < end; ) {
      let byte = text[i] as number
      let folded = FOLDED[byte] as number
      if (folded === SPECIAL) return false
      if (folded === SEPARATOR) {
        if (byte !== SPACE || ++separators > 1) this.plain = false
        i++
        continue
      }
      separators = 0
      if (text[i + 1] === DOT && isLetter(folded)) {
        const stop = this.#readAcronym(text, i, end)
        if (stop < 0) return false
        if (stop > i) {
          i = stop
          continue
        }
      }
      let hash = HASH_START
      let length = 0
      while (folded > SPECIAL) {
        if (folded !== byte) this.plain = false
        word[length++] = folded
        hash = hashByte(hash, folded)
        if (++i === end) break
        byte = text[i] as number
        folded = FOLDED[byte] as number
      }
      if (folded === SPECIAL) return false
      this.#found[this.#foundCount++] = this.words.number(word, 0, length, hash)
    }
    return true
  }

  /** `S.A.C.` or `S.A.C` is one word; returns where it ends, `at` when it is none, -1 for the long way. */
  #readAcronym(text: Buffer, at: number, end: number): number {
    let hash = HASH_START
    let length = 0
    let i = at
    while (i + 1 < end && isLetter(FOLDED[text[i] as number] as number) && text[i + 1] === DOT) {
      const folded = FOLDED[text[i] as number] as number
      this.#word[length++] = folded
      hash = hashByte(hash, folded)
      i += 2
    }
    if (length < 2) return at
    const last = i < end ? (FOLDED[text[i] as number] as number) : SEPARATOR
    const after = i + 1 < end ? (FOLDED[text[i + 1] as number] as number) : SEPARATOR
    if (last === SPECIAL || after === SPECIAL) return -1
    if (isLetter(last) && after === SEPARATOR) {
      this.#word[length++] = last
      hash = hashByte(hash, last)
      i++
    }
    this.plain = false
    this.#found[this.#foundCount++] = this.words.number(this.#word, 0, length, hash)
    return i
  }

  #readText(text: Buffer, start: number, end: number): void {
    this.plain = false
    this.#foundCount = 0
    const words = nameWords(foldName(tidyLatin1(text.toString('latin1', start, end))))
    for (const word of words) this.#found[this.#foundCount++] = this.words.numberOf(word)
  }

  #code(): void {
    const found = this.#found
    const count = this.#foundCount
    let out = 0
    for (let i = 0; i < count; i++) {
      const word = found[i] as number
      if (word < STARTS) {
        const taken = this.#codeLegalForm(i, out)
        if (taken > 0) {
          out = this.codeCount
          i += taken - 1
          continue
        }
      }
      this.codes[out++] = FIRST_HOT + word
    }
    this.codeCount = out
  }

  /** Writes marker and words of a legal form that starts at word `at`; returns how many words it takes. */
  #codeLegalForm(at: number, out: number): number {
    const words: string[] = []
    for (let i = at; i < this.#foundCount && i < at + LONGEST_LEGAL_FORM; i++) {
      const word = LEGAL_WORDS[this.#found[i] as number]
      if (word === undefined) break
      words.push(word)
    }
    const legal = legalFormAt(words, 0)
    if (!legal) return 0
    const byClassName = legal.length === 1 && this.formWords[legal.form] === this.#found[at]
    this.codes[out++] = markerOf(legal.form, byClassName ? 0 : legal.length)
    if (!byClassName)
      for (let i = 0; i < legal.length; i++) this.codes[out++] = FIRST_HOT + (this.#found[at + i] as number)
    this.codeCount = out
    return legal.length
  }
}
