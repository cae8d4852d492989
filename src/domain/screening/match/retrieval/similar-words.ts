import { findValues } from '../../index/hash-table.ts'
import type { NameIndex } from '../../index/name-index.ts'
import { MIN_EDIT_LENGTH, TERM_FLAG, termIdOf, termsOfGroup } from '../../index/vocabulary.ts'
import { POLICY } from '../../policy.ts'
import type { EditDistance } from '../../words/edit-distance.ts'
import { hasDigit } from '../../words/letters.ts'
import { factsOf } from '../../words/lexicon.ts'
import type { QueryWord } from '../../words/query-word.ts'
import { longFormsOf } from '../../words/related/long-forms.ts'
import { numberOf } from '../../words/related/number-words.ts'
import { relationKeysOf } from '../../words/related/related-words.ts'
import { areRomanisations } from '../../words/related/roman-sound.ts'
import { eachDeletionHash, hashWord, SALT } from '../../words/word-hash.ts'
import type { Finding } from './finding-cache.ts'

const MIN_JOINED_LENGTH = 4
const MAX_TERMS = 3_000
const MAX_VALUES = 2_000
/** With more postings than this, the names are read from the postings of each term. */
const MAX_COPIED_NAMES = 256
/** A word that as many parties have is seldom another word misspelt. */
const COMMON_ON_LIST = 5
const { similarity } = POLICY

/** Finds the terms of a list that one word may stand for: equal, another spelling, the same sound, one edit, the same consonants. */
export class SimilarWords {
  readonly #index: NameIndex
  readonly #distance: EditDistance
  readonly #terms = new Uint32Array(MAX_TERMS)
  readonly #similarities = new Float32Array(MAX_TERMS)
  #count = 0
  /** Term → its position in `terms`, if that term is there: positions of earlier words are never cleared. */
  readonly #positions: Uint16Array
  readonly #values = new Uint32Array(MAX_VALUES)

  constructor(index: NameIndex, distance: EditDistance) {
    this.#index = index
    this.#distance = distance
    this.#positions = new Uint16Array(index.vocabulary.terms.length)
  }

  find(word: QueryWord): Finding {
    this.#count = 0
    this.#search(word)
    const { vocabulary, postingStarts, everWeightless } = this.#index
    const terms = this.#terms.slice(0, this.#count)
    let postingCount = 0
    let maxWeight = 0
    let hasCore = false
    for (const termId of terms) {
      postingCount += (postingStarts[termId + 1] as number) - (postingStarts[termId] as number)
      maxWeight = Math.max(maxWeight, vocabulary.weights[termId] as number)
      if ((vocabulary.termFlags[termId] as number) & TERM_FLAG.core) hasCore = true
    }
    return {
      terms,
      similarities: this.#similarities.slice(0, this.#count),
      names: terms.length > 1 && postingCount <= MAX_COPIED_NAMES ? this.#namesWith(terms) : [],
      postingCount,
      maxWeight,
      hasCore,
      mayBeJoined: this.#mayBeJoined(word.text),
      isListed: termIdOf(vocabulary, word.text) !== undefined,
      mayBeWeightless: terms.some((termId) => everWeightless[termId] === 1),
    }
  }

