import { FIRST_HOT, HOT_CODES } from '../../format/forward-index.ts'
import type { WordTable } from './word-table.ts'

const ENYE = 0xd1
const LETTER_N = 78
const SYMBOLS = 64
const DIGIT_BITS = 15
const DIGIT = 1 << DIGIT_BITS

/** The words in the order of the dictionary: as if Ñ were N, and Ñ after N where that is all that differs. */
export interface SortedWords {
  /** Place in the dictionary of each word number. */
  placeOf: Uint32Array
  bytes: Uint8Array
  starts: Uint32Array
  /** Dictionary places of the commonest words, by code. */
  hotPlaces: Uint32Array
  /** The code of each word number: below HOT_CODES a short one, else HOT_CODES plus the dictionary place. */
  codeOf: Uint32Array
}

export const sortWords = (words: WordTable): SortedWords => {
  const order = orderWords(words)
  const placeOf = new Uint32Array(words.size)
  const bytes = new Uint8Array(words.starts[words.size] as number)
  const starts = new Uint32Array(words.size + 1)
  for (let place = 0, out = 0; place < words.size; place++) {
    const word = order[place] as number
    placeOf[word] = place
    for (let i = words.starts[word] as number; i < (words.starts[word + 1] as number); i++)
      bytes[out++] = words.bytes[i] as number
    starts[place + 1] = out
  }
  return { placeOf, bytes, starts, ...pickHotWords(words, placeOf) }
}

const pickHotWords = (words: WordTable, placeOf: Uint32Array): Pick<SortedWords, 'hotPlaces' | 'codeOf'> => {
  const byCount = Uint32Array.from({ length: words.size }, (_, word) => word)
  const counts = words.counts
  const hot = byCount
    .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b)
    .subarray(0, HOT_CODES - FIRST_HOT)
  const hotPlaces = new Uint32Array(HOT_CODES)
  const codeOf = new Uint32Array(words.size)
  for (let word = 0; word < words.size; word++) codeOf[word] = HOT_CODES + (placeOf[word] as number)
  for (let i = 0; i < hot.length; i++) {
    hotPlaces[FIRST_HOT + i] = placeOf[hot[i] as number] as number
    codeOf[hot[i] as number] = FIRST_HOT + i
  }
  return { hotPlaces, codeOf }
}

/** Five letters at a time into a number of thirty bits: sorted by the second five, then the first five, then what is equal by hand. */
const orderWords = (words: WordTable): Uint32Array => {
  const heads = new Uint32Array(words.size)
  const seconds = new Uint32Array(words.size)
  for (let word = 0; word < words.size; word++) {
    heads[word] = fiveLetters(words, word, 0)
    seconds[word] = fiveLetters(words, word, 5)
  }
  let order = Uint32Array.from({ length: words.size }, (_, word) => word)
  for (const [values, shift] of [
    [seconds, 0],
    [seconds, DIGIT_BITS],
    [heads, 0],
    [heads, DIGIT_BITS],
  ] as const)
    order = sortedByDigit(order, values, shift)
  for (let from = 0; from < order.length; ) {
    let to = from + 1
    const first = order[from] as number
    while (
      to < order.length &&
      heads[order[to] as number] === heads[first] &&
      seconds[order[to] as number] === seconds[first]
    )
      to++
    if (to > from + 1) order.subarray(from, to).sort((a, b) => compareWords(words, a, b))
    from = to
  }
  return order
}

const sortedByDigit = (
  order: Uint32Array<ArrayBuffer>,
  values: Uint32Array,
  shift: number,
): Uint32Array<ArrayBuffer> => {
  const next = new Uint32Array(DIGIT + 1)
  for (const word of order) next[(((values[word] as number) >>> shift) & (DIGIT - 1)) + 1]!++
  for (let value = 0; value < DIGIT; value++) next[value + 1]! += next[value] as number
  const sorted = new Uint32Array(order.length)
  for (const word of order) sorted[next[((values[word] as number) >>> shift) & (DIGIT - 1)]!++] = word
  return sorted
}

/** Digits are below A, and the end of a word below everything. */
const symbolOf = (byte: number): number => {
  if (byte === ENYE) return LETTER_N - 47
  return byte - 47
}

const fiveLetters = (words: WordTable, word: number, from: number): number => {
  const start = (words.starts[word] as number) + from
  const end = words.starts[word + 1] as number
  let value = 0
  for (let i = start; i < start + 5; i++) value = value * SYMBOLS + (i < end ? symbolOf(words.bytes[i] as number) : 0)
  return value
}

const compareWords = (words: WordTable, a: number, b: number): number => {
  const [textA, textB] = [words.text(a), words.text(b)]
  const [plainA, plainB] = [textA.replaceAll('Ñ', 'N'), textB.replaceAll('Ñ', 'N')]
  if (plainA !== plainB) return plainA < plainB ? -1 : 1
  return textA < textB ? -1 : 1
}
