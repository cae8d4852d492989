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
  /** Made for the first question that needs them. */
  #companies: CompanyNames | null = null

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

  /** Writes every company that passes into `names`, in their order, and returns how many do; weak aliases never match alone. */
  scanCompanies(names: Uint32Array): number {
    this.#companies ??= companiesByLength(this.#index)
    const { ids, letters, starts } = this.#companies
    const set = this.#sets[0] as number
    const length = this.#lengths[0] as number
    const first = Math.min(Math.max(0, length - MAX_EDITS), starts.length - 1)
    const last = Math.min(length + MAX_EDITS + 1, starts.length - 1)
    let count = 0
    for (let at = starts[first] as number; at < (starts[last] as number); at++) {
      if (countBits((letters[at] as number) ^ set) > MAX_DIFFERENT_LETTERS) continue
      const nameId = ids[at] as number
      if (this.passes(nameId) && !this.#isWeakAlias(nameId)) names[count++] = nameId
    }
    if (count > 1) names.subarray(0, count).sort()
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

/** The names of companies by their number of letters. */
interface CompanyNames {
  ids: Uint32Array
  /** The letters of each, side by side, since nearly all are told by them. */
  letters: Uint32Array
  /** Where those of each length begin; one more than there are lengths. */
  starts: Uint32Array
}

const companiesByLength = ({ nameLengths, nameLetters, partyOfName, isPerson }: NameIndex): CompanyNames => {
  const isCompany = (nameId: number): boolean => !isPerson[partyOfName[nameId] as number]
  let longest = 0
  for (const length of nameLengths) longest = Math.max(longest, length)
  const starts = new Uint32Array(longest + 2)
  const add = (at: number, count: number): number => {
    const before = starts[at] as number
    starts[at] = before + count
    return before
  }
  for (let nameId = 0; nameId < nameLengths.length; nameId++)
    if (isCompany(nameId)) add((nameLengths[nameId] as number) + 1, 1)
  for (let length = 1; length < starts.length; length++) add(length, starts[length - 1] as number)
  const total = starts[longest + 1] as number
  const [ids, letters] = [new Uint32Array(total), new Uint32Array(total)]
  for (let nameId = 0; nameId < nameLengths.length; nameId++) {
    if (!isCompany(nameId)) continue
    // While they are filled, each start is where the next one goes; at the end it is where the next length begins.
    const at = add(nameLengths[nameId] as number, 1)
    ids[at] = nameId
    letters[at] = nameLetters[nameId] as number
  }
  starts.copyWithin(1, 0, longest + 1)
  starts[0] = 0
  return { ids, letters, starts }
}
