import { ForwardReader } from '../forward-reader.ts'
import { Dictionary, type PlaceRanges } from './dictionary.ts'
import { Postings } from './postings.ts'
import { FORGIVEN_FROM, readSearch } from './question.ts'
import { RowSet } from './row-set.ts'
import { planSearch, type SearchPlan, TIER, tierOf } from './tiers.ts'

/** The parts of the index a search needs, all in shared memory. */
export interface SearchIndex {
  rows: number
  persons: number
  wordBytes: Uint8Array
  wordStarts: Uint32Array
  wordTotals: Uint32Array
  postings: Uint8Array
  postingStarts: Uint32Array
  forward: Uint8Array
  forwardBlocks: Uint32Array
  hotPlaces: Uint32Array
  formPlaces: Uint32Array
}

export interface FoundRows {
  total: number
  /** Row numbers, best first. */
  rows: number[]
}

export interface SearchResult {
  persons: FoundRows
  companies: FoundRows
  forgiven: boolean
}

/** What a search counts and keeps while rows pass by in rank order: the first of each tier, and the totals. */
class Tally {
  readonly totals = [0, 0]
  readonly #kept: [number, number][][] = [[], []]
  readonly #perTier: number[][] = [[], []]
  readonly #wanted: readonly number[]

  constructor(wanted: readonly number[]) {
    this.#wanted = wanted
  }

