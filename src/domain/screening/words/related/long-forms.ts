import { COMPANY_WORDS, GIVEN_NAMES, SURNAMES, type Tier } from '../population.ts'

const MIN_LENGTH = 3
/** A word that lost fewer letters is misspelt, not abbreviated. */
const MIN_LOST = 2
const MIN_LOST_OF_NAME = 3

/** Is one word the other in short: its beginning (CONSTR), or letters of it in order up to the last (MFG, INTL)? */
const isAbbreviationOf = (short: string, long: string): boolean => {
  if (short.length < MIN_LENGTH || long.length < short.length + MIN_LOST || short[0] !== long[0]) return false
  return long.startsWith(short) || hasLettersInOrder(short, long)
}

/** Is it a frequent name by a few of its letters, hardly a vowel among them (RODZ)? */
const isShortNameOf = (short: string, long: string): boolean =>
  long.length >= short.length + MIN_LOST_OF_NAME && short[0] === long[0] && hasLettersInOrder(short, long)

const hasLettersInOrder = (short: string, long: string): boolean => {
  if (short.at(-1) !== long.at(-1)) return false
  let letter = 1
  for (let at = 1; at < long.length && letter < short.length; at++) if (long[at] === short[letter]) letter++
  return letter === short.length
}

/** Words by their first letter. */
const byFirstLetter = (tiers: readonly Tier[]): ReadonlyMap<string, string[]> =>
  Map.groupBy(
    tiers.flatMap(([, words]) => words.split(' ')).filter((word) => word.length >= MIN_LENGTH + MIN_LOST),
    (word) => word[0] as string,
  )

/** Only a name that everybody knows is written by a few of its letters: of so many in 10,000. */
const FREQUENT = 40
const LONG_WORDS = byFirstLetter(COMPANY_WORDS)
const LONG_NAMES = byFirstLetter([...SURNAMES, ...GIVEN_NAMES].filter(([share]) => share >= FREQUENT))
const MAX_LENGTH = 6

/** The everyday words of company names and the frequent names that a word may be the short form of. */
export const longFormsOf = (text: string): string[] => {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return []
  const words = (LONG_WORDS.get(text[0] as string) ?? []).filter((word) => isAbbreviationOf(text, word))
  if (text.replace(/[^AEIOU]/g, '').length > 1) return words
  return [...words, ...(LONG_NAMES.get(text[0] as string) ?? []).filter((name) => isShortNameOf(text, name))]
}
