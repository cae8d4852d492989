import { stripVTControlCharacters } from 'node:util'

/** The width that a pipe gets, and every terminal that does not tell its own. */
const DEFAULT_COLUMNS = 80
const LEAST_COLUMNS = 40

/** How many characters fit on a line of the terminal. */
export const terminalColumns = (): number => {
  const columns = process.stdout.columns ?? Number(process.env.COLUMNS)
  return Math.max(LEAST_COLUMNS, columns || DEFAULT_COLUMNS)
}

const visibleLength = (text: string): number => stripVTControlCharacters(text).length

const longestWord = (text: string): number => Math.max(0, ...text.split(/\s+/).map(visibleLength))

/**
 * Widths of columns that together need no more than `room` characters: as wide as their longest cell when there is
 * room, else the widest ones are made narrower, down to their longest word. Null when even that is too wide.
 */
export const columnWidths = (rows: readonly (readonly string[])[], room: number): number[] | null => {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widest = (measure: (text: string) => number): number[] =>
    Array.from({ length: count }, (_, column) => Math.max(1, ...rows.map((row) => measure(row[column] ?? ''))))
  const [widths, least] = [widest(visibleLength), widest(longestWord)]
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
  if (sum(least) > room) return null
  for (let excess = sum(widths) - room; excess > 0; excess--) {
    const shrinkable = widths.map((width, column) => (width > (least[column] as number) ? width : 0))
    const column = shrinkable.indexOf(Math.max(...shrinkable))
    widths[column] = (widths[column] as number) - 1
  }
  return widths
}

/** Breaks a text between words into lines of at most `width` characters; lines after the first are indented. */
export const wrapText = (text: string, width: number, indent = ''): string => {
  const lines: string[] = []
  const [first = '', ...words] = text.split(' ')
  let line = first
  for (const word of words) {
    const longer = `${line} ${word}`
    if (line.trim() !== '' && visibleLength(longer) > width) {
      lines.push(line)
      line = indent + word
    } else line = longer
  }
  return [...lines, line].join('\n')
}
