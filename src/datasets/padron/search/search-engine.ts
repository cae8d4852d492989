import { ForwardReader, MOST_FOUND } from '../format/forward-reader.ts'
import { RowSet, type Rows, rowsOf } from '../format/postings/bitmap.ts'
import { ANYWHERE, BEGINS, listsAt } from '../format/postings/posting-lists.ts'
import { Postings } from '../format/postings/postings-reader.ts'
import { Unions } from '../format/postings/prefix-postings.ts'
import { type PlaceRanges, without } from '../format/postings/term-ranges.ts'
import { BestRows } from './best-rows.ts'
import { COMPANY, PERSON, type RowPart, type SearchResult, Tally } from './hit-collector.ts'
import { Dictionary } from './query/dictionary.ts'
import { FORGIVEN_FROM, readSearch } from './query/parse-query.ts'
import { MEASURED_COSTS, type SearchCosts, type SearchIndex, windows } from './search-index.ts'
import { TierReader } from './tier-reader.ts'
import { planSearch, type SearchPlan, TIER, tierOf } from './tiers.ts'

/** How much work finding the best of many rows is, in sets of all rows. */
const SETS_OF_BEST = 3

interface SizedSet {
  set: PlaceRanges
  size: number
}

/** Answers name searches exactly: totals by kind, and the best rows by tier and rank. */
export class SearchEngine {
  readonly #index: SearchIndex
  readonly #dictionary: Dictionary
  readonly #postings: Postings
  readonly #names: ForwardReader
  readonly #all: RowSet
  readonly #other: RowSet
  readonly #beginning: RowSet
  readonly #tiers: TierReader
  readonly #best: BestRows
  /** How many rows `#list` holds; -1 when the candidates are in `#all`. */
  #listed = -1
  /** The rows, and the lists of them, that hits can be among. */
  #limits = { from: 0, to: 0, lists: 0 }
  /** How many rows `#all` has, when these are exactly the hits. */
  #hits = 0
  readonly #list: Uint32Array
  readonly #costs: SearchCosts
  readonly #batch = new Uint32Array(MOST_FOUND)

  constructor(index: SearchIndex, costs: SearchCosts = MEASURED_COSTS) {
    this.#index = index
    this.#costs = costs
    // A row may be met twice in the lists of one word.
    this.#list = new Uint32Array(costs.shortList * 2)
    this.#dictionary = new Dictionary(index.wordBytes, index.wordStarts)
    this.#postings = new Postings(index, new Unions(index))
    this.#names = new ForwardReader(index.forward, index.forwardBlocks, index.hotPlaces, index.formPlaces)
    this.#all = RowSet.empty(index.rows)
    this.#other = RowSet.empty(index.rows)
    this.#beginning = RowSet.empty(index.rows)
    this.#tiers = new TierReader(this.#names)
    this.#best = new BestRows(index, this.#postings, this.#tiers, costs)
  }

