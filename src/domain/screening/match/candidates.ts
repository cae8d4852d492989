import { FACT_POLICY } from '../facts/fact-policy.ts'
import type { ListFacts } from '../facts/list-facts.ts'
import type { NameIndex } from '../index/name-index.ts'
import { POLICY } from '../policy.ts'
import type { EditDistance } from '../words/edit-distance.ts'
import { countBits } from '../words/letters.ts'
import type { QueryWord } from '../words/query-word.ts'
import { ROLE } from '../words/roles.ts'
import { isFieldLength } from './alignment/cut-name.ts'
import { Bound, CORE_BIT, MAX_BOUND_WORDS } from './bound.ts'
import { MAX_QUERY_WORDS, type Question } from './question.ts'
import { AcronymNames } from './retrieval/acronym-names.ts'
import { GatheredNames, type WordTurn } from './retrieval/gathered-names.ts'
import { JoinedWords } from './retrieval/joined-words.ts'
import { LetterFilter } from './retrieval/letter-filter.ts'
import type { QueryTerms } from './retrieval/query-terms.ts'

// Half of the question's weight must agree, or no score reaches the threshold: see `cost` and `threshold` in the policy.
const MIN_QUERY_SHARE = 0.48
const MIN_LISTED_SHARE = 0.4
const { leastShare } = FACT_POLICY
/** Beside a misspelt word, a word of this weight and with no more postings brings names whose letters are near. */
const LEAST_WORTH_BY_LETTERS = 5
const MOST_POSTINGS_BY_LETTERS = 300
/** Without any other clue, a word of so many letters is looked for in all names, beside one more word at most. */
const MIN_SCAN_LENGTH = 9
const MAX_SCAN_WORDS = 2
/** A shorter question is no name cut off by a field of fixed length. */
const MIN_CUT_LENGTH = 18

/**
 * Candidate generation: finds the few names worth aligning with a question. It reads the postings of the rarest words
 * first, and stops taking new names when the words left could not lift one over the least share.
 */
