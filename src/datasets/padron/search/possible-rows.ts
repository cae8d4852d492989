import { Bitmap, type RowCursor } from '../format/postings/bitmap.ts'
import { AT_ANY, COMPANY, listsOf, PERSON } from '../format/postings/posting-lists.ts'
import type { TermRanges } from '../format/postings/term-ranges.ts'
import type { HitCollector } from './hit-collector.ts'
import { Hits } from './hits.ts'
import type { SearchDeps } from './search-index.ts'

/** What finding the best of many rows costs, in bitmaps of all rows. */
const BEST_ROWS_COST = 1

interface CountedTerms {
  ranges: TermRanges
  rows: number
}

/**
 * Finds the rows that can be hits, rarest word first. Few rows are kept as a sorted list, many as a bitmap; both are reused
 * by every search, because they take megabytes.
 */
export class PossibleRows {
  /** The rows, when `intersect` found many. */
  readonly bitmap: Bitmap
  /** The rows of `listRows`, ascending. */
  readonly list: Uint32Array
  readonly #deps: SearchDeps
  readonly #other: Bitmap
  readonly #shared: Uint32Array
  /** The rows, ascending, where they are listed; else they are in `bitmap`. */
  #listed: Uint32Array | null = null
  /** How many rows `bitmap` has, when they are exactly the hits. */
  #hits = 0
  /** The rows, and the posting lists, that hits can be in. */
  #limits = { from: 0, to: 0, lists: 0 }

  constructor(deps: SearchDeps) {
    this.#deps = deps
    this.bitmap = Bitmap.empty(deps.index.rows)
    this.#other = Bitmap.empty(deps.index.rows)
    this.#shared = new Uint32Array(Math.min(deps.costs.listedHits, deps.index.rows))
    // A row may come twice from the lists of one term.
    this.list = new Uint32Array(deps.costs.shortList * 2)
  }

  /**
   * Intersects the rows of all words, as far as decoding a word costs less than reading the names that it rules out.
   * `exact`: `bitmap` has exactly the hits, too many to read them all. `superset`: the name of every row must be read.
   */
  intersect(words: TermRanges[]): 'exact' | 'superset' {
    const { postings, costs } = this.#deps
    const counted = words.map((ranges) => ({ ranges, rows: postings.rowCountOf(ranges) }))
    const [rarest, ...others] = counted.sort((a, b) => a.rows - b.rows) as [CountedTerms, ...CountedTerms[]]
    const fewRows = rarest.rows <= costs.shortList && this.#isCheaperToRead(rarest.rows, others[0]?.ranges)
    this.#limitTo(words)
    this.#listed = fewRows ? this.list.subarray(0, this.listRows(rarest.ranges)) : null
    if (this.#listed) return 'superset'
    const { from, to } = this.#limits
    this.#decode(rarest.ranges, this.bitmap)
    let possible = rarest.rows
    for (const { ranges } of others) {
      if (postings.decodeCost(ranges) + costs.bitmap > possible * costs.readName) return 'superset'
      this.#decode(ranges, this.#other)
      const { count, listed } = this.bitmap.intersectListed(this.#other, from, to, this.#shared)
      this.#listed = listed === count ? this.#shared.subarray(0, count) : null
      possible = count
      if (possible * costs.readName <= BEST_ROWS_COST * costs.bitmap) return 'superset'
    }
    if (others.length === 0) possible = this.bitmap.count(from, to)
    this.#hits = possible
    return 'exact'
  }

  /** What `intersect` found. */
  hits(): Hits {
    return new Hits(this.bitmap, this.#listed)
  }

  /** The same in rank order. */
  cursor(): RowCursor {
    return this.hits().cursor(this.#limits.from, this.#limits.to)
  }

  /** Puts all rows of one word into `bitmap`. */
  decodeWord(ranges: TermRanges): void {
    this.#limitTo([ranges])
    this.#decode(ranges, this.bitmap)
    this.#hits = this.bitmap.count(this.#limits.from, this.#limits.to)
  }

  /** Puts the rows of one word into `list`, ascending and each once; returns how many. */
  listRows(ranges: TermRanges): number {
    let used = 0
    for (let i = 0; i < ranges.length; i += 2)
      for (let termId = ranges[i] as number; termId < (ranges[i + 1] as number); termId++)
        used = this.#deps.postings.appendRows(termId, this.list, used)
    const list = this.list.subarray(0, used).sort()
    let kept = 0
    for (let i = 0; i < used; i++) if (i === 0 || list[i] !== list[i - 1]) list[kept++] = list[i] as number
    return kept
  }

  /** Sets the totals when `bitmap` has exactly the hits. There are far fewer companies than persons, so these are counted. */
  setTotals(collector: HitCollector): void {
    const companies = this.bitmap.count(Math.max(this.#deps.index.persons, this.#limits.from), this.#limits.to)
    collector.totals[COMPANY] = companies
    collector.totals[PERSON] = this.#hits - companies
  }

  /** Is it cheaper to read the names of so many rows than to intersect them with another word? */
  #isCheaperToRead(rows: number, other: TermRanges | undefined): boolean {
    const { readName, bitmap } = this.#deps.costs
    return other === undefined || rows * readName <= this.#deps.postings.decodeCost(other) + 2 * bitmap
  }

  /** Leaves out persons, or companies, when one of the words has none. */
  #limitTo(words: TermRanges[]): void {
    const { postings, index } = this.#deps
    const allHave = (kind: number): boolean =>
      words.every((ranges) => postings.rowCountIn(ranges, listsOf(kind, AT_ANY)) > 0)
    const [persons, companies] = [allHave(PERSON), allHave(COMPANY)]
    this.#limits = {
      from: persons ? 0 : index.persons,
      to: companies ? index.rows : index.persons,
      lists: (persons ? listsOf(PERSON, AT_ANY) : 0) | (companies ? listsOf(COMPANY, AT_ANY) : 0),
    }
  }

  #decode(ranges: TermRanges, into: Bitmap): void {
    const { from, to, lists } = this.#limits
    into.clear(from, to)
    this.#deps.postings.setRows(into, ranges, lists)
  }
}
