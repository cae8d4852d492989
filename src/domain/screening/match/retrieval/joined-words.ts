import { findValues } from '../../index/hash-table.ts'
import type { NameIndex } from '../../index/name-index.ts'
import { asWritten } from '../../index/postings.ts'
import { mayBeTerm, termsOfGroup } from '../../index/vocabulary.ts'
import { POLICY } from '../../policy.ts'
import type { EditDistance } from '../../words/edit-distance.ts'
import { factsOf } from '../../words/lexicon.ts'
import type { QueryWord } from '../../words/query-word.ts'
import { chineseKey } from '../../words/related/chinese-sound.ts'
import { joinNumber, numberOf } from '../../words/related/number-words.ts'
import { numberKey } from '../../words/related/related-words.ts'
import { consonantKey, soundKey } from '../../words/sound.ts'
import { concatHashes, eachDeletionHash, hashWord, SALT, saltedHash } from '../../words/word-hash.ts'
import type { Question } from '../question.ts'
import type { QueryTerms } from './query-terms.ts'

/** A name that writes together what the question writes apart, or the other way round. */
export interface JoinedHit {
  nameId: number
  /** First word and number of words of the question. */
  asked: number
  askedCount: number
  /** First word (in the index) and number of words of the name. */
  listed: number
  listedCount: number
  similarity: number
}

const MAX_HITS = 400
/** Shorter words, written together, must have no slip. */
const MIN_MISSPELT_LENGTH = 8
const { similarity } = POLICY

/** Finds names by words that are written together on one side only: DELACRUZ and DE LA CRUZ. */
export class JoinedWords {
  readonly #index: NameIndex
  readonly #distance: EditDistance
  readonly hits: JoinedHit[] = []
  readonly #values = new Uint32Array(MAX_HITS)

  constructor(index: NameIndex, distance: EditDistance) {
    this.#index = index
    this.#distance = distance
  }

  find({ words }: Question, { findings, wordIds, wordCount }: QueryTerms): void {
    this.hits.length = 0
    for (let at = 0; at < wordCount; at++) {
      const word = words[at] as QueryWord
      if (findings.mayBeJoined(wordIds[at] as number)) this.#findSplit(word.text, at)
      if (at + 1 === wordCount) break
      const next = words[at + 1] as QueryWord
      const pair = concatHashes(word.rollingHash, next.rollingHash, next.text.length)
      this.#findWhole(pair, at, 2, words)
      if (word.isKnown && next.isKnown) {
        this.#findNumber(word.text, next.text, at)
        if (word.text.length > 2 && next.text.length > 2) this.#findSpelling(joinTexts(words, at, 2), at)
      }
      if (word.isSyllable && next.isSyllable) this.#findChinese(joinTexts(words, at, 2), at)
      const isListed = findings.isListed(wordIds[at] as number) && findings.isListed(wordIds[at + 1] as number)
      // An edit that would take away a whole word is none.
      if (!isListed && word.maySlip && next.maySlip) this.#findMisspelt(joinTexts(words, at, 2), at)
      if (at + 2 === wordCount || !(word.isParticle || next.isParticle)) continue
      const third = words[at + 2] as QueryWord
      this.#findWhole(concatHashes(pair, third.rollingHash, third.text.length), at, 3, words)
      if (next.isParticle) this.#findByConsonants(joinTexts(words, at, 3), at)
    }
  }

  /** One word of the question that is several words of a name. */
  #findSplit(text: string, asked: number): void {
    const found = findValues(this.#index.joinedWords, hashWord(text, SALT.joined), this.#values)
    for (let at = 0; at < found; at++) {
      const listed = this.#values[at] as number
      const listedCount = this.#countWordsOf(text, listed)
      if (listedCount > 1 && this.hits.length < MAX_HITS)
        this.hits.push({
          ...{ nameId: this.#index.nameOfWord[listed] as number, asked, askedCount: 1, listed, listedCount },
          similarity: similarity.joined,
        })
    }
  }

  /** How many words of the name from `listed` on make up the text; 0 when they do not. After the last word comes the first. */
  #countWordsOf(text: string, listed: number): number {
    const { wordTerms, vocabulary, nameOfWord, nameStarts } = this.#index
    const nameId = nameOfWord[listed] as number
    const start = nameStarts[nameId] as number
    const length = (nameStarts[nameId + 1] as number) - start
    let rest = text
    let count = 0
    while (rest !== '' && count < length) {
      const termId = wordTerms[start + ((listed - start + count) % length)] as number
      const word = asWritten(vocabulary.terms.at(termId))
      if (!rest.startsWith(word)) return 0
      rest = rest.slice(word.length)
      count++
    }
    return rest === '' ? count : 0
  }

