import { POLICY } from '../policy.ts'
import { isPlaceWord } from '../words/company-words.ts'
import { isKnownWord } from '../words/known-words.ts'
import { hasDigit, isNumeral, letterSet, readLookAlikes } from '../words/letters.ts'
import { bitsOf, factsOf } from '../words/lexicon.ts'
import { chineseKey } from '../words/related/chinese-sound.ts'
import { relationKeysOf } from '../words/related/related-words.ts'
import { romanKeysOf } from '../words/related/roman-sound.ts'
import { companyWeight } from '../words/roles.ts'
import { consonantKey, soundKey } from '../words/sound.ts'
import { eachDeletionHash, hashWord, SALT } from '../words/word-hash.ts'
import { eachValue, type HashTable, HashTableBuilder } from './hash-table.ts'
import { WordTable } from './word-table.ts'

/** Shorter words match no other word by an edit. */
export const MIN_EDIT_LENGTH = 4

/** Every different word (term) of a list's names, by its number. */
export interface Vocabulary {
  terms: WordTable
  sounds: WordTable
  consonants: WordTable
  /** Hash of a term → its number. */
  termIds: HashTable
  weights: Float32Array
  /** Letters of each term, 255 at most, and its first one. */
  lengths: Uint8Array
  initials: Uint16Array
  /** The set of its letters. */
  letterSets: Uint32Array
  /** What each is, as bits of `TERM_FLAG`. */
  termFlags: Uint8Array
  /** How many parties have it in a name. */
  partyCounts: Uint32Array
  /** Terms by their spelling and their sound, whole and without each letter, by their consonants, and by their relations. */
  variants: HashTable
  /** A bitmap over the hashes of whole terms: a cheap "no" for nearly all pairs of words written together. */
  termFilter: Uint32Array
  /** Spelling group g has the terms from groupStarts[g] up to groupStarts[g + 1]; groups after the last one have none. */
  groupStarts: Uint32Array
  groupTerms: Uint32Array
}

/** The number of a term; undefined when the list does not have it. */
export const termIdOf = ({ termIds, terms }: Vocabulary, word: string): number | undefined =>
  eachValue(termIds, hashWord(word, SALT.term), (termId) => (terms.at(termId) === word ? termId : undefined))

/** The terms of this list that are spellings of one group. */
export const termsOfGroup = ({ groupStarts, groupTerms }: Vocabulary, group: number): Uint32Array =>
  groupTerms.subarray(groupStarts[group] ?? groupTerms.length, groupStarts[group + 1] ?? groupTerms.length)

/** In a company's name: heavy enough to be its core, a number, a place. In any name: a known word, no other one misspelt. */
export const TERM_FLAG = { core: 1, number: 2, place: 4, known: 8 } as const

const flagsOf = (term: string, weight: number): number =>
  (companyWeight(term, weight) >= POLICY.companyCore ? TERM_FLAG.core : 0) |
  (isNumeral(term) ? TERM_FLAG.number : 0) |
  (isPlaceWord(term) ? TERM_FLAG.place : 0) |
  (isKnownWord(term) ? TERM_FLAG.known : 0)

/** Filter bits per term: one lookup in twenty is then in vain. */
const FILTER_BITS_PER_TERM = 16
const TERMS_PER_STEP = 2_500

/** May a term have this hash of its spelling? */
export const mayBeTerm = ({ termFilter }: Vocabulary, hash: number): boolean => {
  const bit = hash & (termFilter.length * 32 - 1)
  return ((termFilter[bit >>> 5] as number) & (1 << (bit & 31))) !== 0
}

/** Words that are in no table have no group, number 0. */
const buildGroups = (groups: Uint32Array): Pick<Vocabulary, 'groupStarts' | 'groupTerms'> => {
  const last = groups.reduce((most, group) => Math.max(most, group), 0)
  const groupStarts = new Uint32Array(last + 2)
  for (const group of groups) if (group > 0) groupStarts[group + 1] = (groupStarts[group + 1] as number) + 1
  for (let group = 1; group <= last; group++)
    groupStarts[group + 1] = (groupStarts[group + 1] as number) + (groupStarts[group] as number)
  const groupTerms = new Uint32Array(groupStarts[last + 1] as number)
  const next = groupStarts.slice()
  for (const [termId, group] of groups.entries()) {
    if (group === 0) continue
    groupTerms[next[group] as number] = termId
    next[group] = (next[group] as number) + 1
  }
  return { groupStarts, groupTerms }
}

/** Numbers the words of names as they come, and counts the parties that have each. */
export class TermCounter {
  readonly termIds = new Map<string, number>()
  readonly terms: string[] = []
  readonly partyCounts: number[] = []
  readonly #lastParty: number[] = []

  count(word: string, partyId: number): number {
    let termId = this.termIds.get(word)
    if (termId === undefined) {
      termId = this.terms.length
      this.termIds.set(word, termId)
      this.terms.push(word)
      this.partyCounts.push(0)
      this.#lastParty.push(-1)
    }
    if (this.#lastParty[termId] !== partyId) {
      this.#lastParty[termId] = partyId
      this.partyCounts[termId] = (this.partyCounts[termId] as number) + 1
    }
    return termId
  }
}

/** Makes the vocabulary of the counted terms, in steps of a few milliseconds. */
export function* buildVocabulary({ terms, partyCounts }: TermCounter): Generator<void, Vocabulary> {
  const weights = new Float32Array(terms.length)
  const lengths = new Uint8Array(terms.length)
  const initials = new Uint16Array(terms.length)
  const termFlags = new Uint8Array(terms.length)
  const letterSets = new Uint32Array(terms.length)
  const groups = new Uint32Array(terms.length)
  const sounds: string[] = []
  const consonants: string[] = []
  const termIds = new HashTableBuilder()
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
    groups[termId] = facts.group
    termIds.add(hashWord(term, SALT.term), termId)
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
    terms: WordTable.of(terms),
    sounds: WordTable.of(sounds),
    consonants: WordTable.of(consonants),
    ...{ weights, lengths, initials, letterSets, termFlags },
    ...buildGroups(groups),
    termIds: termIds.build(),
    partyCounts: new Uint32Array(partyCounts),
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
