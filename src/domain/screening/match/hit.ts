import type { FactWeight } from '../facts/weigh-facts.ts'
import type { ListedName, ListedParty } from '../party.ts'
import type { DocumentComparison } from './documents.ts'
import type { Question } from './question.ts'

/** A party of the list that the question may be about. */
export interface Hit {
  party: ListedParty
  /** The name that matched, by its number in the index and by itself. */
  nameId: number
  name: ListedName
  exact: boolean
  /** 0 to 1, three decimals. */
  score: number
  /** Bits of agreement: orders hits with equal scores. */
  evidence: number
  document: DocumentComparison
  /** What else is known of the customer, against what the list says. */
  facts: FactWeight
  /** The question as it was read for this hit. */
  asked: Question
}

/** A party of a similar name that what else is known of the customer has removed. */
export type Discarded = Pick<Hit, 'party' | 'asked'>
