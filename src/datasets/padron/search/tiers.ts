import type { ForwardReader } from '../format/forward-reader.ts'
import { inRanges, type PlaceRanges, uniteRanges } from '../format/postings/term-ranges.ts'
import type { Dictionary } from './query/dictionary.ts'
import type { NameSearch } from './query/parse-query.ts'

/** How well a name fits, best first; 0 when a word is missing. */
export const TIER = { none: 0, equal: 1, equalButForm: 2, startsWith: 3, inOrder: 4, anyOrder: 5, forgiven: 6 } as const

/** A search translated into places of the dictionary. */
export interface SearchPlan {
  /** One entry per word of the search, in its order. */
  exact: PlaceRanges[]
  /** The same, the last one with all words it is the beginning of. */
  accepted: PlaceRanges[]
  /** The different words that must appear, as places in `accepted`. */
  required: number[]
  /** Words and legal forms in their order, as ranges. */
  units: PlaceRanges[]
}

export const planSearch = (search: NameSearch, dictionary: Dictionary, formPlaces: Uint32Array): SearchPlan => {
  const exact = search.core.map((word) => dictionary.meaning(word))
  const last = search.core.length - 1
  const accepted = exact.map((ranges, place) =>
    place === last && search.openEnded
      ? uniteRanges(ranges, dictionary.beginning(search.core[place] as string))
      : ranges,
  )
  const required = search.core
    .map((_, place) => place)
    .filter((place) => search.core.indexOf(search.core[place] as string) === place)
  const formRange = (form: number): PlaceRanges => [formPlaces[form] as number, (formPlaces[form] as number) + 1]
  const units = search.units.map(({ word, form }) => (form < 0 ? dictionary.meaning(word) : formRange(form)))
  return { exact, accepted, required, units }
}

/** The tier of the name the reader has just read. */
export const tierOf = (plan: SearchPlan, name: ForwardReader): number => {
  for (let i = 0; i < plan.required.length; i++)
    if (!holds(name, plan.accepted[plan.required[i] as number] as PlaceRanges)) return TIER.none
  const length = plan.exact.length
  if (begins(plan, name)) {
    if (name.coreCount === length && inRanges(plan.exact[length - 1] as PlaceRanges, name.core[length - 1] as number))
      return sameUnits(plan, name) ? TIER.equal : TIER.equalButForm
    return TIER.startsWith
  }
  return inOrder(plan, name) ? TIER.inOrder : TIER.anyOrder
}

const holds = (name: ForwardReader, ranges: PlaceRanges): boolean => {
  if (ranges.length === 2) {
    const from = ranges[0] as number
    const to = ranges[1] as number
    for (let i = 0; i < name.count; i++) {
      const place = name.words[i] as number
      if (place >= from && place < to) return true
    }
    return false
  }
  for (let i = 0; i < name.count; i++) if (inRanges(ranges, name.words[i] as number)) return true
  return false
}

const begins = (plan: SearchPlan, name: ForwardReader): boolean => {
  const last = plan.exact.length - 1
  if (name.coreCount <= last) return false
  for (let i = 0; i < last; i++) if (!inRanges(plan.exact[i] as PlaceRanges, name.core[i] as number)) return false
  return inRanges(plan.accepted[last] as PlaceRanges, name.core[last] as number)
}

const sameUnits = (plan: SearchPlan, name: ForwardReader): boolean => {
  if (name.unitCount !== plan.units.length) return false
  for (let i = 0; i < plan.units.length; i++)
    if (!inRanges(plan.units[i] as PlaceRanges, name.units[i] as number)) return false
  return true
}

const inOrder = (plan: SearchPlan, name: ForwardReader): boolean => {
  const last = plan.exact.length - 1
  let wanted = 0
  for (let i = 0; i < name.count; i++) {
    const ranges = (wanted === last ? plan.accepted[wanted] : plan.exact[wanted]) as PlaceRanges
    if (inRanges(ranges, name.words[i] as number) && ++wanted > last) return true
  }
  return false
}
