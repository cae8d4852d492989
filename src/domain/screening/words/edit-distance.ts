const MAX_LENGTH = 48

/**
 * The number of edits between two words (optimal string alignment): a letter lost, added, replaced, or swapped with its
 * neighbour. It keeps its three rows of working space, so each owner has one.
 */
export class EditDistance {
  readonly #rows = [
    new Uint8Array(MAX_LENGTH + 1),
    new Uint8Array(MAX_LENGTH + 1),
    new Uint8Array(MAX_LENGTH + 1),
  ] as const

  /** The distance, or `max + 1` for anything above `max` and for words too long to compare. */
  between(a: string, b: string, max: number): number {
    const over = max + 1
    if (Math.abs(a.length - b.length) > max || a.length > MAX_LENGTH || b.length > MAX_LENGTH) return over
    // What both words begin or end with needs no edit.
    let start = 0
    let end = 0
    const shorter = Math.min(a.length, b.length)
    while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++
    while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++
    const rows = a.length - start - end
    const columns = b.length - start - end
    if (rows === 0 || columns === 0) return rows + columns
    let [twoAbove, above, row] = this.#rows
    for (let j = 0; j <= columns; j++) above[j] = j
    for (let i = 1; i <= rows; i++) {
      row[0] = i
      let least = i
      const letter = a.charCodeAt(start + i - 1)
      for (let j = 1; j <= columns; j++) {
        const other = b.charCodeAt(start + j - 1)
        let edits = (above[j - 1] as number) + (letter === other ? 0 : 1)
        edits = Math.min(edits, (above[j] as number) + 1, (row[j - 1] as number) + 1)
        if (i > 1 && j > 1 && letter === b.charCodeAt(start + j - 2) && a.charCodeAt(start + i - 2) === other)
          edits = Math.min(edits, (twoAbove[j - 2] as number) + 1)
        row[j] = edits
        if (edits < least) least = edits
      }
      if (least > max) return over
      const spare = twoAbove
      twoAbove = above
      above = row
      row = spare
    }
    return Math.min(above[columns] as number, over)
  }
}
