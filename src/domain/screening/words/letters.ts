import { numberOf } from './related/number-words.ts'

const A = 65

/** The set of letters and digits of a word, a bit each: A to Z are the first 26, all else shares the rest. */
export const letterSet = (word: string): number => {
  let set = 0
  for (let at = 0; at < word.length; at++) set |= bitOf(word.charCodeAt(at))
  return set >>> 0
}

const bitOf = (code: number): number => 1 << (code >= A && code < A + 26 ? code - A : 26 + (code % 6))

/** The set of letters that a word has twice or more. */
export const repeatedLetters = (word: string): number => {
  let once = 0
  let twice = 0
  for (let at = 0; at < word.length; at++) {
    const letter = bitOf(word.charCodeAt(at))
    twice |= once & letter
    once |= letter
  }
  return twice >>> 0
}

/** Are all letters of the set from A to Z? */
export const isPlainSet = (set: number): boolean => set >>> 26 === 0

/** May as few edits make one word of the other? Each takes one letter out of the set and puts one in, at most. */
export const mayBeWithin = (edits: number, one: number, other: number): boolean => countBits(one ^ other) <= 2 * edits

/** How many bits are set. */
export const countBits = (set: number): number => {
  let rest = set - ((set >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Words with digits match only as they are written: no edit, no sound. */
export const hasDigit = (word: string): boolean => /[0-9]/.test(word)

const ROMAN_NUMERAL = /^(?=[IVXL])(XL|L?X{0,3})(IX|IV|V?I{0,3})$/

/** A number in digits, letters or words, or a code with digits: it tells members of a family of companies or ships apart. */
export const isNumeral = (word: string): boolean =>
  hasDigit(word) || ROMAN_NUMERAL.test(word) || numberOf(word)?.isSure === true

const LOOK_ALIKES: Record<string, string> = { 0: 'O', 5: 'S', 8: 'B' }
const MIN_LETTERS = 3

/**
 * A word with look-alike digits read as the letters they stand for: 0/O, 1/I or L, 5/S, 8/B. Only digits with a letter
 * behind them, in a word of letters; elsewhere they are a number (FUND 15, A320).
 */
export const readLookAlikes = (word: string): string => {
  if (!hasDigit(word) || word.replace(/[^A-Z]/g, '').length < MIN_LETTERS) return word
  const read = word.replace(/[0158]{1,2}(?=[A-Z])/g, (digits, at: number) => {
    // Between vowels a 1 is an L, elsewhere it is an I.
    const isBetweenVowels = isVowel(word[at - 1]) && isVowel(word[at + digits.length])
    return digits.replace(/\d/g, (digit: string) => LOOK_ALIKES[digit] ?? (isBetweenVowels ? 'L' : 'I'))
  })
  return hasDigit(read) ? word : read
}

const isVowel = (letter: string | undefined): boolean => letter !== undefined && 'AEIOU'.includes(letter)
