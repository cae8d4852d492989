import { type FactWeight, NO_FACTS, scoreWithFacts } from '../facts/weigh-facts.ts'
import type { PartyKind } from '../party.ts'
import { POLICY } from '../policy.ts'
import { isSurname, isWeightless } from '../words/roles.ts'
import { Agreement } from './agreement.ts'
import { LINK, type Pairing } from './alignment/pairing.ts'

const { cost, threshold, evidence, singleWord, tellingWord } = POLICY

// Similarities are stored with less precision than the policy has.
const SAME_SOUND = POLICY.similarity.sound - 0.001
/** More words that fit nothing and may be left out lower a name no further. */
const MAX_UNFIT = 3

/** What an alignment amounts to. */
export interface Score {
  /** How alike the names are, from 0 to 1. */
  score: number
  /** How strong the agreement is as evidence, in bits. */
  evidence: number
  /** Is it the same party? */
  isHit: boolean
}

export const NO_SCORE: Score = { score: 0, evidence: 0, isHit: false }

/** Scores alignments and decides which are hits. Thousands of names may be scored for one question, so it reuses its sums. */
export class Scorer {
  readonly #agreement = new Agreement()
  readonly #result: Score = { ...NO_SCORE }

  /** The result is valid until the next call. `excused` are words of the question that a weak alias of the party accounts for. */
  score(alignment: Pairing, tipo: PartyKind, excused: ReadonlySet<string> | null, facts: FactWeight = NO_FACTS): Score {
    const agreement = this.#agreement
    agreement.sum(alignment, excused)
    const { agreed, similar, affixes } = agreement
    const byName = agreed === 0 ? 0 : similar / (agreed + costOf(agreement, tipo) + cost.affix * affixes)
    // No fact makes one party of two names that contradict each other.
    const lift = agreement.missing > 0 && agreement.extra > 0 && isContradiction(agreement) ? 0 : facts.lift
    const score = scoreWithFacts(byName, agreed, lift, facts.drag)
    const bits = agreement.evidence + lift - facts.drag
    const isHit =
      (score >= thresholdOf(tipo) && isEnough(agreement, tipo, alignment, bits)) || isSurnameAlone(agreement, alignment)
    // What may be left out drops nobody, but the names it fits come first.
    const unfit = cost.unfit * Math.min(agreement.unfit, MAX_UNFIT)
    this.#result.score = score * (1 - unfit)
    this.#result.evidence = agreement.evidence
    this.#result.isHit = isHit
    return this.#result
  }
}

const costOf = (agreement: Agreement, tipo: PartyKind): number => {
  const { missing, missingWeight, extra, extraWeight, numberWeight, placeWeight } = agreement
  if (missing > 0 && extra > 0) {
    const share = isContradiction(agreement) ? cost.contradiction : cost.crossed
    return share * (missingWeight + extraWeight)
  }
  const places = tipo === 'entity' ? placeWeight : 0
  const share = missing > 0 ? cost.missing : cost.extra
  return share * (missingWeight + extraWeight - places) + cost.place * places + cost.number * numberWeight
}

/** A given name against a given name, a surname against a surname, or words whose role is not known. */
const isContradiction = ({ missing, missingSurnames, missingGiven, extra, extraSurnames }: Agreement): boolean =>
  missing > missingSurnames + missingGiven ||
  (missingSurnames > 0 && extraSurnames > 0) ||
  (missingGiven > 0 && extra > extraSurnames)

const thresholdOf = (tipo: PartyKind): number =>
  tipo === 'individual' ? threshold.individual : tipo === 'entity' ? threshold.entity : threshold.other

