import type { PartyKind } from '../party.ts'
import { POLICY } from '../policy.ts'
import { isSilent, ROLE, type Role } from '../words/roles.ts'
import { type Alignment, isSurname, LINK } from './alignment.ts'

const { cost, cut, evidence, single } = POLICY

/** What an alignment amounts to: how alike the names are, and how much that tells. */
export interface Judgement {
  score: number
  evidence: number
  hit: boolean
}

interface Sums {
  agreed: number
  alike: number
  agreedWords: number
  surnames: number
  /** Listed words the question lacks, and words it has on top: how many, and their weight. */
  left: number
  leftWeight: number
  leftSurnames: number
  leftGiven: number
  extra: number
  extraWeight: number
  extraSurnames: number
  affixes: number
  /** Particles met by a question that has little else. */
  particles: number
  /** Words met that the other side writes together. */
  joinedWhole: boolean
  tellingAsked: number
  tellingListed: number
}

/** Filled anew for each name: thousands of names may be judged for one question. */
const sums: Sums = {
  agreed: 0,
  alike: 0,
  agreedWords: 0,
  surnames: 0,
  left: 0,
  leftWeight: 0,
  leftSurnames: 0,
  leftGiven: 0,
  extra: 0,
  extraWeight: 0,
  extraSurnames: 0,
  affixes: 0,
  particles: 0,
  joinedWhole: false,
  tellingAsked: 0,
  tellingListed: 0,
}

/** Is this the same party? `excused` tells the words of the question that a weak alias of the party accounts for. */
export const judge = (
  alignment: Alignment,
  tipo: PartyKind,
  excused: ((word: string) => boolean) | null,
): Judgement => {
  addUp(alignment, excused)
  const lost = costOf(sums)
  const score = sums.agreed === 0 ? 0 : sums.alike / (sums.agreed + lost + cost.affix * sums.affixes)
  return { score, evidence: sums.agreed, hit: score >= cutOf(tipo) && isEnough(sums, tipo, alignment) }
}

const costOf = (sums: Sums): number => {
  if (sums.left === 0 || sums.extra === 0) return cost.leftOut * sums.leftWeight + cost.extra * sums.extraWeight
  const share = contradicts(sums) ? cost.contradiction : cost.crossed
  return share * (sums.leftWeight + sums.extraWeight)
}

/** A given name against a given name, a surname against a surname, or words whose place is not known. */
const contradicts = ({ left, leftSurnames, leftGiven, extra, extraSurnames }: Sums): boolean =>
  left > leftSurnames + leftGiven || (leftSurnames > 0 && extraSurnames > 0) || (leftGiven > 0 && extra > extraSurnames)

const cutOf = (tipo: PartyKind): number =>
  tipo === 'individual' ? cut.individual : tipo === 'entity' ? cut.entity : cut.other

const addUp = (alignment: Alignment, excused: ((word: string) => boolean) | null): void => {
  clearSums()
  for (let at = 0; at < alignment.words; at++) addListed(alignment, at)
  for (let word = 0; word < alignment.asked; word++) {
    const role = alignment.reading.roles[word] as Role
    if (isSilent(role)) continue
    if (role !== ROLE.affix && !alignment.takenSilently[word]) sums.tellingAsked++
    if (alignment.taken[word]) continue
    const text = alignment.question.words[word] as string
    if (role === ROLE.affix) sums.affixes += alignment.reading.weights[word] as number
    else if (!excused?.(text)) {
      sums.extra++
      sums.extraWeight += alignment.reading.weights[word] as number
      if (looksLikeSurname(alignment, word)) sums.extraSurnames++
    }
  }
}

const clearSums = (): void => {
  sums.agreed = 0
  sums.alike = 0
  sums.agreedWords = 0
  sums.surnames = 0
  sums.left = 0
  sums.leftWeight = 0
  sums.leftSurnames = 0
  sums.leftGiven = 0
  sums.extra = 0
  sums.extraWeight = 0
  sums.extraSurnames = 0
  sums.affixes = 0
  sums.particles = 0
  sums.joinedWhole = false
  sums.tellingAsked = 0
  sums.tellingListed = 0
}

const addListed = (alignment: Alignment, at: number): void => {
  const role = alignment.roleAt(at)
  if (isSilent(role)) {
    const partner = alignment.partner[at] as number
    if (partner >= 0 && !isSilent(alignment.reading.roles[partner] as Role)) sums.particles++
    return
  }
  sums.tellingListed++
  if ((alignment.partner[at] as number) < 0) {
    if (role === ROLE.affix) sums.affixes += alignment.weightAt(at)
    else {
      sums.left++
      if (isSurname(role)) sums.leftSurnames++
      else if (role === ROLE.given) sums.leftGiven++
      sums.leftWeight += alignment.weightAt(at)
    }
    return
  }
  const weight = alignment.agreedWeight(at)
  sums.agreed += weight
  sums.alike += weight * (alignment.likeness[at] as number)
  sums.agreedWords++
  if (alignment.link[at] === LINK.joined) sums.joinedWhole = true
  if (isSurname(role) && alignment.link[at] !== LINK.initial) sums.surnames++
}

/** An unmatched word of the question: a given name, or another surname? Its neighbours and the population tell. */
const looksLikeSurname = (alignment: Alignment, word: number): boolean => {
  const { surnamesUntil } = alignment.question
  if (surnamesUntil > 0) return word < surnamesUntil
  const leaning = alignment.question.heard[word]?.facts.leaning
  if (leaning) return leaning === 'surname'
  // Natural order: what follows the last given name is a surname.
  return word === alignment.asked - 1
}

const isEnough = (sums: Sums, tipo: PartyKind, alignment: Alignment): boolean => {
  if (sums.tellingAsked <= 1 && sums.tellingListed <= 1) return isEnoughAlone(sums, alignment)
  if (sums.agreedWords < 2 && !isEnoughWithParticle(sums)) return false
  const person = tipo === 'individual'
  if (person && sums.surnames === 0 && hasSurname(alignment)) return false
  const floors = person ? evidence.individual : evidence.entity
  if (sums.left > 0 && sums.extra > 0) return sums.agreed >= floors.both
  if (person && sums.extraSurnames > 0 && sums.agreed < POLICY.extraSurname) return false
  const missing = Math.min(3, Math.max(sums.left, sums.extra))
  return sums.agreed >= (sums.left > 0 ? floors.leftOut : floors.extra)[missing as 0 | 1 | 2 | 3]
}

/** Two words written as one, or a particle that stays with its rare surname. */
const isEnoughWithParticle = ({ joinedWhole, left, extra, particles, agreed }: Sums): boolean =>
  (joinedWhole && left + extra === 0) || (particles > 0 && extra === 0 && left < 2 && agreed >= POLICY.particleOnly)

const hasSurname = (alignment: Alignment): boolean => {
  for (let at = 0; at < alignment.words; at++) if (isSurname(alignment.roleAt(at))) return true
  return false
}

/** One word each: only a long and rare one is forgiven a slip. */
const isEnoughAlone = (sums: Sums, alignment: Alignment): boolean => {
  if (sums.agreedWords !== 1 || sums.left > 0 || sums.extra > 0) return false
  for (let at = 0; at < alignment.words; at++) {
    if ((alignment.partner[at] as number) < 0 || isSilent(alignment.roleAt(at))) continue
    const like = alignment.likeness[at] as number
    if (alignment.link[at] === LINK.joined || like === 1) return true
    return like >= single.likeness && alignment.textAt(at).length >= single.letters && sums.agreed >= single.weight
  }
  return false
}
