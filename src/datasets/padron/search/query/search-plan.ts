import { type TermRanges, unionOf } from '../../format/postings/term-ranges.ts'
import type { Dictionary } from './dictionary.ts'
import type { ParsedQuery } from './parse-query.ts'

/** A query translated into termIds. */
export interface SearchPlan {
  /** For each word of the query, in its order, the terms that mean the same. */
  exact: TermRanges[]
  /** The same, but for the last word also the terms it is a prefix of. */
  accepted: TermRanges[]
  /** The different words that must appear, as positions in `accepted`. */
  required: number[]
  /** Words and legal forms in their order. */
  units: TermRanges[]
}

/** Looks the words of a query up in the dictionary. */
export const planSearch = (query: ParsedQuery, dictionary: Dictionary, formTerms: Uint32Array): SearchPlan => {
  const { core, lastIsPrefix } = query
  const exact = core.map((word) => dictionary.matching(word))
  const last = core.length - 1
  const accepted = exact.map((ranges, position) =>
    position === last && lastIsPrefix ? unionOf(ranges, dictionary.withPrefix(core[position] as string)) : ranges,
  )
  const required = core
    .map((_, position) => position)
    .filter((position) => core.indexOf(core[position] as string) === position)
  const formRange = (form: number): TermRanges => [formTerms[form] as number, (formTerms[form] as number) + 1]
  const units = query.units.map(({ word, form }) => (form < 0 ? dictionary.matching(word) : formRange(form)))
  return { exact, accepted, required, units }
}