/** The decision: is what agrees, of names and facts, enough for what is missing and what is extra? */
const isEnough = (agreement: Agreement, tipo: PartyKind, alignment: Pairing, bits: number): boolean => {
  const { agreedWords, agreedSurnames, extraSurnames } = agreement
  // Places on one side only are where the company is, or its branch.
  const ofPlaces = tipo === 'entity' && (agreement.missing === 0 || agreement.extra === 0)
  const missing = agreement.missing - (ofPlaces ? agreement.missingPlaces : 0)
  const extra = agreement.extra - (ofPlaces ? agreement.extraPlaces : 0)
  // Another number is another fund, ship or plant of the same family.
  if (agreement.missingNumbers > 0 && agreement.extraNumbers > 0) return false
  if (agreement.hasAcronym && bits < POLICY.acronym) return false
  if (agreement.informativeAsked <= 1 && agreement.informativeListed <= 1) return isEnoughAlone(agreement, alignment)
  const isTelling = ofPlaces && missing + extra === 0 && isTellingWord(agreement)
  if (agreedWords < 2 && !isTelling && !isEnoughAsOneWord(agreement)) return false
  const isPerson = tipo === 'individual'
  if (!isPerson && alignment.cutAt < alignment.listedCount) return true
  const isComplete = agreement.missing + agreement.extra === 0
  if (tipo === 'entity' && !isComplete && agreement.maxAgreed < POLICY.companyCore) return false
  if (isPerson && agreedSurnames === 0 && hasSurname(alignment)) return false
  const needed = isPerson ? evidence.individual : evidence.entity
  if (missing > 0 && extra > 0) return bits >= needed.both
  if (isPerson && extraSurnames > 0 && bits < POLICY.extraSurname) return false
  const unmatched = Math.min(3, Math.max(missing, extra))
  return bits >= (missing > 0 ? needed.missing : needed.extra)[unmatched as 0 | 1 | 2 | 3]
}

/** The question is one rare surname, and the listed person has it as a surname: the last word where the list does not say. */
const isSurnameAlone = ({ agreedWords, maxAgreed, extra }: Agreement, alignment: Pairing): boolean => {
  const { thinWord, texts } = alignment.question
  if (!thinWord || !alignment.isPerson || extra > 0 || agreedWords !== 1 || maxAgreed < POLICY.aloneSurname)
    return false
  for (let at = alignment.listedCount - 1; at >= 0; at--) {
    const partner = alignment.partner[at] as number
    if (partner < 0 || texts[partner] !== thinWord.text || (alignment.similarity[at] as number) < SAME_SOUND) continue
    return isSurname(alignment.roleAt(at)) || (at === alignment.listedCount - 1 && !hasSurname(alignment))
  }
  return false
}

const isTellingWord = ({ agreed, similar }: Agreement): boolean =>
  agreed >= tellingWord.weight && similar >= tellingWord.similarity * agreed

/** One word agrees, and yet it is enough: two words written as one, initials for all the others, a rare surname with its particle. */
const isEnoughAsOneWord = ({ hasJoined, agreedInitials, missing, extra, particles, agreed }: Agreement): boolean =>
  ((hasJoined || agreedInitials > 0) && missing + extra === 0) ||
  (particles > 0 && extra === 0 && missing < 2 && agreed >= POLICY.particleOnly)

const hasSurname = (alignment: Pairing): boolean => {
  for (let at = 0; at < alignment.listedCount; at++) if (isSurname(alignment.roleAt(at))) return true
  return false
}

/** One word on each side: only a long and rare one may match with an edit. */
const isEnoughAlone = ({ agreed, agreedWords, missing, extra }: Agreement, alignment: Pairing): boolean => {
  if (agreedWords !== 1 || missing > 0 || extra > 0) return false
  for (let at = 0; at < alignment.listedCount; at++) {
    if ((alignment.partner[at] as number) < 0 || isWeightless(alignment.roleAt(at))) continue
    const similarity = alignment.similarity[at] as number
    if (alignment.link[at] === LINK.joined || similarity === 1) return true
    const asked = alignment.question.texts[alignment.partner[at] as number] as string
    const length = Math.max(alignment.lengthAt(at), asked.length)
    const isSimilar = similarity >= singleWord.minSimilarity && length >= singleWord.minLength
    const isLong = similarity >= singleWord.longSimilarity && length >= singleWord.longLength
    return (isSimilar || isLong) && agreed >= singleWord.minWeight
  }
  return false
}
