import { MAX_LOCATED } from '../format/forward-reader.ts'
import type { TermRanges } from '../format/postings/term-ranges.ts'
import type { RegisterImage } from '../format/register-image.ts'
import { BestRows } from './best-rows.ts'
import { HitCollector, type SearchResult } from './hit-collector.ts'
import { PossibleRows } from './possible-rows.ts'
import { Dictionary } from './query/dictionary.ts'
import { MIN_FUZZY_LENGTH, type ParsedQuery, parseQuery } from './query/parse-query.ts'
import { planSearch, type SearchPlan } from './query/search-plan.ts'
import { MEASURED_COSTS, type SearchCosts } from './search-costs.ts'
import { kindOf, kindRanges, type SearchDeps, searchDeps } from './search-index.ts'
import { SingleWordSearch } from './single-word-search.ts'
import { TIER } from './tiers.ts'

/**
 * Answers name searches exactly: totals by kind, and the best rows by tier and rank. A search is parsed, planned (words to
 * termIds), intersected (termIds to possible rows) and collected (the best rows by tier).
 */
export class SearchEngine {
  readonly #deps: SearchDeps
  readonly #dictionary: Dictionary
  readonly #possibleRows: PossibleRows
  readonly #singleWord: SingleWordSearch
  readonly #bestRows: BestRows
  readonly #batch = new Uint32Array(MAX_LOCATED)

  /** `indexFd` is the open index file of the image. */
  constructor(image: RegisterImage, indexFd: number, costs: SearchCosts = MEASURED_COSTS) {
    this.#deps = searchDeps(image, indexFd, costs)
    const { index } = this.#deps
    this.#dictionary = new Dictionary(index.termBytes, index.termStarts)
    this.#possibleRows = new PossibleRows(this.#deps)
    this.#singleWord = new SingleWordSearch(this.#deps, this.#possibleRows)
    this.#bestRows = new BestRows(this.#deps)
  }

  /** `persons` and `companies` are how many rows of each kind are wanted. */
  search(text: string, persons: number, companies: number): SearchResult {
    const wanted = [persons, companies]
    const query = parseQuery(text)
    if (query.core.length === 0) return new HitCollector(wanted).result(false)
    const plan = planSearch(query, this.#dictionary, this.#deps.index.formTerms)
    const exact = this.#searchExact(plan, wanted)
    if (exact.hasHits()) return exact.result(false)
    const fuzzy = this.#searchFuzzy(query, plan, wanted)
    return fuzzy.result(fuzzy.hasHits())
  }

  #searchExact(plan: SearchPlan, wanted: readonly number[]): HitCollector {
    const collector = new HitCollector(wanted)
    const words = plan.required.map((position) => plan.accepted[position] as TermRanges)
    if (words.some((ranges) => ranges.length === 0)) return collector
    if (plan.exact.length === 1) this.#singleWord.collect(plan, collector)
    else if (this.#possibleRows.intersect(words) === 'exact') {
      this.#possibleRows.setTotals(collector)
      const hits = this.#possibleRows.hits()
      this.#bestRows.collect({ plan, hits, collector }, kindRanges(this.#deps.index, wanted))
    } else
      this.#deps.tiers.each(plan, this.#possibleRows.cursor(), (rowId, tier) => {
        if (tier !== TIER.none) collector.add(kindOf(this.#deps.index, rowId), tier, rowId)
        return true
      })
    return collector
  }

  /** Nothing matched: each long word in turn may be misspelt by one letter. */
  #searchFuzzy(query: ParsedQuery, plan: SearchPlan, wanted: readonly number[]): HitCollector {
    const collector = new HitCollector(wanted)
    if (query.units.every(({ form }) => form >= 0)) return collector
    for (const position of plan.required) {
      const word = query.core[position] as string
      if (word.length < MIN_FUZZY_LENGTH) continue
      const others = plan.required.filter((other) => other !== position)
      if (others.some((other) => plan.accepted[other]?.length === 0)) continue
      collector.startPass()
      this.#searchMisspelt(plan, position, this.#dictionary.withinOneEdit(word), collector)
    }
    return collector
  }

  /** Rows that hold all words but one, and one of `near` instead. No row is found for two words: it would match exactly. */
  #searchMisspelt(plan: SearchPlan, misspelt: number, near: TermRanges, collector: HitCollector): void {
    const accepted = plan.accepted.map((ranges, position) => (position === misspelt ? near : ranges))
    const words = plan.required.map((position) => accepted[position] as TermRanges)
    if (words.some((ranges) => ranges.length === 0)) return
    const allAreHits = this.#possibleRows.intersect(words) === 'exact' || words.length === 1
    const add = (rowId: number, tier: number): boolean => {
      if (tier !== TIER.none) collector.add(kindOf(this.#deps.index, rowId), TIER.fuzzy, rowId)
      return true
    }
    const rows = this.#possibleRows.cursor()
    if (!allAreHits) {
      this.#deps.tiers.each({ ...plan, accepted }, rows, add)
      return
    }
    for (let count = rows(this.#batch); count > 0; count = rows(this.#batch))
      for (let i = 0; i < count; i++) add(this.#batch[i] as number, TIER.fuzzy)
  }
}
