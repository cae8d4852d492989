import { Failure } from '../../kernel/errors.ts'
import { filledWidth, type Table, unreadable, wrongFormat } from '../table.ts'
import type { HeaderRules } from './header.ts'
import { openMarkup } from './markup/markup-book.ts'
import { type Dialect, HTML, SPREADSHEET_2003 } from './markup/markup-rows.ts'
import { openCsv } from './open-csv.ts'
import { openJson } from './open-json.ts'
import { openSheet } from './open-sheet.ts'
import { type Bytes, decodeStart, fileBytes, findEncoding, firstBytes, readStart } from './text.ts'
import { openWorkbook } from './xlsx/workbook.ts'
import { openParts } from './xlsx/zip-parts.ts'

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const UNPACK = 'descomprímalo y envíe el archivo de adentro'
/** How other files begin, and what is said of them. */
const OTHERS: readonly (readonly [Buffer, string])[] = [
  // Old .xls files, and .xlsx files with a password, are compound files.
  [
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    'un .xls antiguo o está protegido con contraseña: guárdelo como .xlsx sin contraseña',
  ],
  [ZIP, `un zip dentro de otro, o un libro de Excel dentro de un zip: ${UNPACK}`],
  [Buffer.from('%PDF'), 'un PDF: use CSV, XLSX o JSON'],
  [Buffer.from('{\\rtf'), 'un documento de Word (RTF): copie su tabla a Excel y guárdela como .xlsx'],
  [Buffer.from('MIME-Version:'), 'una página web archivada (MHTML): ábrala en Excel y guárdela como .xlsx'],
  [Buffer.from([0x1f, 0x8b]), `un archivo comprimido (gzip): ${UNPACK}`],
  [Buffer.from('PK\u0005\u0006', 'latin1'), 'un zip vacío: use CSV, XLSX o JSON'],
  [Buffer.from('Rar!'), `un archivo RAR: ${UNPACK}`],
  [Buffer.from([0x37, 0x7a, 0xbc, 0xaf]), `un archivo 7z: ${UNPACK}`],
]

/** Documents of other programs that are zips, by a part that each has. */
const OTHER_ZIPS: readonly (readonly [string, string])[] = [
  ['content.xml', 'de LibreOffice (ODS)'],
  ['index/document.iwa', 'de Numbers'],
]

/** Looks a file through, whatever its name says it is. The table reads it again: it must stay as it is meanwhile. */
export const openTable = async (path: string, rules: HeaderRules): Promise<Table> => {
  const { accepts } = rules
  if (!accepts) return openByContent(path, rules)
  const table = await openByContent(path, rules).catch((error) => {
    if (!isMissingColumn(error)) throw error
    return openAnyHeader(path, rules)
  })
  if (!accepts(table.columns)) throw rules.explain([table.columns])
  return table
}

export const isMissingColumn = (error: unknown): error is Failure =>
  error instanceof Failure && error.campo?.startsWith('columna') === true

/** The same, with the row that looks most like a header. */
export const openAnyHeader = (path: string, rules: HeaderRules): Promise<Table> =>
  openByContent(path, { ...rules, isHeader: (row) => filledWidth(row) > 0 })

const openByContent = async (path: string, rules: HeaderRules): Promise<Table> => {
  const start = await readStart(path, ZIP.length)
  if (start.indexOf(ZIP) !== 0) return openText(fileBytes(path), rules)
  const inside = await zippedFiles(path)
  if (inside === null) return openSheet(await openWorkbook(path), 'xlsx', rules)
  const other = OTHER_ZIPS.find(([part]) => inside.includes(part))
  if (other) throw wrongFormat(`El archivo es ${other[1]}: ábralo y guárdelo como .xlsx`)
  const [name, ...others] = inside
  if (name === undefined || others.length > 0)
    throw wrongFormat(`El archivo es un zip con ${inside.length} archivos: descomprímalo y envíe uno solo`)
  return openText(zippedBytes(path, name), rules)
}

const openText = async (bytes: Bytes, rules: HeaderRules): Promise<Table> => {
  const start = await firstBytes(bytes, 4_096)
  if (start.length === 0) throw unreadable('El archivo está vacío')
  const other = OTHERS.find(([magic]) => start.indexOf(magic) === 0)
  if (other) throw wrongFormat(`El archivo es ${other[1]}`)
  const encoding = await findEncoding(bytes)
  const text = decodeStart(start, encoding.charset).trimStart()
  const dialect = text.startsWith('<') ? markupOf(text) : null
  if (dialect) return openSheet(await openMarkup(bytes, encoding, dialect), 'csv', rules)
  if (rules.isJson || /^\[\s*(?:[[{\]]|$)/.test(text) || /^\{\s*"/.test(text)) return openJson(bytes, encoding, rules)
  return openCsv(bytes, encoding, rules)
}

/** Which markup a text is written in; null for none. */
const markupOf = (text: string): Dialect | null => {
  if (/<(?:\w+:)?Workbook[\s>]/.test(text) && text.includes('urn:schemas-microsoft-com:office:spreadsheet'))
    return SPREADSHEET_2003
  if (/^<\?xml/i.test(text) && !/<(?:html|table)[\s>]/i.test(text))
    throw wrongFormat('El archivo es XML: ábralo en Excel y guárdelo como .xlsx')
  return /^<(?:!|\?xml|html|head|meta|style|body|div|table|center|font)/i.test(text) ? HTML : null
}

/** The files of a zip, without what systems add; null for a workbook. */
const zippedFiles = async (path: string): Promise<string[] | null> => {
  const parts = await openParts(path)
  parts.close()
  if (parts.has('_rels/.rels')) return null
  return [...parts.names()].filter((name) => !/\/$|^__macosx\/|(?:^|\/)\.ds_store$/.test(name))
}

const zippedBytes = (path: string, name: string): Bytes =>
  async function* () {
    const parts = await openParts(path)
    try {
      yield* parts.bytes(name)
    } finally {
      parts.close()
    }
  }
