import { POLICY } from '../policy.ts'
import { isPlaceWord } from '../words/company-words.ts'
import { hasDigit, isNumeral, letterSet, readLookAlikes } from '../words/letters.ts'
import { bitsOf, factsOf } from '../words/lexicon.ts'
import { chineseKey } from '../words/related/chinese-sound.ts'
import { relationKeysOf } from '../words/related/related-words.ts'
import { romanKeysOf } from '../words/related/roman-sound.ts'
import { companyWeight } from '../words/roles.ts'
import { consonantKey, soundKey } from '../words/sound.ts'
import { eachDeletionHash, hashWord, SALT } from '../words/word-hash.ts'
import { type HashTable, HashTableBuilder } from './hash-table.ts'

/** Shorter words match no other word by an edit. */
export const MIN_EDIT_LENGTH = 4

/** Every different word (term) of a list's names, by its number. */
export interface Vocabulary {
  termIds: Map<string, number>
  terms: string[]
  sounds: string[]
  consonants: string[]
  weights: Float32Array
  /** Letters of each term, 255 at most, and its first one. */
  lengths: Uint8Array
  initials: Uint16Array
  /** The set of its letters. */
  letterSets: Uint32Array
  /** What each is in a company's name, as bits of `TERM_FLAG`. */
  termFlags: Uint8Array
  /** How many parties have it in a name. */
  partyCounts: Uint32Array
  /** Terms by their spelling and their sound, whole and without each letter, by their consonants, and by their relations. */
  variants: HashTable
  /** A bitmap over the hashes of whole terms: a cheap "no" for nearly all pairs of words written together. */
  termFilter: Uint32Array
  /** Spelling group → its terms on this list. */
  termsByGroup: Map<number, number[]>
}

/** In a company's name: heavy enough to be its core, a number, a place. */
export const TERM_FLAG = { core: 1, number: 2, place: 4 } as const

const flagsOf = (term: string, weight: number): number =>
  (companyWeight(term, weight) >= POLICY.companyCore ? TERM_FLAG.core : 0) |
  (isNumeral(term) ? TERM_FLAG.number : 0) |
  (isPlaceWord(term) ? TERM_FLAG.place : 0)

/** Filter bits per term: one lookup in twenty is then in vain. */
const FILTER_BITS_PER_TERM = 16
const TERMS_PER_STEP = 2_500

/** May a term have this hash of its spelling? */
export const mayBeTerm = ({ termFilter }: Vocabulary, hash: number): boolean => {
  const bit = hash & (termFilter.length * 32 - 1)
  return ((termFilter[bit >>> 5] as number) & (1 << (bit & 31))) !== 0
}

/** Words that are in no table have no group. */
export const addToGroup = (termsByGroup: Map<number, number[]>, group: number, termId: number): void => {
  if (group === 0) return
  const known = termsByGroup.get(group)
  if (known) known.push(termId)
  else termsByGroup.set(group, [termId])
}

/** Numbers the words of names as they come, and counts the parties that have each. */
export class TermCounter {
  readonly termIds = new Map<string, number>()
  readonly terms: string[] = []
  readonly partyCounts: number[] = []
  private readonly lastParty: number[] = []

  count(word: string, partyId: number): number {
    let termId = this.termIds.get(word)
    if (termId === undefined) {
      termId = this.terms.length
      this.termIds.set(word, termId)
      this.terms.push(word)
      this.partyCounts.push(0)
      this.lastParty.push(-1)
    }
    if (this.lastParty[termId] !== partyId) {
      this.lastParty[termId] = partyId
      this.partyCounts[termId] = (this.partyCounts[termId] as number) + 1
    }
    return termId
  }
}

/** Makes the vocabulary of the counted terms, in steps of a few milliseconds. */
export function* buildVocabulary({ termIds, terms, partyCounts }: TermCounter): Generator<void, Vocabulary> {
  const weights = new Float32Array(terms.length)
  const lengths = new Uint8Array(terms.length)
  const initials = new Uint16Array(terms.length)
  const termFlags = new Uint8Array(terms.length)
  const letterSets = new Uint32Array(terms.length)
  const termsByGroup = new Map<number, number[]>()
  const sounds: string[] = []
  const consonants: string[] = []
  const variants = new HashTableBuilder()
  const termFilter = newFilter(terms.length)
  for (const [termId, term] of terms.entries()) {
    if (termId % TERMS_PER_STEP === 0) yield
    const facts = factsOf(term)
    weights[termId] = Math.min(facts.weight, bitsOf((partyCounts[termId] as number) / POLICY.weight.listSize))
    termFlags[termId] = flagsOf(term, weights[termId] as number)
    lengths[termId] = Math.min(255, term.length)
    initials[termId] = term.charCodeAt(0)
    letterSets[termId] = letterSet(term)
    addToGroup(termsByGroup, facts.group, termId)
    for (const { key } of relationKeysOf(term)) variants.add(hashWord(key, SALT.relation), termId)
    const spelling = readLookAlikes(term)
    const sound = soundKey(spelling)
    sounds.push(sound)
    consonants.push(consonantKey(sound))
    if (hasDigit(spelling)) continue
    for (const key of romanKeysOf(term)) variants.add(hashWord(key, SALT.roman), termId)
    const chinese = chineseKey(term)
    if (chinese !== null) variants.add(hashWord(chinese, SALT.chinese), termId)
    addToFilter(termFilter, hashWord(term, SALT.spelling))
    addVariants(variants, termId, spelling, sound)
  }
  yield
  return {
    ...{ termIds, terms, sounds, consonants, weights, lengths, initials, letterSets, termFlags, termsByGroup },
    partyCounts: Uint32Array.from(partyCounts),
    variants: variants.build(),
    termFilter,
  }
}

const newFilter = (terms: number): Uint32Array =>
  new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(1, (terms * FILTER_BITS_PER_TERM) / 32))))

const addToFilter = (filter: Uint32Array, hash: number): void => {
  const bit = hash & (filter.length * 32 - 1)
  filter[bit >>> 5] = (filter[bit >>> 5] as number) | (1 << (bit & 31))
}

const addVariants = (variants: HashTableBuilder, termId: number, term: string, sound: string): void => {
  addWithDeletions(variants, term, SALT.spelling, termId)
  addWithDeletions(variants, sound, SALT.sound, termId)
  const consonants = consonantKey(sound)
  if (consonants.length >= 2) variants.add(hashWord(consonants, SALT.consonants), termId)
}

const addWithDeletions = (variants: HashTableBuilder, key: string, salt: number, termId: number): void => {
  if (key.length < 2) return
  variants.add(hashWord(key, salt), termId)
  if (key.length < MIN_EDIT_LENGTH) return
  eachDeletionHash(key, salt, (hash, deleted) => {
    // Deleting either of two equal letters gives the same word.
    if (key[deleted] !== key[deleted - 1]) variants.add(hash, termId)
  })
}
