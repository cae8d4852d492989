import type { PartyKind } from '../party.ts'
import { POLICY } from '../policy.ts'
import { isSurname, isWeightless } from '../words/roles.ts'
import { Agreement } from './agreement.ts'
import { type Alignment, LINK } from './alignment.ts'

const { cost, threshold, evidence, singleWord } = POLICY

/** What an alignment amounts to. */
export interface Score {
  /** How alike the names are, from 0 to 1. */
  score: number
  /** How strong the agreement is as evidence, in bits. */
  evidence: number
  /** Is it the same party? */
  isHit: boolean
}

/** Scores alignments and decides which are hits. Thousands of names may be scored for one question, so it reuses its sums. */
export class Scorer {
  private readonly agreement = new Agreement()

  /** `excused` are words of the question that a weak alias of the party accounts for. */
  score(alignment: Alignment, tipo: PartyKind, excused: ReadonlySet<string> | null): Score {
    const { agreement } = this
    agreement.sum(alignment, excused)
    const { agreed, similar, affixes } = agreement
    const score = agreed === 0 ? 0 : similar / (agreed + costOf(agreement) + cost.affix * affixes)
    const isHit = score >= thresholdOf(tipo) && isEnough(agreement, tipo, alignment)
    return { score, evidence: agreed, isHit }
  }
}

const costOf = (agreement: Agreement): number => {
  const { missing, missingWeight, extra, extraWeight, numberWeight } = agreement
  if (missing === 0 || extra === 0)
    return cost.missing * missingWeight + cost.extra * extraWeight + cost.number * numberWeight
  const share = isContradiction(agreement) ? cost.contradiction : cost.crossed
  return share * (missingWeight + extraWeight)
}

/** A given name against a given name, a surname against a surname, or words whose role is not known. */
const isContradiction = ({ missing, missingSurnames, missingGiven, extra, extraSurnames }: Agreement): boolean =>
  missing > missingSurnames + missingGiven ||
  (missingSurnames > 0 && extraSurnames > 0) ||
  (missingGiven > 0 && extra > extraSurnames)

const thresholdOf = (tipo: PartyKind): number =>
  tipo === 'individual' ? threshold.individual : tipo === 'entity' ? threshold.entity : threshold.other

/** The decision: is what agrees enough for what is missing and what is extra? */
const isEnough = (agreement: Agreement, tipo: PartyKind, alignment: Alignment): boolean => {
  const { agreed, agreedWords, agreedSurnames, missing, extra, extraSurnames } = agreement
  // Another number is another fund, ship or plant of the same family.
  if (agreement.missingNumbers > 0 && agreement.extraNumbers > 0) return false
  if (agreement.hasAcronym && agreed < POLICY.acronym) return false
  if (agreement.informativeAsked <= 1 && agreement.informativeListed <= 1) return isEnoughAlone(agreement, alignment)
  if (agreedWords < 2 && !isEnoughAsOneWord(agreement)) return false
  const isPerson = tipo === 'individual'
  if (isPerson && agreedSurnames === 0 && hasSurname(alignment)) return false
  const needed = isPerson ? evidence.individual : evidence.entity
  if (missing > 0 && extra > 0) return agreed >= needed.both
  if (isPerson && extraSurnames > 0 && agreed < POLICY.extraSurname) return false
  const unmatched = Math.min(3, Math.max(missing, extra))
  return agreed >= (missing > 0 ? needed.missing : needed.extra)[unmatched as 0 | 1 | 2 | 3]
}

/** One word agrees, and yet it is enough: two words written as one, or a rare surname with its particle. */
const isEnoughAsOneWord = ({ hasJoined, missing, extra, particles, agreed }: Agreement): boolean =>
  (hasJoined && missing + extra === 0) || (particles > 0 && extra === 0 && missing < 2 && agreed >= POLICY.particleOnly)

const hasSurname = (alignment: Alignment): boolean => {
  for (let at = 0; at < alignment.listedCount; at++) if (isSurname(alignment.roleAt(at))) return true
  return false
}

/** One word on each side: only a long and rare one may match with an edit. */
const isEnoughAlone = ({ agreed, agreedWords, missing, extra }: Agreement, alignment: Alignment): boolean => {
  if (agreedWords !== 1 || missing > 0 || extra > 0) return false
  for (let at = 0; at < alignment.listedCount; at++) {
    if ((alignment.partner[at] as number) < 0 || isWeightless(alignment.roleAt(at))) continue
    const similarity = alignment.similarity[at] as number
    if (alignment.link[at] === LINK.joined || similarity === 1) return true
    const isLong = alignment.textAt(at).length >= singleWord.minLength
    return similarity >= singleWord.minSimilarity && isLong && agreed >= singleWord.minWeight
  }
  return false
}
