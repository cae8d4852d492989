import {
  LEGAL_FORMS,
  LEGAL_STARTS,
  LEGAL_WORDS,
  LONGEST_LEGAL_FORM,
  legalFormAt,
} from '../../../../domain/names/legal-forms.ts'
import { foldName, nameWords } from '../../../../domain/names/normalise.ts'
import { FIRST_TERM_CODE, formMarker } from '../../format/forward-index.ts'
import { tidyLatin1 } from '../../format/windows-1252.ts'
import { CHANGED, FOLDED, isLetter, SEPARATOR, SPECIAL, SYMBOL, SYMBOL_BITS, SYMBOL_BYTES } from './byte-folding.ts'
import { HALF_LETTERS, PackedWords } from './packed-words.ts'
import { HASH_START, hashByte, WordTable } from './word-table.ts'

/** A longer name makes its line a broken one. */
export const MAX_NAME_BYTES = 1023
/** So many bytes have at most 512 words and as many markers. */
const MAX_NAME_CODES = 1100
const DOT = 46
const SPACE = 32
/** The words that begin a legal form have the first wordIds, then come its other words, then all the rest. */
const FORM_STARTS = LEGAL_STARTS.length

/** Gives the words of legal forms the first wordIds; returns the wordIds of the forms' class names. */
export const addLegalWords = (words: WordTable): number[] => {
  for (const word of LEGAL_WORDS) words.idOfText(word)
  const forms = LEGAL_FORMS.map((form) => words.idOfText(form))
  words.counts.fill(0)
  return forms
}

/** Turns the bytes of a name into codes: wordIds of its folded words, and markers of legal forms. */
export class NameTokenizer {
  readonly words = new WordTable()
  /** Of the last name: markers below FIRST_TERM_CODE, and wordIds plus FIRST_TERM_CODE. */
  readonly codes = new Uint32Array(MAX_NAME_CODES)
  codeCount = 0
  /** Is the last name nothing but its folded words with single spaces between them? */
  isPlain = true
  readonly #formWords: readonly number[]
  readonly #packed = new PackedWords()
  readonly #wordIds = new Uint32Array(MAX_NAME_BYTES)
  #wordCount = 0
  readonly #word = new Uint8Array(MAX_NAME_BYTES + 1)
  readonly #letters = Buffer.alloc(MAX_NAME_BYTES + 1)

  constructor() {
    this.#formWords = addLegalWords(this.words)
  }

  /** Reads the name in `text[start, end)`. */
  tokenize(text: Buffer, start: number, end: number): void {
    this.#wordCount = 0
    this.isPlain = true
    if (!this.#readBytes(text, start, end)) this.#readText(text, start, end)
    this.#writeCodes()
  }

  /** Completes `words.counts`; call it once, after the last name. */
  finishCounts(): void {
    this.#packed.addCountsTo(this.words.counts)
  }

  /** The fast way, byte by byte; false when some byte needs the slow one. */
  #readBytes(text: Buffer, start: number, end: number): boolean {
    const packed = this.#packed
    let separators = 0
    let seen = 0
    for (let i = start; i < end; ) {
      let folded = FOLDED[text[i] as number] as number
      let symbol = folded & SYMBOL
      if (symbol === SEPARATOR) {
        if (text[i] !== SPACE || ++separators > 1) seen |= CHANGED
        i++
        continue
      }
      separators = 0
      if (text[i + 1] === DOT && isLetter(symbol)) {
        const stop = this.#readAcronym(text, i, end)
        if (stop < 0) return false
        if (stop > i) {
          i = stop
          continue
        }
      }
      const from = i
      let head = 0
      let tail = 0
      for (;;) {
        if (symbol === SPECIAL) return false
        seen |= folded
        if (i - from < HALF_LETTERS) head = (head << SYMBOL_BITS) | symbol
        else tail = (tail << SYMBOL_BITS) | symbol
        if (++i === end) break
        folded = FOLDED[text[i] as number] as number
        symbol = folded & SYMBOL
        if (symbol === SEPARATOR) break
      }
      const known = i - from <= 2 * HALF_LETTERS ? packed.find(head, tail) : -1
      this.#wordIds[this.#wordCount++] = known >= 0 ? known : this.#wordIdOf(text, from, i)
    }
    if (seen & CHANGED) this.isPlain = false
    return true
  }

