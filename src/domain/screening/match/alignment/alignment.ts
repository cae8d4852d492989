import { NAME_FLAG, type NameIndex } from '../../index/name-index.ts'
import { POLICY } from '../../policy.ts'
import type { EditDistance } from '../../words/edit-distance.ts'
import { isSurname, isWeightless, ROLE, type Role } from '../../words/roles.ts'
import { MAX_QUERY_WORDS, type Question } from '../question.ts'
import type { JoinedHit } from '../retrieval/joined-words.ts'
import type { LetterFilter } from '../retrieval/letter-filter.ts'
import type { QueryTerms } from '../retrieval/query-terms.ts'
import { takeCutName } from './cut-name.ts'
import { LeftoverWords } from './leftover-words.ts'
import { LINK, MAX_NAME_WORDS, Pairing } from './pairing.ts'
import { pairShortForms, pairShortNames } from './short-forms.ts'

const MAX_PAIRS = MAX_NAME_WORDS * MAX_QUERY_WORDS
const { similarity } = POLICY

/** Similarities are stored with less precision than the policy has. */
const NICKNAME = Math.fround(similarity.nickname)

/** What an alignment works with: the list, the terms of the question, the words written together on one side, the initials. */
interface AlignmentDeps {
  index: NameIndex
  terms: QueryTerms
  joinedHits: readonly JoinedHit[]
  acronymNames: readonly number[]
  letters: LetterFilter
  distance: EditDistance
}

/** Pairs the words of one listed name with those of the question; filled anew for each name. */
export class Alignment extends Pairing {
  readonly #terms: QueryTerms
  readonly #joinedHits: readonly JoinedHit[]
  readonly #acronymNames: readonly number[]
  readonly #letters: LetterFilter
  readonly #leftovers: LeftoverWords
  /** Pairs of similar words, with what is gained by taking each. */
  readonly #pairListed = new Uint8Array(MAX_PAIRS)
  readonly #pairAsked = new Uint8Array(MAX_PAIRS)
  readonly #pairSimilarity = new Float32Array(MAX_PAIRS)
  readonly #pairGain = new Float32Array(MAX_PAIRS)

  constructor({ index, terms, joinedHits, acronymNames, letters, distance }: AlignmentDeps) {
    super(index)
    this.#terms = terms
    this.#joinedHits = joinedHits
    this.#acronymNames = acronymNames
    this.#letters = letters
    this.#leftovers = new LeftoverWords(distance)
  }

