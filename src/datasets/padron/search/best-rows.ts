import { RowSet, rowsOf, wordsFor } from '../format/postings/bitmap.ts'
import { BEGINS, COMES_SECOND, LATE, listsAt, NOTED_LENGTHS, SHORTEST_NOTED } from '../format/postings/posting-lists.ts'
import type { Postings } from '../format/postings/postings-reader.ts'
import type { PlaceRanges } from '../format/postings/term-ranges.ts'
import type { RowPart, Tally } from './hit-collector.ts'
import { type SearchCosts, type SearchIndex, windows } from './search-index.ts'
import type { TierReader } from './tier-reader.ts'
import { type SearchPlan, TIER } from './tiers.ts'

/** How many names are read before the lists of more words are decoded to rule most of them out: so many times `look`. */
const MORE_LOOKS = 4

/**
 * Picks the best of many hits and reads few of their names: where the first two words of the search stand in a name
 * is known beforehand, and nearly always tells whether the name can start with the search or have its words in order.
 * Rows lie in rank order, so that the best are mostly among the first: these are gone through before the rest.
 */
export class BestRows {
  readonly #postings: Postings
  readonly #tiers: TierReader
  readonly #costs: SearchCosts
  readonly #irregular: RowSet
  readonly #ofLength: RowSet[]
  readonly #leading: RowSet
  readonly #second: RowSet

