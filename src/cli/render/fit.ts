import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'

/** The width that a pipe gets, and every terminal that does not tell its own. */
const DEFAULT_COLUMNS = 80
const LEAST_COLUMNS = 20

/** A word longer than this may be broken to keep a table a table. */
const LONGEST_WHOLE_WORD = 24

/** How many characters fit on a line of the terminal. */
export const terminalColumns = (): number => {
  const columns = process.stdout.columns ?? Number(process.env.COLUMNS)
  return Math.max(LEAST_COLUMNS, columns || DEFAULT_COLUMNS)
}

/** Columns of a terminal that a text takes: two for a wide character, none for a combining mark or a colour. */
export const textWidth = (text: string): number => stringWidth(text)

const longestWord = (text: string): number => Math.max(0, ...text.split(/\s+/).map(textWidth))

/**
 * Widths of columns that together need no more than `room`: as wide as their longest cell when there is room, else the
 * widest ones are made narrower, down to their longest word. Null when even that is too wide.
 */
export const columnWidths = (rows: readonly (readonly string[])[], room: number): number[] | null => {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widest = (measure: (text: string) => number): number[] =>
    Array.from({ length: count }, (_, column) => Math.max(1, ...rows.map((row) => measure(row[column] ?? ''))))
  const widths = widest(textWidth)
  const least = widest((text) => Math.min(longestWord(text), LONGEST_WHOLE_WORD))
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
  if (sum(least) > room) return null
  // No column needs more than the whole room; without this, a hostile cell would make the loop below long.
  for (const [column, width] of widths.entries()) widths[column] = Math.min(width, room)
  for (let excess = sum(widths) - room; excess > 0; excess--) {
    const shrinkable = widths.map((width, column) => (width > (least[column] as number) ? width : 0))
    const column = shrinkable.indexOf(Math.max(...shrinkable))
    widths[column] = (widths[column] as number) - 1
  }
  return widths
}

/** The lines of a text, none wider than `width`: broken between words, and inside a word that is too long for a line. */
export const wrapLines = (text: string, width: number): string[] =>
  text
    .split('\n')
    .flatMap((line) => (textWidth(line) <= width ? [line] : wrapAnsi(line, width, { hard: true }).split('\n')))

/** The least room that is worth an indent. */
const LEAST_ROOM = 10

/**
 * Breaks a text without colours into lines of at most `width`; lines after the first are indented. The text may begin
 * with spaces.
 */
export const wrapText = (text: string, width: number, indent = ''): string => {
  if (textWidth(text) <= width) return text
  // The wrapper normalises too, and what follows counts its characters.
  const body = text.normalize().trimStart()
  const start = text.slice(0, text.length - text.trimStart().length)
  const [first, rest] = width - Math.max(start.length, indent.length) < LEAST_ROOM ? ['', ''] : [start, indent]
  const [head = ''] = wrapLines(body, width - first.length)
  const tail = body.slice(head.length).trimStart()
  if (tail === '') return first + head
  return [first + head, ...wrapLines(tail, width - rest.length).map((line) => rest + line)].join('\n')
}

/** A label and its value, which may have colours; the value's further lines stand below its first one. */
export const wrapLabelled = (label: string, value: string, width: number): string => {
  const room = width - textWidth(label)
  if (room >= LEAST_ROOM) return label + wrapLines(value, room).join(`\n${' '.repeat(textWidth(label))}`)
  return [...wrapLines(label.trimEnd(), width), ...wrapLines(value, width - 2).map((line) => `  ${line}`)].join('\n')
}
