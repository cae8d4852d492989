/** Places of the dictionary as pairs of bounds: [from, to, from, to, …], ascending and apart. */
export type PlaceRanges = readonly number[]

/** The places of either. */
export const uniteRanges = (a: PlaceRanges, b: PlaceRanges): PlaceRanges => {
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

/** Is the place in one of the ranges? */
export const inRanges = (ranges: PlaceRanges, place: number): boolean => {
  if (ranges.length === 2) return place >= (ranges[0] as number) && place < (ranges[1] as number)
  let low = 0
  let high = ranges.length >>> 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ranges[middle * 2 + 1] as number) <= place) low = middle + 1
    else high = middle
  }
  return low * 2 < ranges.length && (ranges[low * 2] as number) <= place
}

/** The ranges less one place. */
export const without = (set: PlaceRanges, place: number): PlaceRanges => {
  const rest: number[] = []
  for (let i = 0; i < set.length; i += 2) {
    const [from, to] = [set[i] as number, set[i + 1] as number]
    if (place < from || place >= to) rest.push(from, to)
    else {
      if (from < place) rest.push(from, place)
      if (place + 1 < to) rest.push(place + 1, to)
    }
  }
  return rest
}