  /** Several words of the question that are one word of names; `rolling` is the hash of them together. */
  #findWhole(rolling: number, asked: number, askedCount: number, words: readonly QueryWord[]): void {
    const { vocabulary } = this.#index
    const hash = saltedHash(rolling, SALT.spelling)
    if (!mayBeTerm(vocabulary, hash)) return
    const found = findValues(vocabulary.variants, hash, this.#values)
    if (found === 0) return
    const whole = joinTexts(words, asked, askedCount)
    for (let at = 0; at < found; at++) {
      const termId = this.#values[at] as number
      if (vocabulary.terms.at(termId) === whole) this.#addNamesWith(termId, asked, askedCount, similarity.joined)
    }
  }

  /** Two words of the question that are another spelling of one word of names: ABD ALLAH and ABDULLAH. */
  #findSpelling(whole: string, asked: number): void {
    const { group } = factsOf(whole)
    if (group === 0) return
    const { vocabulary } = this.#index
    for (const termId of termsOfGroup(vocabulary, group))
      if (vocabulary.terms.at(termId) !== whole) this.#addNamesWith(termId, asked, 2, similarity.joined)
  }

  /** Two words of the question that are one word of names with an edit. */
  #findMisspelt(whole: string, asked: number): void {
    if (whole.length < MIN_MISSPELT_LENGTH) return
    const { vocabulary } = this.#index
    const look = (hash: number): void => {
      const found = findValues(vocabulary.variants, hash, this.#values)
      for (let at = 0; at < found; at++) {
        const termId = this.#values[at] as number
        if (this.#distance.between(whole, vocabulary.terms.at(termId), 1) === 1)
          this.#addNamesWith(termId, asked, 2, similarity.editLong)
      }
    }
    look(hashWord(whole, SALT.spelling))
    eachDeletionHash(whole, SALT.spelling, look)
  }

  /** Two syllables that names write as one word in another romanisation: TSE TUNG and ZEDONG. */
  #findChinese(whole: string, asked: number): void {
    const key = chineseKey(whole)
    if (key === null) return
    const { vocabulary } = this.#index
    const found = findValues(vocabulary.variants, hashWord(key, SALT.chinese), this.#values)
    for (let at = 0; at < found; at++) {
      const termId = this.#values[at] as number
      const term = vocabulary.terms.at(termId)
      if (term !== whole && chineseKey(term) === key) this.#addNamesWith(termId, asked, 2, similarity.romanisation)
    }
  }

  /** Tens and ones that names write as one number: FORTY FOUR and 44. */
  #findNumber(tens: string, ones: string, asked: number): void {
    const number = joinNumber(tens, ones)
    if (number === null) return
    const { vocabulary } = this.#index
    const found = findValues(vocabulary.variants, hashWord(numberKey(number), SALT.relation), this.#values)
    for (let at = 0; at < found; at++) {
      const termId = this.#values[at] as number
      if (numberOf(vocabulary.terms.at(termId))?.value === number)
        this.#addNamesWith(termId, asked, 2, similarity.number)
    }
  }

  /** Three words around a particle that are one word of names in another romanisation: ABD AL HADI and ABDULHADI. */
  #findByConsonants(whole: string, asked: number): void {
    const { vocabulary } = this.#index
    const consonants = consonantKey(soundKey(whole))
    const found = findValues(vocabulary.variants, hashWord(consonants, SALT.consonants), this.#values)
    for (let at = 0; at < found; at++) {
      const termId = this.#values[at] as number
      if (vocabulary.consonants.at(termId) !== consonants) continue
      if (this.#distance.between(whole, vocabulary.terms.at(termId), 2) <= 2)
        this.#addNamesWith(termId, asked, 3, similarity.consonants)
    }
  }

  #addNamesWith(termId: number, asked: number, askedCount: number, value: number): void {
    const { postings, postingStarts, nameStarts, wordTerms } = this.#index
    for (let at = postingStarts[termId] as number; at < (postingStarts[termId + 1] as number); at++) {
      if (this.hits.length >= MAX_HITS) return
      const nameId = postings[at] as number
      const listed = wordTerms.indexOf(termId, nameStarts[nameId] as number)
      this.hits.push({ nameId, asked, askedCount, listed, listedCount: 1, similarity: value })
    }
  }
}

const joinTexts = (words: readonly QueryWord[], from: number, count: number): string => {
  let whole = ''
  for (let word = from; word < from + count; word++) whole += (words[word] as QueryWord).text
  return whole
}
