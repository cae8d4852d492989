/** What came out of the questions of one kind. */
export interface Tally {
  n: number
  /** The right entry was first; was among the first ten. */
  first: number
  ten: number
  /** A hit, or an exact one, where there must be none; any hit; an exact hit. */
  wrong: number
  any: number
  exact: number
}

/** Tallies by kind of question. */
export class TallyTable extends Map<string, Tally> {
  of(kind: string): Tally {
    const known = this.get(kind) ?? { n: 0, first: 0, ten: 0, wrong: 0, any: 0, exact: 0 }
    this.set(kind, known)
    return known
  }

  /** Counts a question whose right entry is hit number `at`, or -1. */
  addFound(kind: string, at: number): void {
    const tally = this.of(kind)
    tally.n++
    if (at === 0) tally.first++
    if (at >= 0 && at < 10) tally.ten++
  }

  /** The share of all questions of these kinds whose right entry is among the first ten. */
  recall(isAsked: (kind: string) => boolean = () => true): number {
    let n = 0
    let ten = 0
    for (const [kind, tally] of this) {
      if (!isAsked(kind)) continue
      n += tally.n
      ten += tally.ten
    }
    return ten / Math.max(1, n)
  }

  /** The table of one set of questions: how many right, or how many wrong. */
  print(title: string): string {
    const rows = [...this].map(([kind, { n, first, ten, wrong, any, exact }]) =>
      kind.startsWith('negative') || first + ten === 0
        ? `  ${kind.padEnd(30)}${String(n).padStart(6)}  wrong ${percent(wrong, n)}  any hit ${percent(any, n)}  exact ${exact}`
        : `  ${kind.padEnd(30)}${String(n).padStart(6)}  @1 ${percent(first, n)}  @10 ${percent(ten, n)}`,
    )
    const hasPositives = [...this.values()].some(({ ten }) => ten > 0)
    const all = percent(
      this.recall((kind) => (this.get(kind)?.ten ?? 0) > 0),
      1,
    )
    return [title, ...rows, ...(hasPositives ? [`  all positives, @10 ${all}`] : [])].join('\n')
  }
}

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`.padStart(8)
