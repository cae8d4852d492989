const MIN_LENGTH = 3
/** A word that lost fewer letters is misspelt, not abbreviated. */
const MIN_LOST = 2

/** Is one word the other in short: its beginning (CONSTR), or letters of it in order up to the last (MFG, INTL)? */
export const isAbbreviationOf = (short: string, long: string): boolean => {
  if (short.length < MIN_LENGTH || long.length < short.length + MIN_LOST || short[0] !== long[0]) return false
  if (long.startsWith(short)) return true
  if (short.at(-1) !== long.at(-1)) return false
  let letter = 1
  for (let at = 1; at < long.length && letter < short.length; at++) if (long[at] === short[letter]) letter++
  return letter === short.length
}