export class Candidates {
  readonly #index: NameIndex
  readonly #terms: QueryTerms
  readonly joined: JoinedWords
  readonly acronyms: AcronymNames
  readonly #bound = new Bound()
  readonly letters: LetterFilter
  readonly #facts: ListFacts
  readonly #gathered: GatheredNames
  /** Words of the question by their number of postings, and the most that each can contribute. */
  readonly #order = new Uint8Array(MAX_QUERY_WORDS)
  readonly #worth = new Float32Array(MAX_QUERY_WORDS)
  /** What each weighs in a company's name, affixes aside. */
  readonly #companyWeights = new Float32Array(MAX_QUERY_WORDS)
  readonly #turn: WordTurn = {
    ...{ wordId: 0, worth: 0, bit: 0, coreBit: 0 },
    ...{ isOpen: false, isOpenByFacts: false, isOpenByLetters: false },
  }
  /** Must a name have the core of the question? Everyday words bring companies only when there is nothing else. */
  #needsCore = false
  /** A bit for each word with postings but the last, which may be cut off; 0 when those are too few to tell. */
  #wholeWords = 0
  /** The most weight that the question's single letters may stand for. */
  #initialsWorth = 0

  constructor(index: NameIndex, terms: QueryTerms, facts: ListFacts, distance: EditDistance) {
    this.#index = index
    this.#terms = terms
    this.#facts = facts
    this.joined = new JoinedWords(index, distance)
    this.acronyms = new AcronymNames(index)
    this.letters = new LetterFilter(index)
    this.#gathered = new GatheredNames(index, terms, this.letters, facts)
  }

  /** The candidates: the first `count` of `names`. */
  get names(): Uint32Array {
    return this.#gathered.names
  }

  get count(): number {
    return this.#gathered.count
  }

  /** Finds every name that may be a hit. The question's terms must be resolved. */
  find(question: Question): void {
    this.joined.find(question, this.#terms)
    this.acronyms.find(question)
    const total = this.#weighWords(question)
    this.#wholeWords = this.#wholeWordsOf(question)
    // A word that a field of fixed length may have cut off is the core of nothing.
    const last = this.#terms.wordCount - 1
    if (last > 1 && isFieldLength(question.length)) this.#companyWeights[last] = 0
    this.#needsCore = question.isCompany && this.#hasCore()
    this.#initialsWorth = question.initials * POLICY.weight.max
    this.letters.start(question, this.#hasUnlistedWord(question))
    this.#start()
    this.#gather(total)
    this.#bound.start(question, this.#terms)
    this.#keepLikely(total, (question.thinWord?.weight ?? 0) >= POLICY.aloneSurname)
    // Reading the letters of all names costs less than it seems.
    if (this.count === 0 && this.#mayScan(question)) this.#gathered.count = this.letters.scanCompanies(this.names)
  }

  /** Nothing was found, and the question is hardly more than one long word that the list does not have. */
  #mayScan({ words, company }: Question): boolean {
    if (!this.letters.isOpen || company.informative > MAX_SCAN_WORDS) return false
    const { findings, wordIds, wordCount } = this.#terms
    for (let at = 0; at < wordCount; at++) {
      const { maySlip, text } = words[at] as QueryWord
      if (maySlip && text.length >= MIN_SCAN_LENGTH && !findings.isListed(wordIds[at] as number)) return true
    }
    return false
  }

  #hasCore(): boolean {
    for (let word = 0; word < this.#terms.wordCount; word++) if (this.#mayBeCore(word)) return true
    return false
  }

  /** Has the question a word that the list does not have and that may be another one misspelt? */
  #hasUnlistedWord({ words }: Question): boolean {
    const { findings, wordIds, wordCount } = this.#terms
    for (let at = 0; at < wordCount; at++)
      if ((words[at] as QueryWord).maySlip && !findings.isListed(wordIds[at] as number)) return true
    return false
  }

  #keepLikely(total: number, isThin: boolean): void {
    // A single surname finds everybody who has it.
    if (isThin) return
    let kept = 0
    for (let at = 0; at < this.count; at++) {
      const nameId = this.names[at] as number
      if (this.#isLikely(at, nameId, total) || this.#mayBeMisspelt(at, nameId)) this.names[kept++] = nameId
    }
    this.#gathered.count = kept
  }

  /** Has it nearly the letters of the question, or so much of it that the rest may be a word misspelt and one left out? */
  #mayBeMisspelt(at: number, nameId: number): boolean {
    if (!this.letters.isOpen) return false
    return (this.#gathered.weights[at] as number) >= POLICY.slips.leftOutAgreed || this.letters.passes(nameId)
  }

  #wholeWordsOf({ length }: Question): number {
    if (length < MIN_CUT_LENGTH) return 0
    let set = 0
    const last = Math.min(this.#terms.wordCount - 1, MAX_BOUND_WORDS)
    for (let word = 0; word < last; word++) if ((this.#worth[word] as number) > 0) set |= 1 << word
    return countBits(set) < 2 ? 0 : set
  }

  /** A birth or a country that agrees makes up for words that do not. */
  #isLikely(at: number, nameId: number, total: number): boolean {
    const whole = this.#wholeWords
    // The name may go on behind the words of a question that was cut off.
    if (whole !== 0 && ((this.#gathered.wordSets[at] as number) & whole) === whole) return true
    if (this.#isAgreed(at, nameId, total, 1) && this.#isWithinReach(at, nameId)) return true
    const partyId = this.#index.partyOfName[nameId] as number
    if (!this.#facts.isAsked || !this.#isAgreed(at, nameId, total, leastShare)) return false
    return this.#hasCoreOrFlags(at, nameId) && this.#facts.hasAgreeingFacts(partyId)
  }

  #isAgreed(at: number, nameId: number, total: number, leniency: number): boolean {
    const agreed = this.#gathered.weights[at] as number
    if (agreed < leniency * MIN_QUERY_SHARE * total) return false
    const { nameWeights, isPerson, partyOfName } = this.#index
    // A single letter may stand for any word of a person's name.
    const isInitialled = this.#initialsWorth > 0 && isPerson[partyOfName[nameId] as number] === 1
    const weight = (nameWeights[nameId] as number) - (isInitialled ? this.#initialsWorth : 0)
    return agreed >= leniency * MIN_LISTED_SHARE * weight
  }

  #isWithinReach(at: number, nameId: number): boolean {
    if (this.#bound.isOutOfReach(this.#gathered.wordSets[at] as number)) return this.#index.nameFlags[nameId] !== 0
    return this.#hasCoreOrFlags(at, nameId)
  }

  #hasCoreOrFlags(at: number, nameId: number): boolean {
    const { nameFlags, isCompany, partyOfName } = this.#index
    if (!this.#bound.lacksCore(this.#gathered.wordSets[at] as number)) return true
    return isCompany[partyOfName[nameId] as number] === 0 || nameFlags[nameId] !== 0
  }

  /** Names with words written together, and those with the initials, come first and always stay. */
  #start(): void {
    const { findings, wordIds, wordCount } = this.#terms
    const { hits } = this.joined
    let expected = hits.length + this.acronyms.names.length
    for (let word = 0; word < wordCount; word++)
      if ((this.#worth[word] as number) > 0) expected += findings.postingCount(wordIds[word] as number)
    this.#gathered.start(expected)
    for (const { nameId } of hits) this.#gathered.addForGood(nameId)
    for (const nameId of this.acronyms.names) this.#gathered.addForGood(nameId)
  }

  /** Orders the words by postings and returns the weight that the question has at least. */
  #weighWords(question: Question): number {
    const { findings, wordIds, wordCount } = this.#terms
    const order = this.#order
    const worth = this.#worth
    let total = 0
    for (let word = 0; word < wordCount; word++) {
      const asCompany = question.company.weights[word] as number
      const asPerson = question.person.weights[word] as number
      const own = question.isCompany ? asCompany : Math.max(asCompany, asPerson)
      const postings = findings.postingCount(wordIds[word] as number)
      worth[word] = postings > 0 ? Math.min(own, findings.maxWeight(wordIds[word] as number)) : 0
      // A word without postings, or one that says little in one reading, may cost nothing.
      const isAffix = question.company.roles[word] === ROLE.affix
      this.#companyWeights[word] = isAffix ? 0 : asCompany
      const { isPlace, text } = question.words[word] as QueryWord
      const isLight = isAffix || isPlace || text.length === 1 || word === question.husband
      total += isLight ? 0 : Math.min(worth[word] as number, asCompany, asPerson)
      let at = word
      for (; at > 0 && findings.postingCount(wordIds[order[at - 1] as number] as number) > postings; at--)
        order[at] = order[at - 1] as number
      order[at] = word
    }
    return total
  }

  #gather(total: number): void {
    let remaining = 0
    for (let word = 0; word < this.#terms.wordCount; word++) remaining += this.#worth[word] as number
    if (!this.#needsCore) {
      this.#gatherWords(total, remaining, null)
      return
    }
    const rest = this.#gatherWords(total, remaining, true)
    if (this.count > 0 || this.letters.isOpen) this.#gatherWords(Number.POSITIVE_INFINITY, rest, false)
  }

  /** Reads the words that may be the core or those that may not; all of them for null. Returns the worth of the others. */
  #gatherWords(total: number, worthLeft: number, isCore: boolean | null): number {
    const { findings, wordIds, wordCount } = this.#terms
    let remaining = worthLeft
    for (let at = 0; at < wordCount; at++) {
      const word = this.#order[at] as number
      const worth = this.#worth[word] as number
      if (worth === 0 || (isCore !== null && this.#mayBeCore(word) !== isCore)) continue
      const isOpen = remaining >= MIN_QUERY_SHARE * total
      const isOpenByFacts = this.#facts.isAsked && remaining >= leastShare * MIN_QUERY_SHARE * total
      if (!isOpen && !isOpenByFacts && !this.letters.isOpen && this.count === 0) return remaining
      this.#turn.isOpen = isOpen
      this.#turn.isOpenByFacts = isOpenByFacts
      this.#readWord(word, findings.postingCount(wordIds[word] as number))
      remaining -= worth
    }
    return remaining
  }

  #readWord(word: number, postings: number): void {
    const turn = this.#turn
    turn.wordId = this.#terms.wordIds[word] as number
    turn.worth = this.#worth[word] as number
    turn.bit = word < MAX_BOUND_WORDS ? 1 << word : 0
    turn.coreBit = (this.#companyWeights[word] as number) >= POLICY.companyCore ? CORE_BIT : 0
    turn.isOpenByLetters =
      this.letters.isOpen && turn.worth >= LEAST_WORTH_BY_LETTERS && postings <= MOST_POSTINGS_BY_LETTERS
    this.#gathered.read(turn)
  }

  /** May the word be the core of a company's name on this list? */
  #mayBeCore(word: number): boolean {
    if ((this.#companyWeights[word] as number) < POLICY.companyCore) return false
    return this.#terms.findings.hasCore(this.#terms.wordIds[word] as number)
  }
}
