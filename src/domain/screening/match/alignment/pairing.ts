import type { NameIndex } from '../../index/name-index.ts'
import { POLICY } from '../../policy.ts'
import { isWeightless, type Role } from '../../words/roles.ts'
import { MAX_QUERY_WORDS, type Question, type Reading } from '../question.ts'

/** Names with more words than this are compared by their first ones. */
export const MAX_NAME_WORDS = 40
const { weight } = POLICY

/** How a word of the question met a word of the name: acronyms are on the question's side, or spelled out by it. */
export const LINK = { none: 0, word: 1, initial: 2, joined: 3, acronym: 4, spelledOut: 5 } as const
type Link = (typeof LINK)[keyof typeof LINK]

/** The words of one listed name and of the question, and which have met; filled anew for each name. */
export class Pairing {
  protected readonly index: NameIndex
  question!: Question
  /** The question read as what the party is: a person or a company. */
  reading!: Reading
  isPerson = false
  protected nameId = 0
  protected firstWord = 0
  /** How many words the name and the question have here. */
  listedCount = 0
  askedCount = 0
  /** Where the question stops, as if a field of fixed length had cut the name off; else `listedCount`. */
  cutAt = 0
  /** For each word of the name: the question's word it met, or -1; how; and how similar they are. */
  readonly partner = new Int16Array(MAX_NAME_WORDS)
  readonly link = new Uint8Array(MAX_NAME_WORDS)
  readonly similarity = new Float32Array(MAX_NAME_WORDS)
  /** For each word of the question: is it taken, and by a weightless word? */
  readonly taken = new Uint8Array(MAX_QUERY_WORDS)
  readonly takenByWeightless = new Uint8Array(MAX_QUERY_WORDS)

  constructor(index: NameIndex) {
    this.index = index
  }

  /** No words have met. */
  protected start(question: Question, nameId: number): void {
    this.question = question
    this.isPerson = this.index.isPerson[this.index.partyOfName[nameId] as number] === 1
    this.reading = this.isPerson ? question.person : question.company
    this.nameId = nameId
    this.firstWord = this.index.nameStarts[nameId] as number
    this.listedCount = Math.min((this.index.nameStarts[nameId + 1] as number) - this.firstWord, MAX_NAME_WORDS)
    this.askedCount = Math.min(question.texts.length, MAX_QUERY_WORDS)
    this.cutAt = this.listedCount
    for (let at = 0; at < this.listedCount; at++) {
      this.partner[at] = -1
      this.link[at] = LINK.none
    }
    for (let word = 0; word < this.askedCount; word++) {
      this.taken[word] = 0
      this.takenByWeightless[word] = 0
    }
  }

  take(listed: number, asked: number, link: Link, value: number): void {
    this.partner[listed] = asked
    this.link[listed] = link
    this.similarity[listed] = value
    this.taken[asked] = 1
    if (link === LINK.word && isWeightless(this.roleAt(listed))) this.takenByWeightless[asked] = 1
  }

  isLeftListed(at: number): boolean {
    return at < this.cutAt && (this.partner[at] as number) < 0 && !isWeightless(this.roleAt(at))
  }

  isLeftAsked(word: number): boolean {
    return !this.taken[word] && !isWeightless(this.reading.roles[word] as Role)
  }

  roleAt(at: number): Role {
    return this.index.wordRoles[this.firstWord + at] as Role
  }

  lettersAt(at: number): number {
    return this.index.vocabulary.letterSets[this.index.wordTerms[this.firstWord + at] as number] as number
  }

  /** Bits of `TERM_FLAG`. */
  flagsAt(at: number): number {
    return this.index.vocabulary.termFlags[this.index.wordTerms[this.firstWord + at] as number] as number
  }

  lengthAt(at: number): number {
    return this.index.vocabulary.lengths[this.index.wordTerms[this.firstWord + at] as number] as number
  }

  initialAt(at: number): number {
    return this.index.vocabulary.initials[this.index.wordTerms[this.firstWord + at] as number] as number
  }

  textAt(at: number): string {
    return this.index.vocabulary.terms.at(this.index.wordTerms[this.firstWord + at] as number)
  }

  weightAt(at: number): number {
    return this.index.wordWeights[this.firstWord + at] as number
  }

  /** The weight of an agreeing pair: that of the commoner word. */
  agreedWeight(at: number): number {
    const listed = this.weightAt(at)
    if (this.link[at] === LINK.joined) return listed
    if (this.link[at] === LINK.initial || this.link[at] === LINK.acronym) return Math.min(listed, weight.initial)
    if (this.link[at] === LINK.spelledOut) return Math.min(listed, weight.initial * this.textAt(at).length)
    return Math.min(listed, this.reading.weights[this.partner[at] as number] as number)
  }
}
