import { CRAFT_PREFIXES } from './tables/abbreviations.ts'
import { ACTIVITIES, BODIES, QUALITIES } from './tables/activities.ts'
import { onFirstUse } from './tables/on-first-use.ts'
import { COMPASS, PLACES } from './tables/places.ts'
import { tableWords } from './tables/table-words.ts'

/**
 * What a word tells in the name of a company: a place, a compass word, what it does, a word of size or rank, a body of a
 * state. A word without a class is one that tells companies apart.
 */
export type CompanyWordClass = 'place' | 'compass' | 'activity' | 'quality' | 'body'

/** A word that stands in several tables has the class that is set last. */
const buildClasses = (): ReadonlyMap<string, CompanyWordClass> => {
  const classes = new Map<string, CompanyWordClass>()
  const add = (table: string, kind: CompanyWordClass): void => {
    for (const word of tableWords(table)) classes.set(word, kind)
  }
  add(BODIES, 'body')
  add(QUALITIES, 'quality')
  add(ACTIVITIES, 'activity')
  add(PLACES, 'place')
  add(COMPASS, 'compass')
  return classes
}

const classes = onFirstUse(buildClasses)

/** The class of a folded word in a company's name, or null for a word that tells companies apart. */
export const companyWordClass = (word: string): CompanyWordClass | null => classes().get(word) ?? null

/** Does the word say where a company is? */
export const isPlaceWord = (word: string): boolean => {
  const kind = companyWordClass(word)
  return kind === 'place' || kind === 'compass'
}

const PREFIXES = new Set(CRAFT_PREFIXES.split('|'))

/**
 * How many words at the start of a ship's or an aircraft's name are no part of it: 1 for MV, 2 for M V (written M/V), 0 when
 * there is none or nothing would be left.
 */
export const craftPrefixLength = (words: readonly string[]): number => {
  if (words.length > 2 && PREFIXES.has(`${words[0]} ${words[1]}`)) return 2
  return words.length > 1 && PREFIXES.has(words[0] as string) ? 1 : 0
}
