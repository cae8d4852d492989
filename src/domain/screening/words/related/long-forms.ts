import { COMPANY_WORDS } from '../population.ts'

const MIN_LENGTH = 3
/** A word that lost fewer letters is misspelt, not abbreviated. */
const MIN_LOST = 2

/** Is one word the other in short: its beginning (CONSTR), or letters of it in order up to the last (MFG, INTL)? */
const isAbbreviationOf = (short: string, long: string): boolean => {
  if (short.length < MIN_LENGTH || long.length < short.length + MIN_LOST || short[0] !== long[0]) return false
  if (long.startsWith(short)) return true
  if (short.at(-1) !== long.at(-1)) return false
  let letter = 1
  for (let at = 1; at < long.length && letter < short.length; at++) if (long[at] === short[letter]) letter++
  return letter === short.length
}

/** Everyday words of company names that are long enough to be abbreviated, by their first letter. */
const LONG_WORDS: ReadonlyMap<string, string[]> = Map.groupBy(
  COMPANY_WORDS.flatMap(([, words]) => words.split(' ')).filter((word) => word.length >= MIN_LENGTH + MIN_LOST),
  (word) => word[0] as string,
)
const MAX_LENGTH = 6

/** The everyday words of company names that a word may be the short form of. */
export const longFormsOf = (text: string): string[] => {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return []
  return (LONG_WORDS.get(text[0] as string) ?? []).filter((word) => isAbbreviationOf(text, word))
}
