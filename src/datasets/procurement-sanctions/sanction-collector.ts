import { parseSlashDate } from '../../domain/lima-time.ts'
import { stripAccents } from '../../domain/names/normalise.ts'
import type { Sanction } from '../../domain/records.ts'

/** One disqualification as the list has it, and what decides whether it is in force. */
export interface ListedSanction extends Sanction {
  /** The list said VIGENTE when it was published; it decides only where a date cannot be read. */
  listedInForce: boolean
  /** False when `desde` is not a date, or when `hasta` is neither empty nor a date. */
  datesReadable: boolean
}

export interface RowCounts {
  fines: number
  duplicates: number
  /** Rows of the disqualification table that could not be read. */
  broken: number
}

type Section = 'disqualification' | 'fine' | 'unknown'
type Field =
  | 'numero'
  | 'razonSocial'
  | 'ruc'
  | 'resolucion'
  | 'periodo'
  | 'desde'
  | 'hasta'
  | 'infraccion'
  | 'otra'
  | 'estado'

const FIELD_OF_HEADER: Record<string, Field> = {
  '#': 'numero',
  N: 'numero',
  'RAZON SOCIAL': 'razonSocial',
  'NOMBRE O RAZON SOCIAL': 'razonSocial',
  RUC: 'ruc',
  RESOLUCION: 'resolucion',
  'PERIODO DE INHABILITACION': 'periodo',
  DESDE: 'desde',
  HASTA: 'hasta',
  INFRACCION: 'infraccion',
  'OTRA INFRACCION': 'otra',
  ESTADO: 'estado',
}
const REQUIRED: readonly Field[] = ['razonSocial', 'ruc', 'resolucion', 'periodo', 'desde', 'hasta', 'estado']

interface Columns {
  section: Section
  width: number
  at: Partial<Record<Field, number>>
}

const headerText = (cell: string): string =>
  stripAccents(cell)
    .replace(/[.:°º*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The columns that a header row names; null when the row is no header. */
const readHeader = (cells: string[]): Columns | null => {
  const titles = cells.map(headerText)
  if (!titles.includes('RUC') || !titles.some((title) => FIELD_OF_HEADER[title] === 'razonSocial')) return null
  const at: Columns['at'] = {}
  for (const [index, title] of titles.entries()) {
    const field = FIELD_OF_HEADER[title]
    if (field) at[field] ??= index
  }
  const fine = titles.some((title) => title.startsWith('MONTO DE MULTA') || title.startsWith('MULTA'))
  const complete = REQUIRED.every((field) => at[field] !== undefined)
  const width = titles.findLastIndex((title) => title !== '') + 1
  return { section: fine ? 'fine' : complete ? 'disqualification' : 'unknown', width, at }
}

/** A date as the file prints it, with or without a time after it; null when it cannot be read. */
const readDate = (text: string): string | null => parseSlashDate(text.split(' ')[0]?.replaceAll('-', '/') ?? '')

// A dash, or dots, where a value is missing.
const isBlank = (text: string): boolean => /^[-–—.\s]*$/.test(text)

/** Receives the file's rows in their order and keeps the disqualifications. */
export class SanctionCollector {
  readonly sanctions: ListedSanction[] = []
  readonly counts: RowCounts = { fines: 0, duplicates: 0, broken: 0 }
  /** The tables whose header was seen. */
  readonly sections = new Set<Section>()
  readonly #keys = new Set<string>()
  #columns: Columns | null = null

  add(cells: string[]): void {
    const header = readHeader(cells)
    if (header) {
      this.#columns = header
      this.sections.add(header.section)
      return
    }
    if (this.#columns?.section === 'disqualification') this.#addDisqualification(cells, this.#columns)
    if (this.#columns?.section === 'fine' && isFine(cells, this.#columns)) this.counts.fines++
  }

  #addDisqualification(cells: string[], columns: Columns): void {
    const cell = cellReader(cells, columns)
    const isData = !isBlank(cell('razonSocial')) && !isBlank(cell('resolucion') + cell('desde'))
    const isShifted = cells.length < columns.width || cells.slice(columns.width).some((extra) => extra !== '')
    if (isData && !isShifted) return this.#keep(readSanction(cell), cell('desde'))
    const isNumbered = columns.at.numero !== undefined && /^[0-9.,]+$/.test(cell('numero'))
    if (isNumbered) this.counts.broken++
  }

  #keep(sanction: ListedSanction, printedDesde: string): void {
    // Suppliers without a number of their own are distinguished by their names.
    const supplier = /^[0-9]{8,}$/.test(sanction.ruc)
      ? sanction.ruc
      : `${sanction.ruc} ${stripAccents(sanction.razonSocial)}`
    const key = `${supplier}\n${sanction.resolucion.toUpperCase()}\n${sanction.desde || printedDesde}`
    if (this.#keys.has(key)) this.counts.duplicates++
    else this.sanctions.push(sanction)
    this.#keys.add(key)
  }
}

type CellReader = (field: Field) => string

const cellReader =
  (cells: string[], { at }: Columns): CellReader =>
  (field) =>
    cells[at[field] ?? -1] ?? ''

const isFine = (cells: string[], { at, width }: Columns): boolean =>
  cells.length >= width && !isBlank(cells[at.razonSocial ?? 0] ?? '')

const readSanction = (cell: CellReader): ListedSanction => {
  const desde = readDate(cell('desde'))
  const hasta = readDate(cell('hasta'))
  const infraccion = isBlank(cell('infraccion')) ? cell('otra') : cell('infraccion')
  return {
    ruc: isBlank(cell('ruc')) ? '' : cell('ruc'),
    razonSocial: cell('razonSocial'),
    tipo: /DEFINITIV/i.test(cell('periodo')) ? 'Definitivo' : 'Temporal',
    resolucion: cell('resolucion'),
    periodo: cell('periodo'),
    desde: desde ?? '',
    hasta: hasta ?? '',
    infraccion: isBlank(infraccion) ? '' : infraccion,
    listedInForce: stripAccents(cell('estado')) === 'VIGENTE',
    datesReadable: desde !== null && (isBlank(cell('hasta')) || hasta !== null),
  }
}
