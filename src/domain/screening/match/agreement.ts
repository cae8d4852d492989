import { TERM_FLAG } from '../index/vocabulary.ts'
import type { QueryWord } from '../words/query-word.ts'
import { isSurname, isWeightless, ROLE, type Role } from '../words/roles.ts'
import { LINK, type Pairing } from './alignment/pairing.ts'
import type { Question } from './question.ts'

/** A pair that is less similar proves nothing, though it does not contradict either. */
const MIN_EVIDENCE_SIMILARITY = 0.5

/** The sums of one alignment: what agrees, what the question lacks, its extra words. Filled anew for each name. */
export class Agreement {
  /** Weight of the agreeing words, the same scaled by their similarity, and how many they are. */
  agreed = 0
  similar = 0
  /** Weight of the agreeing words that are more than doubtful. */
  evidence = 0
  agreedWords = 0
  agreedSurnames = 0
  /** Of a person: words of one side that agree with an initial of the other. */
  agreedInitials = 0
  /** Of a person: initials of the question, and a husband's surname in it, that fit no word. */
  unfit = 0
  /** The heaviest agreeing word. */
  maxAgreed = 0
  /** Listed words that the question lacks. */
  missing = 0
  missingWeight = 0
  missingSurnames = 0
  missingGiven = 0
  /** Words of the question that the name lacks. */
  extra = 0
  extraWeight = 0
  extraSurnames = 0
  /** Of a company or ship: numbers on one side only. They are missing or extra too. */
  missingNumbers = 0
  extraNumbers = 0
  numberWeight = 0
  /** Of a company: places on one side only. They are missing or extra too. */
  missingPlaces = 0
  extraPlaces = 0
  placeWeight = 0
  /** Weight of the affixes on one side only. */
  affixes = 0
  /** Weightless words of the name that met a word which has weight in the question. */
  particles = 0
  /** Did words written together on one side agree? */
  hasJoined = false
  /** Did initials of a company agree with its words? */
  hasAcronym = false
  /** Words with weight on either side, affixes of the question aside. */
  informativeAsked = 0
  informativeListed = 0

  /** `excused` are the words that a weak alias of the party accounts for: they are not extra. */
  sum(alignment: Pairing, excused: ReadonlySet<string> | null): void {
    this.#clear()
    for (let at = 0; at < alignment.listedCount; at++) this.#addListed(alignment, at)
    // What was cut off costs nothing, but what is left must tell as much as if a word were missing.
    if (alignment.cutAt < alignment.listedCount) this.missing++
    for (let word = 0; word < alignment.askedCount; word++) this.#addAsked(alignment, word, excused)
  }

  #clear(): void {
    this.agreed = 0
    this.similar = 0
    this.evidence = 0
    this.agreedWords = 0
    this.maxAgreed = 0
    this.agreedSurnames = 0
    this.agreedInitials = 0
    this.unfit = 0
    this.missing = 0
    this.missingWeight = 0
    this.missingSurnames = 0
    this.missingGiven = 0
    this.extra = 0
    this.extraWeight = 0
    this.extraSurnames = 0
    this.missingNumbers = 0
    this.extraNumbers = 0
    this.numberWeight = 0
    this.missingPlaces = 0
    this.extraPlaces = 0
    this.placeWeight = 0
    this.affixes = 0
    this.particles = 0
    this.hasJoined = false
    this.hasAcronym = false
    this.informativeAsked = 0
    this.informativeListed = 0
  }

  #addListed(alignment: Pairing, at: number): void {
    const role = alignment.roleAt(at)
    const partner = alignment.partner[at] as number
    if (isWeightless(role)) {
      if (partner >= 0 && !isWeightless(alignment.reading.roles[partner] as Role)) this.particles++
      return
    }
    if (partner < 0 && !isMissing(alignment, at)) return
    this.informativeListed++
    if (partner < 0) {
      this.#addMissing(role, alignment.weightAt(at))
      if (!alignment.isPerson) this.#addMissingOfCompany(alignment.flagsAt(at), alignment.weightAt(at))
      return
    }
    const weight = alignment.agreedWeight(at)
    this.agreed += weight
    const similarity = alignment.similarity[at] as number
    this.similar += weight * similarity
    if (similarity >= MIN_EVIDENCE_SIMILARITY) {
      this.evidence += weight
      if (role !== ROLE.affix) this.maxAgreed = Math.max(this.maxAgreed, weight)
    }
    const link = alignment.link[at] as number
    if (link === LINK.initial) this.agreedInitials++
    else this.agreedWords += link === LINK.spelledOut ? alignment.textAt(at).length : 1
    if (link === LINK.joined) this.hasJoined = true
    if (link === LINK.acronym || link === LINK.spelledOut) this.hasAcronym = true
    if (isSurname(role) && link !== LINK.initial) this.agreedSurnames++
  }

  #addMissing(role: Role, weight: number): void {
    if (role === ROLE.affix) {
      this.affixes += weight
      return
    }
    this.missing++
    this.missingWeight += weight
    if (isSurname(role)) this.missingSurnames++
    else if (role === ROLE.given) this.missingGiven++
  }

  #addMissingOfCompany(flags: number, weight: number): void {
    if (flags & TERM_FLAG.number) {
      this.missingNumbers++
      this.numberWeight += weight
    } else if (flags & TERM_FLAG.place) {
      this.missingPlaces++
      this.placeWeight += weight
    }
  }

  #addExtraOfCompany({ isNumeral, isPlace }: QueryWord, weight: number): void {
    if (isNumeral) {
      this.extraNumbers++
      this.numberWeight += weight
    } else if (isPlace) {
      this.extraPlaces++
      this.placeWeight += weight
    }
  }

  #addAsked(alignment: Pairing, word: number, excused: ReadonlySet<string> | null): void {
    const role = alignment.reading.roles[word] as Role
    if (isWeightless(role)) return
    if (alignment.isPerson && !alignment.taken[word] && mayBeLeftOut(alignment.question, word)) {
      this.unfit++
      return
    }
    if (role !== ROLE.affix && !alignment.takenByWeightless[word]) this.informativeAsked++
    if (alignment.taken[word]) return
    const weight = alignment.reading.weights[word] as number
    if (role === ROLE.affix) this.affixes += weight
    else if (!excused?.has(alignment.question.texts[word] as string)) {
      this.extra++
      this.extraWeight += weight
      if (looksLikeSurname(alignment, word)) this.extraSurnames++
      if (!alignment.isPerson) this.#addExtraOfCompany(alignment.question.words[word] as QueryWord, weight)
    }
  }
}

/** Does the question lack this listed word? Not when its own text was cut off before it, and an initial is no word. */
export const isMissing = (alignment: Pairing, at: number): boolean =>
  at < alignment.cutAt && !(alignment.isPerson && alignment.lengthAt(at) === 1)

/** Initials, and a husband's surname, may be absent from a person's listed name. */
export const mayBeLeftOut = ({ texts, husband }: Question, word: number): boolean =>
  texts[word]?.length === 1 || word === husband

/** Is an extra word of the question a surname rather than a given name? Decided by the comma, or by the population. */
const looksLikeSurname = (alignment: Pairing, word: number): boolean => {
  const { surnameCount } = alignment.question
  if (surnameCount > 0) return word < surnameCount
  const leaning = alignment.question.words[word]?.facts.leaning
  if (leaning) return leaning === 'surname'
  // Natural order: what follows the last given name is a surname.
  return word === alignment.askedCount - 1
}
