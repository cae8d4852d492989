import { companyWordClass } from './company-words.ts'
import { factsOf } from './lexicon.ts'
import { numberOf } from './related/number-words.ts'
import { isRelatedWord } from './related/related-words.ts'
import { EVERYDAY_WORDS } from './tables/everyday-words.ts'
import { onFirstUse } from './tables/on-first-use.ts'
import { tableWords } from './tables/table-words.ts'
import { WORLD_NAMES } from './tables/world-names.ts'

const known = onFirstUse((): ReadonlySet<string> => new Set(tableWords(`${EVERYDAY_WORDS}${WORLD_NAMES}`)))

/**
 * Is the folded word an everyday word, a brand or a known name? Then it is not another such word misspelt: DELTA is not
 * CELTA, MARIN not MARTIN. A word that is not known may well be a known one misspelt.
 */
export const isKnownWord = (word: string): boolean =>
  known().has(word) ||
  factsOf(word).group > 0 ||
  companyWordClass(word) !== null ||
  isRelatedWord(word) ||
  numberOf(word) !== null
