export const PERSON = 0
export const COMPANY = 1

/** The rows of one kind, and how many of them are asked for. */
export interface RowPart {
  kind: number
  from: number
  to: number
  wanted: number
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
export class Tally {
  readonly totals = [0, 0]
  readonly #kept: [number, number][][] = [[], []]
  #perTier: number[][] = [[], []]
  readonly #wanted: readonly number[]

  constructor(wanted: readonly number[]) {
    this.#wanted = wanted
  }

  keep(kind: number, tier: number, row: number): void {
    const seen = this.#perTier[kind] as number[]
    seen[tier] = (seen[tier] ?? 0) + 1
    if ((seen[tier] as number) <= (this.#wanted[kind] as number)) this.#kept[kind]?.push([tier, row])
  }

  /** Rows will pass by from the first one on again, but none of them a second time. */
  startAgain(): void {
    this.#perTier = [[], []]
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