  keep(kind: number, tier: number, row: number): void {
    const seen = this.#perTier[kind] as number[]
    seen[tier] = (seen[tier] ?? 0) + 1
    if ((seen[tier] as number) <= (this.#wanted[kind] as number)) this.#kept[kind]?.push([tier, row])
  }

  found(kind: number): FoundRows {
    const kept = this.#kept[kind] as [number, number][]
    kept.sort(([tierA, rowA], [tierB, rowB]) => tierA - tierB || rowA - rowB)
    return { total: this.totals[kind] as number, rows: kept.slice(0, this.#wanted[kind]).map(([, row]) => row) }
  }

  result(forgiven: boolean): SearchResult {
    return { persons: this.found(0), companies: this.found(1), forgiven }
  }
}

const PERSON = 0
const COMPANY = 1

/** What things cost, in postings decoded. Answers do not depend on it, only the way to them. */
export interface SearchCosts {
  /** Up to this many rows a sorted list is cheaper than a bit for every row of the register. */
  shortList: number
  /** Reading one name back. */
  name: number
  /** Clearing, joining and counting a set of all rows. */
  set: number
}

const MEASURED_COSTS: SearchCosts = { shortList: 6_000, name: 16, set: 100_000 }

/** Answers name searches exactly: totals by kind, and the best rows by tier and rank. */
export class SearchEngine {
  readonly #index: SearchIndex
  readonly #dictionary: Dictionary
  readonly #postings: Postings
  readonly #names: ForwardReader
  readonly #all: RowSet
  readonly #other: RowSet
  readonly #list: Uint32Array
  readonly #costs: SearchCosts

  constructor(index: SearchIndex, costs: SearchCosts = MEASURED_COSTS) {
    this.#index = index
    this.#costs = costs
    this.#list = new Uint32Array(costs.shortList)
    this.#dictionary = new Dictionary(index.wordBytes, index.wordStarts)
    this.#postings = new Postings(index.postings, index.postingStarts, index.wordTotals, index.persons)
    this.#names = new ForwardReader(index.forward, index.forwardBlocks, index.hotPlaces, index.formPlaces)
    this.#all = new RowSet(index.rows)
    this.#other = new RowSet(index.rows)
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
    else
      this.#eachHit(sets, (row) => {
        this.#read(row)
        const tier = tierOf(plan, this.#names)
        if (tier === TIER.none) return
        const kind = this.#kindOf(row)
        tally.totals[kind]!++
        tally.keep(kind, tier, row)
      })
    return tally
  }

  /** Rows that hold all words but one, and in its place one of `near`. No row can be found for two words: it would hold both. */
  #forgive(plan: SearchPlan, place: number, near: PlaceRanges, tally: Tally): void {
    const sets = plan.required.map((other) => (other === place ? near : (plan.accepted[other] as PlaceRanges)))
    if (sets.some((set) => set.length === 0)) return
    const lenient: SearchPlan = { ...plan, accepted: plan.accepted.map((ranges, at) => (at === place ? near : ranges)) }
    const check = sets.length > 1
    this.#eachHit(sets, (row) => {
      if (check) {
        this.#read(row)
        if (tierOf(lenient, this.#names) === TIER.none) return
      }
      const kind = this.#kindOf(row)
      tally.totals[kind]!++
      tally.keep(kind, TIER.forgiven, row)
    })
  }

  /** Calls `visit` in rank order with all rows that hold the rarest set, less those that a cheap look at others rules out. */
  #eachHit(sets: PlaceRanges[], visit: (row: number) => void): void {
    const sized = sets.map((set) => ({ set, size: this.#sizeOf(set) })).sort((a, b) => a.size - b.size)
    const [rarest, ...others] = sized as [{ set: PlaceRanges; size: number }]
    if (rarest.size <= this.#costs.shortList) {
      const count = this.#shortList(rarest.set)
      for (let i = 0; i < count; i++) visit(this.#list[i] as number)
      return
    }
    const all = this.#all
    all.clear()
    this.#postings.addTo(all, rarest.set)
    let candidates = rarest.size
    for (const { set, size } of others) {
      if (size + this.#costs.set > candidates * this.#costs.name) break
      this.#other.clear()
      this.#postings.addTo(this.#other, set)
      all.keepOnly(this.#other)
      candidates = all.count(0, this.#index.rows)
    }
    all.each(0, this.#index.rows, (row) => {
      visit(row)
      return true
    })
  }

  /** The rows of few postings, ascending and each once. */
  #shortList(set: PlaceRanges): number {
    let used = 0
    for (let i = 0; i < set.length; i += 2)
      for (let place = set[i] as number; place < (set[i + 1] as number); place++)
        used = this.#postings.append(place, this.#list, used)
    if (set.length === 2 && (set[1] as number) - (set[0] as number) === 1) return used
    const list = this.#list.subarray(0, used).sort()
    let kept = 0
    for (let i = 0; i < used; i++) if (i === 0 || list[i] !== list[i - 1]) list[kept++] = list[i] as number
    return kept
  }

  #oneWord(plan: SearchPlan, tally: Tally, wanted: readonly number[]): void {
    const set = plan.accepted[0] as PlaceRanges
    const size = this.#sizeOf(set)
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
    const { persons, rows } = this.#index
    const [all, beginning] = [this.#all, this.#other]
    all.clear()
    beginning.clear()
    this.#postings.addTo(all, set, beginning)
    tally.totals[PERSON] = all.count(0, persons)
    tally.totals[COMPANY] = all.count(persons, rows)
    const best: number[] = []
    for (const [kind, from, to] of [
      [PERSON, 0, persons],
      [COMPANY, persons, rows],
    ] as const) {
      const missing = [wanted[kind] as number, wanted[kind] as number]
      const take = (row: number, place: number): boolean => {
        if (missing[place]!-- > 0) best.push(row)
        return (missing[place] as number) > 0
      }
      beginning.each(from, to, (row) => take(row, 0))
      all.each(from, to, (row) => beginning.has(row) || take(row, 1))
    }
    return best
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

  #sizeOf(set: PlaceRanges): number {
    let size = 0
    for (let i = 0; i < set.length; i += 2) size += this.#postings.size(set[i] as number, set[i + 1] as number)
    return size
  }

  #read(row: number): void {
    this.#names.seek(row)
    this.#names.next()
  }

  #kindOf(row: number): number {
    return row < this.#index.persons ? PERSON : COMPANY
  }
}

/** The ranges less one place. */
const without = (set: PlaceRanges, place: number): PlaceRanges => {
  const rest: number[] = []
  for (let i = 0; i < set.length; i += 2) {
    const [from, to] = [set[i] as number, set[i + 1] as number]
    if (place < from || place >= to) rest.push(from, to)
    else {
      if (from < place) rest.push(from, place)
      if (place + 1 < to) rest.push(place + 1, to)
    }
  }
  return rest
}
