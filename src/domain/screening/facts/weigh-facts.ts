import type { ListedParty } from '../party.ts'
import { type AskedFacts, birthBits, compareFacts, type FactFinding } from './compare-facts.ts'
import { FACT_POLICY } from './fact-policy.ts'

const { maxLift, minScore, minScoreOfSlips, slips, leads, trails } = FACT_POLICY

/** What the facts of a party amount to for one question. */
export interface FactWeight {
  findings: readonly FactFinding[]
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
  ...{ findings: [], lift: 0, drag: 0, kindLift: 0 },
  ...{ isOtherKind: false, allowsSlips: false, isLeading: false, isTrailing: false },
}

export const weighFacts = (party: ListedParty, asked: AskedFacts): FactWeight => {
  const findings = compareFacts(party, asked)
  if (findings.length === 0) return NO_FACTS
  const bitsOf = (fact: FactFinding['fact']): number => findings.find((one) => one.fact === fact)?.bits ?? 0
  const [kind, birth, country] = [bitsOf('tipo'), bitsOf('nacimiento'), bitsOf('pais')]
  const total = kind + birth + country
  return {
    findings,
    lift: Math.min(maxLift, Math.max(0, birth) + Math.max(0, country)),
    drag: Math.max(0, -kind) + Math.max(0, -birth) + Math.max(0, -country),
    kindLift: Math.max(0, kind),
    isOtherKind: kind < 0,
    allowsSlips: birth >= slips,
    isLeading: birth >= leads && total >= leads,
    isTrailing: total <= trails,
  }
}

/**
 * May facts make a hit of a name with this score, which is none by itself? Looks at as little as it can: most names that
 * are compared are far off.
 */
export const mayBeLifted = (score: number, party: ListedParty, asked: AskedFacts): boolean => {
  if (score >= minScore) return true
  // A year alone never allows slips.
  if (score < minScoreOfSlips || !asked.birth || asked.birth.date.month === 0) return false
  return birthBits(party, asked) >= slips
}

/** The score of a name, with facts counted like words: what agrees as an equal one, what contradicts as a cost. */
export const scoreWithFacts = (score: number, evidence: number, lift: number, drag: number): number => {
  if (lift === 0 && drag === 0) return score
  const weight = Math.max(1, evidence)
  return (score * weight + lift) / (weight + lift + drag)
}
