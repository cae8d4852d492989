import { findValues } from '../../index/hash-table.ts'
import type { NameIndex } from '../../index/name-index.ts'
import { termIdOf } from '../../index/vocabulary.ts'
import type { QueryWord } from '../../words/query-word.ts'
import { ROLE, type Role } from '../../words/roles.ts'
import { hashWord, SALT } from '../../words/word-hash.ts'
import type { Question } from '../question.ts'

/** Fewer initials are the initials of too many companies, more are nobody's. */
export const MIN_ACRONYM = 3
export const MAX_ACRONYM = 8
const MAX_NAMES = 100

/** Finds companies by the initials of their words: listed in full and asked by initials, or the other way round. */
export class AcronymNames {
  readonly #index: NameIndex
  readonly names: number[] = []
  readonly #values = new Uint32Array(MAX_NAMES)

  constructor(index: NameIndex) {
    this.#index = index
  }

  find(question: Question): void {
    this.names.length = 0
    for (const word of question.words) if (mayBeAcronym(word)) this.#findSpelledOut(word.text)
    if (!question.mayBeCompany || question.company.informative < MIN_ACRONYM || question.words.length > 2 * MAX_ACRONYM)
      return
    const short = initialsOf(question, false)
    const long = initialsOf(question, true)
    this.#findNamesWith(short)
    if (long !== short) this.#findNamesWith(long)
  }

  #findSpelledOut(text: string): void {
    const found = findValues(this.#index.acronyms, hashWord(text, SALT.acronym), this.#values)
    for (let at = 0; at < found; at++) this.names.push(this.#values[at] as number)
  }

  #findNamesWith(initials: string): void {
    if (initials.length < MIN_ACRONYM || initials.length > MAX_ACRONYM) return
    const termId = termIdOf(this.#index.vocabulary, initials)
    if (termId === undefined) return
    const { postings, postingStarts, isPerson, partyOfName } = this.#index
    const end = Math.min(postingStarts[termId + 1] as number, (postingStarts[termId] as number) + MAX_NAMES)
    for (let at = postingStarts[termId] as number; at < end; at++) {
      const nameId = postings[at] as number
      if (!isPerson[partyOfName[nameId] as number]) this.names.push(nameId)
    }
  }
}

const mayBeAcronym = ({ text, maySlip }: QueryWord): boolean => maySlip && text.length <= MAX_ACRONYM

/** The initials of the words, particles aside; with or without those of its legal form. */
const initialsOf = ({ texts, company }: Question, withLegalForm: boolean): string => {
  let initials = ''
  for (let at = 0; at < texts.length; at++) {
    const role = company.roles[at] as Role
    if (role !== ROLE.particle && (withLegalForm || role !== ROLE.legal)) initials += (texts[at] as string)[0]
  }
  return initials
}
