const LONGEST = 48
const rows = [new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1)]

/**
 * How many slips (a letter lost, doubled, swapped with its neighbour or replaced) lie between two words; anything above
 * `most` is told as `most + 1`.
 */
export const slipsBetween = (a: string, b: string, most: number): number => {
  const over = most + 1
  if (Math.abs(a.length - b.length) > most || a.length > LONGEST || b.length > LONGEST) return over
  let before = rows[0] as Uint8Array
  let above = rows[1] as Uint8Array
  let row = rows[2] as Uint8Array
  for (let j = 0; j <= b.length; j++) above[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    let least = i
    const letter = a.charCodeAt(i - 1)
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let slips = (above[j - 1] as number) + (letter === other ? 0 : 1)
      slips = Math.min(slips, (above[j] as number) + 1, (row[j - 1] as number) + 1)
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        slips = Math.min(slips, (before[j - 2] as number) + 1)
      row[j] = slips
      if (slips < least) least = slips
    }
    if (least > most) return over
    const spare = before
    before = above
    above = row
    row = spare
  }
  return Math.min(above[b.length] as number, over)
}
