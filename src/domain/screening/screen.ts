import type { AskedFacts } from './facts/compare-facts.ts'
import { holdersIn } from './holders.ts'
import type { Discarded, Hit } from './match/hit.ts'
import type { ListMatcher } from './match/matcher.ts'
import type { Question, QuestionReader } from './match/question.ts'
import type { ListedParty } from './party.ts'
import { POLICY } from './policy.ts'
import { numbersInName } from './words/name-numbers.ts'

interface ScreeningResult {
  hits: Hit[]
  truncated: boolean
  /** Parties of a similar name that what is known of the customer has removed. */
  discarded: Discarded[]
}

/** What a caller asks: a text with one name, with several, or with none, and what else is known of the customer. */
export interface Asked {
  nombre: string
  documento?: string | undefined
  facts: AskedFacts | null
}

export interface Screened extends ScreeningResult {
  /** The names that were asked for, when the text has several; else empty. */
  holders: readonly string[]
  /** Which of them a hit is about. */
  holderOf(hit: Hit): string
  /** False when documents alone were looked for. */
  hasName: boolean
  /** The one word that tells whose name it is, where there is no other: it clears nobody. */
  thin: { word: string; parties: number; some: readonly ListedParty[] } | null
}

/** Asks every list about every name in a text. A party is answered once, by its best. */
export const screenText = (asked: Asked, reader: QuestionReader, lists: readonly ListMatcher[]): Screened => {
  const { name, documents } = numbersInName(asked.nombre)
  const holders = holdersIn(name)
  const numbers = asked.documento ? [asked.documento, ...documents] : documents
  const questions: Question[] = []
  const names: string[] = []
  const ask = (holder: string, documento: string | undefined, facts: AskedFacts | null): void => {
    questions.push(reader.read(holder, documento, facts))
    names.push(holder)
  }
  for (const holder of holders) askHolder(holder, { ...asked, documento: numbers[0] }, ask)
  for (const number of numbers.length > 0 ? numbers : [undefined]) ask(name, number, asked.facts)
  return {
    ...screenAll(questions, lists),
    holders,
    hasName: name !== '',
    holderOf: (hit) => names[questions.findIndex((question) => isReadingOf(hit.asked, question))] as string,
    thin: thinIn(holders.length > 0 ? questions.slice(0, -1) : questions, lists),
  }
}

/** Is it the question, or one that the question consists of? */
const isReadingOf = (asked: Question, question: Question): boolean =>
  asked === question || asked === question.latin || question.parts.includes(asked)

/** Nobody knows whose document and birth they are: what speaks for a holder counts, what speaks against it does not. */
const askHolder = (
  holder: string,
  { documento, facts }: Asked,
  ask: (holder: string, documento: string | undefined, facts: AskedFacts | null) => void,
): void => {
  const kind = facts?.kind
  ask(holder, undefined, kind ? { kind } : null)
  if (documento || facts?.birth || facts?.country) ask(holder, documento, facts)
}

/** Of the parties that have the word of a thin question. */
const MOST_TOLD = 20

const thinIn = (questions: readonly Question[], lists: readonly ListMatcher[]): Screened['thin'] => {
  const question = questions.find(({ thinWord }) => thinWord !== null)
  if (!question?.thinWord) return null
  const found = lists.map((list) => ({ list, ids: list.partiesWithThinWord(question) }))
  const some = found.flatMap(({ list, ids }) =>
    [...ids].slice(0, MOST_TOLD).map((id) => list.index.parties[id] as ListedParty),
  )
  const parties = found.reduce((sum, { ids }) => sum + ids.size, 0)
  return { word: question.thinWord.text, parties, some: some.slice(0, MOST_TOLD) }
}

/** Asks every list one question. */
export const screen = (question: Question, lists: readonly ListMatcher[]): ScreeningResult =>
  screenAll([question], lists)

const screenAll = (questions: readonly Question[], lists: readonly ListMatcher[]): ScreeningResult => {
  const hits: Hit[] = []
  const discarded: Discarded[] = []
  for (const question of questions)
    for (const list of lists) {
      hits.push(...list.search(question))
      discarded.push(...list.discarded())
    }
  // A list answers one question with each party once.
  return questions.length === 1 ? { ...ranked(hits), discarded } : bestOfEach(hits, discarded)
}

/** Of several questions about one party the best hit counts. */
const bestOfEach = (hits: readonly Hit[], discarded: readonly Discarded[]): ScreeningResult => {
  const found = new Map<ListedParty, Hit>()
  for (const hit of hits) {
    const known = found.get(hit.party)
    if (!known || isBetter(hit, known)) found.set(hit.party, hit)
  }
  const removed = new Map(discarded.map((one) => [one.party, one]))
  return {
    ...ranked([...found.values()]),
    discarded: [...removed.values()].filter(({ party }) => !found.has(party)),
  }
}

/** Exact first, then the score; of equal ones the hit that its document speaks for. */
const isBetter = (hit: Hit, known: Hit): boolean => {
  if (hit.exact !== known.exact) return hit.exact
  if (hit.score !== known.score) return hit.score > known.score
  return hit.document === 'same' && known.document !== 'same'
}

/**
 * Sorts the hits: by standing, then exact first, score, evidence, list, entry number. The order is always the same. Exact
 * hits are never among those left out.
 */
const ranked = (hits: Hit[]): Pick<ScreeningResult, 'hits' | 'truncated'> => {
  if (hits.length > 1) hits.sort(bestFirst)
  if (hits.length <= POLICY.maxHits) return { hits, truncated: false }
  const kept = hits.sort((a, b) => Number(b.exact) - Number(a.exact) || bestFirst(a, b)).slice(0, POLICY.maxHits)
  return { hits: kept.sort(bestFirst), truncated: true }
}

/** An equal name or number comes first, unless the birth speaks for a similar one, or the facts against the equal one. */
const standing = ({ exact, document, facts }: Hit): number => {
  if (facts.isLeading) return 2
  return document === 'same' || (exact && !facts.isTrailing) ? 1 : 0
}

const bestFirst = (a: Hit, b: Hit): number =>
  standing(b) - standing(a) ||
  Number(b.exact) - Number(a.exact) ||
  b.score - a.score ||
  b.evidence - a.evidence ||
  compareText(b.party.fuente, a.party.fuente) ||
  a.party.referencia.length - b.party.referencia.length ||
  compareText(a.party.referencia, b.party.referencia)

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
