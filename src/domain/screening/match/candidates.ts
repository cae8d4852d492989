import { FACT_POLICY } from '../facts/fact-policy.ts'
import { IntMap } from '../index/int-map.ts'
import type { NameIndex } from '../index/name-index.ts'
import { TERM_FLAG } from '../index/vocabulary.ts'
import { POLICY } from '../policy.ts'
import type { EditDistance } from '../words/edit-distance.ts'
import type { QueryWord } from '../words/query-word.ts'
import { isWeightless, ROLE, type Role } from '../words/roles.ts'
import { Bound, CORE_BIT, MAX_BOUND_WORDS } from './bound.ts'
import { MAX_QUERY_WORDS, type Question } from './question.ts'
import { AcronymNames } from './retrieval/acronym-names.ts'
import { JoinedWords } from './retrieval/joined-words.ts'
import { LetterFilter } from './retrieval/letter-filter.ts'
import type { QueryTerms } from './retrieval/query-terms.ts'

// Half of the question's weight must agree, or no score reaches the threshold: see `cost` and `threshold` in the policy.
const MIN_QUERY_SHARE = 0.48
const MIN_LISTED_SHARE = 0.4
/** The word set of a name that was found by words written together. */
const ALL_WORDS = 0xffffffff
/** Beside a misspelt word, a word of this weight and with no more postings brings names whose letters are near. */
const MIN_AJAR_WORTH = 5
const MAX_AJAR_POSTINGS = 300
/** Without any other clue, a word of so many letters is looked for in all names, beside one more word at most. */
const MIN_SCAN_LENGTH = 9
const MAX_SCAN_WORDS = 2
/** Testing one name for a term costs as much as this many steps along a posting list. */
const STEPS_PER_TEST = 12

/**
 * Candidate generation: finds the few names worth aligning with a question. It reads the postings of the rarest words
 * first, and stops taking new names when the words left could not lift one over the least share.
 */
export class Candidates {
  private readonly index: NameIndex
  private readonly terms: QueryTerms
  readonly joined: JoinedWords
  readonly acronyms: AcronymNames
  private readonly bound = new Bound()
  readonly letters: LetterFilter
  /** The candidates: the first `count` of `names`. */
  readonly names: Uint32Array
  count = 0
  /** Name → its position in `names`; by that position, the weight gathered, the last turn that met it, its word set. */
  private readonly positions: IntMap
  private readonly gathered: Float32Array
  private readonly lastTurn: Uint8Array
  private readonly wordSets: Uint32Array
  /** Words of the question by their number of postings, and the most that each can contribute. */
  private readonly order = new Uint8Array(MAX_QUERY_WORDS)
  private readonly worth = new Float32Array(MAX_QUERY_WORDS)
  /** What each weighs in a company's name, affixes aside. */
  private readonly companyWeights = new Float32Array(MAX_QUERY_WORDS)
  /** The word whose postings are being read: its turn, its bit, its worth, and whether it may bring new names. */
  private turn = 0
  private turnBit = 0
  private turnWorth = 0
  /** The core bit, when the word itself is heavy enough. */
  private turnCore = 0
  private isOpen = false
  /** Factor on the least shares. */
  private leniency = 1
  /** May it bring names that pass the letter filter? */
  private isAjar = false
  /** Must a name have the core of the question? Everyday words bring companies only when there is nothing else. */
  private needsCore = false
  /** The most weight that the question's single letters may stand for. */
  private initialsWorth = 0

  constructor(index: NameIndex, terms: QueryTerms, distance: EditDistance) {
    const names = index.partyOfName.length
    this.index = index
    this.terms = terms
    this.joined = new JoinedWords(index, distance)
    this.acronyms = new AcronymNames(index)
    this.letters = new LetterFilter(index)
    this.positions = new IntMap(names)
    this.lastTurn = new Uint8Array(names)
    this.wordSets = new Uint32Array(names)
    this.gathered = new Float32Array(names)
    this.names = new Uint32Array(names)
  }

  /** Finds every name that may be a hit. The question's terms must be resolved. */
  find(question: Question): void {
    this.joined.find(question, this.terms)
    this.acronyms.find(question)
    const total = this.weighWords(question)
    this.needsCore = question.isCompany && this.hasCore()
    this.initialsWorth = question.initials * POLICY.weight.max
    this.letters.start(question, this.hasUnlistedWord(question))
    this.start()
    this.gather(total)
    this.bound.start(question, this.terms)
    if (question.facts) this.bound.admitAll()
    this.keepLikely(total)
    // Reading the letters of all names costs less than it seems.
    if (this.count === 0 && this.mayScan(question)) this.count = this.letters.scanCompanies(this.names)
  }

