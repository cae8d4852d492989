import { type Cell, cellText, isBlank, isBlankRow, numberOf, type Row } from '../table.ts'
import { type Columns, foldHeader, isKnownHeader } from './header.ts'
import { longCellProblem } from './row-problems.ts'

// Rows that are nobody: totals, counts, page numbers, signatures, and what programs print on every page. They stay in the
// result. A row that may be somebody is asked about.

export const FOOT_ROW = 'Es una fila de total o pie de página: no se consulta'
const OTHER_TABLE = 'Es de otra tabla, debajo de otra cabecera: envíe esa tabla en otra hoja o en otro archivo'

const COUNTED = 'REGISTROS?|FILAS?|CLIENTES?|PROVEEDOR(?:ES)?|PERSONAS?|EMPRESAS?|SOCIOS?|DOCUMENTOS?|COMPROBANTES?'
const SUMMED = `GENERAL(?:ES)?|FINAL(?:ES)?|ACUMULAD[OA]S?|PARCIAL(?:ES)?|SOLES|D[OÓ]LARES|COMPRAS|VENTAS|(?:DEL? |POR )?(?:MES|D[IÍ]A|PER[IÍ]ODO|HOJA|P[AÁ]GINA|REPORTE|LISTADO|GRUPO|CUENTA|${COUNTED})`
const SUM = `(?:SUB[\\s-]?)?TOTAL(?:ES)?(?: (?:${SUMMED}))*|SUMAS?(?: TOTAL(?:ES)?)?|GRAN TOTAL|IMPORTE TOTAL|SALDO (?:INICIAL|FINAL|ANTERIOR|TOTAL)|VIENEN|VAN`
const COUNT = `(?:CANTIDAD|N[UÚ]MERO|NRO\\.?|N[°º]\\.?) DE (?:${COUNTED})|(?:REGISTROS|FILAS)(?=[^\\p{L}]*[0-9])`
const PAGE =
  'P[AÁ]G(?:INA)?S?(?:[^\\p{L}]+DE)?|PAGE(?:[^\\p{L}]+OF)?|FIN (?:DEL? )?(?:REPORTE|LISTADO|LISTA|DOCUMENTO|ARCHIVO)'
const SIGNATURE =
  'FIRMA(?: Y SELLO)?|V[°º.]?\\s?B[°º.]?|CONTADORA?(?: GENERAL| P[UÚ]BLIC[OA](?: COLEGIAD[OA])?)?|GERENTE(?: GENERAL)?|REPRESENTANTE LEGAL|TESORER[OA]'

/** A whole cell: such words, then figures, a currency and what was counted. */
const LABEL = new RegExp(
  `^[^\\p{L}]*(?:${SUM}|${COUNT}|${PAGE}|${SIGNATURE})(?:[^\\p{L}]*[0-9][^\\p{L}]*(?:${COUNTED}))?[^\\p{L}]*(?:(?:S\\/|US\\$|USD|PEN)[^\\p{L}]*)?$`,
  'iu',
)
/** The beginning of a cell; whatever follows belongs to it. */
const OPENING =
  /^[^\p{L}]*(?:SON\s*:|(?:ELABORAD|PREPARAD|REVISAD|APROBAD|AUTORIZAD|GENERAD|IMPRES|EMITID|EXPORTAD|PROCESAD)[OA]S?\s*(?::|(?:POR|EL)\b)|(?:FECHA|HORA)(?: Y HORA)?(?: DE)? (?:IMPRESI[OÓ]N|REPORTE|PROCESO|GENERACI[OÓ]N)\b|USUARIO\s*:|(?:REPORTE|ARCHIVO|LISTADO) GENERADO\b|(?:SUB)?TOTAL (?:DE LA |DEL |POR )?(?:CUENTA|PROVEEDOR|CLIENTE|AGENCIA|GRUPO|MES)\s*[:0-9])/iu
/** Words that may be a surname as well. */
const MAY_BE_NAME = /^[^\p{L}]*(?:SUMA|VAN|VIENEN)[^\p{L}]*$/iu

const HAS_WORD = /\p{L}{2}/u
/** A currency, alone or with its amount. */
const CURRENCY = /^\s*(?:S\/\.?|US\$|USD|PEN|SOLES)[\s0-9.,()-]*$/i
/** A number that somebody has: shorter ones are counts. */
const DOCUMENT = /[0-9](?:[^0-9]?[0-9]){6}/
const MOST_CHARACTERS = 300

const isWord = (cell: Cell): cell is string =>
  typeof cell === 'string' && cell.length <= MOST_CHARACTERS && HAS_WORD.test(cell) && !CURRENCY.test(cell)
const isLong = (cell: Cell): boolean => typeof cell === 'string' && cell.length > MOST_CHARACTERS
const isFigure = (cell: Cell): boolean => typeof cell === 'number' || (!isBlank(cell) && /[0-9]/.test(cellText(cell)))

const isAmount = (cell: Cell): boolean => /[.,]/.test(cellText(cell))
/** A line to sign on, or one that parts the sums from the rows. */
const RULE = /^\s*[-._=–—*]{3,}\s*$/