  #namesWith(terms: Uint32Array): number[] {
    const { postings, postingStarts } = this.#index
    const names = new Set<number>()
    for (const termId of terms)
      for (let at = postingStarts[termId] as number; at < (postingStarts[termId + 1] as number); at++)
        names.add(postings[at] as number)
    return [...names]
  }

  #mayBeJoined(text: string): boolean {
    if (text.length < MIN_JOINED_LENGTH) return false
    return findValues(this.#index.joinedWords, hashWord(text, SALT.joined), this.#values) > 0
  }

  #search(word: QueryWord): void {
    const { vocabulary } = this.#index
    const { text, spelling, facts } = word
    const termId = termIdOf(vocabulary, text)
    if (termId !== undefined) this.#add(termId, 1)
    if (word.isArabic) {
      this.#byConsonants(word, similarity.arabicConsonants)
      return
    }
    this.#byRelation(word)
    if (text.length === 1 || hasDigit(spelling) || numberOf(text) !== null) return
    if (facts.group > 0)
      for (const other of termsOfGroup(vocabulary, facts.group)) this.#add(other, similarity.spelling)
    if (facts.isParticle) return
    // It may yet be written by ear.
    if (word.isWellKnown) {
      this.#bySound(word, 0)
      return
    }
    const isCommon = termId !== undefined && (vocabulary.partyCounts[termId] as number) >= COMMON_ON_LIST
    const factor = isCommon ? similarity.commonListedWord : 1
    this.#byEdit(word, factor)
    this.#bySound(word, factor)
    if (text.length >= 5) this.#byConsonants(word, similarity.consonants * factor)
    this.#byRomanisation(word, similarity.romanisation * factor)
    if (termId === undefined) this.#byAbbreviation(text)
  }

  #byEdit({ spelling: word, isKnown }: QueryWord, factor: number): void {
    if (word.length < MIN_EDIT_LENGTH) return
    const { terms } = this.#index.vocabulary
    const most = similarity.editLong * factor
    const look = (hash: number): void => {
      const found = this.#findTerms(hash)
      for (let at = 0; at < found; at++) {
        const termId = this.#values[at] as number
        if (!this.#mayGain(termId, most)) continue
        const term = terms.at(termId)
        if (Math.abs(term.length - word.length) > 1 || this.#distance.between(word, term, 1) !== 1) continue
        const value =
          isKnown && this.#isKnown(termId) ? similarity.knownEdit : editSimilarity(Math.min(word.length, term.length))
        this.#add(termId, value * factor)
      }
    }
    look(hashWord(word, SALT.spelling))
    eachDeletionHash(word, SALT.spelling, look)
  }

  /** The same sound and, unless the factor is 0, sounds one edit away. */
  #bySound({ sound, isKnown }: QueryWord, factor: number): void {
    if (sound.length < 2) return
    const { sounds } = this.#index.vocabulary
    const look = (hash: number): void => {
      const found = this.#findTerms(hash)
      for (let at = 0; at < found; at++) {
        const termId = this.#values[at] as number
        if (!this.#mayGain(termId, similarity.sound)) continue
        const other = sounds.at(termId)
        if (other === sound) this.#add(termId, similarity.sound)
        else if (factor > 0 && other.length >= 5 && this.#distance.between(sound, other, 1) === 1) {
          if (!isKnown || !this.#isKnown(termId)) this.#add(termId, similarity.soundEdit * factor)
        }
      }
    }
    look(hashWord(sound, SALT.sound))
    if (sound.length >= 5 && factor > 0) eachDeletionHash(sound, SALT.sound, look)
  }

  #byConsonants({ spelling, consonants, isArabic, isKnown }: QueryWord, value: number): void {
    if (consonants.length < (isArabic ? 2 : 3)) return
    const { terms, consonants: listed } = this.#index.vocabulary
    const maxEdits = spelling.length >= 8 ? 3 : 2
    const found = this.#findTerms(hashWord(consonants, SALT.consonants))
    for (let at = 0; at < found; at++) {
      const termId = this.#values[at] as number
      if (!this.#mayGain(termId, value) || (isKnown && this.#isKnown(termId))) continue
      if (listed.at(termId) !== consonants) continue
      if (isArabic || this.#distance.between(spelling, terms.at(termId), maxEdits) <= maxEdits) this.#add(termId, value)
    }
  }

  /** Words that the tables relate: a number written otherwise, a nickname, a translation. */
  #byRelation({ relations }: QueryWord): void {
    const { terms } = this.#index.vocabulary
    for (const { kind, key } of relations) {
      const found = this.#findTerms(hashWord(key, SALT.relation))
      for (let at = 0; at < found; at++) {
        const termId = this.#values[at] as number
        if (!this.#mayGain(termId, similarity[kind])) continue
        const isRelated = relationKeysOf(terms.at(termId)).some((other) => other.key === key)
        if (isRelated && !factsOf(terms.at(termId)).isParticle) this.#add(termId, similarity[kind])
      }
    }
  }

  /** The same name in the romanisation of another language: KHODORKOVSKY and CHODORKOWSKI. */
  #byRomanisation({ spelling, romanKeys, isKnown }: QueryWord, value: number): void {
    const { terms } = this.#index.vocabulary
    for (const key of romanKeys) {
      const found = this.#findTerms(hashWord(key, SALT.roman))
      for (let at = 0; at < found; at++) {
        const termId = this.#values[at] as number
        if (!this.#mayGain(termId, value) || (isKnown && this.#isKnown(termId))) continue
        if (areRomanisations(spelling, terms.at(termId), romanKeys)) this.#add(termId, value)
      }
    }
  }

  /** Only everyday words of company names are abbreviated: a telling one would no longer tell. */
  #byAbbreviation(text: string): void {
    const { vocabulary } = this.#index
    for (const word of longFormsOf(text)) {
      const termId = termIdOf(vocabulary, word)
      if (termId !== undefined) this.#add(termId, similarity.abbreviation)
    }
  }

  #findTerms(hash: number): number {
    return findValues(this.#index.vocabulary.variants, hash, this.#values)
  }

  #isKnown(termId: number): boolean {
    return ((this.#index.vocabulary.termFlags[termId] as number) & TERM_FLAG.known) !== 0
  }

  /** Is the term not found yet, or less similar? Asked first, since the words are then compared for nothing. */
  #mayGain(termId: number, value: number): boolean {
    const known = this.#positions[termId] as number
    if (known >= this.#count || this.#terms[known] !== termId) return true
    return Math.fround(value) > (this.#similarities[known] as number)
  }

  /** A term that is found in several ways keeps its best similarity. */
  #add(termId: number, value: number): void {
    const known = this.#positions[termId] as number
    if (known < this.#count && this.#terms[known] === termId) {
      if (value > (this.#similarities[known] as number)) this.#similarities[known] = value
      return
    }
    if (this.#count === MAX_TERMS) return
    this.#terms[this.#count] = termId
    this.#similarities[this.#count] = value
    this.#positions[termId] = this.#count++
  }
}

/** One edit counts less in a longer word. */
const editSimilarity = (length: number): number => {
  if (length >= 7) return similarity.editLong
  return length >= 5 ? similarity.editMedium : similarity.editShort
}