  /** Nothing was found, and the question is hardly more than one long word that the list does not have. */
  private mayScan({ words, company }: Question): boolean {
    if (!this.letters.isOpen || company.informative > MAX_SCAN_WORDS) return false
    const { findings, wordIds, wordCount } = this.terms
    for (let at = 0; at < wordCount; at++) {
      const { maySlip, text } = words[at] as QueryWord
      if (maySlip && text.length >= MIN_SCAN_LENGTH && !findings.isListed(wordIds[at] as number)) return true
    }
    return false
  }

  private hasCore(): boolean {
    for (let word = 0; word < this.terms.wordCount; word++) if (this.mayBeCore(word)) return true
    return false
  }

  /** Has the question a word that the list does not have and that may be another one misspelt? */
  private hasUnlistedWord({ words }: Question): boolean {
    const { findings, wordIds, wordCount } = this.terms
    for (let at = 0; at < wordCount; at++)
      if ((words[at] as QueryWord).maySlip && !findings.isListed(wordIds[at] as number)) return true
    return false
  }

  private keepLikely(total: number): void {
    let kept = 0
    for (let at = 0; at < this.count; at++) {
      const nameId = this.names[at] as number
      if (this.isLikely(at, nameId, total) || this.letters.passes(nameId)) this.names[kept++] = nameId
    }
    this.count = kept
  }

  private isLikely(at: number, nameId: number, total: number): boolean {
    const agreed = this.gathered[at] as number
    if (agreed < MIN_QUERY_SHARE * total || !this.isWithinReach(nameId, this.wordSets[at] as number)) return false
    const { nameWeights, isPerson, partyOfName } = this.index
    // A single letter may stand for any word of a person's name.
    const isInitialled = this.initialsWorth > 0 && isPerson[partyOfName[nameId] as number] === 1
    const weight = (nameWeights[nameId] as number) - (isInitialled ? this.initialsWorth : 0)
    return agreed >= this.leniency * MIN_LISTED_SHARE * weight
  }

  private isWithinReach(nameId: number, wordSet: number): boolean {
    const { nameFlags, isCompany, partyOfName } = this.index
    if (this.bound.isOutOfReach(wordSet)) return nameFlags[nameId] !== 0
    if (!this.bound.lacksCore(wordSet) || isCompany[partyOfName[nameId] as number] === 0) return true
    return nameFlags[nameId] !== 0
  }

  /** Names with words written together, and those with the initials, come first and always stay. */
  private start(): void {
    const { findings, wordIds, wordCount } = this.terms
    const { hits } = this.joined
    let expected = hits.length + this.acronyms.names.length
    for (let word = 0; word < wordCount; word++)
      if ((this.worth[word] as number) > 0) expected += findings.postingCount(wordIds[word] as number)
    this.positions.reset(Math.min(expected, this.names.length))
    this.count = 0
    this.turn = 1
    for (const { nameId } of hits)
      if (this.positions.get(nameId) < 0) this.addName(nameId, Number.POSITIVE_INFINITY, ALL_WORDS)
    for (const nameId of this.acronyms.names)
      if (this.positions.get(nameId) < 0) this.addName(nameId, Number.POSITIVE_INFINITY, ALL_WORDS)
  }

  /** Orders the words by postings and returns the weight that the question has at least. */
  private weighWords(question: Question): number {
    const { findings, wordIds, wordCount } = this.terms
    const { order, worth } = this
    let total = 0
    for (let word = 0; word < wordCount; word++) {
      const asCompany = question.company.weights[word] as number
      const asPerson = question.person.weights[word] as number
      const own = question.isCompany ? asCompany : Math.max(asCompany, asPerson)
      const postings = findings.postingCount(wordIds[word] as number)
      worth[word] = postings > 0 ? Math.min(own, findings.maxWeight(wordIds[word] as number)) : 0
      // A word without postings, or one that says little in one reading, may cost nothing.
      const isAffix = question.company.roles[word] === ROLE.affix
      this.companyWeights[word] = isAffix ? 0 : asCompany
      const isLight = isAffix || (question.words[word] as QueryWord).isPlace
      total += isLight ? 0 : Math.min(worth[word] as number, asCompany, asPerson)
      let at = word
      for (; at > 0 && findings.postingCount(wordIds[order[at - 1] as number] as number) > postings; at--)
        order[at] = order[at - 1] as number
      order[at] = word
    }
    // A birth or a country that agrees makes up for words that do not.
    this.leniency = question.facts?.birth || question.facts?.country ? FACT_POLICY.leastShare : 1
    return this.leniency * total
  }

  private gather(total: number): void {
    let remaining = 0
    for (let word = 0; word < this.terms.wordCount; word++) remaining += this.worth[word] as number
    if (!this.needsCore) {
      this.gatherWords(total, remaining, null)
      return
    }
    const rest = this.gatherWords(total, remaining, true)
    if (this.count > 0 || this.letters.isOpen) this.gatherWords(Number.POSITIVE_INFINITY, rest, false)
  }

