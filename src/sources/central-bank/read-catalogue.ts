import { stripAccents } from '../../domain/names/normalise.ts'
import { decodeText } from '../../kernel/http/charset.ts'

/** One series as the catalogue prints it; empty where it has no such column. */
export interface CatalogueRow {
  codigo: string
  categoria: string
  grupo: string
  nombre: string
  inicio: string
  fin: string
}

interface CatalogueReader {
  feed(piece: Uint8Array): void
  /**
   * Call it after the last piece: the codes read; none when the text is no table, or ends inside a line. What arrived
   * whole may end without a newline.
   */
  codes(arrivedWhole?: boolean): Set<string>
  /** True when its columns of names and groups were found. */
  isNamed(): boolean
  /** The beginning of what is a page in place of the catalogue; empty when it is none. */
  page(): string
}

const CODE = /^\s*"?([A-Z]{2}[0-9]{5}[A-Z]{2})"?\s*$/
// Enough for a quoted code and its semicolon.
const HEAD_LENGTH = 12
const [NEWLINE, SEMICOLON, QUOTE] = [0x0a, 0x3b, 0x22]
// A line is a thousand characters long. What is this long is no line of the catalogue.
const MAX_RECORD_BYTES = 256 * 1024
const MAX_PAGE_LENGTH = 64 * 1024

/** By the first words of their headings, which differ between copies: `Fecha de inicio`, `Inicio`. */
const COLUMNS: Record<Exclude<keyof CatalogueRow, 'codigo'>, RegExp> = {
  categoria: /^CATEGOR/,
  grupo: /^GRUPO(?! (?:DE )?PUB)/,
  nombre: /^NOMBRE/,
  inicio: /^(?:FECHA DE )?INICIO/,
  fin: /^(?:FECHA DE )?FIN\b/,
}
const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]
const NAMING_COLUMNS = ['nombre', 'grupo']

/**
 * Reads the catalogue piece by piece. A line that begins with a code begins a series, whatever came before it; other lines
 * go on with it only inside quotes.
 */
export const readCatalogue = (onRow?: (row: CatalogueRow) => void): CatalogueReader => {
  const codes = new Set<string>()
  const lines = lineSplitter(MAX_RECORD_BYTES)
  let header: { columns: number; positions: Map<string, number> } | null = null
  let page = ''
  let record: { codigo: string; bytes: Buffer } | null = null
  let isLastStray = false

  const endRecord = (): void => {
    if (!record) return
    codes.add(record.codigo)
    if (onRow && header) onRow(rowOf(record.codigo, splitRecord(decodeText(record.bytes)), header.positions))
    record = null
  }
  const takeLine = (line: Buffer): void => {
    if (isBlank(line)) return
    if (!header) page = pageText(line)
    else if (page !== '' && page.length < MAX_PAGE_LENGTH) page += decodeText(line)
    header ??= readHeader(line, page !== '')
    const codigo = codeIn(line)
    isLastStray = false
    if (codigo) {
      endRecord()
      record = { codigo, bytes: line }
    } else if (record && count(record.bytes, QUOTE) % 2 === 1 && record.bytes.length < MAX_RECORD_BYTES) {
      record.bytes = Buffer.concat([record.bytes, Buffer.from(' '), line])
    } else isLastStray = true
  }

  return {
    feed: (piece) => lines.feed(piece, takeLine),
    codes(arrivedWhole = false) {
      if (arrivedWhole) lines.end(takeLine)
      const lastColumns = record ? count(record.bytes, SEMICOLON) : 0
      endRecord()
      // A list cut short lacks codes that exist.
      const isWhole = lines.isAtEnd() && !isLastStray && header && header.columns > 0 && lastColumns >= header.columns
      return isWhole ? codes : new Set()
    },
    isNamed: () => NAMING_COLUMNS.every((name) => header?.positions.has(name)),
    // Its last line may have no end.
    page: () => (header && page === '' ? '' : page + lines.rest()),
  }
}

/** Cuts pieces into lines; a line may come in several pieces. */
const lineSplitter = (maxBytes: number) => {
  let begun: Uint8Array[] = []
  let length = 0
  let isTooLong = false
  return {
    feed(piece: Uint8Array, takeLine: (line: Buffer) => void): void {
      for (let from = 0; from < piece.length; ) {
        const newline = piece.indexOf(NEWLINE, from)
        const end = newline < 0 ? piece.length : newline
        length += end - from
        // Copied, because the giver of a piece may use its memory again.
        if (length <= maxBytes) begun.push(Uint8Array.prototype.slice.call(piece, from, end))
        else isTooLong = true
        if (newline >= 0) {
          if (!isTooLong) takeLine(Buffer.concat(begun))
          begun = []
          length = 0
        }
        from = end + 1
      }
    },
    /** The text is over: what is left is a line. */
    end(takeLine: (line: Buffer) => void): void {
      if (!isTooLong) takeLine(Buffer.concat(begun))
      begun = []
    },
    /** The text ended with a line, and none was too long to be one. */
    isAtEnd: (): boolean => !isTooLong && isBlank(Buffer.concat(begun)),
    /** What came after the last end of a line. */
    rest: (): string => decodeText(Buffer.concat(begun)),
  }
}

const count = (bytes: Uint8Array, wanted: number): number => {
  let found = 0
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) found++
  return found
}

const isBlank = (line: Buffer): boolean => line.every((byte) => byte <= 0x20)

const codeIn = (line: Buffer): string | undefined =>
  CODE.exec(line.toString('latin1', 0, HEAD_LENGTH).split(';')[0] as string)?.[1]

const pageText = (line: Buffer): string => {
  const text = decodeText(line)
  return /^[\s\ufeff]*[<{[]/.test(text) ? text : ''
}

const readHeader = (line: Buffer, isPage: boolean) => {
  const positions = new Map<string, number>()
  const cells = splitRecord(decodeText(line)).map((cell) => stripAccents(cell).trim())
  for (const name of COLUMN_NAMES) {
    const at = cells.findIndex((cell) => COLUMNS[name].test(cell))
    if (at > 0) positions.set(name, at)
  }
  return { columns: isPage ? 0 : count(line, SEMICOLON), positions }
}

/** The cells of a record. A quote counts only at the beginning of a cell: names have inch marks. */
const splitRecord = (text: string): string[] => {
  const cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*(?:;|$)/.exec(text[at] === '"' || text[at] === ' ' ? text.slice(at) : '')
    if (quoted) {
      cells.push((quoted[1] as string).replaceAll('""', '"'))
      at += quoted[0].length
      if (!quoted[0].endsWith(';')) break
      continue
    }
    const end = text.indexOf(';', at)
    cells.push(text.slice(at, end < 0 ? text.length : end))
    if (end < 0) break
    at = end + 1
  }
  return cells
}

const rowOf = (codigo: string, cells: readonly string[], positions: ReadonlyMap<string, number>): CatalogueRow => {
  const cell = (name: keyof typeof COLUMNS): string =>
    (cells[positions.get(name) ?? -1] ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return {
    codigo,
    categoria: cell('categoria'),
    grupo: cell('grupo'),
    nombre: cell('nombre'),
    inicio: cell('inicio'),
    fin: cell('fin'),
  }
}