  constructor(index: SearchIndex, postings: Postings, tiers: TierReader, costs: SearchCosts) {
    this.#postings = postings
    this.#tiers = tiers
    this.#costs = costs
    this.#irregular = new RowSet(index.irregular)
    const words = wordsFor(index.rows)
    this.#ofLength = Array.from(
      { length: NOTED_LENGTHS },
      (_, n) => new RowSet(index.ofLength.subarray(n * words, (n + 1) * words)),
    )
    this.#leading = RowSet.empty(index.rows)
    this.#second = RowSet.empty(index.rows)
  }

  /** Keeps the best of `hits`, whose totals are known. */
  find(plan: SearchPlan, hits: RowSet, tally: Tally, parts: readonly RowPart[]): void {
    for (const part of parts) {
      if (part.wanted === 0 || tally.totals[part.kind] === 0) continue
      const equal = this.#thatEqual(plan, hits, tally, part)
      if (equal >= part.wanted) continue
      const begin = this.#thatBegin(plan, hits, tally, part, part.wanted - equal)
      const missing = part.wanted - equal - begin
      if (missing > 0) this.#others(plan, hits, tally, part, missing)
    }
  }

  /** Keeps those that equal the search but for legal forms, and so are as long as it is: they may be anywhere. */
  #thatEqual(plan: SearchPlan, hits: RowSet, tally: Tally, { kind, from, to }: RowPart): number {
    let found = 0
    let looks = this.#looks()
    let reached = from
    const keepEqual = (row: number, tier: number): boolean => {
      reached = row + 1
      looks--
      if (tier > TIER.equalButForm) return true
      tally.keep(kind, tier, row)
      found++
      return true
    }
    const ofLength = this.#ofLength[plan.exact.length - SHORTEST_NOTED]
    if (ofLength)
      this.#tiers.each(plan, rowsOf(hits, ofLength, from, to), (row, tier) => keepEqual(row, tier) && looks > 0)
    if (ofLength && looks > 0) return found
    const leading = this.#leadingRows(plan, hits, kind, reached, to)
    this.#keepSecond(leading, plan, kind, reached, to)
    this.#tiers.each(plan, rowsOf(leading, ofLength ?? leading, reached, to), keepEqual)
    return found
  }

  /** Keeps the first that begin with the search. */
  #thatBegin(plan: SearchPlan, hits: RowSet, tally: Tally, { kind, from, to }: RowPart, wanted: number): number {
    let found = 0
    let looks = this.#looks()
    for (const [start, end] of windows(from, to, this.#costs)) {
      let reached = start
      const keepBeginning = (row: number, tier: number): boolean => {
        reached = row + 1
        looks--
        if (tier !== TIER.startsWith) return true
        tally.keep(kind, tier, row)
        return ++found < wanted
      }
      const leading = this.#leadingRows(plan, hits, kind, start, end)
      const rows = rowsOf(leading, leading, start, end)
      this.#tiers.each(plan, rows, (row, tier) => keepBeginning(row, tier) && looks > 0)
      if (found >= wanted) break
      if (looks > 0) continue
      this.#keepSecond(leading, plan, kind, reached, end)
      this.#tiers.each(plan, rowsOf(leading, leading, reached, end), keepBeginning)
      if (found >= wanted) break
    }
    return found
  }

  #looks(): number {
    return this.#costs.look * MORE_LOOKS
  }

  /** The hits whose first word is the first of the search. */
  #leadingRows(plan: SearchPlan, hits: RowSet, kind: number, from: number, to: number): RowSet {
    const leading = this.#leading
    leading.clear(from, to)
    this.#postings.addLists(leading, plan.accepted[0] as PlaceRanges, listsAt(BEGINS, kind), to)
    leading.keepOnly(hits, from, to)
    return leading
  }

  /** Less those whose second word is not its second. */
  #keepSecond(rows: RowSet, plan: SearchPlan, kind: number, from: number, to: number): void {
    const second = this.#second
    second.clear(from, to)
    this.#postings.addLists(second, plan.accepted[1] as PlaceRanges, listsAt(COMES_SECOND, kind), to)
    rows.keepOnly(second, from, to)
  }

  /** Keeps those that hold the words elsewhere. A few are read as they come: that is often enough for all wanted. */
  #others(plan: SearchPlan, hits: RowSet, tally: Tally, { kind, from, to, wanted }: RowPart, missing: number): void {
    // Fewer than `wanted` begin with the search and fewer have its words in order, so enough of the last tier are met.
    let looks = this.#costs.look + 3 * wanted
    let reached = from
    this.#tiers.each(plan, rowsOf(hits, hits, from, to), (row, tier) => {
      reached = row + 1
      looks--
      if (tier <= TIER.startsWith) return looks > 0
      tally.keep(kind, tier, row)
      if (tier === TIER.inOrder) missing--
      return missing > 0 && looks > 0
    })
    if (missing <= 0 || looks > 0) return
    const fewHits = this.#cheaperRead(plan, kind, tally.totals[kind] as number)
    for (const [start, end] of windows(reached, to, this.#costs)) {
      const rows = fewHits ? hits : this.#perhapsInOrder(plan, hits, kind, start, end)
      this.#tiers.each(plan, rowsOf(rows, hits, start, end), (row, tier) => {
        if (tier !== TIER.inOrder) return true
        tally.keep(kind, tier, row)
        return --missing > 0
      })
      if (missing <= 0) return
    }
  }

  /** Are there so few hits that reading them all takes less than ruling most of them out? */
  #cheaperRead(plan: SearchPlan, kind: number, hits: number): boolean {
    const [one, two] = plan.accepted as [PlaceRanges, PlaceRanges]
    const first = this.#postings.sizeIn(one, listsAt(BEGINS, kind))
    const late = this.#postings.sizeIn(two, listsAt(LATE, kind))
    return hits * this.#costs.name < first + late + this.#costs.set
  }

  /**
   * The hits less those where the second word comes before the first: the first one begins the name, or the second one is
   * neither its first word nor its second.
   */
  #perhapsInOrder(plan: SearchPlan, hits: RowSet, kind: number, from: number, to: number): RowSet {
    const [one, two] = plan.accepted as [PlaceRanges, PlaceRanges]
    const rows = this.#leading
    rows.copy(this.#irregular, from, to)
    this.#postings.addLists(rows, one, listsAt(BEGINS, kind), to)
    this.#postings.addLists(rows, two, listsAt(LATE, kind), to)
    rows.keepOnly(hits, from, to)
    return rows
  }
}
