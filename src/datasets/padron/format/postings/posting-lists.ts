/**
 * How the rows of a term are divided into posting lists. A term has six lists: three of persons and three of companies, by
 * the term's position in the name (first, second or later). A term that is both first and second is in two lists. Legal
 * forms are not counted as positions, unless the name has nothing else.
 */
export const PERSON = 0
export const COMPANY = 1
export const POSITIONS = 3
export const LISTS = 2 * POSITIONS
export const FIRST = 0
export const SECOND = 1
export const LATER = 2

/** Sets of positions, one bit each. */
export const AT_FIRST = 1 << FIRST
export const AT_SECOND = 1 << SECOND
export const AT_LATER = 1 << LATER
export const AT_ANY = AT_FIRST | AT_SECOND | AT_LATER

/** Sets of lists, one bit each: those of persons, then those of companies. */
export const ALL_LISTS = (1 << LISTS) - 1
export const listsOf = (kind: number, positions: number): number => positions << (kind * POSITIONS)

/** There is a bitmap of the names that have two terms, legal forms aside, and one of those that have three. */
export const LENGTH_BITMAPS = 2
export const SHORTEST_LENGTH = 2
