import type { ListedParty } from '../party.ts'
import { compareBirths } from './compare-births.ts'
import { type AskedFacts, compareFacts, type FactComparison, sameCountryBits } from './compare-facts.ts'
import { FACT_POLICY } from './fact-policy.ts'

const { maxLift, slips, leads, trails } = FACT_POLICY

/** What the facts of a party amount to for one question. */
export interface FactWeight {
  comparisons: readonly FactComparison[]
  /** Bits of birth and country that speak for the party, bounded; bits of all facts that speak against it. */
  lift: number
  drag: number
  /** Bits of an equal kind. Half of the list has it, so it lifts a score but never makes a hit. */
  kindLift: number
  /** It is something else than was asked for: only an equal name may still be it. */
  isOtherKind: boolean
  /** Does the birth agree so well that a word may be misspelt into another name? */
  allowsSlips: boolean
  /** Before equal names without such agreement; after similar names. */
  isLeading: boolean
  isTrailing: boolean
}

/** The weight where nothing was asked, or nothing can be compared. */
export const NO_FACTS: FactWeight = {
  ...{ comparisons: [], lift: 0, drag: 0, kindLift: 0 },
  ...{ isOtherKind: false, allowsSlips: false, isLeading: false, isTrailing: false },
}

export const weighFacts = (party: ListedParty, asked: AskedFacts): FactWeight => {
  const comparisons = compareFacts(party, asked)
  if (comparisons.length === 0) return NO_FACTS
  const bitsOf = (fact: FactComparison['fact']): number => comparisons.find((one) => one.fact === fact)?.bits ?? 0
  const [kind, birth, country] = [bitsOf('tipo'), bitsOf('nacimiento'), bitsOf('pais')]
  const total = kind + birth + country
  return {
    comparisons,
    lift: Math.min(maxLift, Math.max(0, birth) + Math.max(0, country)),
    drag: Math.max(0, -kind) + Math.max(0, -birth) + Math.max(0, -country),
    kindLift: Math.max(0, kind),
    isOtherKind: kind < 0,
    allowsSlips: birth >= slips,
    isLeading: birth >= leads && total >= leads,
    isTrailing: total <= trails,
  }
}

/** The weight of a party that agrees in everything asked: a name that is no hit with it needs no further look. */
export const bestWeight = ({ birth, country }: AskedFacts): FactWeight => {
  const birthBits = birth ? compareBirths(birth.date, { from: birth.date, to: birth.date, circa: false }) : 0
  const lift = Math.min(maxLift, birthBits + (country ? sameCountryBits(country.code) : 0))
  return { ...NO_FACTS, lift, allowsSlips: birthBits >= slips }
}

/** The score of a name, with facts counted like words: what agrees as an equal one, what contradicts as a cost. */
export const scoreWithFacts = (score: number, evidence: number, lift: number, drag: number): number => {
  if (lift === 0 && drag === 0) return score
  const weight = Math.max(1, evidence)
  return (score * weight + lift) / (weight + lift + drag)
}
