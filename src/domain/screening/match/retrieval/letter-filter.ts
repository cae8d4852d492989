import type { NameIndex } from '../../index/name-index.ts'
import type { ListedParty } from '../../party.ts'
import { POLICY } from '../../policy.ts'
import { countBits } from '../../words/letters.ts'
import type { QueryWord } from '../../words/query-word.ts'
import { isWeightless, type Role } from '../../words/roles.ts'
import type { Question, Reading } from '../question.ts'

const MAX_EDITS = POLICY.slips.most
/** An edit takes one letter of a name away and puts one in its place. */
const MAX_DIFFERENT_LETTERS = 5

/**
 * A quick test for names that share little more than their letters with the question: few edits change few letters. It
 * costs nothing to speak of, so names found by a common word alone can be tested one by one.
 */
export class LetterFilter {
  readonly #index: NameIndex
  /** The letters of the question, those it has twice, and how many it has in all, read as a company's name and as a person's. */
  readonly #sets = new Uint32Array(2)
  readonly #repeats = new Uint32Array(2)
  readonly #lengths = new Uint32Array(2)
  /** Has the question a word that may be another one misspelt? */
  isOpen = false
  #hasOneReading = false

  constructor(index: NameIndex) {
    this.#index = index
  }

  start(question: Question, isOpen: boolean): void {
    this.isOpen = isOpen
    if (!isOpen) return
    this.#read(question, question.company, 0)
    this.#hasOneReading = question.person === question.company
    if (!this.#hasOneReading) this.#read(question, question.person, 1)
  }

  #read({ words }: Question, { roles }: Reading, kind: 0 | 1): void {
    let set = 0
    let repeated = 0
    let length = 0
    for (let at = 0; at < words.length; at++) {
      if (isWeightless(roles[at] as Role)) continue
      const word = words[at] as QueryWord
      repeated |= word.repeated | (set & word.letters)
      set |= word.letters
      length += word.text.length
    }
    this.#sets[kind] = set
    this.#repeats[kind] = repeated
    this.#lengths[kind] = length
  }

  /** Writes every company that passes into `names` and returns how many do; weak aliases never match alone. */
  scanCompanies(names: Uint32Array): number {
    const { nameLengths, nameLetters, partyOfName, isPerson } = this.#index
    const set = this.#sets[0] as number
    const shortest = (this.#lengths[0] as number) - MAX_EDITS
    const longest = (this.#lengths[0] as number) + MAX_EDITS
    let count = 0
    for (let nameId = 0; nameId < nameLengths.length; nameId++) {
      const length = nameLengths[nameId] as number
      if (length < shortest || length > longest) continue
      if (countBits((nameLetters[nameId] as number) ^ set) > MAX_DIFFERENT_LETTERS || !this.passes(nameId)) continue
      if (!isPerson[partyOfName[nameId] as number] && !this.#isWeakAlias(nameId)) names[count++] = nameId
    }
    return count
  }

  #isWeakAlias(nameId: number): boolean {
    const { hasWeakAlias, partyOfName, positionInParty, parties } = this.#index
    const partyId = partyOfName[nameId] as number
    // Asked first, because names may have to be read from bytes.
    if (!hasWeakAlias[partyId]) return false
    return (parties[partyId] as ListedParty).names[positionInParty[nameId] as number]?.kind === 'alias-debil'
  }

  /** May the name have nearly the letters of the question? */
  passes(nameId: number): boolean {
    if (!this.isOpen) return false
    const { isPerson, partyOfName, nameLetters, nameRepeats, nameLengths } = this.#index
    const kind = this.#hasOneReading ? 0 : (isPerson[partyOfName[nameId] as number] as number)
    const difference = (nameLengths[nameId] as number) - (this.#lengths[kind] as number)
    if (difference > MAX_EDITS || difference < -MAX_EDITS) return false
    const different = countBits((nameLetters[nameId] as number) ^ (this.#sets[kind] as number))
    if (different > MAX_DIFFERENT_LETTERS) return false
    const repeated = countBits((nameRepeats[nameId] as number) ^ (this.#repeats[kind] as number))
    return different + repeated <= MAX_DIFFERENT_LETTERS
  }
}
