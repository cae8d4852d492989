import { type Table, unreadable, wrongFormat } from '../table.ts'
import type { HeaderRules } from './header.ts'
import { openCsv } from './open-csv.ts'
import { openJson } from './open-json.ts'
import { openSheet } from './open-sheet.ts'
import { decodeStart, findEncoding, readStart } from './text.ts'

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
/** Old .xls files, and .xlsx files with a password, are compound files. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const OTHERS: readonly (readonly [Buffer, string])[] = [
  [Buffer.from('%PDF'), 'un PDF'],
  [Buffer.from([0x1f, 0x8b]), 'un archivo comprimido (gzip)'],
  [Buffer.from('PK\u0005\u0006', 'latin1'), 'un zip vacío'],
  [Buffer.from('Rar!'), 'un archivo RAR'],
  [Buffer.from([0x37, 0x7a, 0xbc, 0xaf]), 'un archivo 7z'],
]

/** Looks a file through, whatever its name says it is. The table reads it again: it must stay as it is meanwhile. */
export const openTable = async (path: string, rules: HeaderRules): Promise<Table> => {
  const start = await readStart(path, 4_096)
  if (start.length === 0) throw unreadable('El archivo está vacío')
  if (start.indexOf(ZIP) === 0) return openSheet(path, rules)
  if (start.indexOf(COMPOUND) === 0)
    throw wrongFormat(
      'El archivo es un .xls antiguo o está protegido con contraseña: guárdelo como .xlsx sin contraseña',
    )
  const other = OTHERS.find(([magic]) => start.indexOf(magic) === 0)
  if (other) throw wrongFormat(`El archivo es ${other[1]}: use CSV, XLSX o JSON`)
  const encoding = await findEncoding(path)
  const text = decodeStart(start, encoding.charset).trimStart()
  if (/^<(?:!doctype|html|\?xml|table)/i.test(text))
    throw wrongFormat('El archivo es una página web o XML: use CSV, XLSX o JSON')
  if (rules.isJson || /^\[\s*(?:[[{\]]|$)/.test(text) || /^\{\s*"/.test(text)) return openJson(path, encoding, rules)
  return openCsv(path, encoding, rules)
}
