/**
 * The rows of a CSV with a header: commas, double quotes, line breaks inside quotes. A quote that never closes ends with the
 * text, so that the row has too many or too few cells.
 */
export function* csvRows(text: string): Generator<string[]> {
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const isQuoted = text[at] === '"'
    const end = isQuoted ? quotedEnd(text, at + 1) : plainEnd(text, at)
    row.push(isQuoted ? text.slice(at + 1, end).replaceAll('""', '"') : text.slice(at, end))
    // What stands between the closing quote and the comma belongs to nothing.
    at = isQuoted ? plainEnd(text, end + 1) : end
    if (text[at] === ',') {
      at++
      if (at === text.length) row.push('')
      continue
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    yield row
    row = []
  }
  if (row.length > 0) yield row
}

const quotedEnd = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return text.length
}

const LINE_OR_COMMA = /[,\r\n]/g

const plainEnd = (text: string, from: number): number => {
  LINE_OR_COMMA.lastIndex = from
  return LINE_OR_COMMA.exec(text)?.index ?? text.length
}

/** The text of a file without its byte order mark; null when it is no UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
