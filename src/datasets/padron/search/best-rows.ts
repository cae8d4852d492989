import { BEGINS, COMES_SECOND, EARLY, LATE, NOTED_LENGTHS, SHORTEST_NOTED } from '../posting-spots.ts'
import type { PlaceRanges } from './place-ranges.ts'
import type { Postings } from './postings.ts'
import { RowSet, rowsOf, wordsFor } from './row-set.ts'
import type { SearchCosts, SearchIndex } from './search-index.ts'
import { COMPANY, PERSON, type Tally } from './tally.ts'
import type { TierReader } from './tier-reader.ts'
import { type SearchPlan, TIER } from './tiers.ts'

/** The rows that a search for several words has found, and sets to work with. */
export interface WorkingSets {
  all: RowSet
  leading: RowSet
  second: RowSet
  other: RowSet
}

/** The rows of one kind, and how many of them are asked for. */
interface Part {
  kind: number
  from: number
  to: number
  wanted: number
}

/**
 * Picks the best of many hits and reads few of their names: where the first two words of the search stand in a name
 * is known beforehand, and nearly always tells whether the name can start with the search or have its words in order.
 */
export class BestRows {
  readonly #index: SearchIndex
  readonly #postings: Postings
  readonly #tiers: TierReader
  readonly #costs: SearchCosts
  readonly #sets: WorkingSets
  readonly #irregular: RowSet
  readonly #ofLength: RowSet[]
  #orderKnown = false

  constructor(index: SearchIndex, postings: Postings, tiers: TierReader, costs: SearchCosts, sets: WorkingSets) {
    this.#index = index
    this.#postings = postings
    this.#tiers = tiers
    this.#costs = costs
    this.#sets = sets
    this.#irregular = new RowSet(index.irregular)
    const words = wordsFor(index.rows)
    this.#ofLength = Array.from(
      { length: NOTED_LENGTHS },
      (_, n) => new RowSet(index.ofLength.subarray(n * words, (n + 1) * words)),
    )
  }

  find(plan: SearchPlan, tally: Tally, wanted: readonly number[]): void {
    const { persons, rows } = this.#index
    const { all, leading, second, other: whole } = this.#sets
    leading.clear()
    second.clear()
    this.#postings.addTo(leading, plan.accepted[0] as PlaceRanges, BEGINS)
    this.#postings.addTo(second, plan.accepted[1] as PlaceRanges, COMES_SECOND)
    leading.keepOnlyBoth(second, all)
    whole.becomeBoth(leading, this.#ofLength[plan.exact.length - SHORTEST_NOTED] ?? leading)
    const parts: Part[] = [
      { kind: PERSON, from: 0, to: persons, wanted: wanted[PERSON] as number },
      { kind: COMPANY, from: persons, to: rows, wanted: wanted[COMPANY] as number },
    ]
    const missing = parts.map((part) => {
      tally.totals[part.kind] = all.count(part.from, part.to)
      return part.wanted - this.#thatBegin(plan, tally, part)
    })
    this.#orderKnown = false
    for (const [n, part] of parts.entries())
      if ((missing[n] as number) > 0) this.#others(plan, tally, part, missing[n] as number)
  }

  /** Keeps those that begin with the search: the equal ones are as long as it is, and of the rest the first ones do. */
  #thatBegin(plan: SearchPlan, tally: Tally, { kind, from, to, wanted }: Part): number {
    let found = 0
    if (wanted === 0) return 0
    this.#tiers.each(plan, rowsOf(this.#sets.other, from, to), (row, tier) => {
      if (tier > TIER.equalButForm) return true
      tally.keep(kind, tier, row)
      found++
      return true
    })
    if (found >= wanted) return found
    this.#tiers.each(plan, rowsOf(this.#sets.leading, from, to), (row, tier) => {
      if (tier !== TIER.startsWith) return true
      tally.keep(kind, tier, row)
      return ++found < wanted
    })
    return found
  }

  /** Keeps those that hold the words elsewhere. A few are read as they come: that is often enough for all wanted. */
  #others(plan: SearchPlan, tally: Tally, { kind, from, to, wanted }: Part, missing: number): void {
    // Fewer than `wanted` begin with the search and fewer have its words in order, so enough of the last tier are met.
    let looks = this.#costs.look + 3 * wanted
    let reached = from
    this.#tiers.each(plan, rowsOf(this.#sets.all, from, to), (row, tier) => {
      reached = row + 1
      looks--
      if (tier <= TIER.startsWith) return looks > 0
      tally.keep(kind, tier, row)
      if (tier === TIER.inOrder) missing--
      return missing > 0 && looks > 0
    })
    if (missing <= 0 || looks > 0) return
    this.#tiers.each(plan, rowsOf(this.#perhapsInOrder(plan, reached, to), reached, to), (row, tier) => {
      if (tier !== TIER.inOrder) return true
      tally.keep(kind, tier, row)
      return --missing > 0
    })
  }

  /** The hits less those where the second word comes before the first, unless there are so few that each may be read. */
  #perhapsInOrder(plan: SearchPlan, from: number, to: number): RowSet {
    const { all, other } = this.#sets
    if (this.#orderKnown) return other
    const [one, two] = plan.accepted as [PlaceRanges, PlaceRanges]
    const toDecode = this.#postings.sizeAt(one, EARLY) + this.#postings.sizeAt(two, LATE) + this.#costs.set
    if (all.count(from, to) * this.#costs.name < toDecode) return all
    this.#orderKnown = true
    other.copy(this.#irregular)
    this.#postings.addTo(other, one, EARLY)
    this.#postings.addTo(other, two, LATE)
    other.keepOnly(all)
    return other
  }
}
