import { TERM_FLAG } from '../../index/vocabulary.ts'
import { POLICY } from '../../policy.ts'
import type { EditDistance } from '../../words/edit-distance.ts'
import { isPlainSet, mayBeWithin } from '../../words/letters.ts'
import type { QueryWord } from '../../words/query-word.ts'
import { isWeightless } from '../../words/roles.ts'
import { LINK, type Pairing } from './pairing.ts'

/** With more words left on either side, the names are not the same. */
const MAX_WORDS = 4
const { slips, similarity } = POLICY

/**
 * Compares what both names have left after their similar words were paired: words with more slips than the index looks
 * for, and words joined or split in another place. The whole name has one budget of edits, which grows with its length.
 */
export class LeftoverWords {
  readonly #distance: EditDistance
  readonly #listed = new Uint8Array(MAX_WORDS)
  readonly #asked = new Uint8Array(MAX_WORDS)
  #listedCount = 0
  #askedCount = 0
  /** Edits that may still be spent. */
  #budget = 0
  /** Weight of the words that agree already. */
  #agreed = 0

  constructor(distance: EditDistance) {
    this.#distance = distance
  }

  /** `isNear`: have the names nearly the same letters? Otherwise one of them lacks a word, and the rest must be sure. */
  pair(alignment: Pairing, isNear: boolean): void {
    if (!this.#collect(alignment)) return
    this.#openBudget(alignment)
    if (!isNear && this.#agreed < slips.leftOutAgreed) return
    while (this.#budget > 0 && this.#takeBest(alignment));
    if (isNear && this.#listedCount + this.#askedCount > 2) this.#takeJoined(alignment)
  }

  /** False when one side has nothing left, or too much. */
  #collect(alignment: Pairing): boolean {
    this.#listedCount = 0
    this.#askedCount = 0
    for (let at = 0; at < alignment.listedCount; at++) {
      if (!alignment.isLeftListed(at) || (alignment.isPerson && alignment.lengthAt(at) === 1)) continue
      if (this.#listedCount === MAX_WORDS) return false
      this.#listed[this.#listedCount++] = at
    }
    if (this.#listedCount === 0) return false
    for (let word = 0; word < alignment.askedCount; word++) {
      if (!alignment.isLeftAsked(word) || (alignment.isPerson && alignment.question.texts[word]?.length === 1)) continue
      if (this.#askedCount === MAX_WORDS) return false
      this.#asked[this.#askedCount++] = word
    }
    return this.#askedCount > 0
  }

  /** One edit for so many letters of the listed name, less those of the words that are paired. */
  #openBudget(alignment: Pairing): void {
    let letters = 0
    let spent = 0
    this.#agreed = 0
    for (let at = 0; at < alignment.listedCount; at++) {
      if (isWeightless(alignment.roleAt(at))) continue
      letters += alignment.lengthAt(at)
      if ((alignment.partner[at] as number) < 0) continue
      this.#agreed += alignment.agreedWeight(at) * (alignment.similarity[at] as number)
      if (alignment.link[at] === LINK.word && (alignment.similarity[at] as number) < SAME_SOUND) spent++
    }
    if (!alignment.isPerson) this.#agreed = Math.max(0, this.#agreed - slips.company)
    this.#budget = Math.min(slips.most, Math.floor(letters / slips.lettersPerEdit)) - spent
  }

  /** Takes the pair of words with the smallest share of edits, if one may be taken. */
  #takeBest(alignment: Pairing): boolean {
    let bestListed = -1
    let bestAsked = -1
    let bestEdits = 0
    let bestShare = 1
    for (let at = 0; at < this.#listedCount; at++)
      for (let word = 0; word < this.#askedCount; word++) {
        const edits = this.#fewestEdits(alignment, this.#listed[at] as number, this.#asked[word] as number)
        if (edits > this.#budget) continue
        const share = edits / alignment.textAt(this.#listed[at] as number).length
        if (share >= bestShare) continue
        bestShare = share
        bestEdits = edits
        bestListed = at
        bestAsked = word
      }
    if (bestListed < 0) return false
    const listed = this.#listed[bestListed] as number
    const word = this.#asked[bestAsked] as number
    alignment.take(listed, word, LINK.word, slipSimilarity(bestEdits, alignment.textAt(listed).length))
    this.#budget -= bestEdits
    this.#listedCount = removeAt(this.#listed, bestListed, this.#listedCount)
    this.#askedCount = removeAt(this.#asked, bestAsked, this.#askedCount)
    return true
  }

  #fewestEdits(alignment: Pairing, listed: number, word: number): number {
    const edits = this.#editsBetween(alignment, listed, word)
    return edits === NOT_ONE_WORD ? this.#editsBesideArticle(alignment, listed, word) : edits
  }

  /** The article is written with its word on one side and before it on the other: ALMANSOURY and AL MANSOURI. */
  #editsBesideArticle(alignment: Pairing, listed: number, word: number): number {
    const { maySlip, spelling } = alignment.question.words[word] as QueryWord
    const text = alignment.textAt(listed)
    const isAskedWhole = hasArticle(spelling) && listed > 0 && isArticle(alignment.textAt(listed - 1))
    const isListedWhole = hasArticle(text) && isArticle(alignment.question.texts[word - 1])
    if (!maySlip || isAskedWhole === isListedWhole) return NOT_ONE_WORD
    const [asked, bare] = isAskedWhole ? [spelling.slice(2), text] : [spelling, text.slice(2)]
    const most = this.#mostEdits(Math.max(asked.length, bare.length))
    const edits = this.#distance.between(asked, bare, most)
    return edits <= most ? Math.max(1, edits) : NOT_ONE_WORD
  }

  /** The edits between two words that may be one; more than any budget when they are not. */
  #editsBetween(alignment: Pairing, listed: number, word: number): number {
    const asked = alignment.question.words[word] as QueryWord
    const letters = alignment.lettersAt(listed)
    if (!asked.maySlip || !isPlainSet(letters)) return NOT_ONE_WORD
    const most = this.#mostEdits(Math.max(alignment.lengthAt(listed), asked.text.length))
    const text = alignment.textAt(listed)
    if (word === alignment.askedCount - 1 && isCutOff(asked.text, text)) return 1
    if (most === 0 || !mayBeWithin(most, letters, asked.letters)) return NOT_ONE_WORD
    const edits = this.#distance.between(asked.spelling, text, most)
    if (edits > most) return NOT_ONE_WORD
    if (!asked.isKnown || !(alignment.flagsAt(listed) & TERM_FLAG.known)) return edits
    // A known word is not another one misspelt, unless nearly everything else agrees.
    return edits === 1 && this.#agreed >= slips.knownAgreed ? edits : NOT_ONE_WORD
  }

  /** How many edits a word of so many letters may have beside what agrees already. */
  #mostEdits(length: number): number {
    for (const { letters, agreed, edits } of slips.words)
      if (length >= letters && this.#agreed >= agreed) return Math.min(edits, this.#budget)
    return 0
  }

  /** All that is left, written together: the same letters with other gaps, and at most one slip. */
  #takeJoined(alignment: Pairing): void {
    if (this.#listedCount === 0 || this.#askedCount === 0 || this.#listedCount + this.#askedCount === 2) return
    const edits = this.#editsWhenJoined(alignment)
    if (edits > 1) return
    const value = edits === 0 ? similarity.joined : similarity.editLong
    for (let at = 0; at < this.#listedCount; at++)
      alignment.take(this.#listed[at] as number, this.#asked[0] as number, LINK.joined, value)
    for (let word = 0; word < this.#askedCount; word++) alignment.taken[this.#asked[word] as number] = 1
  }

  #editsWhenJoined(alignment: Pairing): number {
    let listedLetters = 0
    let askedLetters = 0
    let listedLength = 0
    let askedLength = 0
    for (let at = 0; at < this.#listedCount; at++) {
      listedLetters |= alignment.lettersAt(this.#listed[at] as number)
      listedLength += alignment.lengthAt(this.#listed[at] as number)
    }
    for (let word = 0; word < this.#askedCount; word++) {
      const { letters, text } = alignment.question.words[this.#asked[word] as number] as QueryWord
      askedLetters |= letters
      askedLength += text.length
    }
    const isLong = listedLength >= slips.joinedLetters && isPlainSet(listedLetters | askedLetters)
    const most = isLong ? Math.max(0, Math.min(this.#budget, 1)) : 0
    if (Math.abs(listedLength - askedLength) > most || !mayBeWithin(most, listedLetters, askedLetters))
      return NOT_ONE_WORD
    let listed = ''
    for (let at = 0; at < this.#listedCount; at++) listed += alignment.textAt(this.#listed[at] as number)
    let asked = ''
    for (let word = 0; word < this.#askedCount; word++) asked += alignment.question.texts[this.#asked[word] as number]
    return this.#distance.between(asked, listed, most) <= most ? Number(asked !== listed) : NOT_ONE_WORD
  }
}

const NOT_ONE_WORD = 99
// Similarities are stored with less precision than the policy has.
const SAME_SOUND = similarity.sound - 0.001

const isArticle = (word: string | undefined): boolean => word === 'AL' || word === 'EL'
/** Does the word begin with an article, and go on long enough to be told from others? */
const hasArticle = (word: string): boolean => word.length >= slips.joinedLetters - 1 && isArticle(word.slice(0, 2))

/** Fields of fixed length cut the last word off. */
const isCutOff = (asked: string, listed: string): boolean =>
  asked.length >= slips.cutLetters && listed.startsWith(asked)

const removeAt = (items: Uint8Array, at: number, count: number): number => {
  items.copyWithin(at, at + 1, count)
  return count - 1
}

const slipSimilarity = (edits: number, length: number): number =>
  edits === 1 && length >= 7 ? similarity.editLong : Math.max(similarity.leastSlips, 1 - edits / length)
