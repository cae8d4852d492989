import { kindBits } from '../facts/compare-facts.ts'
import { FACT_POLICY } from '../facts/fact-policy.ts'
import { ListFacts } from '../facts/list-facts.ts'
import { type FactWeight, NO_FACTS, scoreWithFacts, weighFacts } from '../facts/weigh-facts.ts'
import { indexSteps } from '../index/build-index.ts'
import type { NameIndex } from '../index/name-index.ts'
import type { ListedName, ListedParty } from '../party.ts'
import { POLICY } from '../policy.ts'
import { EditDistance } from '../words/edit-distance.ts'
import { Alignment } from './alignment/alignment.ts'
import { Slips } from './alignment/slips.ts'
import { Candidates } from './candidates.ts'
import { type AskedDocument, compareDocument, isExcluded, partiesWith } from './documents.ts'
import { ExactNames } from './exact-names.ts'
import type { Discarded, Hit } from './hit.ts'
import { isSameQuestion, type Question } from './question.ts'
import { QueryTerms } from './retrieval/query-terms.ts'
import { NO_SCORE, type Score, Scorer } from './scoring.ts'
import { partiesWithWord } from './thin-question.ts'

type NameScore = Pick<Score, 'score' | 'evidence'>

// A name that is only similar is never shown with the score of an equal one.
const MAX_PARTIAL_SCORE = 0.99
const NO_HITS: readonly Hit[] = []
const NONE_DISCARDED: readonly Discarded[] = []
/** Shorter words of a weak alias account for nothing. */
const WEAK_WORDS = /[A-Z0-9]{3,}/g

/** Builds a matcher at once, for tests and tools. */
export const matcherOf = (parties: readonly ListedParty[]): ListMatcher => {
  const steps = indexSteps(parties)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return new ListMatcher(step.value)
}

/**
 * One list, ready to be asked: candidate generation, alignment, scoring, decision. Everything in it is made once; a
 * question reuses its working space and never waits.
 */
export class ListMatcher {
  readonly index: NameIndex
  readonly #exactNames: ExactNames
  readonly #terms: QueryTerms
  readonly #candidates: Candidates
  readonly #alignment: Alignment
  readonly #scorer = new Scorer()
  readonly #slips = new Slips()
  /** The words of each party's weak aliases, made when first needed. */
  readonly #weakWords = new Map<number, ReadonlySet<string>>()
  /** The hits of the last question, by party. */
  readonly #hits = new Map<number, Hit>()
  /** Parties that facts have removed, by their name; of the last question. */
  readonly #removed = new Map<number, Discarded>()
  readonly #listFacts: ListFacts
  /** The facts of the last question, by party: weighed once for all names of a party. */
  readonly #facts = new Map<number, FactWeight>()
  #last: Question | null = null

