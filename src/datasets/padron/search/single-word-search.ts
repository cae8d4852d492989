import { Bitmap } from '../format/postings/bitmap.ts'
import { AT_FIRST, COMPANY, listsOf, PERSON } from '../format/postings/posting-lists.ts'
import { type TermRanges, withoutTerm } from '../format/postings/term-ranges.ts'
import type { HitCollector, KindRange } from './hit-collector.ts'
import type { PossibleRows } from './possible-rows.ts'
import type { SearchPlan } from './query/search-plan.ts'
import { windows } from './search-costs.ts'
import { kindOf, kindRanges, type SearchDeps } from './search-index.ts'
import { tierOf } from './tiers.ts'

/** Searches for one word: every row that holds it is a hit, so only the names of rows that may be among the best are read. */
export class SingleWordSearch {
  readonly #deps: SearchDeps
  readonly #possibleRows: PossibleRows
  readonly #starting: Bitmap

  constructor(deps: SearchDeps, possibleRows: PossibleRows) {
    this.#deps = deps
    this.#possibleRows = possibleRows
    this.#starting = Bitmap.empty(deps.index.rows)
  }

  collect(plan: SearchPlan, collector: HitCollector): void {
    const { postings, names, index, costs } = this.#deps
    const ranges = plan.accepted[0] as TermRanges
    const commonest = this.#commonestOf(ranges)
    const isMostlyOne = postings.rowCountOf(ranges) - postings.rowCount(commonest) <= costs.shortList
    const rows = isMostlyOne ? this.#countMostlyOne(ranges, commonest, collector) : this.#countMany(ranges, collector)
    for (const rowId of this.#singleWordRows(plan.exact[0] as TermRanges)) rows.push(rowId)
    rows.sort((a, b) => a - b)
    let last = -1
    for (const rowId of rows) {
      if (rowId === last) continue
      last = rowId
      names.seek(rowId)
      names.next()
      collector.offer(kindOf(index, rowId), tierOf(plan, names), rowId)
    }
  }

  /** One term has nearly all rows: its count is known, and only the rows of the other terms are read. Returns rows that may be best. */
  #countMostlyOne(ranges: TermRanges, commonest: number, collector: HitCollector): number[] {
    const { postings, names, index } = this.#deps
    const persons = postings.personCount(commonest)
    collector.totals[PERSON] = persons
    collector.totals[COMPANY] = postings.rowCount(commonest) - persons
    const rows: number[] = []
    for (const kind of [PERSON, COMPANY])
      for (const rowId of postings.firstRows(commonest, kind, collector.wanted[kind] as number)) rows.push(rowId)
    const count = this.#possibleRows.listRows(withoutTerm(ranges, commonest))
    for (let i = 0; i < count; i++) {
      const rowId = this.#possibleRows.list[i] as number
      names.seek(rowId)
      names.next()
      if (!this.#nameHolds(commonest)) collector.totals[kindOf(index, rowId)]!++
      rows.push(rowId)
    }
    return rows
  }

  /** Many terms share the rows: all are put into one bitmap. Returns rows that may be best. */
  #countMany(ranges: TermRanges, collector: HitCollector): number[] {
    this.#possibleRows.decodeWord(ranges)
    this.#possibleRows.setTotals(collector)
    return kindRanges(this.#deps.index, collector.wanted).flatMap((range) =>
      collector.totals[range.kind] === 0 ? [] : this.#firstRows(ranges, range),
    )
  }

  /** The first rows whose name starts with one of the terms, and the first of the others, as many as wanted of each. */
  #firstRows(ranges: TermRanges, { kind, from, to, wanted }: KindRange): number[] {
    const [all, starting] = [this.#possibleRows.bitmap, this.#starting]
    const into = new Uint32Array(wanted)
    const [first, rest]: [number[], number[]] = [[], []]
    for (const [start, end] of windows(from, to, this.#deps.costs)) {
      starting.clear(start, end)
      this.#deps.postings.setRowsUpTo(starting, ranges, listsOf(kind, AT_FIRST), end)
      all.subtract(starting, start, end)
      first.push(...into.subarray(0, starting.take(start, end, into)))
      rest.push(...into.subarray(0, all.take(start, end, into)))
      if (first.length >= wanted && rest.length >= wanted) break
    }
    return [...first, ...rest]
  }

  #singleWordRows(ranges: TermRanges): number[] {
    const rows: number[] = []
    for (let i = 0; i < ranges.length; i += 2)
      for (let termId = ranges[i] as number; termId < (ranges[i + 1] as number); termId++)
        for (const rowId of this.#deps.postings.singleWordRows(termId)) rows.push(rowId)
    return rows
  }

  #commonestOf(ranges: TermRanges): number {
    const { postings } = this.#deps
    let best = ranges[0] as number
    for (let i = 0; i < ranges.length; i += 2)
      for (let termId = ranges[i] as number; termId < (ranges[i + 1] as number); termId++)
        if (postings.rowCount(termId) > postings.rowCount(best)) best = termId
    return best
  }

  #nameHolds(termId: number): boolean {
    const { names } = this.#deps
    for (let i = 0; i < names.termCount; i++) if (names.terms[i] === termId) return true
    return false
  }
}
