// The cells of a workbook as XML. Nothing here needs Node: the console makes workbooks with it too.

export type CellValue = string | number | boolean | null | undefined

const DAY_MS = 86_400_000
/** From the first day of one system of dates to that of the other. */
const DAYS_TO_1904 = 1_462

const LETTERS: string[] = []

/** `A` for the first column, `AA` behind `Z`. */
export const columnLetters = (at: number): string => {
  const known = LETTERS[at]
  if (known !== undefined) return known
  const last = String.fromCharCode(65 + (at % 26))
  const letters = at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last
  LETTERS[at] = letters
  return letters
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Control characters that XML cannot hold, and text that would be read as one of them. */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\r]|_(?=x[0-9A-Fa-f]{4}_)/g
const UNSAFE = /[&<>"\u0000-\u0008\u000b-\u001f_\ud800-\udfff\ufffe\uffff]/

export const escapeText = (text: string): string => {
  if (!UNSAFE.test(text)) return text
  return text
    .toWellFormed()
    .replace(UNWRITABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] as string)
}

/** Text stays text, also what looks like a formula or begins with a zero. `at` is the cell's place, such as `B7`. */
export const cellXml = (at: string, value: CellValue, style: number): string => {
  const place = style === 0 ? `<c r="${at}"` : `<c r="${at}" s="${style}"`
  if (typeof value === 'number' && Number.isFinite(value)) return `${place}><v>${value}</v></c>`
  if (typeof value === 'boolean') return `${place} t="b"><v>${value ? 1 : 0}</v></c>`
  if (value === '' || value === null || value === undefined) return style === 0 ? '' : `${place}/>`
  const text = String(value)
  return `${place} t="inlineStr"><is><t${hasOuterSpace(text) ? ' xml:space="preserve"' : ''}>${escapeText(text)}</t></is></c>`
}

/** Space at an end is dropped unless it is asked to stay. */
const hasOuterSpace = (text: string): boolean => text.trim().length !== text.length

/** An error such as `#N/A`. */
export const errorXml = (at: string, error: string, style: number): string =>
  `<c r="${at}" s="${style}" t="e"><v>${escapeText(error)}</v></c>`

const MOMENT = /^(?:(\d{4}-\d{2}-\d{2})(?: (?=\d)|$))?(?:(\d{2}):(\d{2})(?::(\d{2}))?)?$/

/** The number that a workbook has for `2026-11-15`, `2026-11-15 08:30:00` or `08:30:00`; null when the text is none of them. */
export const dateSerial = (text: string, is1904 = false): number | null => {
  const [whole, date, hours = 0, minutes = 0, seconds = 0] = MOMENT.exec(text) ?? []
  if (!whole) return null
  const time = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) / 86_400
  if (date === undefined) return time
  const days = (Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / DAY_MS
  if (Number.isNaN(days)) return null
  if (is1904) return days - DAYS_TO_1904 + time
  // Excel counts a 29 February 1900 that never was.
  return (days > 60 ? days : days - 1) + time
}
