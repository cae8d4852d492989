import { POLICY } from '../policy.ts'
import type { QueryWord } from '../words/query-word.ts'
import { ROLE } from '../words/roles.ts'
import { MAX_SHORT_NAME } from './alignment/short-forms.ts'
import type { Question } from './question.ts'
import type { QueryTerms } from './retrieval/query-terms.ts'

/** Words of a question that fit into one 32-bit set, beside the core bit; later ones are not looked at here. */
export const MAX_BOUND_WORDS = 31
/** In a set of words: the name has a word of the question that may be the core of a company's name. */
export const CORE_BIT = 1 << 31
const { individual, entity } = POLICY.evidence
const MIN_THRESHOLD = Math.min(POLICY.threshold.individual, POLICY.threshold.entity, POLICY.threshold.other)
/** The least evidence that is ever enough, by the number of the question's extra words. */
const MIN_EVIDENCE = [0, 1, 2, 3].map((extra) =>
  Math.min(individual.extra[extra as 0], individual.both, entity.extra[extra as 0], entity.both),
)
const MIN_COST = Math.min(POLICY.cost.extra, POLICY.cost.crossed, POLICY.cost.contradiction)
// Sums of the same weights in another order differ by less.
const SLACK = 0.001

/**
 * An upper bound on the score of a name before it is aligned: too many words of the question are surely extra. It only
 * saves work. A name that the decision would accept is never ruled out.
 */
export class Bound {
  readonly #weights = new Float64Array(MAX_BOUND_WORDS)
  /** One bit for each word that is extra unless the name has one of its terms. */
  #exactOnly = 0
  #total = 0
  /** One bit for each word that has weight in a company's name; the last one may be cut off and unlike any other. */
  #companyWords = 0

  start(question: Question, { findings, wordIds, wordCount }: QueryTerms): void {
    this.#exactOnly = 0
    this.#total = 0
    this.#companyWords = 0
    for (let at = 0; at < wordCount; at++) {
      const word = question.words[at] as QueryWord
      const asPerson = question.person.weights[at] as number
      const asCompany = question.company.weights[at] as number
      // A single letter may agree as an initial.
      this.#total += Math.max(asPerson, asCompany, word.text.length === 1 ? POLICY.weight.initial : 0)
      const isAffix = question.company.roles[at] === ROLE.affix
      if (at < MAX_BOUND_WORDS && asCompany > 0 && !isAffix && at < wordCount - 1) this.#companyWords |= 1 << at
      // A word that is cut off or short for another may agree with it.
      const mayBeShort = at === wordCount - 1 || (word.facts.group === 0 && word.text.length <= MAX_SHORT_NAME)
      const isCounted =
        word.exactOnly && !mayBeShort && asPerson === asCompany && asPerson > 0 && at !== question.husband
      if (!isCounted || at >= MAX_BOUND_WORDS || findings.mayBeWeightless(wordIds[at] as number)) continue
      this.#weights[at] = asPerson
      this.#exactOnly |= 1 << at
    }
  }

  /** Has a company's name neither the core of the question nor all of its words? */
  lacksCore(wordSet: number): boolean {
    return (wordSet & CORE_BIT) === 0 && (this.#companyWords & ~wordSet) !== 0
  }

  /** Can no alignment make this name a hit? `wordSet` has a bit for each word of the question with a term in the name. */
  isOutOfReach(wordSet: number): boolean {
    let rest = this.#exactOnly & ~wordSet
    if (rest === 0) return false
    let extra = 0
    let weight = 0
    // From the lowest bit that is set to the highest.
    for (; rest !== 0; rest &= rest - 1) {
      extra++
      weight += this.#weights[31 - Math.clz32(rest & -rest)] as number
    }
    const agreed = this.#total - weight
    const needed = MIN_EVIDENCE[Math.min(3, extra)] as number
    return agreed < needed - SLACK || agreed < MIN_THRESHOLD * (agreed + MIN_COST * weight) - SLACK
  }
}
