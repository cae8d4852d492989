import type { ListFacts } from '../../facts/list-facts.ts'
import { IntMap } from '../../index/int-map.ts'
import type { NameIndex } from '../../index/name-index.ts'
import { TERM_FLAG } from '../../index/vocabulary.ts'
import { isWeightless, type Role } from '../../words/roles.ts'
import type { LetterFilter } from './letter-filter.ts'
import type { QueryTerms } from './query-terms.ts'

/** The word set of a name that was found by words written together. */
const ALL_WORDS = 0xffffffff
/** Testing one name for a term costs as much as this many steps along a posting list. */
const STEPS_PER_TEST = 12

/** One word of the question whose names are read. */
export interface WordTurn {
  wordId: number
  /** What it adds to a name, and its bits in the set of a name's words: its own, and the core bit if it may be the core. */
  worth: number
  bit: number
  coreBit: number
  /** May it bring any name, those whose facts agree, those that pass the letter filter? */
  isOpen: boolean
  isOpenByFacts: boolean
  isOpenByLetters: boolean
}

/** The names that the words of a question bring, with the weight and the words that each has gathered. */
export class GatheredNames {
  readonly #index: NameIndex
  readonly #terms: QueryTerms
  readonly #letters: LetterFilter
  readonly #facts: ListFacts
  /** The first `count` of `names`. */
  readonly names: Uint32Array
  count = 0
  /** Name → its position in `names`; by that position, the weight gathered, the last turn that met it, its word set. */
  readonly #positions: IntMap
  readonly weights: Float32Array
  readonly #lastTurn: Uint8Array
  readonly wordSets: Uint32Array
  #turn = 0

  constructor(index: NameIndex, terms: QueryTerms, letters: LetterFilter, facts: ListFacts) {
    const names = index.partyOfName.length
    this.#index = index
    this.#terms = terms
    this.#letters = letters
    this.#facts = facts
    this.#positions = new IntMap(names)
    this.#lastTurn = new Uint8Array(names)
    this.wordSets = new Uint32Array(names)
    this.weights = new Float32Array(names)
    this.names = new Uint32Array(names)
  }

  /** Empties it and makes room for `expected` names. */
  start(expected: number): void {
    this.#positions.reset(Math.min(expected, this.names.length))
    this.count = 0
    this.#turn = 1
  }

  /** Adds a name that stays whatever its words say. */
  addForGood(nameId: number): void {
    if (this.#positions.get(nameId) < 0) this.#addName(nameId, Number.POSITIVE_INFINITY, ALL_WORDS)
  }

  read(word: WordTurn): void {
    this.#turn++
    const mayBringNames = word.isOpen || word.isOpenByFacts || word.isOpenByLetters
    const postings = this.#terms.findings.postingCount(word.wordId)
    if (!mayBringNames && this.count * STEPS_PER_TEST < postings) this.#testEachName(word)
    else this.#readPostings(word)
  }

  #readPostings(word: WordTurn): void {
    const { findings } = this.#terms
    const { postings, postingStarts } = this.#index
    const start = findings.termsStart(word.wordId)
    const terms = findings.termCount(word.wordId)
    const names = findings.nameCount(word.wordId)
    if (names > 0) {
      const namesStart = start + 2 * terms
      this.#visit(word, findings.numbers, namesStart, namesStart + names, findings.hasCore(word.wordId))
      return
    }
    for (let at = start; at < start + terms; at++) {
      const termId = findings.numbers[at] as number
      const isCore = ((this.#index.vocabulary.termFlags[termId] as number) & TERM_FLAG.core) !== 0
      this.#visit(word, postings, postingStarts[termId] as number, postingStarts[termId + 1] as number, isCore)
    }
  }

  #visit(word: WordTurn, names: Uint32Array, start: number, end: number, isCore: boolean): void {
    const { weights, wordSets } = this
    const positions = this.#positions
    const lastTurn = this.#lastTurn
    const turn = this.#turn
    const { worth, isOpen } = word
    const bits = isCore ? word.bit | word.coreBit : word.bit
    for (let at = start; at < end; at++) {
      const nameId = names[at] as number
      const position = positions.get(nameId)
      if (position < 0) {
        if (isOpen || this.#isLetIn(word, nameId)) this.#addName(nameId, worth, bits)
      } else if (lastTurn[position] !== turn) {
        lastTurn[position] = turn
        weights[position] = (weights[position] as number) + worth
        wordSets[position] = (wordSets[position] as number) | bits
      } else wordSets[position] = (wordSets[position] as number) | bits
    }
  }

  #isLetIn({ isOpenByFacts, isOpenByLetters }: WordTurn, nameId: number): boolean {
    if (isOpenByLetters && this.#letters.passes(nameId)) return true
    return isOpenByFacts && this.#facts.hasAgreeingFacts(this.#index.partyOfName[nameId] as number)
  }

  /** With few names and a common word left, testing each of them is quicker than reading the word's postings. */
  #testEachName({ wordId, worth, bit, coreBit }: WordTurn): void {
    const start = this.#terms.findings.termsStart(wordId)
    const end = start + this.#terms.findings.termCount(wordId)
    for (let at = 0; at < this.count; at++)
      if (this.#hasOneOf(this.names[at] as number, start, end)) {
        this.weights[at] = (this.weights[at] as number) + worth
        this.wordSets[at] = (this.wordSets[at] as number) | bit | coreBit
      }
  }

  /** Has the name one of the terms from `start` to `end` of the findings? */
  #hasOneOf(nameId: number, start: number, end: number): boolean {
    const { nameStarts, wordTerms, wordRoles } = this.#index
    const terms = this.#terms.findings.numbers
    const last = nameStarts[nameId + 1] as number
    for (let at = nameStarts[nameId] as number; at < last; at++) {
      if (isWeightless(wordRoles[at] as Role)) continue
      const own = wordTerms[at] as number
      for (let term = start; term < end; term++) if (terms[term] === own) return true
    }
    return false
  }

  #addName(nameId: number, worth: number, wordSet: number): void {
    this.wordSets[this.count] = wordSet
    this.#positions.set(nameId, this.count)
    this.#lastTurn[this.count] = this.#turn
    this.weights[this.count] = worth
    this.names[this.count++] = nameId
  }
}
