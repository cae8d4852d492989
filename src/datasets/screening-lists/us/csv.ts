const QUOTE = 34
const COMMA = 44
const CR = 13
const LF = 10

/**
 * Reads the publisher's CSV: no header, `-0-` for nothing, quotation marks inside a value not doubled. A quote closes a
 * field only before a comma or a line end, because in March 2020 a row was published with bare quotes inside.
 * Rows that do not begin with a number are dropped: the closing 0x1A, a header, blank lines.
 */
export function* readRows(text: string, columns: number): Generator<string[]> {
  let at = 0
  while (at < text.length) {
    const row: string[] = []
    at = readRow(text, at, row)
    if (!/^\d+$/.test(row[0] as string)) continue
    yield row.length > columns ? joinOverflow(row, columns) : row
  }
}

const readRow = (text: string, start: number, row: string[]): number => {
  let at = start
  for (;;) {
    const end = text.charCodeAt(at) === QUOTE ? quotedEnd(text, at + 1) : plainEnd(text, at)
    const quoted = text.charCodeAt(at) === QUOTE
    row.push(trimmed(quoted ? text.slice(at + 1, end) : text.slice(at, end)))
    at = quoted ? end + 1 : end
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

const quotedEnd = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    const next = text.charCodeAt(at + 1)
    if (Number.isNaN(next) || next === COMMA || next === LF || next === CR) return at
  }
  return text.length
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
