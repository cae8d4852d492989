const QUOTE = 34
const COMMA = 44
const CR = 13
const LF = 10

/** A row of the file, or a piece of text that should have been one. */
export interface CsvRow {
  cells: string[]
  /** The last value with the spaces around it: one that was cut at its column's width may have been cut at a space. */
  untrimmed: string
  isUnreadable: boolean
}

/**
 * Reads the publisher's CSV: no header, `-0-` for nothing, quotation marks inside a value not doubled. A quote closes a
 * field only before a comma or a line end, because in March 2020 a row was published with bare quotes inside.
 * The closing 0x1A, a header and blank lines are no rows. What else does not begin with a number, lacks columns or has a
 * quote that never closes is unreadable.
 */
export function* readRows(text: string, columns: number): Generator<CsvRow> {
  let at = 0
  let isFirst = true
  while (at < text.length) {
    const row: string[] = []
    const open = { quote: false, last: '' }
    at = readRow(text, at, row, open)
    if (isNoRow(row, isFirst)) continue
    isFirst = false
    const isUnreadable = open.quote || !/^\d+$/.test(row[0] as string) || row.length < columns
    const cells = row.length > columns ? joinOverflow(row, columns) : row
    const last = cells.at(-1) as string
    yield { cells, untrimmed: last === '' || cells !== row ? last : open.last, isUnreadable }
  }
}

/** Only the first line can be a header; it has no number anywhere. */
const isNoRow = (row: readonly string[], isFirst: boolean): boolean => {
  const text = row.join('')
  return text === '' || text === '\x1a' || (isFirst && !/\d/.test(text))
}

const readRow = (text: string, start: number, row: string[], open: { quote: boolean; last: string }): number => {
  let at = start
  for (;;) {
    const quoted = text.charCodeAt(at) === QUOTE
    const end = quoted ? quotedEnd(text, at + 1) : plainEnd(text, at)
    open.last = quoted ? text.slice(at + 1, end) : text.slice(at, end)
    row.push(trimmed(open.last))
    if (quoted && text.charCodeAt(end) !== QUOTE) open.quote = true
    at = quoted && text.charCodeAt(end) === QUOTE ? end + 1 : end
    if (text.charCodeAt(at) === COMMA) {
      at++
      continue
    }
    if (text.charCodeAt(at) === CR) at++
    if (text.charCodeAt(at) === LF) at++
    return Math.max(at, start + 1)
  }
}

const plainEnd = (text: string, from: number): number => {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === LF || (code === CR && text.charCodeAt(at + 1) === LF)) break
  }
  return at
}

/** Where the quoted value ends: at its closing quote, or before the next row when it has none. */
const quotedEnd = (text: string, from: number): number => {
  let line = from
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    const broken = nextRowBetween(text, line, at)
    if (broken >= 0) return broken
    line = at
    const next = text.charCodeAt(at + 1)
    if (Number.isNaN(next) || next === COMMA || next === LF || next === CR) return at
  }
  const broken = nextRowBetween(text, line, text.length)
  return broken >= 0 ? broken : text.length
}

/** The line end inside a value after which another row begins: the quote before it was never closed. */
const nextRowBetween = (text: string, from: number, to: number): number => {
  for (let end = text.indexOf('\n', from); end >= 0 && end < to; end = text.indexOf('\n', end + 1)) {
    if (!/^(?:\d+,|\x1a)/.test(text.slice(end + 1, end + 16))) continue
    return text.charCodeAt(end - 1) === CR ? end - 1 : end
  }
  return -1
}

const trimmed = (raw: string): string => {
  const value = raw.trim()
  return value === '-0-' ? '' : value
}

// An unquoted comma inside the last text column.
const joinOverflow = (row: string[], columns: number): string[] => [
  ...row.slice(0, columns - 1),
  row.slice(columns - 1).join(', '),
]