  /** Reads the words that may be the core or those that may not; all of them for null. Returns the worth of the others. */
  private gatherWords(total: number, worthLeft: number, isCore: boolean | null): number {
    const { findings, wordIds, wordCount } = this.terms
    let remaining = worthLeft
    for (let at = 0; at < wordCount; at++) {
      const word = this.order[at] as number
      const worth = this.worth[word] as number
      if (worth === 0 || (isCore !== null && this.mayBeCore(word) !== isCore)) continue
      this.isOpen = remaining >= MIN_QUERY_SHARE * total
      if (!this.isOpen && !this.letters.isOpen && this.count === 0) return remaining
      this.readWord(word, findings.postingCount(wordIds[word] as number))
      remaining -= worth
    }
    return remaining
  }

  private readWord(word: number, postings: number): void {
    const worth = this.worth[word] as number
    const wordId = this.terms.wordIds[word] as number
    this.isAjar = this.letters.isOpen && worth >= MIN_AJAR_WORTH && postings <= MAX_AJAR_POSTINGS
    this.turn++
    this.turnBit = word < MAX_BOUND_WORDS ? 1 << word : 0
    this.turnWorth = worth
    this.turnCore = (this.companyWeights[word] as number) >= POLICY.companyCore ? CORE_BIT : 0
    if (!this.isOpen && !this.isAjar && this.count * STEPS_PER_TEST < postings) this.testEachName(wordId)
    else this.readPostings(wordId)
  }

  /** May the word be the core of a company's name on this list? */
  private mayBeCore(word: number): boolean {
    if ((this.companyWeights[word] as number) < POLICY.companyCore) return false
    return this.terms.findings.hasCore(this.terms.wordIds[word] as number)
  }

  private readPostings(wordId: number): void {
    const { findings } = this.terms
    const { postings, postingStarts } = this.index
    const start = findings.termsStart(wordId)
    const terms = findings.termCount(wordId)
    const names = findings.nameCount(wordId)
    if (names > 0) {
      const namesStart = start + 2 * terms
      this.visit(findings.numbers, namesStart, namesStart + names, findings.hasCore(wordId))
      return
    }
    for (let at = start; at < start + terms; at++) {
      const termId = findings.numbers[at] as number
      const isCore = ((this.index.vocabulary.termFlags[termId] as number) & TERM_FLAG.core) !== 0
      this.visit(postings, postingStarts[termId] as number, postingStarts[termId + 1] as number, isCore)
    }
  }

  private visit(names: Uint32Array, start: number, end: number, isCore: boolean): void {
    const { positions, lastTurn, gathered, wordSets, turn, turnWorth, isOpen, isAjar } = this
    const bits = isCore ? this.turnBit | this.turnCore : this.turnBit
    for (let at = start; at < end; at++) {
      const nameId = names[at] as number
      const position = positions.get(nameId)
      if (position < 0) {
        if (isOpen || (isAjar && this.letters.passes(nameId))) this.addName(nameId, turnWorth, bits)
      } else if (lastTurn[position] !== turn) {
        lastTurn[position] = turn
        gathered[position] = (gathered[position] as number) + turnWorth
        wordSets[position] = (wordSets[position] as number) | bits
      } else wordSets[position] = (wordSets[position] as number) | bits
    }
  }

  /** With few candidates and a common word left, testing each of them is quicker than reading the word's postings. */
  private testEachName(wordId: number): void {
    const start = this.terms.findings.termsStart(wordId)
    const end = start + this.terms.findings.termCount(wordId)
    for (let at = 0; at < this.count; at++)
      if (this.hasOneOf(this.names[at] as number, start, end)) {
        this.gathered[at] = (this.gathered[at] as number) + this.turnWorth
        this.wordSets[at] = (this.wordSets[at] as number) | this.turnBit | this.turnCore
      }
  }

  /** Has the name one of the terms from `start` to `end` of the findings? */
  private hasOneOf(nameId: number, start: number, end: number): boolean {
    const { nameStarts, wordTerms, wordRoles } = this.index
    const terms = this.terms.findings.numbers
    const last = nameStarts[nameId + 1] as number
    for (let at = nameStarts[nameId] as number; at < last; at++) {
      if (isWeightless(wordRoles[at] as Role)) continue
      const own = wordTerms[at] as number
      for (let term = start; term < end; term++) if (terms[term] === own) return true
    }
    return false
  }

  private addName(nameId: number, worth: number, wordSet: number): void {
    this.wordSets[this.count] = wordSet
    this.positions.set(nameId, this.count)
    this.lastTurn[this.count] = this.turn
    this.gathered[this.count] = worth
    this.names[this.count++] = nameId
  }
}
