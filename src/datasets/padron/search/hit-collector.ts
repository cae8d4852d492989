import { COMPANY, PERSON } from '../format/postings/posting-lists.ts'

/** The rows of one kind, and how many of them are wanted. */
export interface KindRange {
  kind: number
  from: number
  to: number
  wanted: number
}

export interface FoundRows {
  total: number
  /** RowIds, best first. */
  rows: number[]
}

export interface SearchResult {
  persons: FoundRows
  companies: FoundRows
  /** Nothing matched all words, and one misspelt word was corrected. */
  fuzzy: boolean
}

/** Collects the hits of a search while rows come in rank order: totals by kind, and the first rows of each tier. */
export class HitCollector {
  /** By kind. */
  readonly totals = [0, 0]
  readonly wanted: readonly number[]
  readonly #kept: [number, number][][] = [[], []]
  #keptPerTier: number[][] = [[], []]

  constructor(wanted: readonly number[]) {
    this.wanted = wanted
  }

  hasHits(): boolean {
    return (this.totals[PERSON] as number) + (this.totals[COMPANY] as number) > 0
  }

  /** Keeps a row unless enough of its tier were kept before. */
  offer(kind: number, tier: number, rowId: number): void {
    const perTier = this.#keptPerTier[kind] as number[]
    perTier[tier] = (perTier[tier] ?? 0) + 1
    if ((perTier[tier] as number) <= (this.wanted[kind] as number)) this.#kept[kind]?.push([tier, rowId])
  }

  /** Counts a row, then offers it. */
  add(kind: number, tier: number, rowId: number): void {
    this.totals[kind]!++
    this.offer(kind, tier, rowId)
  }

  /** Call it before other rows come, again from the first rank on. */
  startPass(): void {
    this.#keptPerTier = [[], []]
  }

  result(fuzzy: boolean): SearchResult {
    return { persons: this.#bestOf(PERSON), companies: this.#bestOf(COMPANY), fuzzy }
  }

  #bestOf(kind: number): FoundRows {
    const kept = this.#kept[kind] as [number, number][]
    kept.sort(([tierA, rowA], [tierB, rowB]) => tierA - tierB || rowA - rowB)
    return { total: this.totals[kind] as number, rows: kept.slice(0, this.wanted[kind]).map(([, rowId]) => rowId) }
  }
}
