/** A set of termIds as pairs of bounds: [from, to, from, to, …], ascending and apart. */
export type TermRanges = readonly number[]

export const unionOf = (a: TermRanges, b: TermRanges): TermRanges => {
  if (a.length === 0) return b
  if (b.length === 0) return a
  const pairs: [number, number][] = []
  for (const ranges of [a, b])
    for (let i = 0; i < ranges.length; i += 2) pairs.push([ranges[i] as number, ranges[i + 1] as number])
  pairs.sort(([x], [y]) => x - y)
  const joined: number[] = []
  for (const [from, to] of pairs) {
    const end = joined.at(-1)
    if (end !== undefined && from <= end) joined[joined.length - 1] = Math.max(end, to)
    else joined.push(from, to)
  }
  return joined
}

export const includesTerm = (ranges: TermRanges, termId: number): boolean => {
  if (ranges.length === 2) return termId >= (ranges[0] as number) && termId < (ranges[1] as number)
  let low = 0
  let high = ranges.length >>> 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ranges[middle * 2 + 1] as number) <= termId) low = middle + 1
    else high = middle
  }
  return low * 2 < ranges.length && (ranges[low * 2] as number) <= termId
}

export const withoutTerm = (ranges: TermRanges, termId: number): TermRanges => {
  const rest: number[] = []
  for (let i = 0; i < ranges.length; i += 2) {
    const [from, to] = [ranges[i] as number, ranges[i + 1] as number]
    if (termId < from || termId >= to) {
      rest.push(from, to)
      continue
    }
    if (from < termId) rest.push(from, termId)
    if (termId + 1 < to) rest.push(termId + 1, to)
  }
  return rest
}