  align(question: Question, nameId: number): void {
    this.#terms.prepareEntries()
    this.start(question, nameId)
    if (this.#joinedHits.length > 0) this.#takeJoined()
    this.#takeSimilar()
    takeCutName(this)
    if (!this.#hasLeftovers()) return
    // Words come before initials, which fit many of them.
    if (this.#letters.isOpen) this.#leftovers.pair(this, this.#letters.passes(nameId))
    this.#takeInitials()
    if (this.isPerson) pairShortNames(this)
    pairShortForms(this, this.#acronymNames.length > 0 && this.#acronymNames.includes(nameId))
  }

  /** Has each side a word with weight that met none of the other? */
  #hasLeftovers(): boolean {
    let at = 0
    while (at < this.listedCount && !this.isLeftListed(at)) at++
    if (at === this.listedCount) return false
    for (let word = 0; word < this.askedCount; word++) if (this.isLeftAsked(word)) return true
    return false
  }

  /** Words written together are taken first, since each half alone would find nothing better. */
  #takeJoined(): void {
    for (const hit of this.#joinedHits) {
      if (hit.nameId !== this.nameId) continue
      const first = hit.listed - this.firstWord
      if (first >= this.listedCount || hit.listedCount > this.listedCount || this.#isTaken(hit, first)) continue
      for (let word = 0; word < hit.listedCount; word++)
        this.take((first + word) % this.listedCount, hit.asked, LINK.joined, hit.similarity)
      for (let word = 0; word < hit.askedCount; word++) this.taken[hit.asked + word] = 1
    }
  }

  #isTaken(hit: JoinedHit, first: number): boolean {
    for (let word = 0; word < hit.listedCount; word++)
      if ((this.partner[(first + word) % this.listedCount] as number) >= 0) return true
    for (let word = 0; word < hit.askedCount; word++) if (this.taken[hit.asked + word]) return true
    return false
  }

  /** Greedy: the best pair first, then the best of what is left. */
  #takeSimilar(): void {
    const pairs = this.#findPairs()
    for (let turn = 0; turn < pairs; turn++) {
      const best = this.#bestPair(pairs)
      if (best < 0) return
      const listed = this.#pairListed[best] as number
      this.take(listed, this.#pairAsked[best] as number, LINK.word, this.#pairSimilarity[best] as number)
    }
  }

  #bestPair(pairs: number): number {
    const { partner, taken } = this
    const pairListed = this.#pairListed
    const pairAsked = this.#pairAsked
    const pairGain = this.#pairGain
    let bestGain = 0
    let best = -1
    for (let pair = 0; pair < pairs; pair++) {
      const gain = pairGain[pair] as number
      if (gain <= bestGain || taken[pairAsked[pair] as number]) continue
      if ((partner[pairListed[pair] as number] as number) >= 0) continue
      bestGain = gain
      best = pair
    }
    return best
  }

  /** Every pair of similar words, ordered by the name's words and then by the question's. */
  #findPairs(): number {
    const { wordTerms, wordWeights } = this.index
    const { entryWord, entrySimilarity, nextEntry } = this.#terms
    let pairs = 0
    for (let listed = 0; listed < this.listedCount; listed++) {
      const gain = 1 + (wordWeights[this.firstWord + listed] as number)
      const first = pairs
      let entry = this.#terms.entryOf(wordTerms[this.firstWord + listed] as number)
      for (; entry >= 0; entry = nextEntry[entry] as number) {
        const word = entryWord[entry] as number
        const value = entrySimilarity[entry] as number
        if (value === NICKNAME && isSurname(this.roleAt(listed))) continue
        let pair = pairs++
        for (; pair > first && (this.#pairAsked[pair - 1] as number) > word; pair--) this.#copyPair(pair - 1, pair)
        this.#pairListed[pair] = listed
        this.#pairAsked[pair] = word
        this.#pairSimilarity[pair] = value
        this.#pairGain[pair] = value * gain
      }
    }
    return pairs
  }

  #copyPair(from: number, to: number): void {
    this.#pairAsked[to] = this.#pairAsked[from] as number
    this.#pairSimilarity[to] = this.#pairSimilarity[from] as number
    this.#pairGain[to] = this.#pairGain[from] as number
    this.#pairListed[to] = this.#pairListed[from] as number
  }

  /** A single letter stands for a name that begins with it, on either side. */
  #takeInitials(): void {
    if (!this.isPerson) return
    const hasInitial = (this.index.nameFlags[this.nameId] as number) & NAME_FLAG.hasInitial
    if (this.question.initials === 0 && !hasInitial) return
    for (let word = 0; word < this.askedCount; word++) {
      if (this.taken[word]) continue
      const listed = this.#initialPartner(word)
      if (listed >= 0) this.take(listed, word, LINK.initial, similarity.initial)
    }
  }

  /** The first free word of the name that is the initial of the word or has it as its initial, or -1. */
  #initialPartner(word: number): number {
    const { lengths, initials } = this.index.vocabulary
    const text = this.question.texts[word] as string
    const isLetter = text.length === 1
    const initial = text.charCodeAt(0)
    if (!isLetter && isWeightless(this.reading.roles[word] as Role)) return -1
    for (let at = 0; at < this.listedCount; at++) {
      const termId = this.index.wordTerms[this.firstWord + at] as number
      if (initials[termId] !== initial || isLetter === (lengths[termId] === 1)) continue
      const role = this.roleAt(at)
      // D. is the initial of DE LEON too.
      if (isLetter && role === ROLE.particle && this.isLeftListed(at + 1)) return at + 1
      if ((this.partner[at] as number) >= 0 || isWeightless(role)) continue
      if (isLetter || this.#mayBe(word, isSurname(role))) return at
    }
    return -1
  }

  /** May the word be a surname, or a given name? */
  #mayBe(word: number, surname: boolean): boolean {
    return this.question.words[word]?.facts.leaning !== (surname ? 'given' : 'surname')
  }
}
