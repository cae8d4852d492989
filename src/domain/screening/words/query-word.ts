import { isPlaceWord } from './company-words.ts'
import { EditDistance } from './edit-distance.ts'
import { AMPERSAND, cleanWord, foldLetters, isIgnoredInWord, isWordCode, wordEnd } from './fold.ts'
import { isKnownWord } from './known-words.ts'
import { hasDigit, isNumeral, letterSet, readLookAlikes, repeatedLetters } from './letters.ts'
import { factsOf, type WordFacts } from './lexicon.ts'
import { isChineseSyllable } from './related/chinese-sound.ts'
import { numberOf } from './related/number-words.ts'
import { type RelationKey, relationKeysOf } from './related/related-words.ts'
import { romanKeysOf } from './related/roman-sound.ts'
import { companyWeight, ROLE, weightInRole } from './roles.ts'
import { consonantKey, soundKey } from './sound.ts'
import { isArabic, romaniseArabic } from './transliterate.ts'
import { appendLetter, rollingHash, SALT, saltedHash } from './word-hash.ts'
import { correctLegalWord, startsLegalForm } from './world-legal-forms.ts'

/** A word of a question with all that is known of it before any list is asked; what every question reads comes first. */
export interface QueryWord {
  text: string
  rollingHash: number
  /** Its part of the hash of a set of words. */
  setHash: number
  /** Its number in the cache, under which lists file what they found for it. Numbers are given anew after a clearing. */
  id: number
  /** Never given twice by one cache: distinguishes the word from one that had its number before. */
  stamp: number
  /** What it weighs in no special role, and in a company's name. */
  weight: number
  companyWeight: number
  /** Is it a number, or one or a code with digits in a company's name? */
  isNumber: boolean
  isNumeral: boolean
  /** May it be a syllable of a Chinese name? */
  isSyllable: boolean
  /** Is it a place, in a company's name? */
  isPlace: boolean
  /** No particle, title or affix, and of one weight in all names. */
  isPlain: boolean
  /** May a legal form start with it, as typed or corrected? */
  startsForm: boolean
  /** It matches only listed words found for it alone: no initial, no start of a legal form. */
  exactOnly: boolean
  /** Is it an everyday word or a known name? Then it is not another such word misspelt. */
  isKnown: boolean
  /** Is it in the tables as a name of Peru, or without other spellings? Then it is no other word misspelt. */
  isWellKnown: boolean
  /** May it be another word misspelt, with more than one edit? */
  maySlip: boolean
  /** The set of its letters, and of those it has twice. */
  letters: number
  repeated: number
  isParticle: boolean
  facts: WordFacts
  /** The word with look-alike digits read as letters. */
  spelling: string
  sound: string
  consonants: string
  /** Under which keys lists file words that are related to it, and how it may sound in other romanisations. */
  relations: readonly RelationKey[]
  romanKeys: readonly string[]
  /** Its sound is that of a romanisation without vowels. */
  isArabic: boolean
  /** The word of a legal form it may be misspelt from, or itself. */
  corrected: string
}

/** How many words a cache keeps; lists make room for as many findings. */
export const MAX_CACHED_WORDS = 12_000
/** No name has more words. The cache is cleared between two names only, so each begins with room for its words. */
const RESERVED_WORDS = 1_000
/** Two numbers each: the rolling hash of a word, and its number plus 1. */
const SLOTS = 1 << 15
const LARGEST_STAMP = 0x7fffffff

/** Shorter words are never another one misspelt, nor is a word that is in the tables. */
const MIN_SLIP_LENGTH = 3
/** A word in no table that is as short may be the initials of several. */
export const MAX_GLUED_INITIALS = 3

/**
 * Splits names into words and keeps the facts of those seen lately: people share their names, so most words were seen
 * before. A word is looked up by its letters inside the name, so that nothing is copied to find it.
 */
export class QueryWordCache {
  readonly #slots = new Int32Array(2 * SLOTS)
  readonly #words: QueryWord[] = []
  readonly #distance = new EditDistance()
  #lastStamp = 0

