import { parseSlashDate } from '../../domain/lima-time.ts'
import { stripAccents } from '../../domain/names/normalise.ts'
import type { Sanction } from '../../domain/records.ts'
import { type Columns, type Field, readHeader, type Section } from './header-row.ts'

/** One disqualification as the list has it, and what decides whether it is in force. */
export interface ListedSanction extends Sanction {
  /** The list said VIGENTE when it was published; it decides only where a date cannot be read. */
  listedInForce: boolean
  /** False when `desde` is not a date, or when `hasta` is neither empty nor a date. */
  datesReadable: boolean
  /** The last cut that had a row which newer ones lack; absent for a row of the list itself. */
  lastCut?: string | undefined
}

export interface RowCounts {
  fines: number
  duplicates: number
  /** Rows that may be a disqualification and could not be read. */
  broken: number
}

/** A date as the file prints it, with or without a time after it; null when it cannot be read. */
const readDate = (text: string): string | null => parseSlashDate(text.split(' ')[0]?.replaceAll('-', '/') ?? '')

// A dash, or dots, where a value is missing.
const isBlank = (text: string): boolean => /^[-–—.\s]*$/.test(text)

// What only a row of data holds: a number of the register, a resolution, a date.
const RUC = /^[0-9]{11}$/
const RESOLUTION = /^[0-9]+-[0-9]{4}-TC/i
const LEAST_FILLED = 3

/** Receives the file's rows in their order and keeps the disqualifications. */
export class SanctionCollector {
  readonly sanctions: ListedSanction[] = []
  readonly counts: RowCounts = { fines: 0, duplicates: 0, broken: 0 }
  /** Rows that were kept although one of their dates could not be read. */
  undated = 0
  /** The tables whose header was seen. */
  readonly sections = new Set<Section>()
  /** Rows of data in tables whose columns we do not know. */
  foreign = 0
  readonly #seen = new Set<string>()
  #columns: Columns | null = null

  /** The columns of one table say nothing about the next. */
  beginTable(): void {
    this.#columns = null
  }

  add(cells: string[]): void {
    const header = readHeader(cells)
    if (header) {
      this.#columns = header
      this.sections.add(header.section)
      return
    }
    const columns = this.#columns
    if (columns?.section === 'disqualification') this.#addDisqualification(cells, columns)
    else if (columns?.section === 'fine') this.#addFine(cells, columns)
    else if (isRowOfData(cells)) this.foreign++
  }

  #addFine(cells: string[], columns: Columns): void {
    if (isFine(cells, columns)) this.counts.fines++
    else if (isRowOfData(cells)) this.counts.broken++
  }

  #addDisqualification(cells: string[], columns: Columns): void {
    const cell = cellReader(cells, columns)
    const isShifted = cells.length < columns.width || cells.slice(columns.width).some((extra) => extra !== '')
    const hasParty = !isBlank(cell('razonSocial')) || RUC.test(compact(cell('ruc')))
    const isData = hasParty && !isBlank(cell('resolucion') + cell('desde'))
    if (isShifted || !isData) {
      const isNumbered = columns.at.numero !== undefined && /^[0-9.,]+$/.test(cell('numero'))
      if (isNumbered || isRowOfData(cells)) this.counts.broken++
      return
    }
    const estado = stripAccents(cell('estado'))
    const sanction = readSanction(cell)
    const isUndecided = !sanction.datesReadable && estado !== 'VIGENTE' && estado !== 'NO VIGENTE'
    // What can be read of it still answers: by RUC without its name, by name without its RUC.
    if (isUndecided || isBlank(sanction.razonSocial) || isMangled(cell('ruc'))) this.counts.broken++
    if (isUndecided) return
    for (const ruc of rucsIn(cell('ruc'))) this.#keep({ ...sanction, ruc }, cell)
  }

  #keep(sanction: ListedSanction, cell: CellReader): void {
    if (this.#isRepeated(sanction, cell)) return
    if (!sanction.datesReadable) this.undated++
    this.sanctions.push(sanction)
  }

  /** Only a row that says the same in every column is a duplicate: another end is another sanction. */
  #isRepeated(sanction: ListedSanction, cell: CellReader): boolean {
    const { desde, hasta, ...rest } = sanction
    const key = JSON.stringify([rest, desde || cell('desde'), hasta || cell('hasta')]).toUpperCase()
    if (!this.#seen.has(key)) return !this.#seen.add(key)
    this.counts.duplicates++
    return true
  }
}

type CellReader = (field: Field) => string

const cellReader =
  (cells: string[], { at }: Columns): CellReader =>
  (field) =>
    cells[at[field] ?? -1] ?? ''

const isFine = (cells: string[], { at, width }: Columns): boolean =>
  cells.length >= width && !isBlank(cells[at.razonSocial ?? 0] ?? '')

/** Tells a row whose cells are out of place from a title or another decoration. */
const isRowOfData = (cells: readonly string[]): boolean =>
  cells.filter((cell) => !isBlank(cell)).length >= LEAST_FILLED &&
  cells.some((cell) => RUC.test(compact(cell)) || RESOLUTION.test(cell) || readDate(cell) !== null)

const compact = (text: string): string => text.replace(/[\s.'’-]/g, '')

/** A number that a spreadsheet rewrote: `2.00001E+10`. */
const isMangled = (ruc: string): boolean => /^[0-9]+[.,][0-9]+E\+?[0-9]+$/i.test(ruc.replace(/\s/g, ''))

/** The numbers of a cell, one for each member of a consortium; text of other kinds stays as it is. */
const rucsIn = (cell: string): string[] => {
  if (isBlank(cell)) return ['']
  if (RUC.test(compact(cell))) return [compact(cell)]
  const numbers = cell.match(/(?<![0-9])[0-9]{11}(?![0-9])/g)
  return numbers ? [...new Set(numbers)] : [cell]
}

const readSanction = (cell: CellReader): Omit<ListedSanction, 'ruc'> => {
  const desde = readDate(cell('desde'))
  const hasta = readDate(cell('hasta'))
  const infraccion = isBlank(cell('infraccion')) ? cell('otra') : cell('infraccion')
  return {
    razonSocial: isBlank(cell('razonSocial')) ? '' : cell('razonSocial'),
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
