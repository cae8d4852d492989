import { POLICY } from '../policy.ts'
import type { HeardWord } from '../words/query-word.ts'
import type { Question } from './question.ts'
import type { Neighbours } from './similar-words.ts'

/** Which of a question's first words a name has is noted in one number. */
export const MOST_NOTED = 32
const { individual, entity } = POLICY.evidence
const LEAST_CUT = Math.min(POLICY.cut.individual, POLICY.cut.entity, POLICY.cut.other)
/** The least agreement that is ever enough, by how many words the question has on top. */
const LEAST_EVIDENCE = [0, 1, 2, 3].map((extra) =>
  Math.min(individual.extra[extra as 0], individual.both, entity.extra[extra as 0], entity.both),
)
const LEAST_COST = Math.min(POLICY.cost.extra, POLICY.cost.crossed, POLICY.cost.contradiction)
// Sums of the same weights in another order differ by less.
const SLACK = 0.001

/**
 * Tells before a name is laid beside the question that no judgement could make it a hit: too many words of the question
 * are surely left over. It only ever spares work; what `judgement.ts` would accept is never out of reach.
 */
export class Bound {
  private readonly weights = new Float64Array(MOST_NOTED)
  /** One bit for each word that is left over unless a listed word found for it stands in the name. */
  private stubborn = 0
  private total = 0

  start(question: Question, { notes, places }: Neighbours, words: number): void {
    this.stubborn = 0
    this.total = 0
    for (let at = 0; at < words; at++) {
      const word = question.heard[at] as HeardWord
      const asPerson = question.person.weights[at] as number
      const asCompany = question.company.weights[at] as number
      // A letter alone may agree as an initial.
      this.total += Math.max(asPerson, asCompany, word.text.length === 1 ? POLICY.weight.initial : 0)
      const isStubborn = word.stubborn && asPerson === asCompany && asPerson > 0
      if (!isStubborn || at >= MOST_NOTED || notes.mayBeSilent(places[at] as number)) continue
      this.weights[at] = asPerson
      this.stubborn |= 1 << at
    }
  }

  /** `has` tells the words of the question for which the name has a listed word. */
  isOutOfReach(has: number): boolean {
    let left = this.stubborn & ~has
    if (left === 0) return false
    let extra = 0
    let weight = 0
    for (; left !== 0; left &= left - 1) {
      extra++
      weight += this.weights[31 - Math.clz32(left & -left)] as number
    }
    const most = this.total - weight
    const needed = LEAST_EVIDENCE[Math.min(3, extra)] as number
    return most < needed - SLACK || most < LEAST_CUT * (most + LEAST_COST * weight) - SLACK
  }
}
