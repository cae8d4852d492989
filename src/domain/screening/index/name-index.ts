import type { FactTable } from '../facts/fact-table.ts'
import type { ListedParty } from '../party.ts'
import type { HashTable } from './hash-table.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a name has that may account for words of a question although no term of it is alike. */
export const NAME_FLAG = { hasInitial: 1, hasWeakAlias: 2 } as const

/** The names of one list in typed arrays; immutable once built. Names of a party are in a row. */
export interface NameIndex {
  parties: readonly ListedParty[]
  vocabulary: Vocabulary
  /** Name n owns the words from nameStarts[n] up to nameStarts[n + 1]. */
  nameStarts: Uint32Array
  /** For each word of each name: its term, its role, its weight in that role, and its name. */
  wordTerms: Uint32Array
  wordRoles: Uint8Array
  wordWeights: Float32Array
  nameOfWord: Uint32Array
  /** For each name: the sum of its weights, its flags, its party, and its position among the party's names. */
  nameWeights: Float32Array
  nameFlags: Uint8Array
  /** For each name: the set of letters of its words that have weight, and how many letters these have together. */
  nameLetters: Uint32Array
  /** The set of letters that those words have twice or more. */
  nameRepeats: Uint32Array
  nameLengths: Uint16Array
  partyOfName: Uint32Array
  positionInParty: Uint16Array
  /** For each party: its first name, and 1 where it is a person, a company, or has a weak alias. */
  firstName: Uint32Array
  isPerson: Uint8Array
  isCompany: Uint8Array
  hasWeakAlias: Uint8Array
  /** 1 for each term that carries no weight in some name. */
  everWeightless: Uint8Array
  /** Term → the names that have it; weak aliases are left out, since they never match alone. */
  postingStarts: Uint32Array
  postings: Uint32Array
  /** Hash of the set of a name's words without legal forms → names. */
  namesByWordSet: HashTable
  /** Hash of neighbouring words written together → the first of those words. */
  joinedWords: HashTable
  /** What the list says of births and countries. */
  facts: FactTable
  /** Hash of a number's key → the parties that have it. */
  documents: HashTable
  /** Hash of the initials of a company's words → names. */
  acronyms: HashTable
}
