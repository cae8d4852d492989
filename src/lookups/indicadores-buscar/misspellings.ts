import { EditDistance } from '../../domain/screening/words/edit-distance.ts'

// Shorter words are alike by chance.
const LEAST_LENGTH = 4
const LEAST_LENGTH_FOR_TWO = 9
// From this length on the beginning of a longer word is compared too: a singular, a word not typed to its end.
const LEAST_LENGTH_OF_PREFIX = 6
const MOST_LENGTH = 30
const PLAIN = /^[A-Z]+$/

/** The positions of terms that a word may be a misspelling of: one letter, in long words two. Codes and numbers are not guessed. */
export const termsAlike = (terms: readonly string[], word: string): number[] => {
  if (word.length < LEAST_LENGTH || word.length > MOST_LENGTH || !PLAIN.test(word)) return []
  const max = word.length >= LEAST_LENGTH_FOR_TWO ? 2 : 1
  const letters = lettersOf(word)
  const distance = new EditDistance()
  const alike: number[] = []
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] as string
    if (term.length < word.length - max || !PLAIN.test(term)) continue
    // Each edit brings in one letter at most.
    if (bitsIn(letters & ~lettersOf(term)) <= max && isAlike(distance, { term, word, max })) alike.push(at)
  }
  return alike
}

const isAlike = (distance: EditDistance, { term, word, max }: { term: string; word: string; max: number }): boolean => {
  if (distance.between(word, term, max) <= max) return true
  if (word.length < LEAST_LENGTH_OF_PREFIX) return false
  for (let length = word.length - max; length <= word.length + max && length < term.length; length++) {
    if (distance.between(word, term.slice(0, length), max) <= max) return true
  }
  return false
}

/** The letters of a word, a bit each. */
const lettersOf = (word: string): number => {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) - 65)
  return letters
}

const bitsIn = (bits: number): number => {
  let found = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) found++
  return found
}
