import { bytesInMemory } from '../../format/postings/list-bytes.ts'
import { PostingsReader } from '../../format/postings/postings-reader.ts'
import { NO_PREFIX_POSTINGS } from '../../format/postings/prefix-postings.ts'
import { enyeByteAsN } from '../../format/term-order.ts'
import type { SortedTerms } from '../names/sort-terms.ts'
import { runRowTasks } from '../row-tasks.ts'
import type { BuiltPostings, MergedGroups } from './prefix-postings-writer.ts'

/** The sections of the prefix postings; their lists come in several parts. */
interface BuiltPrefixPostings {
  ranges: Uint32Array
  heads: Uint32Array
  denseTerms: Uint32Array
  parts: Uint8Array[]
}

/** Terms from `from` up to `to`, and how many rows their sparse lists have. */
interface PrefixGroup {
  from: number
  to: number
  rows: number
}

const PREFIX_LETTERS = 3
/** A group is merged when it has at least one row in so many: about one per byte delta. */
const SPARSEST = 256

/** Merges the rare terms of every prefix of three letters that has many of them; each worker takes some of the prefixes. */
export const buildPrefixPostings = async (
  index: BuiltPostings,
  sorted: SortedTerms,
  workers: number,
): Promise<BuiltPrefixPostings> => {
  const postings = new PostingsReader(index, bytesInMemory(index.postings), NO_PREFIX_POSTINGS)
  const groups = groupByPrefix(sorted)
    .map(([from, to]) => ({ from, to, rows: postings.sparseRowCount(from, to) }))
    .filter(({ rows }) => rows * SPARSEST >= index.rows)
  const inputs = splitEvenly(groups, workers).map((share) => ({ index, ranges: rangesOf(share) }))
  const merged = await runRowTasks('writePrefixPostings', inputs)
  return { ranges: rangesOf(groups), ...headsOf(merged), parts: merged.map(({ bytes }) => bytes) }
}

const rangesOf = (groups: readonly PrefixGroup[]): Uint32Array =>
  Uint32Array.from(groups.flatMap(({ from, to }) => [from, to]))

/** The five numbers of each group that `PrefixPostings` reads. */
const headsOf = (merged: readonly MergedGroups[]): Pick<BuiltPrefixPostings, 'heads' | 'denseTerms'> => {
  const heads: number[] = []
  const denseTerms: number[] = []
  let before = 0
  for (const { groups, bytes } of merged) {
    for (const group of groups) {
      for (const termId of group.denseTerms) denseTerms.push(termId)
      for (const { rows, start } of [group.persons, group.companies]) heads.push(rows, before + start)
      heads.push(denseTerms.length)
    }
    before += bytes.length
  }
  return { heads: Uint32Array.from(heads), denseTerms: Uint32Array.from(denseTerms) }
}

/** The ranges of termIds with the same first three letters, Ñ taken for N. Shorter terms are in none. */
const groupByPrefix = ({ bytes, starts }: SortedTerms): [number, number][] => {
  const letter = (termId: number, n: number): number => enyeByteAsN(bytes[(starts[termId] as number) + n] as number)
  const prefixOf = (termId: number): number => {
    if ((starts[termId + 1] as number) - (starts[termId] as number) < PREFIX_LETTERS) return -1
    return (letter(termId, 0) << 16) | (letter(termId, 1) << 8) | letter(termId, 2)
  }
  const terms = starts.length - 1
  const groups: [number, number][] = []
  for (let from = 0; from < terms; ) {
    const prefix = prefixOf(from)
    let to = from + 1
    while (to < terms && prefixOf(to) === prefix) to++
    if (prefix >= 0) groups.push([from, to])
    from = to
  }
  return groups
}

const splitEvenly = (groups: readonly PrefixGroup[], parts: number): PrefixGroup[][] => {
  const all = groups.reduce((sum, { rows }) => sum + rows, 0)
  const shares = Array.from({ length: parts }, (): PrefixGroup[] => [])
  let taken = 0
  for (const group of groups) {
    shares[Math.min(parts - 1, Math.floor((taken * parts) / Math.max(all, 1)))]?.push(group)
    taken += group.rows
  }
  return shares
}
