import {
  LEGAL_FORMS,
  LEGAL_STARTS,
  LEGAL_WORDS,
  LONGEST_LEGAL_FORM,
  legalFormAt,
} from '../../../../domain/names/legal-forms.ts'
import { foldName, nameWords } from '../../../../domain/names/normalise.ts'
import { FIRST_HOT, markerOf } from '../../format/forward-index.ts'
import { tidyLatin1 } from '../../format/windows-1252.ts'
import { LONGEST_NAME, MOST_CODES } from '../text/line-columns.ts'
import { CHANGED, FOLDED, isLetter, SEPARATOR, SPECIAL, SYMBOL, SYMBOL_BITS, SYMBOL_BYTES } from './byte-folding.ts'
import { HASH_START, hashByte, WordTable } from './word-table.ts'

const DOT = 46
/** Five letters fill one number. */
const HALF = 5
/** Numbers per slot: first five letters, next five, the word's number, how often it was met again. */
const SLOT = 4
const FIRST_SLOTS = 1 << 12
const SPACE = 32
/** The words that begin a legal form come first in the table, then the other words of legal forms, then all the rest. */
const STARTS = LEGAL_STARTS.length

/** Gives the words of legal forms their numbers, the first ones, and returns the numbers of the forms' class names. */
export const knowLegalWords = (words: WordTable): number[] => {
  for (const word of LEGAL_WORDS) words.numberOf(word)
  const forms = LEGAL_FORMS.map((form) => words.numberOf(form))
  words.counts.fill(0)
  return forms
}

/** Turns the bytes of a name into word numbers and legal-form markers. */
export class NameReader {
  readonly words = new WordTable()
  /** Of the name read last: markers below FIRST_HOT, and word numbers from there on. */
  readonly codes = new Uint32Array(MOST_CODES)
  codeCount = 0
  /** True when the name read last is nothing but its folded words with single spaces between them. */
  plain = true
  readonly #formWords: readonly number[]
  readonly #found = new Uint32Array(LONGEST_NAME)
  #foundCount = 0
  readonly #word = new Uint8Array(LONGEST_NAME + 1)
  readonly #letters = Buffer.alloc(LONGEST_NAME + 1)
  #slots = new Int32Array(FIRST_SLOTS * SLOT)
  #slotMask = FIRST_SLOTS - 1
  #slotsUsed = 0

  constructor() {
    this.#formWords = knowLegalWords(this.words)
  }

  read(text: Buffer, start: number, end: number): void {
    this.#foundCount = 0
    this.plain = true
    if (!this.#readBytes(text, start, end)) this.#readText(text, start, end)
    this.#code()
  }

  /** The quick way; false when some byte needs the long one. */
  #readBytes(text: Buffer, start: number, end: number): boolean {
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
        if (i - from < HALF) head = (head << SYMBOL_BITS) | symbol
        else tail = (tail << SYMBOL_BITS) | symbol
        if (++i === end) break
        folded = FOLDED[text[i] as number] as number
        symbol = folded & SYMBOL
        if (symbol === SEPARATOR) break
      }
      this.#found[this.#foundCount++] =
        i - from <= 2 * HALF ? this.#shortWord(head, tail, text, from, i) : this.#numberOf(text, from, i)
    }
    if (seen & CHANGED) this.plain = false
    return true
  }

  /** `S.A.C.` or `S.A.C` is one word; returns where it ends, `at` when it is none, -1 for the long way. */
  #readAcronym(text: Buffer, at: number, end: number): number {
    const letters = this.#letters
    const symbolAt = (place: number): number =>
      place < end ? (FOLDED[text[place] as number] as number) & SYMBOL : SEPARATOR
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
    this.plain = false
    let head = 0
    let tail = 0
    for (let n = 0; n < length; n++) {
      const symbol = (FOLDED[letters[n] as number] as number) & SYMBOL
      if (n < HALF) head = (head << SYMBOL_BITS) | symbol
      else tail = (tail << SYMBOL_BITS) | symbol
    }
    this.#found[this.#foundCount++] =
      length <= 2 * HALF ? this.#shortWord(head, tail, letters, 0, length) : this.#numberOf(letters, 0, length)
    return i
  }

  /** The number of a word of up to ten letters, told apart by its packed letters alone: one look at one place in memory. */
  #shortWord(head: number, tail: number, text: Buffer, from: number, end: number): number {
    const slots = this.#slots
    const mask = this.#slotMask
    let hash = Math.imul(head, 0x9e3779b1) ^ Math.imul(tail, 0x85ebca6b)
    hash ^= hash >>> 15
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const at = slot << 2
      if (slots[at] === head && slots[at + 1] === tail) {
        slots[at + 3]!++
        return slots[at + 2] as number
      }
      if (slots[at] !== 0) continue
      const word = this.#numberOf(text, from, end)
      slots[at] = head
      slots[at + 1] = tail
      slots[at + 2] = word
      if (++this.#slotsUsed * 2 > mask) this.#widenSlots()
      return word
    }
  }

  #widenSlots(): void {
    const old = this.#slots
    const slots = new Int32Array(old.length * 4)
    const mask = slots.length / SLOT - 1
    this.#slotMask = mask
    for (let at = 0; at < old.length; at += SLOT) {
      if (old[at] === 0) continue
      let hash = Math.imul(old[at] as number, 0x9e3779b1) ^ Math.imul(old[at + 1] as number, 0x85ebca6b)
      hash ^= hash >>> 15
      let slot = hash & mask
      while (slots[slot * SLOT] !== 0) slot = (slot + 1) & mask
      for (let i = 0; i < SLOT; i++) slots[slot * SLOT + i] = old[at + i] as number
    }
    this.#slots = slots
  }

  #numberOf(text: Buffer, from: number, end: number): number {
    let hash = HASH_START
    for (let i = from; i < end; i++) {
      const byte = SYMBOL_BYTES[(FOLDED[text[i] as number] as number) & SYMBOL] as number
      this.#word[i - from] = byte
      hash = hashByte(hash, byte)
    }
    return this.words.number(this.#word, 0, end - from, hash)
  }

  /** Adds up how often each word was met; call it once, after the last name. */
  count(): void {
    for (let at = 0; at < this.#slots.length; at += SLOT)
      if (this.#slots[at] !== 0) this.words.counts[this.#slots[at + 2] as number]! += this.#slots[at + 3] as number
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
    const byClassName = legal.length === 1 && this.#formWords[legal.form] === this.#found[at]
    this.codes[out++] = markerOf(legal.form, byClassName ? 0 : legal.length)
    if (!byClassName)
      for (let i = 0; i < legal.length; i++) this.codes[out++] = FIRST_HOT + (this.#found[at + i] as number)
    this.codeCount = out
    return legal.length
  }
}
