import type { PartState } from '../../domain/records.ts'
import { cellXml, columnLetters, dateSerial, errorXml } from '../../kernel/workbook/cells.ts'
import type { StyleIds } from '../../kernel/workbook/styles.ts'
import { isBadCondition, isBadStatus, type ResultColumn } from '../check/results.ts'
import type { Cell, SheetLook } from '../table.ts'
import { safeText } from './csv-writer.ts'

/** How one cell of the file looked: see `setStyles`. */
interface CellLook {
  style: number
  kind: string
}

const PLAIN: CellLook = { style: 0, kind: '' }
const ERROR = /^#[A-Z0-9/?!_]{2,20}$/
/** Most sheets have a few ways in which a row looks. */
const MOST_KNOWN = 1_000

/** Writes the file's own cells as they were: their type, and the number of their style in the file's workbook. */
export const inputCells = (look: SheetLook | undefined, ids: StyleIds) => {
  const most = look?.styles.cellXfs.length ?? 0
  const known = new Map<string, readonly CellLook[]>()
  const looksOf = (styles: string): readonly CellLook[] => {
    const found = known.get(styles)
    if (found) return found
    const looks = styles.split(',').map((one): CellLook => {
      const [, style = '', kind = ''] = /^(\d*)([de]?)$/.exec(one) ?? []
      return { style: Number(style) < most ? Number(style) : 0, kind }
    })
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(styles, looks)
    return looks
  }
  // Without styles of the file text is text for good, as in any file that has none.
  const textStyle = (text: string, style: number): number => (!look || safeText(text) !== text ? ids.text : style)
  const dateXml = (at: string, text: string, style: number): string | null => {
    const serial = dateSerial(text, look?.is1904)
    if (serial === null) return null
    if (style > 0) return cellXml(at, serial, style)
    return text.includes('-') ? cellXml(at, serial, text.length > 10 ? ids.moment : ids.date) : null
  }
  const oneXml = (at: string, cell: Cell, { style, kind }: CellLook): string => {
    if (typeof cell !== 'string') return cellXml(at, cell, style)
    const dated = kind === 'd' ? dateXml(at, cell, style) : null
    if (dated !== null) return dated
    if (kind === 'e' && ERROR.test(cell)) return errorXml(at, cell, style)
    return cellXml(at, cell, textStyle(cell, style))
  }
  return {
    /** The first `width` cells of a row of the result, from a column of the sheet on. */
    rowXml: (row: readonly Cell[], width: number, styles: Cell, line: number, from: number): string => {
      const looks = typeof styles === 'string' ? looksOf(styles) : []
      let xml = ''
      for (let i = 0; i < width; i++) xml += oneXml(columnLetters(from + i) + line, row[i], looks[i] ?? PLAIN)
      return xml
    },
    headerXml: (names: readonly string[], from: number): string => {
      const looks = looksOf(look?.header ?? '')
      return names
        .map((name, i) => cellXml(`${columnLetters(from + i)}1`, name, looks[i]?.style || ids.header))
        .join('')
    },
  }
}

const TONES: Readonly<Record<string, 'bad' | 'warn'>> = {
  ...{
    exacto: 'bad',
    sancionado: 'bad',
    observado: 'bad',
    parcial: 'warn',
    no_encontrado: 'warn',
    no_revisado: 'warn',
  },
}

/** The style of what was found. It says nothing that the text does not say. */
export const foundStyle = (column: ResultColumn, value: Cell, ids: StyleIds): number => {
  if (value === '') return 0
  if (typeof value === 'number') return ids.plain
  if (column === 'resultado') return ids[TONES[String(value)] ?? 'text']
  const isBad =
    ((column === 'estado' || column === 'estadoEnFecha') && isBadStatus(value)) ||
    ((column === 'condicion' || column === 'condicionEnFecha') && isBadCondition(value)) ||
    (column === 'sinCapacidadOperativa' && value === 'si') ||
    (column === 'nombreCoincide' && value === 'no') ||
    value === ('hallazgo' satisfies PartState)
  return isBad ? ids.bad : ids.text
}

/** How wide each added column is, in characters. */
export const FOUND_WIDTHS: Readonly<Record<ResultColumn, number>> = {
  resultado: 18,
  estado: 14,
  condicion: 18,
  nombreEnPadron: 36,
  nombreCoincide: 16,
  coincidencias: 14,
  puntaje: 10,
  nombreEnLista: 36,
  lista: 12,
  programa: 18,
  motivo: 60,
  ediciones: 30,
  registro: 14,
  padrones: 14,
  sanciones: 14,
  judicial: 14,
  listas: 14,
  vinculados: 14,
  estadoEnFecha: 16,
  condicionEnFecha: 20,
  vigencia: 30,
  sinCapacidadOperativa: 22,
  agenteRetencion: 16,
  buenContribuyente: 18,
  comprobante: 16,
}