  search(text: string, persons: number, companies: number): SearchResult {
    const search = readSearch(text)
    const wanted = [persons, companies]
    const none = new Tally(wanted).result(false)
    if (search.core.length === 0) return none
    const plan = planSearch(search, this.#dictionary, this.#index.formPlaces)
    const tally = this.#answer(plan, wanted)
    if ((tally.totals[PERSON] as number) + (tally.totals[COMPANY] as number) > 0) return tally.result(false)

    const forgiving = new Tally(wanted)
    for (const place of plan.required) {
      const word = search.core[place] as string
      if (word.length < FORGIVEN_FROM || search.units.every(({ form }) => form >= 0)) continue
      const others = plan.required.filter((other) => other !== place)
      if (others.some((other) => plan.accepted[other]?.length === 0)) continue
      forgiving.startAgain()
      this.#forgive(plan, place, this.#dictionary.near(word), forgiving)
    }
    const forgiven = (forgiving.totals[PERSON] as number) + (forgiving.totals[COMPANY] as number) > 0
    return forgiven ? forgiving.result(true) : none
  }

  #answer(plan: SearchPlan, wanted: readonly number[]): Tally {
    const tally = new Tally(wanted)
    const sets = plan.required.map((place) => plan.accepted[place] as PlaceRanges)
    if (sets.some((set) => set.length === 0)) return tally
    if (plan.exact.length === 1) this.#oneWord(plan, tally, wanted)
    else if (this.#intersect(sets) === 'exactly') {
      this.#total(tally, this.#hits)
      this.#best.find(plan, this.#all, tally, this.#parts(wanted))
    } else
      this.#tiers.each(plan, this.#candidates(), (row, tier) => {
        if (tier !== TIER.none) this.#keepCounted(tally, tier, row)
        return true
      })
    return tally
  }

  /** Rows that hold all words but one, and in its place one of `near`. No row can be found for two words: it would hold both. */
  #forgive(plan: SearchPlan, place: number, near: PlaceRanges, tally: Tally): void {
    const sets = plan.required.map((other) => (other === place ? near : (plan.accepted[other] as PlaceRanges)))
    if (sets.some((set) => set.length === 0)) return
    const lenient: SearchPlan = { ...plan, accepted: plan.accepted.map((ranges, at) => (at === place ? near : ranges)) }
    const certain = this.#intersect(sets) === 'exactly' || sets.length === 1
    const keep = (row: number, tier: number): boolean => {
      if (tier !== TIER.none) this.#keepCounted(tally, TIER.forgiven, row)
      return true
    }
    const rows = this.#candidates()
    if (!certain) {
      this.#tiers.each(lenient, rows, keep)
      return
    }
    for (let count = rows(this.#batch); count > 0; count = rows(this.#batch))
      for (let i = 0; i < count; i++) keep(this.#batch[i] as number, TIER.forgiven)
  }

  /**
   * Finds the rows that hold the rarest set, less those that a cheap look at other sets rules out. `exactly` when that left
   * only rows that hold all sets, and so many of them that they had better not all be read.
   */
  #intersect(sets: PlaceRanges[]): 'exactly' | 'at least' {
    const sized = sets.map((set) => ({ set, size: this.#postings.sizeOf(set) })).sort((a, b) => a.size - b.size)
    const [rarest, ...others] = sized as [SizedSet, ...SizedSet[]]
    const fewRows = rarest.size <= this.#costs.shortList && this.#cheaperRead(rarest.size, others[0]?.set)
    this.#listed = fewRows ? this.#shortList(rarest.set) : -1
    if (this.#listed >= 0) return 'at least'
    this.#limit(sets)
    const { from, to } = this.#limits
    this.#decode(rarest.set, this.#all)
    let candidates = rarest.size
    for (const { set } of others) {
      if (this.#postings.costOf(set) + this.#costs.set > candidates * this.#costs.name) return 'at least'
      this.#decode(set, this.#other)
      candidates = this.#all.keepCounted(this.#other, from, to)
      if (candidates * this.#costs.name <= SETS_OF_BEST * this.#costs.set) return 'at least'
    }
    if (others.length === 0) candidates = this.#all.count(from, to)
    this.#hits = candidates
    return 'exactly'
  }

  /** Is it less work to read the names of so many rows than to put them and those of another set together? */
  #cheaperRead(rows: number, other: PlaceRanges | undefined): boolean {
    const { name, set } = this.#costs
    return other === undefined || rows * name <= this.#postings.costOf(other) + 2 * set
  }

  /** What `#intersect` found, in rank order. */
  #candidates(): Rows {
    if (this.#listed < 0) return rowsOf(this.#all, this.#all, this.#limits.from, this.#limits.to)
    let at = 0
    return (into) => {
      const rows = this.#list.subarray(at, Math.min(at + into.length, this.#listed))
      into.set(rows)
      at += rows.length
      return rows.length
    }
  }

  #keepCounted(tally: Tally, tier: number, row: number): void {
    const kind = this.#kindOf(row)
    tally.totals[kind]!++
    tally.keep(kind, tier, row)
  }

  /** The rows of few postings, ascending and each once. */
  #shortList(set: PlaceRanges): number {
    let used = 0
    for (let i = 0; i < set.length; i += 2)
      for (let place = set[i] as number; place < (set[i + 1] as number); place++)
        used = this.#postings.append(place, this.#list, used)
    const list = this.#list.subarray(0, used).sort()
    let kept = 0
    for (let i = 0; i < used; i++) if (i === 0 || list[i] !== list[i - 1]) list[kept++] = list[i] as number
    return kept
  }

  #oneWord(plan: SearchPlan, tally: Tally, wanted: readonly number[]): void {
    const set = plan.accepted[0] as PlaceRanges
    const size = this.#postings.sizeOf(set)
    const common = this.#commonest(set)
    const candidates =
      size - this.#postings.size(common) <= this.#costs.shortList
        ? this.#mostlyOne(set, common, tally, wanted)
        : this.#ofMany(set, tally, wanted)
    const exact = plan.exact[0] as PlaceRanges
    for (let i = 0; i < exact.length; i += 2)
      for (let place = exact[i] as number; place < (exact[i + 1] as number); place++)
        for (const row of this.#postings.solos(place)) candidates.push(row)
    candidates.sort((a, b) => a - b)
    let last = -1
    for (const row of candidates) {
      if (row === last) continue
      last = row
      this.#read(row)
      tally.keep(this.#kindOf(row), tierOf(plan, this.#names), row)
    }
  }

  /** One word has nearly all rows: its count is known, and only the few others are looked at. Returns rows that may be best. */
  #mostlyOne(set: PlaceRanges, common: number, tally: Tally, wanted: readonly number[]): number[] {
    const total = this.#postings.size(common)
    const persons = this.#postings.personRows(common)
    tally.totals[PERSON] = persons
    tally.totals[COMPANY] = total - persons
    const rows: number[] = []
    for (const kind of [PERSON, COMPANY])
      for (const row of this.#postings.first(common, kind === COMPANY, wanted[kind] as number)) rows.push(row)
    const count = this.#shortList(without(set, common))
    for (let i = 0; i < count; i++) {
      const row = this.#list[i] as number
      this.#read(row)
      if (!this.#nameHolds(common)) tally.totals[this.#kindOf(row)]!++
      rows.push(row)
    }
    return rows
  }

  /** Many words share the rows: all are put together. Returns rows that may be best. */
  #ofMany(set: PlaceRanges, tally: Tally, wanted: readonly number[]): number[] {
    this.#limit([set])
    this.#decode(set, this.#all)
    this.#total(tally, this.#all.count(this.#limits.from, this.#limits.to))
    return this.#parts(wanted).flatMap((part) => (tally.totals[part.kind] === 0 ? [] : this.#firstOf(set, part)))
  }

  /** The first rows that begin with one of the words, and the first of those in `#all` that do not, as many as wanted of each. */
  #firstOf(set: PlaceRanges, { kind, from, to, wanted }: RowPart): number[] {
    const [all, beginning] = [this.#all, this.#beginning]
    const into = new Uint32Array(wanted)
    const [begin, rest]: [number[], number[]] = [[], []]
    for (const [start, end] of windows(from, to, this.#costs)) {
      beginning.clear(start, end)
      this.#postings.addLists(beginning, set, listsAt(BEGINS, kind), end)
      all.remove(beginning, start, end)
      begin.push(...into.subarray(0, beginning.take(start, end, into)))
      rest.push(...into.subarray(0, all.take(start, end, into)))
      if (begin.length >= wanted && rest.length >= wanted) break
    }
    return [...begin, ...rest]
  }

  /** Persons or companies alone are gone through when one of the sets has no others. */
  #limit(sets: PlaceRanges[]): void {
    const { persons, rows } = this.#index
    const have = (kind: number): boolean => sets.every((set) => this.#postings.sizeIn(set, listsAt(ANYWHERE, kind)) > 0)
    const [havePersons, haveCompanies] = [have(PERSON), have(COMPANY)]
    this.#limits = {
      from: havePersons ? 0 : persons,
      to: haveCompanies ? rows : persons,
      lists: (havePersons ? listsAt(ANYWHERE, PERSON) : 0) | (haveCompanies ? listsAt(ANYWHERE, COMPANY) : 0),
    }
  }

  #decode(set: PlaceRanges, into: RowSet): void {
    const { from, to, lists } = this.#limits
    into.clear(from, to)
    this.#postings.addTo(into, set, lists)
  }

  /** There are far fewer companies than persons: these are counted. */
  #total(tally: Tally, hits: number): void {
    const companies = this.#all.count(Math.max(this.#index.persons, this.#limits.from), this.#limits.to)
    tally.totals[COMPANY] = companies
    tally.totals[PERSON] = hits - companies
  }

  #parts(wanted: readonly number[]): RowPart[] {
    const { persons, rows } = this.#index
    return [
      { kind: PERSON, from: 0, to: persons, wanted: wanted[PERSON] as number },
      { kind: COMPANY, from: persons, to: rows, wanted: wanted[COMPANY] as number },
    ]
  }

  #commonest(set: PlaceRanges): number {
    let best = set[0] as number
    for (let i = 0; i < set.length; i += 2)
      for (let place = set[i] as number; place < (set[i + 1] as number); place++)
        if (this.#postings.size(place) > this.#postings.size(best)) best = place
    return best
  }

  #nameHolds(place: number): boolean {
    for (let i = 0; i < this.#names.count; i++) if (this.#names.words[i] === place) return true
    return false
  }

  #read(row: number): void {
    this.#names.seek(row)
    this.#names.next()
  }

  #kindOf(row: number): number {
    return row < this.#index.persons ? PERSON : COMPANY
  }
}
