import { enyeAsN } from '../../../../domain/names/normalise.ts'
import { FIRST_TERM_CODE, SHORT_CODES } from '../../format/forward-index.ts'
import { enyeByteAsN, symbolOf } from '../../format/term-order.ts'
import type { WordTable } from './word-table.ts'

const SYMBOLS = 64
const PACKED_LETTERS = 5
const DIGIT_BITS = 15
const DIGITS = 1 << DIGIT_BITS

/** The dictionary: words sorted as if Ñ were N, and Ñ after N where nothing else differs. */
export interface SortedTerms {
  /** The termId of each wordId. */
  termOf: Uint32Array
  bytes: Uint8Array
  starts: Uint32Array
  /** The termIds of the most frequent terms, by short code. */
  shortCodeTerms: Uint32Array
  /** The code of each wordId: a short code, or SHORT_CODES plus the termId. */
  codeOf: Uint32Array
}

/** Sorts the words into the dictionary, and gives the most frequent ones short codes. */
export const sortTerms = (words: WordTable): SortedTerms => {
  const order = orderWords(words)
  const termOf = new Uint32Array(words.size)
  const bytes = new Uint8Array(words.starts[words.size] as number)
  const starts = new Uint32Array(words.size + 1)
  for (let termId = 0, out = 0; termId < words.size; termId++) {
    const wordId = order[termId] as number
    termOf[wordId] = termId
    for (let i = words.starts[wordId] as number; i < (words.starts[wordId + 1] as number); i++)
      bytes[out++] = words.bytes[i] as number
    starts[termId + 1] = out
  }
  return { termOf, bytes, starts, ...assignCodes(words, termOf) }
}

const assignCodes = (words: WordTable, termOf: Uint32Array): Pick<SortedTerms, 'shortCodeTerms' | 'codeOf'> => {
  const byCount = Uint32Array.from({ length: words.size }, (_, wordId) => wordId)
  const counts = words.counts
  const frequent = byCount
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .subarray(0, SHORT_CODES - FIRST_TERM_CODE)
  const shortCodeTerms = new Uint32Array(SHORT_CODES)
  const codeOf = new Uint32Array(words.size)
  for (let wordId = 0; wordId < words.size; wordId++) codeOf[wordId] = SHORT_CODES + (termOf[wordId] as number)
  for (let i = 0; i < frequent.length; i++) {
    shortCodeTerms[FIRST_TERM_CODE + i] = termOf[frequent[i] as number] as number
    codeOf[frequent[i] as number] = FIRST_TERM_CODE + i
  }
  return { shortCodeTerms, codeOf }
}

/** The wordIds in the dictionary's order: a radix sort by the first ten letters, then a comparison of those that are equal. */
const orderWords = (words: WordTable): Uint32Array => {
  const heads = new Uint32Array(words.size)
  const tails = new Uint32Array(words.size)
  for (let wordId = 0; wordId < words.size; wordId++) {
    heads[wordId] = packLetters(words, wordId, 0)
    tails[wordId] = packLetters(words, wordId, PACKED_LETTERS)
  }
  let order = Uint32Array.from({ length: words.size }, (_, wordId) => wordId)
  for (const values of [tails, heads]) for (const shift of [0, DIGIT_BITS]) order = sortByDigit(order, values, shift)
  for (let from = 0; from < order.length; ) {
    const [head, tail] = [heads[order[from] as number], tails[order[from] as number]]
    let to = from + 1
    while (to < order.length && heads[order[to] as number] === head && tails[order[to] as number] === tail) to++
    if (to > from + 1) order.subarray(from, to).sort((a, b) => compareWords(words, a, b))
    from = to
  }
  return order
}

const sortByDigit = (order: Uint32Array, values: Uint32Array, shift: number): Uint32Array<ArrayBuffer> => {
  const next = new Uint32Array(DIGITS + 1)
  for (const wordId of order) next[(((values[wordId] as number) >>> shift) & (DIGITS - 1)) + 1]!++
  for (let value = 0; value < DIGITS; value++) next[value + 1]! += next[value] as number
  const sorted = new Uint32Array(order.length)
  for (const wordId of order) sorted[next[((values[wordId] as number) >>> shift) & (DIGITS - 1)]!++] = wordId
  return sorted
}

/** Five letters from `from` on as a number of thirty bits. After the end of a word come zeros, below every letter. */
const packLetters = (words: WordTable, wordId: number, from: number): number => {
  const start = (words.starts[wordId] as number) + from
  const end = words.starts[wordId + 1] as number
  let value = 0
  for (let i = start; i < start + PACKED_LETTERS; i++)
    value = value * SYMBOLS + (i < end ? symbolOf(enyeByteAsN(words.bytes[i] as number)) : 0)
  return value
}

const compareWords = (words: WordTable, a: number, b: number): number => {
  const [textA, textB] = [words.text(a), words.text(b)]
  const [plainA, plainB] = [enyeAsN(textA), enyeAsN(textB)]
  if (plainA !== plainB) return plainA < plainB ? -1 : 1
  return textA < textB ? -1 : 1
}
