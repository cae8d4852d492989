/** A last word that keeps its full stop: the publisher never writes two of them. */
const ABBREVIATION =
  /(?:^|[\s(,])(?:\p{Lu}{1,3}(?:\.\p{Lu}{1,3})+|(?:C[Oo]|C[Oo][Rr][Pp]|I[Nn][Cc]|L[Tt][Dd]|L[Tt][Dd][Aa]|C[Ii][Aa]|[JS][Rr]))$/u

/**
 * The statements of a party's remarks as the list wrote them. They are separated by semicolons, except those inside
 * brackets or a quoted alias, and the last one is closed by a full stop.
 */
export const splitRemarks = (remarks: string): string[] => {
  const ends = closings(remarks)
  const statements: string[] = []
  let start = 0
  for (let at = 0; at < remarks.length; at++) {
    const end = ends.get(at)
    if (end !== undefined) at = end
    else if (remarks[at] === ';') {
      statements.push(remarks.slice(start, at))
      start = at + 1
    }
  }
  statements.push(withoutClosingStop(remarks.slice(start).trim()))
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

/** Where the brackets and quoted aliases close, by where they open. Those that never close are left out. */
const closings = (remarks: string): Map<number, number> => {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < remarks.length; at++) {
    if (remarks[at] === '(') open.push(at)
    else if (remarks[at] === ')' && open.length > 0) ends.set(open.pop() as number, at)
  }
  // An alias ends at the quote before a semicolon, a comma, a full stop or the end: names have apostrophes of their own.
  for (const quoted of remarks.matchAll(/\b[afn]\.k\.a\. '[^\n]*?'(?=[;.,]|$)/g)) {
    const quote = quoted.index + quoted[0].indexOf("'")
    ends.set(quote, quoted.index + quoted[0].length - 1)
  }
  return ends
}

const withoutClosingStop = (statement: string): string => {
  if (!statement.endsWith('.')) return statement
  const text = statement.slice(0, -1)
  return ABBREVIATION.test(text) ? statement : text
}
