import { columnWidths, terminalColumns, textWidth, wrapLabelled, wrapLines } from './fit.ts'

export interface TableOptions {
  head?: readonly string[]
  aligns?: readonly ('left' | 'right')[]
  /** Without a frame it is easier to copy. */
  framed?: boolean
  bold?: (text: string) => string
}

/** Spaces between two columns without a frame. */
const GAP = '  '

/** Rows as a table no wider than the terminal, cells broken into lines where needed; where that is not enough, one value per line. */
export const drawTable = (rows: readonly (readonly string[])[], options: TableOptions = {}): string => {
  const { head = [], aligns = [], framed = false, bold = (text) => text } = options
  const count = Math.max(head.length, ...rows.map((row) => row.length))
  const total = terminalColumns()
  // Each framed column has a line and a space on both sides.
  const widths = columnWidths([head, ...rows], total - (framed ? 3 * count + 1 : GAP.length * (count - 1)))
  if (!widths) return recordsOf(rows, head, bold)
  const linesOf = (row: readonly string[], paint = (text: string) => text): string[] => {
    const cells = widths.map((width, column) => wrapLines(row[column] ?? '', width))
    const height = Math.max(...cells.map((lines) => lines.length))
    return Array.from({ length: height }, (_, line) => {
      const parts = cells.map((lines, column) =>
        pad(paint(lines[line] ?? ''), widths[column] as number, aligns[column] ?? 'left'),
      )
      return framed ? `│ ${parts.join(' │ ')} │` : parts.join(GAP).trimEnd()
    })
  }
  const rule = (left: string, middle: string, right: string): string[] =>
    framed ? [left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right] : []
  return [
    ...rule('┌', '┬', '┐'),
    ...(head.length > 0 ? [...linesOf(head, bold), ...rule('├', '┼', '┤')] : []),
    ...rows.flatMap((row) => linesOf(row)),
    ...rule('└', '┴', '┘'),
  ].join('\n')
}

const pad = (text: string, width: number, align: 'left' | 'right'): string => {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)))
  return align === 'right' ? space + text : text + space
}

/** One line per value, a blank line between two rows. */
const recordsOf = (
  rows: readonly (readonly string[])[],
  head: readonly string[],
  bold: (text: string) => string,
): string => {
  const width = Math.max(0, ...head.map(textWidth))
  const lineOf = (title: string, value: string): string =>
    wrapLabelled(`${bold(pad(title, width, 'left'))}${GAP}`, value, terminalColumns())
  return rows.map((row) => row.map((value, column) => lineOf(head[column] ?? '', value)).join('\n')).join('\n\n')
}
