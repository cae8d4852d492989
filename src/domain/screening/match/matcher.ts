import { indexSteps, type NameIndex } from '../index/name-index.ts'
import type { ListedName, ListedParty } from '../party.ts'
import { POLICY } from '../policy.ts'
import { factsOf } from '../words/lexicon.ts'
import { ROLE } from '../words/roles.ts'
import { lookUp } from '../words/word-hash.ts'
import { Alignment } from './alignment.ts'
import { Candidates } from './candidates.ts'
import {
  buildDocumentIndex,
  compareDocument,
  type DocumentIndex,
  type DocumentVerdict,
  partiesWith,
} from './documents.ts'
import { ask, type Question } from './question.ts'
import { type Judgement, judge } from './scoring.ts'
import { Neighbours } from './similar-words.ts'

/** A party of the list that the question may be about. */
export interface Hit {
  party: ListedParty
  /** The name that matched, by its place in the index and by itself. */
  nameId: number
  name: ListedName
  exacto: boolean
  /** 0 to 1, three decimals. */
  score: number
  /** Bits of agreement: parts equal scores. */
  evidence: number
  documento: DocumentVerdict
}

// Nothing that only resembles a name is shown as if it were that name.
const MOST_PARTIAL = 0.99
const WARM_UP = 60
const MOST_EQUAL = 10_000
const NOBODY: readonly Hit[] = []

/** Builds a matcher at once, for tests and tools. */
export const matcherOf = (parties: readonly ListedParty[]): ListMatcher => {
  const steps = indexSteps(parties)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return new ListMatcher(step.value)
}

/** Builds an index in small steps, with `breathe` between them. */
export const buildIndex = async (parties: readonly ListedParty[], breathe: () => Promise<void>): Promise<NameIndex> => {
  const steps = indexSteps(parties)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await breathe()
  }
}

/** A matcher that was asked a few of its own names, so that the first caller does not pay for the compiler. */
export const readyMatcher = async (index: NameIndex, breathe: () => Promise<void>): Promise<ListMatcher> => {
  const list = new ListMatcher(index)
  const { parties } = index
  for (let at = 0; at < Math.min(WARM_UP, parties.length); at++) {
    const { nombres } = parties[Math.floor((at * parties.length) / WARM_UP)] as ListedParty
    list.search(ask(`${nombres[0]?.texto} X`))
    if (at % 10 === 0) await breathe()
  }
  return list
}

/** One list, ready to be asked. Everything in it is made once; asking reuses its working space and never waits. */
export class ListMatcher {
  readonly index: NameIndex
  private readonly documents: DocumentIndex
  private readonly neighbours: Neighbours
  private readonly candidates: Candidates
  private readonly alignment: Alignment
  private readonly hits = new Map<number, Hit>()
  private readonly equal = new Uint32Array(MOST_EQUAL)
  private last: Question | null = null

  constructor(index: NameIndex) {
    this.index = index
    this.documents = buildDocumentIndex(index.parties)
    this.neighbours = new Neighbours(this.index)
    this.candidates = new Candidates(this.index, this.neighbours)
    this.alignment = new Alignment(this.index, this.neighbours)
  }

  /** Every party the question may be about, one hit each, in no particular order. */
  search(question: Question): readonly Hit[] {
    this.last = question
    if (this.hits.size > 0) this.hits.clear()
    const { candidates } = this
    const words = this.neighbours.resolve(question)
    // A name with a word that the list does not have equals none of it, legal forms aside.
    if (this.neighbours.unlisted <= question.words.length - question.core.length) this.takeEqual(question)
    candidates.find(question, words)
    for (let at = 0; at < candidates.count; at++) this.takeAlike(question, candidates.names[at] as number)
    if (question.documento) this.takeByDocument(question)
    return this.hits.size === 0 ? NOBODY : [...this.hits.values()]
  }

  /** The alignment of a hit, for its reasons; valid until the next question. */
  align(question: Question, nameId: number): Alignment {
    if (this.last !== question) this.search(question)
    this.alignment.lay(question, nameId, this.candidates.joined)
    return this.alignment
  }

  private takeEqual(question: Question): void {
    this.takeEqualSet(question, question.words, question.wordsHash)
    if (question.core.length < question.words.length) this.takeEqualSet(question, question.core, question.coreHash)
  }

  private takeEqualSet(question: Question, words: readonly string[], hash: number): void {
    const found = lookUp(this.index.exact, hash, this.equal)
    for (let at = 0; at < found; at++) {
      const name = this.equal[at] as number
      const party = this.partyOf(name)
      if (question.excluded.includes(party.tipo) || !this.isEqual(question, words, name)) continue
      this.keep(name, { score: 1, evidence: this.index.nameWeights[name] as number, hit: true }, true, question)
    }
  }

