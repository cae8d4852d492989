/**
 * The rows of a word lie in lists by where the word stands in the name: first, second or elsewhere; a word that is both
 * first and second is in two lists. Legal forms are no words here, unless there is nothing else. Persons and companies
 * have lists of their own, so that there are six.
 */
export const SPOTS = 3
export const LISTS = 2 * SPOTS
export const FIRST = 0
export const SECOND = 1
export const FURTHER = 2

/** Sets of spots, one bit for each. */
export const BEGINS = 1 << FIRST
export const COMES_SECOND = 1 << SECOND
export const LATE = 1 << FURTHER
export const ANYWHERE = BEGINS | COMES_SECOND | LATE

/** Sets of lists, one bit for each: those of persons and those of companies. */
export const EVERY_LIST = (1 << LISTS) - 1
export const listsAt = (spots: number, kind: number): number => spots << (kind * SPOTS)

/** Names of so many words, legal forms aside, are noted: a set of rows for each length. */
export const SHORTEST_NOTED = 2
export const NOTED_LENGTHS = 2
