import { EditDistance } from '../../domain/screening/words/edit-distance.ts'

const MOST_EDITS = 3

/** The words that somebody may have meant: those with the fewest edits, or else those that begin as the word does. */
export const similarWords = (word: string, known: readonly string[]): string[] => {
  const typed = word.toLowerCase()
  const distance = new EditDistance()
  // A third of the word may be wrong; one letter in a short one.
  const most = Math.min(MOST_EDITS, Math.max(1, Math.floor(typed.length / 3)))
  const edits = known.map((one) => distance.between(typed, one.toLowerCase(), most))
  const fewest = Math.min(...edits, most)
  const close = known.filter((_, index) => edits[index] === fewest)
  if (close.length > 0) return close
  return typed.length >= 2 ? known.filter((one) => one.toLowerCase().startsWith(typed)) : []
}

/** ` ¿Quiso decir a o b?`, or nothing. */
export const suggestion = (words: readonly string[]): string =>
  words.length > 0 ? ` ¿Quiso decir ${words.join(', ').replace(/, ([^,]+)$/, ' o $1')}?` : ''