  constructor(index: NameIndex) {
    const distance = new EditDistance()
    this.index = index
    this.#exactNames = new ExactNames(index)
    this.#terms = new QueryTerms(index, distance)
    this.#listFacts = new ListFacts(index.facts)
    this.#candidates = new Candidates(index, this.#terms, this.#listFacts, distance)
    const { joined, acronyms, letters } = this.#candidates
    this.#alignment = new Alignment({
      ...{ index, terms: this.#terms, joinedHits: joined.hits },
      ...{ acronymNames: acronyms.names, letters, distance },
    })
  }

  /** Every party the question may be about, one hit each, in no particular order. */
  search(question: Question): readonly Hit[] {
    if (this.#hits.size > 0) this.#hits.clear()
    if (this.#removed.size > 0) this.#removed.clear()
    if (this.#facts.size > 0) this.#facts.clear()
    if (question.texts.length > 0) this.#askAll(question)
    else this.#listFacts.ask(question.facts)
    if (question.document) this.#addByDocument(question, question.document)
    return this.#hits.size === 0 ? NO_HITS : [...this.#hits.values()]
  }

  /** Parties of the last question that its facts have removed, and nothing else has found. */
  discarded(): readonly Discarded[] {
    return this.#removed.size === 0
      ? NONE_DISCARDED
      : [...this.#removed].filter(([partyId]) => !this.#hits.has(partyId)).map(([, one]) => one)
  }

  #askAll(question: Question): void {
    // An alias beside a name proves no equality.
    for (let at = 0; at < question.parts.length; at++) this.#ask(question.parts[at] as Question, at === 0)
    if (question.latin) this.#ask(question.latin, false)
    const [own] = question.parts
    if (!own || !isSameQuestion(own, question)) this.#ask(question, true)
  }

  #ask(question: Question, mayBeExact: boolean): void {
    this.#resolve(question)
    // A name with a word that the list does not have equals none of it, legal forms aside.
    if (this.#terms.unlisted <= question.texts.length - question.core.length) this.#addEqual(question, mayBeExact)
    const { names, count } = this.#candidates
    for (let at = 0; at < count; at++) this.#addSimilar(question, names[at] as number)
  }

  #resolve(question: Question): void {
    this.#last = question
    this.#listFacts.ask(question.facts)
    this.#terms.resolve(question)
    this.#candidates.find(question)
  }

  /** The parties that have the one telling word of a thin question in a name or strong alias, in any spelling. */
  partiesWithThinWord(question: Question): ReadonlySet<number> {
    if (!question.thinWord) return new Set()
    this.#resolve(question)
    return partiesWithWord(this.index, this.#terms, question.thinWord)
  }

  /** The alignment of a name, for the reasons of a hit; valid until the next question. */
  align(question: Question, nameId: number, facts = NO_FACTS): Alignment {
    if (this.#last !== question) this.#resolve(question)
    this.#alignment.align(question, nameId)
    if (facts.allowsSlips) this.#slips.take(this.#alignment)
    return this.#alignment
  }

  /** The words of a weak alias are accounted for, though they prove nothing; null when the party has no weak alias. */
  weakWordsOf(nameId: number): ReadonlySet<string> | null {
    const partyId = this.index.partyOfName[nameId] as number
    if (!this.index.hasWeakAlias[partyId]) return null
    const known = this.#weakWords.get(partyId)
    if (known) return known
    const words = new Set<string>()
    for (const { kind, text } of this.#partyAt(partyId).names)
      if (kind === 'alias-debil') for (const word of text.toUpperCase().match(WEAK_WORDS) ?? []) words.add(word)
    this.#weakWords.set(partyId, words)
    return words
  }

  #partyAt(partyId: number): ListedParty {
    return this.index.parties[partyId] as ListedParty
  }

  #addEqual(question: Question, isExact: boolean): void {
    this.#exactNames.each(question, (nameId) => {
      this.#addFound(question, nameId, { score: 1, evidence: this.index.nameWeights[nameId] as number }, isExact)
    })
  }

  #addSimilar(question: Question, nameId: number): void {
    if (question.company.informative === 0) return
    const partyId = this.index.partyOfName[nameId] as number
    if (question.isCompany && this.index.isPerson[partyId]) return
    if (this.#hits.size > 0 && this.#hits.get(partyId)?.exact) return
    const score = this.#score(question, nameId)
    if (question.facts || question.excluded.length > 0) this.#addWithFacts(question, nameId, score)
    else if (score.isHit) this.#addHit(question, nameId, score, false)
  }

  /** Decides again with what else is known. The alignment must be the name's own. */
  #addWithFacts(question: Question, nameId: number, byName: Score): void {
    const partyId = this.index.partyOfName[nameId] as number
    const isHitByName = byName.isHit
    if (!isHitByName && !this.#listFacts.hasAgreeingFacts(partyId)) return
    const facts = this.#factWeightOf(question, partyId)
    const score = facts.isOtherKind ? null : this.#scoreAligned(nameId, facts)
    if (score?.isHit) this.#addHit(question, nameId, score, false)
    else if (isHitByName) this.#removed.set(partyId, { party: this.#partyAt(partyId), asked: question })
  }

  #factWeightOf(question: Question, partyId: number): FactWeight {
    const { facts, excluded } = question
    if (!facts && excluded.length === 0) return NO_FACTS
    const known = this.#facts.get(partyId)
    if (known) return known
    const party = this.#partyAt(partyId)
    const asked = isExcluded(question, party) ? FACT_POLICY.kind.other : 0
    const kind = facts?.kind ? Math.min(asked, kindBits(party.tipo, facts.kind.kind)) : asked
    const weight = weighFacts(kind, this.#listFacts.birthBits(partyId), this.#listFacts.countryBits(partyId))
    this.#facts.set(partyId, weight)
    return weight
  }

  /** Valid until the next name is scored. */
  #score(question: Question, nameId: number): Score {
    this.align(question, nameId)
    return this.#scoreAligned(nameId, NO_FACTS)
  }

  #scoreAligned(nameId: number, facts: FactWeight): Score {
    if (facts.allowsSlips) this.#slips.take(this.#alignment)
    const { tipo } = this.#partyAt(this.index.partyOfName[nameId] as number)
    return this.#scorer.score(this.#alignment, tipo, this.weakWordsOf(nameId), facts)
  }

  /**
   * An equal number says who it is; the names must only not contradict it. Here weak aliases count too. Where they do
   * contradict it, it is shown all the same: somebody has to look.
   */
  #addByDocument(question: Question, document: AskedDocument): void {
    for (const partyId of partiesWith(this.index, document)) {
      const { nameId, best } = this.#bestName(question, partyId)
      const exact = question.texts.length === 0 || best.score >= POLICY.withDocument
      this.#addFound(question, nameId, { ...best, score: exact ? 1 : POLICY.withDocument }, exact)
    }
  }

  /** Adds a hit that facts may lower or lift, but never drop. */
  #addFound(question: Question, nameId: number, found: NameScore, exact: boolean): void {
    const { lift, drag } = this.#factWeightOf(question, this.index.partyOfName[nameId] as number)
    const score = scoreWithFacts(found.score, found.evidence, lift, drag)
    this.#addHit(question, nameId, { ...found, score }, exact)
  }

  #bestName(question: Question, partyId: number): { nameId: number; best: Score } {
    const { firstName } = this.index
    let best = NO_SCORE
    let nameId = firstName[partyId] as number
    if (question.texts.length === 0) return { nameId, best }
    for (let other = nameId; other < (firstName[partyId + 1] as number); other++) {
      const score = this.#score(question, other)
      if (score.score <= best.score) continue
      best = { ...score }
      nameId = other
    }
    return { nameId, best }
  }

  /** Keeps the best hit of each party: an exact one, then the higher score. */
  #addHit(question: Question, nameId: number, found: NameScore, exact: boolean): void {
    const partyId = this.index.partyOfName[nameId] as number
    const party = this.#partyAt(partyId)
    const document = compareDocument(party, question.document)
    const facts = this.#factWeightOf(question, partyId)
    const lifted = scoreWithFacts(found.score, found.evidence, facts.kindLift, 0)
    const capped = exact ? lifted : Math.min(MAX_PARTIAL_SCORE, lifted)
    const score = Math.round(capped * (document === 'different' ? POLICY.otherDocument : 1) * 1000) / 1000
    const known = this.#hits.get(partyId)
    if (known && (known.exact || !exact) && known.score >= score) return
    const name = party.names[this.index.positionInParty[nameId] as number] as ListedName
    this.#hits.set(partyId, {
      ...{ party, nameId, name, exact, score },
      ...{ evidence: Math.round((found.evidence + facts.lift - facts.drag) * 10) / 10, document },
      ...{ facts, asked: question },
    })
  }
}
