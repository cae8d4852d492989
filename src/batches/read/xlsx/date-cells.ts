import { parsePart, type ZipParts } from './zip-parts.ts'

export type DateStyle = 'date' | 'time'

const MAX_STYLES_BYTES = 2 ** 24
/** What spreadsheet programs allow. */
const MAX_FORMAT_CHARACTERS = 255
const DAY_MS = 86_400_000
/** The day after 9999-12-31, the last one there is in a spreadsheet. */
const END_SERIAL = 2_958_466
/** From the first day of one system to that of the other. */
const DAYS_TO_1904 = 1_462

const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)
const isBuiltInTime = (id: number): boolean =>
  (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)

/** What a number format shows: a date, a time of day, or neither. */
export const styleOfFormat = (id: number, code: string | undefined): DateStyle | null => {
  if (code === undefined) return isBuiltInDate(id) ? 'date' : isBuiltInTime(id) ? 'time' : null
  const letters = (code.split(';')[0] ?? '')
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/gi, '')
    .toLowerCase()
  if (/[yd]|[aeg](?!\/p)/.test(letters.replace(/am\/pm|a\/p/g, ''))) return /[yd]/.test(letters) ? 'date' : null
  if (/[hs]/.test(letters)) return 'time'
  return /m/.test(letters) ? 'date' : null
}

/** For each cell style, whether its numbers are dates or times. */
export const readDateStyles = async (parts: ZipParts, name: string | undefined): Promise<(DateStyle | null)[]> => {
  const formats = new Map<number, DateStyle | null>()
  const styles: (DateStyle | null)[] = []
  if (name === undefined) return styles
  let isCellFormats = false
  await parsePart(parts, name, MAX_STYLES_BYTES, {
    open: (element, attributes) => {
      if (element === 'numFmt') {
        const code = (attributes.formatCode ?? '').slice(0, MAX_FORMAT_CHARACTERS)
        formats.set(Number(attributes.numFmtId), styleOfFormat(Number(attributes.numFmtId), code))
      } else if (element === 'cellXfs') isCellFormats = true
      else if (element === 'xf' && isCellFormats) {
        const id = Number(attributes.numFmtId ?? 0)
        const own = formats.get(id)
        styles.push(own === undefined ? styleOfFormat(id, undefined) : own)
      }
    },
    close: (element) => {
      if (element === 'cellXfs') isCellFormats = false
    },
  })
  return styles
}

/** A serial number as a date, a moment or a time; null when no date has it. */
export const serialText = (serial: number, style: DateStyle, is1904: boolean): string | null => {
  if (!(serial >= 0 && serial < END_SERIAL - (is1904 ? DAYS_TO_1904 : 0))) return null
  // Rounded to seconds: the fraction of a day is seldom exact.
  const seconds = Math.round((serial % 1) * 86_400)
  const time = new Date(seconds * 1000).toISOString().slice(11, 19)
  if (style === 'time' && serial < 1) return time
  const day = new Date(firstDay(serial, is1904) + (Math.floor(serial) + (seconds === 86_400 ? 1 : 0)) * DAY_MS)
  const date = day.toISOString().slice(0, 10)
  return seconds % 86_400 === 0 ? date : `${date} ${time}`
}

/** Excel counts a 29 February 1900 that never was: serials up to then are one day off. */
const firstDay = (serial: number, is1904: boolean): number => {
  if (is1904) return Date.UTC(1904, 0, 1)
  return serial < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
}
