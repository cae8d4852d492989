import type { Hit, ListMatcher } from './match/matcher.ts'
import type { Question } from './match/question.ts'
import { POLICY } from './policy.ts'

interface ScreeningResult {
  hits: Hit[]
  truncated: boolean
}

/**
 * Asks every list and sorts the hits: by standing, then exact first, score, evidence, list, entry number. The order is
 * always the same. Exact hits are never among those left out.
 */
export const screen = (question: Question, lists: readonly ListMatcher[]): ScreeningResult => {
  const hits: Hit[] = []
  for (const list of lists) for (const hit of list.search(question)) hits.push(hit)
  if (hits.length > 1) hits.sort(bestFirst)
  if (hits.length <= POLICY.maxHits) return { hits, truncated: false }
  const kept = hits.sort((a, b) => Number(b.exact) - Number(a.exact) || bestFirst(a, b)).slice(0, POLICY.maxHits)
  return { hits: kept.sort(bestFirst), truncated: true }
}

/** An equal name comes first, unless the birth speaks for a similar one, or the facts against the equal one. */
const standing = ({ exact, facts }: Hit): number => {
  if (facts.isLeading) return 2
  return exact && !facts.isTrailing ? 1 : 0
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