  private isEqual(question: Question, words: readonly string[], name: number): boolean {
    const listed = this.wordsOf(name, true)
    if (!isSameSet(listed, words)) return false
    if (new Set(listed).size > 1 || isSameSet(this.wordsOf(name, false), question.words)) return true
    // One word is not a company because the list has a company of that name, unless it is asked for as a company.
    return question.core.length < question.words.length && factsOf(listed[0] as string).group === 0
  }

  private wordsOf(name: number, significant: boolean): string[] {
    const words: string[] = []
    const { starts, roles, vocabulary } = this.index
    for (let at = starts[name] as number; at < (starts[name + 1] as number); at++)
      if (!significant || roles[at] !== ROLE.legal)
        words.push(vocabulary.words[this.index.words[at] as number] as string)
    return words
  }

  private takeAlike(question: Question, name: number): void {
    if (question.company.telling === 0) return
    const place = this.index.partyOf[name] as number
    if (question.isCompany && this.index.isPerson[place]) return
    const party = this.index.parties[place] as ListedParty
    if (question.excluded.length > 0 && question.excluded.includes(party.tipo)) return
    if (this.hits.size > 0 && this.hits.get(place)?.exacto) return
    const judgement = this.judge(question, name, party)
    if (judgement.hit) this.keep(name, judgement, false, question)
  }

  private judge(question: Question, name: number, party: ListedParty): Judgement {
    this.alignment.lay(question, name, this.candidates.joined)
    const hasWeak = this.index.hasWeak[this.index.partyOf[name] as number]
    return judge(this.alignment, party.tipo, hasWeak ? (word) => hasWeakWord(party, word) : null)
  }

  /** A number says who it is; the names only must not say otherwise. Weak aliases may speak here. */
  private takeByDocument(question: Question): void {
    for (const place of partiesWith(this.documents, question.documento as NonNullable<Question['documento']>)) {
      const party = this.index.parties[place] as ListedParty
      let best: Judgement = { score: 0, evidence: 0, hit: false }
      let bestName = this.index.firstName[place] as number
      for (let name = bestName; name < (this.index.firstName[place + 1] as number); name++) {
        const judgement = this.judge(question, name, party)
        if (judgement.score > best.score) {
          best = judgement
          bestName = name
        }
      }
      const peruvian = compareDocument(party, question.documento) === 'igual' && isPeruvian(question, party)
      if (best.score >= POLICY.withDocument) this.keep(bestName, { ...best, score: 1 }, true, question)
      else if (peruvian) this.keep(bestName, { ...best, score: POLICY.withDocument }, false, question)
    }
  }

  private keep(name: number, { score, evidence }: Judgement, exacto: boolean, question: Question): void {
    const place = this.index.partyOf[name] as number
    const party = this.index.parties[place] as ListedParty
    const documento = compareDocument(party, question.documento)
    const capped = exacto ? score : Math.min(MOST_PARTIAL, score)
    const rounded = Math.round(capped * (documento === 'distinto' ? POLICY.otherDocument : 1) * 1000) / 1000
    const known = this.hits.get(place)
    if (known && (known.exacto || !exacto) && known.score >= rounded) return
    this.hits.set(place, {
      ...{ party, nameId: name, name: party.nombres[this.index.placeOf[name] as number] as ListedName },
      ...{ exacto, score: rounded, evidence: Math.round(evidence * 10) / 10, documento },
    })
  }

  private partyOf(name: number): ListedParty {
    return this.index.parties[this.index.partyOf[name] as number] as ListedParty
  }
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.every((word) => others.includes(word)) && others.every((word) => some.includes(word))

/** Is the word one of a weak alias of the party? Then it is accounted for, though it proves nothing. */
export const hasWeakWord = (party: ListedParty, word: string): boolean =>
  word.length > 2 && weakWordsOf(party).has(word)

const weakWords = new WeakMap<ListedParty, Set<string>>()

const weakWordsOf = (party: ListedParty): Set<string> => {
  const known = weakWords.get(party)
  if (known) return known
  const weak = party.nombres.filter(({ clase }) => clase === 'alias-debil')
  const words = new Set(weak.flatMap(({ texto }) => texto.toUpperCase().split(/[^A-Z0-9]+/)))
  weakWords.set(party, words)
  return words
}

const isPeruvian = (question: Question, party: ListedParty): boolean =>
  party.documentos.some(
    ({ pais, numero }) =>
      pais === 'Peru' && (numero === question.documento?.numero || numero === question.documento?.dni),
  )
