import { Postings, type PostingsIndex } from '../../format/postings/postings-reader.ts'
import { NO_UNIONS } from '../../format/postings/prefix-postings.ts'
import type { SortedWords } from '../names/sort-terms.ts'
import { nameTasks } from '../row-tasks.ts'
import { withHands } from '../workers.ts'

/** The unions of the index, their lists in several pieces. */
export interface Unions {
  places: Uint32Array
  heads: Uint32Array
  common: Uint32Array
  pieces: Uint8Array[]
}

interface Group {
  from: number
  to: number
  size: number
}

const ENYE = 0xd1
const LETTER_N = 78
const LETTERS = 3
/** Words are united when together they have a row in so many, about one in each byte of gaps. */
const SPARSEST = 256

/** Unites the rare words of every beginning that has many of them; each hand takes some of the beginnings. */
export const buildUnions = async (index: PostingsIndex, sorted: SortedWords, hands: number): Promise<Unions> => {
  const postings = new Postings(index, NO_UNIONS)
  const groups = beginnings(sorted)
    .map(([from, to]) => ({ from, to, size: postings.sparseSize(from, to) }))
    .filter(({ size }) => size * SPARSEST >= index.rows)
  const shares = cutEvenly(groups, hands)
  const orders = shares.map((share) => ({
    index,
    places: Uint32Array.from(share.flatMap(({ from, to }) => [from, to])),
  }))
  const written = await withHands('row-worker', nameTasks, orders, (hand, order) => hand.do('writeUnions', order))
  const heads: number[] = []
  const common: number[] = []
  let before = 0
  for (const { unions, bytes } of written) {
    for (const { persons, companies, common: places } of unions) {
      for (const place of places) common.push(place)
      for (const { rows, start } of [persons, companies]) heads.push(rows, before + start)
      heads.push(common.length)
    }
    before += bytes.length
  }
  return {
    places: Uint32Array.from(groups.flatMap(({ from, to }) => [from, to])),
    heads: Uint32Array.from(heads),
    common: Uint32Array.from(common),
    pieces: written.map(({ bytes }) => bytes),
  }
}

/** The ranges of places whose words begin with the same three letters, Ñ taken for N. */
const beginnings = ({ bytes, starts }: SortedWords): [number, number][] => {
  const letter = (place: number, n: number): number => {
    const byte = bytes[(starts[place] as number) + n] as number
    return byte === ENYE ? LETTER_N : byte
  }
  const keyOf = (place: number): number => {
    if ((starts[place + 1] as number) - (starts[place] as number) < LETTERS) return -1
    return (letter(place, 0) << 16) | (letter(place, 1) << 8) | letter(place, 2)
  }
  const words = starts.length - 1
  const groups: [number, number][] = []
  for (let from = 0; from < words; ) {
    const key = keyOf(from)
    let to = from + 1
    while (to < words && keyOf(to) === key) to++
    if (key >= 0) groups.push([from, to])
    from = to
  }
  return groups
}

const cutEvenly = (groups: readonly Group[], parts: number): Group[][] => {
  const all = groups.reduce((sum, { size }) => sum + size, 0)
  const shares = Array.from({ length: parts }, (): Group[] => [])
  let taken = 0
  for (const group of groups) {
    shares[Math.min(parts - 1, Math.floor((taken * parts) / Math.max(all, 1)))]?.push(group)
    taken += group.size
  }
  return shares
}
