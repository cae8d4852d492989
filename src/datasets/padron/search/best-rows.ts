import { Bitmap, bitmapLength } from '../format/postings/bitmap.ts'
import {
  AT_FIRST,
  AT_LATER,
  AT_SECOND,
  LENGTH_BITMAPS,
  listsOf,
  SHORTEST_LENGTH,
} from '../format/postings/posting-lists.ts'
import type { TermRanges } from '../format/postings/term-ranges.ts'
import type { HitCollector, KindRange } from './hit-collector.ts'
import type { Hits } from './hits.ts'
import type { SearchPlan } from './query/search-plan.ts'
import { windows } from './search-costs.ts'
import type { SearchDeps } from './search-index.ts'
import { TIER } from './tiers.ts'

/** How many names are read before the second word is decoded too, in samples. */
const SAMPLES_BEFORE_SECOND = 4

/** What is searched, the rows that hold all its words, and where the best of them go. */
interface ManyHits {
  plan: SearchPlan
  hits: Hits
  collector: HitCollector
}

/**
 * Picks the best of many hits while reading few of their names. The posting lists know in which names the first two words
 * of the query are the first and the second term, and so which names can start with the query or have its words in order.
 * Rows are in rank order, so the best are mostly among the first: windows of growing size are searched one by one.
 */
export class BestRows {
  readonly #deps: SearchDeps
  readonly #irregular: Bitmap
  readonly #byLength: Bitmap[]
  readonly #leading: Bitmap
  readonly #second: Bitmap

