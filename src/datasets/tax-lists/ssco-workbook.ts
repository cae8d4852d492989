import sax from 'sax'
import { addDays, isCalendarDate, parseSlashDate } from '../../domain/lima-time.ts'
import { stripAccents } from '../../domain/names/normalise.ts'
import { isRuc } from '../../domain/ruc.ts'
import type { ParsedList } from './agents-text.ts'
import { changedFile, zipEntries } from './zip-entries.ts'

/** The headings, folded, as they begin: marks of footnotes may follow. The names of representatives are never read. */
const HEADINGS = {
  ruc: 'RUC',
  resolucion: 'RESOLUCION DE ATRIBUCION COMO SSCO',
  publicado: 'FECHA DE PUBLICACION',
} as const
const LAST_RESORT_ROWS = 5
/** Rows below the table that are footnotes; more are a change of format. */
const MOST_FOOTNOTES = 10
const DAY_ZERO = '1899-12-30'
/** Of workbooks that say so: those made by old Macs. */
const DAY_ZERO_1904 = '1904-01-01'
const STRICT = { trim: false, position: false, strictEntities: true } as sax.SAXOptions

/** Reads the first sheet of the list of subjects without operating capacity. */
export const parseSsco = async (bytes: Buffer): Promise<ParsedList> => {
  const { rows, dayZero } = await firstSheet(bytes)
  const at = rows.slice(0, LAST_RESORT_ROWS).findIndex((row) => columnOf(row, HEADINGS.publicado) !== undefined)
  const header = rows[at]
  if (!header) throw changedFile('ssco: header')
  const columns = Object.values(HEADINGS).map((heading) => columnOf(header, heading))
  const [ruc, resolucion, publicado] = columns
  if (ruc === undefined || resolucion === undefined || publicado === undefined) throw changedFile('ssco: a heading')
  const found: ParsedList['rows'] = []
  let [footnotes, broken] = [0, 0]
  for (const row of rows.slice(at + 1)) {
    if ([...row.values()].every((text) => text.trim() === '')) continue
    const number = wholeNumber(row.get(ruc) ?? '')
    const desde = dayOf(row.get(publicado) ?? '', dayZero)
    if (!isRuc(number) && !desde) footnotes++
    else if (!isRuc(number) || !desde) broken++
    else
      found.push({ lista: 'sinCapacidadOperativa', ruc: number, desde, resolucion: (row.get(resolucion) ?? '').trim() })
  }
  if (footnotes > MOST_FOOTNOTES) throw changedFile(`ssco: ${footnotes} rows without a RUC`)
  // A row that cannot be read would be a false "no".
  if (broken > 0) throw changedFile(`ssco: ${broken} rows without a RUC or a date of publication`)
  const unique = [...new Map(found.toReversed().map((row) => [`${row.ruc} ${row.desde}`, row])).values()].reverse()
  return { rows: unique, broken, repeated: found.length - unique.length }
}

const folded = (text: string): string => stripAccents(text).replace(/\s+/g, ' ').trim().toUpperCase()

const columnOf = (row: ReadonlyMap<string, string>, heading: string): string | undefined => {
  const found = [...row].filter(([, text]) => folded(text).startsWith(heading))
  // `RUC` alone is also how the representative's column begins.
  return (heading === HEADINGS.ruc ? found.find(([, text]) => folded(text) === heading) : found[0])?.[0]
}

/** A number may be written as `20123456789.0` or `2.0123456789E10`. */
const wholeNumber = (text: string): string => {
  const value = text.trim()
  return /^[0-9]+(?:\.[0-9]+)?(?:E\+?[0-9]+)?$/i.test(value) && /[.E]/i.test(value) ? String(Number(value)) : value
}

/** A date cell holds the number of a day; a text is DD/MM/YYYY or YYYY-MM-DD. A time of day may follow. */
const dayOf = (text: string, dayZero: string): string | null => {
  const value = wholeNumber(text)
  if (/^[0-9]{5}(?:\.[0-9]+)?$/.test(value)) return addDays(dayZero, Math.floor(Number(value)))
  const [day = ''] = value.split(/[T ]/)
  return isCalendarDate(day) ? day : parseSlashDate(day)
}

type Row = Map<string, string>

/** The rows of the first sheet: texts by the letter of their column. */
const firstSheet = async (bytes: Buffer): Promise<{ rows: Row[]; dayZero: string }> => {
  if (bytes.toString('latin1', 0, 4) !== 'PK\x03\x04') throw changedFile('ssco: no workbook')
  const parts = await zipEntries(bytes, (name) =>
    /^xl\/(?:workbook|sharedStrings|_rels\/workbook|worksheets\/)/.test(name),
  )
  const textOf = (name: string): string | undefined => parts.get(name)?.toString('utf8')
  const strings = sharedStrings(textOf('xl/sharedStrings.xml') ?? '')
  const workbook = textOf('xl/workbook.xml') ?? ''
  const [, sheetId = ''] = /<(?:\w+:)?sheet\b[^>]*\b\w+:id="([^"]+)"/.exec(workbook) ?? []
  const dayZero = /\bdate1904="(?:1|true)"/.test(workbook) ? DAY_ZERO_1904 : DAY_ZERO
  const relation = (textOf('xl/_rels/workbook.xml.rels') ?? '').match(/<Relationship\b[^>]*>/g) ?? []
  const target = relation.find((one) => one.includes(`Id="${sheetId}"`))?.match(/Target="\/?(?:xl\/)?([^"]+)"/)?.[1]
  const sheet = textOf(`xl/${target}`)
  if (!sheet) throw changedFile('ssco: no sheet')
  return { rows: sheetRows(sheet, strings), dayZero }
}

/** Calls `close` with the text inside every element of these names. */
const readXml = (
  xml: string,
  onOpen: (name: string, attributes: Record<string, string>) => void,
  onClose: (name: string, text: string) => void,
): void => {
  const parser = sax.parser(true, STRICT)
  let text = ''
  parser.onopentag = ({ name, attributes }) => {
    text = ''
    onOpen(name.replace(/^.*:/, ''), attributes as Record<string, string>)
  }
  parser.ontext = (piece) => {
    text += piece
  }
  parser.onclosetag = (name) => {
    onClose(name.replace(/^.*:/, ''), text)
    text = ''
  }
  parser.onerror = (error) => {
    throw changedFile('ssco: xml', error)
  }
  parser.write(xml).close()
}

const sharedStrings = (xml: string): string[] => {
  const strings: string[] = []
  if (xml === '') return strings
  readXml(
    xml,
    (name) => void (name === 'si' && strings.push('')),
    (name, text) => {
      if (name === 't') strings[strings.length - 1] += text
    },
  )
  return strings
}

const sheetRows = (xml: string, strings: readonly string[]): Row[] => {
  const rows: Row[] = []
  let cell = { column: '', type: '' }
  let cellsBefore = 0
  readXml(
    xml,
    (name, { r = '', t = '' }) => {
      if (name === 'row') {
        rows.push(new Map())
        cellsBefore = 0
      }
      // Some programs leave the place of a cell out: it is then the next one.
      if (name === 'c') cell = { column: r.replace(/[0-9]/g, '') || String(cellsBefore++), type: t }
    },
    (name, text) => {
      if (name !== 'v' && name !== 't') return
      const row = rows.at(-1)
      const value = cell.type === 's' && name === 'v' ? (strings[Number(text)] ?? '') : text
      row?.set(cell.column, (row.get(cell.column) ?? '') + value)
    },
  )
  return rows
}
