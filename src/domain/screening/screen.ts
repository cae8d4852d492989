import type { Hit, ListMatcher } from './match/matcher.ts'
import type { Question } from './match/question.ts'
import { POLICY } from './policy.ts'

export interface ScreeningResult {
  hits: Hit[]
  truncated: boolean
}

/** Asks every list and puts the best first: score, evidence, list, entry number. The same question gives the same order. */
export const screen = (question: Question, lists: readonly ListMatcher[]): ScreeningResult => {
  const hits: Hit[] = []
  for (const list of lists) for (const hit of list.search(question)) hits.push(hit)
  if (hits.length > 1) hits.sort(bestFirst)
  return hits.length > POLICY.most ? { hits: hits.slice(0, POLICY.most), truncated: true } : { hits, truncated: false }
}

const bestFirst = (a: Hit, b: Hit): number =>
  Number(b.exacto) - Number(a.exacto) ||
  b.score - a.score ||
  b.evidence - a.evidence ||
  compareText(b.party.fuente, a.party.fuente) ||
  a.party.referencia.length - b.party.referencia.length ||
  compareText(a.party.referencia, b.party.referencia)

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