/** The numbers of the columns, as official forms have them below the header: `(1) (2) (3)`. */
const isNumbering = (row: Row): boolean => {
  const numbers = row.flatMap((cell) => (isBlank(cell) ? [] : Number(cellText(cell).replace(/[()\s]/g, ''))))
  return numbers.length > 3 && numbers.every((number, i) => number === (numbers[0] as number) + i)
}

/** Whether a row sums up others or stands at the foot of a page. A company may be called TOTAL: it has a document. */
const isFootRow = (row: Row, { nombre, documento, sigueDocumento, dni, ruc }: Columns): boolean => {
  const first = row.find(isWord)
  const opens = first !== undefined && OPENING.test(first)
  // Nearly every row ends here.
  if (first !== undefined && !opens && !LABEL.test(first)) return false
  const isSomebody = (columns: readonly number[]): boolean =>
    columns.some((column) => DOCUMENT.test(cellText(row[column])))
  if (row.some(isLong) || isSomebody([...documento, ...sigueDocumento, ...dni, ...ruc])) return false
  const figures = row.filter((cell) => isFigure(cell) && !isWord(cell))
  if (first === undefined) {
    if (isNumbering(row)) return true
    if (nombre.some((column) => !isBlank(row[column]) && !RULE.test(cellText(row[column])))) return false
    return figures.length > 1 || figures.some(isAmount) || row.some((cell) => RULE.test(cellText(cell)))
  }
  if (opens) return true
  const words = row.filter(isWord)
  if (words.every((word) => MAY_BE_NAME.test(word))) return figures.some(isAmount)
  return words.every((word) => LABEL.test(word))
}

/** The cells of a row as one text, without figures: page numbers and hours differ from page to page. */
const keyOf = (row: Row): string =>
  row
    .filter((cell) => !isBlank(cell))
    .map((cell) => foldHeader(cellText(cell).replace(/[0-9]+/g, '')))
    .join('|')

/** The same of the first cell alone, which tells nearly every row from a repeated one. */
const startOf = (row: Row): string =>
  cellText(row.find((cell) => !isBlank(cell)))
    .replace(/[0-9]+/g, '')
    .trim()

/**
 * Whether a row is a header by itself: words alone, two of them names of columns, and nobody's name or document in these
 * places. Nearly every row has a figure.
 */
const isHeaderRow = (row: Row, { nombre, documento, dni, ruc }: Columns): boolean => {
  if (row.some((cell) => typeof cell === 'number' || (typeof cell === 'string' && /[0-9]/.test(cell)))) return false
  const isName = (cell: Cell): boolean => isWord(cell) && isKnownHeader(cell)
  const asked = [...nombre, ...documento, ...dni, ...ruc].map((column) => row[column]).filter((cell) => !isBlank(cell))
  return asked.length > 0 && asked.every(isName) && row.filter(isName).length > 1
}

/**
 * Titles and header that are printed again on every page. A title alone may be somebody's name: it counts where the header
 * follows. Another header begins another table, whose rows cannot be read by the first one, with the title above it. All rows
 * are noted first.
 */
export const pageRepeats = (above: readonly Row[], headerFrom: number, columns?: Columns) => {
  const keys = (rows: readonly Row[]) => new Set(rows.map(keyOf).filter((key) => key !== ''))
  const [titles, header] = [keys(above.slice(0, headerFrom)), keys(above.slice(headerFrom))]
  const starts = new Set(above.map(startOf))
  const repeated = new Set<number>()
  /** Where other tables begin, and where the first one goes on. */
  const turns: number[] = []
  const isInOther = (): boolean => turns.length % 2 === 1
  let pending: number[] = []
  let title: number | null = null
  return {
    note: (row: Row): void => {
      if (isBlankRow(row)) return
      const key = starts.has(startOf(row)) ? keyOf(row) : ''
      const isHeader = header.has(key)
      const isOther = columns !== undefined && headerFrom >= 0 && !isHeader && isHeaderRow(row, columns)
      if (isInOther() ? isHeader : isOther) turns.push(title ?? numberOf(row))
      title = row.filter((cell) => !isBlank(cell)).length === 1 ? numberOf(row) : null
      pending = isHeader || titles.has(key) ? [...pending, numberOf(row)] : []
      if (!isHeader) return
      for (const number of pending) repeated.add(number)
      pending = []
    },
    has: (row: Row): boolean => repeated.has(numberOf(row)),
    /** Whether it is of another table. */
    isOther: (row: Row): boolean => turns.length > 0 && turns.filter((turn) => turn <= numberOf(row)).length % 2 === 1,
  }
}

/** Why a row that was read without doubt is not asked about all the same. */
export const contentProblem = (columns: Columns | undefined, pages?: ReturnType<typeof pageRepeats>) => {
  if (!columns) return () => null
  const longCell = longCellProblem(Object.values(columns).flat())
  return (row: Row): string | null => {
    if (pages?.has(row) || isFootRow(row, columns)) return FOOT_ROW
    return pages?.isOther(row) ? OTHER_TABLE : longCell(row)
  }
}
