import { FACT_POLICY } from './fact-policy.ts'

const { maxLift, slips, leads, trails } = FACT_POLICY

/** What the facts of a party amount to for one question. */
export interface FactWeight {
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
  ...{ lift: 0, drag: 0, kindLift: 0 },
  ...{ isOtherKind: false, allowsSlips: false, isLeading: false, isTrailing: false },
}

/** What facts amount to, by the bits of each; 0 where one side does not know it. */
export const weighFacts = (kind: number, birth: number, country: number): FactWeight => {
  if (kind === 0 && birth === 0 && country === 0) return NO_FACTS
  const total = kind + birth + country
  return {
    lift: Math.min(maxLift, Math.max(0, birth) + Math.max(0, country)),
    drag: Math.max(0, -kind) + Math.max(0, -birth) + Math.max(0, -country),
    kindLift: Math.max(0, kind),
    isOtherKind: kind < 0,
    allowsSlips: birth >= slips,
    isLeading: birth >= leads && total >= leads,
    isTrailing: total <= trails,
  }
}

/** The score of a name, with facts counted like words: what agrees as an equal one, what contradicts as a cost. */
export const scoreWithFacts = (score: number, evidence: number, lift: number, drag: number): number => {
  if (lift === 0 && drag === 0) return score
  const weight = Math.max(1, evidence)
  return (score * weight + lift) / (weight + lift + drag)
}
