import { cellText, filledWidth, isBlank, type Row } from '../table.ts'
import { foldHeader, type HeaderRows, isKnownHeader } from './header.ts'
import { partyHeader } from './layouts/party-header.ts'

export const HEADER_SEARCH_ROWS = 40

/** Words that the lower line of a header is made of, and nobody's data. */
const HEADER_WORDS = new Set(
  (
    'APELLIDO APELLIDOS CLIENTE CODIGO COMPLETO COMPLETOS CONDICION DEL DNI DOC DOCUMENTO EMISION ESTADO FECHA IDENTIDAD ' +
    'MATERNO NAC NACIMIENTO NACIONALIDAD NOMBRE NOMBRES NRO NUM NUMERO ORIGEN PAIS PATERNO PROVEEDOR RAZON REFERENCIA ' +
    'RUC SOCIAL TIPO DE LA Y O N'
  ).split(' '),
)

const filledCells = (row: Row): number => row.filter((cell) => !isBlank(cell)).length

/** Text without a figure in it, in every cell. */
const isAllWords = (row: Row): boolean =>
  row.every((cell) => isBlank(cell) || (typeof cell === 'string' && !/[0-9]/.test(cell)))

const isLowerLine = (row: Row | undefined): row is Row =>
  row !== undefined &&
  filledCells(row) > 0 &&
  row.every(
    (cell) =>
      isBlank(cell) ||
      foldHeader(cellText(cell))
        .split(' ')
        .every((word) => HEADER_WORDS.has(word)),
  )

/**
 * Where the header is: the first row that has what is needed. Lines above it are titles, so each has fewer cells than it: a
 * row of data in which somebody is called `Cliente` must not become the header and take the rows above it away. A title
 * such as `Cliente: | ACME` may look like a header too, so a row with less than half of the cells of the widest row counts
 * only when there is no other.
 */
export const findHeader = (rows: readonly Row[], isHeader: (row: Row) => boolean): HeaderRows | null => {
  const grouped = partyHeader(rows, isHeader)
  if (grouped) return grouped
  const filled = rows.map(filledCells)
  const widest = Math.max(0, ...rows.map(filledWidth))
  const candidates: number[] = []
  let widestAbove = 0
  for (const [i, row] of rows.entries()) {
    const cells = filled[i] as number
    if (cells > widestAbove && isHeader(row)) candidates.push(i)
    widestAbove = Math.max(widestAbove, cells)
  }
  const wide = candidates.filter((i) => (filled[i] as number) * 2 >= widest)
  const chosen = likeliest(rows, wide.length > 0 ? wide : candidates)
  return chosen === undefined ? splitHeader(rows, isHeader) : withSecondLine(rows, chosen, candidates)
}

const knownCells = (row: Row): number => row.filter((cell) => isKnownHeader(cellText(cell))).length

/** The first candidate, unless it is a title such as `Empresa: | ACME` and a line further down has more names of columns. */
const likeliest = (rows: readonly Row[], candidates: readonly number[]): number | undefined => {
  const [first, ...others] = candidates
  if (first === undefined) return undefined
  const known = knownCells(rows[first] as Row)
  const better = others.find((i) => {
    const row = rows[i] as Row
    return i > first + 1 && isAllWords(row) && knownCells(row) > Math.max(1, known)
  })
  return better ?? first
}

/**
 * Whether a line of header words belongs to the header above it, and is no row of data such as `Origen`: one of its cells is
 * below a cell that spans columns, or completes a name, and none makes a known name an unknown one.
 */
const isSecondLine = (upper: Row, lower: Row): boolean => {
  let completes = false
  for (const [i, cell] of lower.entries()) {
    if (isBlank(cell)) continue
    const above = cellText(upper[i]).trim()
    const isJoinedKnown = isKnownHeader(`${above} ${cellText(cell)}`)
    if (above === '' || (isJoinedKnown && !isKnownHeader(above))) completes = true
    else if (isKnownHeader(above) && !isJoinedKnown) return false
  }
  return completes
}

/** A header with a line below it that belongs to it. */
const withSecondLine = (rows: readonly Row[], first: number, candidates: readonly number[]): HeaderRows => {
  const [upper, lower] = [rows[first] as Row, rows[first + 1]]
  // Groups of columns above the header: `CLIENTE | | DOCUMENTO |`.
  if (lower && candidates.includes(first + 1) && isAllWords(lower))
    return { first: first + 1, last: first + 1, names: joinLines(upper, lower, 'groups') }
  return isLowerLine(lower) && isSecondLine(upper, lower)
    ? { first, last: first + 1, names: joinLines(upper, lower) }
    : { first, last: first, names: upper }
}

/** Names that are written over two lines, neither of which is a header by itself: `Razón` above `social`. */
const splitHeader = (rows: readonly Row[], isHeader: (row: Row) => boolean): HeaderRows | null => {
  for (const [i, upper] of rows.entries()) {
    const lower = rows[i + 1]
    if (!isAllWords(upper) || !isLowerLine(lower)) continue
    const names = joinLines(upper, lower)
    if (isHeader(names)) return { first: i, last: i + 1, names }
  }
  return null
}

/**
 * Each column's name from two lines. A cell that spans several columns has its text above the first of them. Names below groups
 * stay as they are unless only the group tells what they are: `Número` below `Documento`.
 */
const joinLines = (upper: Row, lower: Row, above?: 'groups'): Row => {
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, i) => {
    const [upperText, below] = [cellText(upper[i]).trim(), cellText(lower[i]).trim()]
    if (upperText !== '') group = upperText
    if (below === '') return upperText
    const joined = `${group} ${below}`.trim()
    if (above === 'groups') return isKnownHeader(below) || !isKnownHeader(joined) ? below : joined
    return isKnownHeader(below) && !isKnownHeader(joined) ? below : joined
  })
}

/** Above the first row of a file without header. */
export const NO_HEADER: HeaderRows = { first: -1, last: -1, names: [] }

/** The header that such a file gets. */
export const numberedHeader = (width: number): HeaderRows => ({
  ...NO_HEADER,
  names: Array.from({ length: width }, (_, i) => `Columna ${i + 1}`),
})

/** The names of columns as a header has them; cells without a name stay so. */
export const columnNames = (header: Row, width: number): string[] =>
  Array.from({ length: width }, (_, i) => cellText(header[i]).trim())