  constructor(deps: SearchDeps) {
    const { index } = deps
    this.#deps = deps
    this.#irregular = new Bitmap(index.irregular)
    const length = bitmapLength(index.rows)
    this.#byLength = Array.from(
      { length: LENGTH_BITMAPS },
      (_, n) => new Bitmap(index.nameLengths.subarray(n * length, (n + 1) * length)),
    )
    this.#leading = Bitmap.empty(index.rows)
    this.#second = Bitmap.empty(index.rows)
  }

  /** Offers the best hits to the collector, whose totals are known already. */
  collect(found: ManyHits, ranges: readonly KindRange[]): void {
    for (const range of ranges) {
      if (range.wanted === 0 || found.collector.totals[range.kind] === 0) continue
      const equal = this.#collectEqual(found, range)
      if (equal >= range.wanted) continue
      const starting = this.#collectStarting(found, range, range.wanted - equal)
      const missing = range.wanted - equal - starting
      if (missing > 0) this.#collectOthers(found, range, missing)
    }
  }

  /** Names that equal the query but for legal forms. They have as many terms as it has, and may be anywhere. */
  #collectEqual(found: ManyHits, { kind, from, to }: KindRange): number {
    const { plan, hits, collector } = found
    const { tiers } = this.#deps
    let equal = 0
    let reads = this.#readsBeforeSecond()
    let reached = from
    const offerEqual = (rowId: number, tier: number): boolean => {
      reached = rowId + 1
      reads--
      if (tier > TIER.equalButForm) return true
      collector.offer(kind, tier, rowId)
      equal++
      return true
    }
    const sameLength = this.#byLength[plan.exact.length - SHORTEST_LENGTH]
    if (sameLength) {
      const rows = hits.cursor(from, to, sameLength)
      tiers.each(plan, rows, (rowId, tier) => offerEqual(rowId, tier) && reads > 0)
      if (reads > 0) return equal
    }
    const leading = this.#leadingRows(plan, kind, reached, to)
    const second = this.#secondRows(plan, kind, reached, to)
    tiers.each(plan, hits.cursor(reached, to, ...(sameLength ? [sameLength] : []), leading, second), offerEqual)
    return equal
  }

  /** The first names that start with the query. */
  #collectStarting(found: ManyHits, { kind, from, to }: KindRange, wanted: number): number {
    const { plan, hits, collector } = found
    const { tiers, costs } = this.#deps
    let starting = 0
    let reads = this.#readsBeforeSecond()
    for (const [start, end] of windows(from, to, costs)) {
      let reached = start
      const offerStarting = (rowId: number, tier: number): boolean => {
        reached = rowId + 1
        reads--
        if (tier !== TIER.startsWith) return true
        collector.offer(kind, tier, rowId)
        return ++starting < wanted
      }
      const leading = this.#leadingRows(plan, kind, start, end)
      const rows = hits.cursor(start, end, leading)
      tiers.each(plan, rows, (rowId, tier) => offerStarting(rowId, tier) && reads > 0)
      if (starting >= wanted) break
      if (reads > 0) continue
      const second = this.#secondRows(plan, kind, reached, end)
      tiers.each(plan, hits.cursor(reached, end, leading, second), offerStarting)
      if (starting >= wanted) break
    }
    return starting
  }

  /** Names that hold the words elsewhere. A sample is read in rank order first, which is often enough. */
  #collectOthers(found: ManyHits, { kind, from, to, wanted }: KindRange, missing: number): void {
    const { plan, hits, collector } = found
    const { tiers, costs } = this.#deps
    // Fewer than `wanted` start with the query and fewer have its words in order, so the sample has enough of the last tier.
    let reads = costs.sample + 3 * wanted
    let reached = from
    tiers.each(plan, hits.cursor(from, to), (rowId, tier) => {
      reached = rowId + 1
      reads--
      if (tier <= TIER.startsWith) return reads > 0
      collector.offer(kind, tier, rowId)
      if (tier === TIER.inOrder) missing--
      return missing > 0 && reads > 0
    })
    if (missing <= 0 || reads > 0) return
    const readAll = this.#isCheaperToReadAll(found, kind)
    for (const [start, end] of windows(reached, to, costs)) {
      const filters = readAll ? [] : [this.#rowsPerhapsInOrder(plan, kind, start, end)]
      tiers.each(plan, hits.cursor(start, end, ...filters), (rowId, tier) => {
        if (tier !== TIER.inOrder) return true
        collector.offer(kind, tier, rowId)
        return --missing > 0
      })
      if (missing <= 0) return
    }
  }

  #readsBeforeSecond(): number {
    return this.#deps.costs.sample * SAMPLES_BEFORE_SECOND
  }

  /** The rows whose first term is the first word of the query, in `#leading`. */
  #leadingRows(plan: SearchPlan, kind: number, from: number, to: number): Bitmap {
    this.#leading.clear(from, to)
    this.#deps.postings.setRowsUpTo(this.#leading, plan.accepted[0] as TermRanges, listsOf(kind, AT_FIRST), to)
    return this.#leading
  }

  /** The rows whose second term is the second word of the query, in `#second`. */
  #secondRows(plan: SearchPlan, kind: number, from: number, to: number): Bitmap {
    this.#second.clear(from, to)
    this.#deps.postings.setRowsUpTo(this.#second, plan.accepted[1] as TermRanges, listsOf(kind, AT_SECOND), to)
    return this.#second
  }

  /** Are there so few hits that reading them all costs less than ruling most of them out? */
  #isCheaperToReadAll({ plan, collector }: ManyHits, kind: number): boolean {
    const { postings, costs } = this.#deps
    const [one, two] = plan.accepted as [TermRanges, TermRanges]
    const first = postings.rowCountIn(one, listsOf(kind, AT_FIRST))
    const later = postings.rowCountIn(two, listsOf(kind, AT_LATER))
    return (collector.totals[kind] as number) * costs.readName < first + later + costs.bitmap
  }

  /**
   * All rows but those where the second word comes before the first: the first word is the first term, or the second
   * word is neither the first term nor the second. Irregular names are kept: their positions say nothing about the order.
   */
  #rowsPerhapsInOrder(plan: SearchPlan, kind: number, from: number, to: number): Bitmap {
    const [one, two] = plan.accepted as [TermRanges, TermRanges]
    const { postings } = this.#deps
    const rows = this.#leading
    rows.copyFrom(this.#irregular, from, to)
    postings.setRowsUpTo(rows, one, listsOf(kind, AT_FIRST), to)
    postings.setRowsUpTo(rows, two, listsOf(kind, AT_LATER), to)
    return rows
  }
}
