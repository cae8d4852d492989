/**
 * Where a word stands in a name, told by the two lowest bits of every posting: first, second, both (the word is
 * repeated) or neither. Legal forms are no words here, unless there is nothing else.
 */
export const SPOT_BITS = 2
export const SPOT = (1 << SPOT_BITS) - 1
export const FIRST = 1
export const SECOND = 2

/** Sets of spots, one bit for each of the four. */
export const ANYWHERE = 0b1111
export const BEGINS = 0b1010
export const COMES_SECOND = 0b1100
/** Among the first two, or not. */
export const EARLY = 0b1110
export const LATE = 0b0001

/** Names of so many words, legal forms aside, are noted: a set of rows for each length. */
export const SHORTEST_NOTED = 2
export const NOTED_LENGTHS = 2