  readWords(name: string): QueryWord[] {
    if (this.#words.length > MAX_CACHED_WORDS - RESERVED_WORDS) this.#clear()
    const text = foldLetters(name)
    const words: QueryWord[] = []
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at)
      if (isWordCode(code)) {
        const end = wordEnd(text, at)
        words.push(this.#wordIn(text, at, end))
        at = end
        continue
      }
      if (code === AMPERSAND) words.push(this.#wordIn('Y', 0, 1))
      at++
    }
    return words
  }

  #wordIn(text: string, start: number, end: number): QueryWord {
    const slots = this.#slots
    let rolling = 0
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at)
      if (!isIgnoredInWord(code)) rolling = appendLetter(rolling, code)
    }
    let slot = firstSlot(rolling)
    for (; slots[2 * slot + 1] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      if (slots[2 * slot] !== rolling) continue
      const word = this.#words[(slots[2 * slot + 1] as number) - 1] as QueryWord
      if (isWritten(word.text, text, start, end)) return word
    }
    return this.#add(cleanWord(text.slice(start, end)), rolling, slot)
  }

  #add(text: string, rolling: number, slot: number): QueryWord {
    const word = this.#describe(text)
    // AND is read as Y, which has a slot of its own.
    if (word.rollingHash !== rolling) return this.#wordIn(text, 0, text.length)
    // The reserve is used up: this name is too long to be anybody's, and lists compare only its first words.
    if (this.#words.length === MAX_CACHED_WORDS) return word
    this.#slots[2 * slot] = rolling
    this.#slots[2 * slot + 1] = this.#words.push(word)
    return word
  }

  #describe(text: string): QueryWord {
    const arabic = isArabic(text)
    const facts = factsOf(text)
    const spelling = readLookAlikes(text)
    const sound = soundKey(arabic ? romaniseArabic(text) : spelling)
    const corrected = facts.group > 0 ? text : correctLegalWord(text, this.#distance)
    const rolling = rollingHash(text)
    const startsForm = corrected !== text || startsLegalForm(text)
    const isKnown = isKnownWord(text)
    const isWellKnown = facts.group > 0 && (!facts.hasSpellings || facts.leaning !== null)
    const maySlip = text.length >= MIN_SLIP_LENGTH && facts.group === 0 && !arabic && !hasDigit(spelling)
    const inCompany = companyWeight(text, facts.weight)
    const isPlain = !facts.isParticle && !facts.isTitle && !facts.isAffix && inCompany === facts.weight
    return {
      text,
      rollingHash: rolling,
      // V8 stores a signed 32-bit number without a heap object of its own.
      setHash: saltedHash(rolling, SALT.set) | 0,
      id: this.#words.length,
      stamp: this.#nextStamp(),
      weight: weightInRole(text, ROLE.other, facts.weight, facts.isParticle),
      companyWeight: inCompany,
      isNumber: numberOf(text) !== null,
      isNumeral: isNumeral(text),
      isSyllable: isChineseSyllable(text),
      isPlace: isPlaceWord(text),
      isPlain,
      startsForm,
      exactOnly: isPlain && !startsForm && text.length > (facts.group > 0 ? 1 : MAX_GLUED_INITIALS),
      isKnown,
      isWellKnown,
      maySlip,
      letters: letterSet(spelling),
      repeated: repeatedLetters(spelling),
      isParticle: facts.isParticle,
      facts,
      spelling,
      sound,
      consonants: consonantKey(sound),
      relations: relationKeysOf(text),
      romanKeys: isWellKnown ? [] : romanKeysOf(spelling),
      isArabic: arabic,
      corrected,
    }
  }

  #nextStamp(): number {
    this.#lastStamp = this.#lastStamp === LARGEST_STAMP ? 1 : this.#lastStamp + 1
    return this.#lastStamp
  }

  #clear(): void {
    this.#slots.fill(0)
    this.#words.length = 0
  }
}

const firstSlot = (rolling: number): number => saltedHash(rolling, SALT.set) & (SLOTS - 1)

/** Are these the letters of the text from `start` to `end`, apostrophes and dots aside? */
const isWritten = (word: string, text: string, start: number, end: number): boolean => {
  let letter = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (!isIgnoredInWord(code) && word.charCodeAt(letter++) !== code) return false
  }
  return letter === word.length
}
