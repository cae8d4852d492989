import { type ForwardReader, MAX_LOCATED } from '../format/forward-reader.ts'
import type { RowCursor } from '../format/postings/bitmap.ts'
import { includesTerm, type TermRanges } from '../format/postings/term-ranges.ts'
import type { SearchPlan } from './query/search-plan.ts'

/** How well a name matches, best first; 0 when a word is missing. */
export const TIER = { none: 0, equal: 1, equalButForm: 2, startsWith: 3, inOrder: 4, anyOrder: 5, fuzzy: 6 } as const

/** Reads the names of rows and gives their tiers; in batches, because their memory accesses then overlap. */
export class TierReader {
  readonly #names: ForwardReader
  readonly #batch = new Uint32Array(MAX_LOCATED)

  constructor(names: ForwardReader) {
    this.#names = names
  }

  /** Goes on until `visit` returns false. */
  each(plan: SearchPlan, rows: RowCursor, visit: (rowId: number, tier: number) => boolean): void {
    const batch = this.#batch
    for (let count = rows(batch); count > 0; count = rows(batch)) {
      this.#names.locate(batch, count)
      for (let i = 0; i < count; i++) {
        const rowId = batch[i] as number
        this.#names.seekLocated(i, rowId)
        this.#names.next()
        if (!visit(rowId, tierOf(plan, this.#names))) return
      }
    }
  }
}

/** The tier of the name that the reader has just read. */
export const tierOf = (plan: SearchPlan, name: ForwardReader): number => {
  for (let i = 0; i < plan.required.length; i++)
    if (!hasTerm(name, plan.accepted[plan.required[i] as number] as TermRanges)) return TIER.none
  const length = plan.exact.length
  if (startsWithQuery(plan, name)) {
    if (
      name.coreCount === length &&
      includesTerm(plan.exact[length - 1] as TermRanges, name.core[length - 1] as number)
    )
      return hasSameUnits(plan, name) ? TIER.equal : TIER.equalButForm
    return TIER.startsWith
  }
  return hasTermsInOrder(plan, name) ? TIER.inOrder : TIER.anyOrder
}

const hasTerm = (name: ForwardReader, ranges: TermRanges): boolean => {
  // Nearly all words are one range: compare with its bounds directly.
  if (ranges.length === 2) {
    const from = ranges[0] as number
    const to = ranges[1] as number
    for (let i = 0; i < name.termCount; i++) {
      const termId = name.terms[i] as number
      if (termId >= from && termId < to) return true
    }
    return false
  }
  for (let i = 0; i < name.termCount; i++) if (includesTerm(ranges, name.terms[i] as number)) return true
  return false
}

const startsWithQuery = (plan: SearchPlan, name: ForwardReader): boolean => {
  const last = plan.exact.length - 1
  if (name.coreCount <= last) return false
  for (let i = 0; i < last; i++) if (!includesTerm(plan.exact[i] as TermRanges, name.core[i] as number)) return false
  return includesTerm(plan.accepted[last] as TermRanges, name.core[last] as number)
}

const hasSameUnits = (plan: SearchPlan, name: ForwardReader): boolean => {
  if (name.unitCount !== plan.units.length) return false
  for (let i = 0; i < plan.units.length; i++)
    if (!includesTerm(plan.units[i] as TermRanges, name.units[i] as number)) return false
  return true
}

const hasTermsInOrder = (plan: SearchPlan, name: ForwardReader): boolean => {
  const last = plan.exact.length - 1
  let wanted = 0
  for (let i = 0; i < name.termCount; i++) {
    const ranges = (wanted === last ? plan.accepted[wanted] : plan.exact[wanted]) as TermRanges
    if (includesTerm(ranges, name.terms[i] as number) && ++wanted > last) return true
  }
  return false
}