  /** `S.A.C.` or `S.A.C` is one word. Returns where it ends, `at` when there is none, -1 when the slow way is needed. */
  #readAcronym(text: Buffer, at: number, end: number): number {
    const letters = this.#letters
    const symbolAt = (i: number): number => (i < end ? (FOLDED[text[i] as number] as number) & SYMBOL : SEPARATOR)
    let length = 0
    let i = at
    while (i + 1 < end && isLetter(symbolAt(i)) && text[i + 1] === DOT) {
      if (symbolAt(i) === SPECIAL) return -1
      letters[length++] = text[i] as number
      i += 2
    }
    if (length < 2) return at
    const last = symbolAt(i)
    const after = symbolAt(i + 1)
    if (last === SPECIAL || after === SPECIAL) return -1
    if (isLetter(last) && after === SEPARATOR) letters[length++] = text[i++] as number
    this.isPlain = false
    this.#wordIds[this.#wordCount++] = this.#wordIdOf(letters, 0, length)
    return i
  }

  /** The wordId of a word that may be new; a short one is found among the packed words from then on. */
  #wordIdOf(text: Buffer, from: number, end: number): number {
    const length = end - from
    let [hash, head, tail] = [HASH_START, 0, 0]
    for (let i = 0; i < length; i++) {
      const symbol = (FOLDED[text[from + i] as number] as number) & SYMBOL
      const byte = SYMBOL_BYTES[symbol] as number
      this.#word[i] = byte
      hash = hashByte(hash, byte)
      if (i < HALF_LETTERS) head = (head << SYMBOL_BITS) | symbol
      else tail = (tail << SYMBOL_BITS) | symbol
    }
    if (length > 2 * HALF_LETTERS) return this.words.idOf(this.#word, 0, length, hash)
    const known = this.#packed.find(head, tail)
    if (known >= 0) return known
    const wordId = this.words.idOf(this.#word, 0, length, hash)
    this.#packed.add(head, tail, wordId)
    return wordId
  }

  #readText(text: Buffer, start: number, end: number): void {
    this.isPlain = false
    this.#wordCount = 0
    const words = nameWords(foldName(tidyLatin1(text.toString('latin1', start, end))))
    for (const word of words) this.#wordIds[this.#wordCount++] = this.words.idOfText(word)
  }

  #writeCodes(): void {
    const [wordIds, count, codes] = [this.#wordIds, this.#wordCount, this.codes]
    let out = 0
    for (let i = 0; i < count; i++) {
      const wordId = wordIds[i] as number
      const formLength = wordId < FORM_STARTS ? this.#writeLegalForm(i, out) : 0
      if (formLength === 0) {
        codes[out++] = FIRST_TERM_CODE + wordId
        continue
      }
      out = this.codeCount
      i += formLength - 1
    }
    this.codeCount = out
  }

  /** Writes marker and words of a legal form that starts at word `at`; returns how many words it takes, 0 when there is none. */
  #writeLegalForm(at: number, out: number): number {
    const words: string[] = []
    for (let i = at; i < this.#wordCount && i < at + LONGEST_LEGAL_FORM; i++) {
      const word = LEGAL_WORDS[this.#wordIds[i] as number]
      if (word === undefined) break
      words.push(word)
    }
    const legal = legalFormAt(words, 0)
    if (!legal) return 0
    const isClassName = legal.length === 1 && this.#formWords[legal.form] === this.#wordIds[at]
    this.codes[out++] = formMarker(legal.form, isClassName ? 0 : legal.length)
    if (!isClassName)
      for (let i = at; i < at + legal.length; i++) this.codes[out++] = FIRST_TERM_CODE + (this.#wordIds[i] as number)
    this.codeCount = out
    return legal.length
  }
}
