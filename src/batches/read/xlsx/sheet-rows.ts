import type { Failure } from '../../../kernel/errors.ts'
import {
  type Cell,
  MAX_COLUMNS,
  MAX_ROW_CHARACTERS,
  type Row,
  setNumber,
  setStyles,
  tooManyColumns,
  unreadable,
} from '../../table.ts'
import { joinValues } from '../row-problems.ts'
import { type DateStyle, serialText } from './date-cells.ts'
import { type SharedStrings, unescapeText } from './shared-strings.ts'
import { type Attributes, damaged, XmlScanner } from './xml-scanner.ts'
import type { ZipParts } from './zip-parts.ts'

/** What the cells of every sheet refer to. */
export interface CellContext {
  strings: SharedStrings
  dateStyles: readonly (DateStyle | null)[]
  is1904: boolean
}

/** What spreadsheet programs allow. A short sheet may name a long shared text in each of its cells. */
const MAX_CELL_CHARACTERS = 32_767
/** A part is read in slices of this size, so that few rows are there at a time. */
const SLICE_CHARACTERS = 8_192
const ROWS_AT_A_TIME = 256

/** Frames are drawn around empty cells at the end of a row too; those of whole sheets are not kept. */
const MOST_EMPTY_STYLES = 16
/** Spreadsheet programs allow 64,000 styles. */
const MOST_STYLE_DIGITS = 5

/** Shown for a formula that was saved without its value; like every error it is no name and no number. */
const NO_VALUE = '#SIN_VALOR!'

/** The column of a reference such as `AB12`; -1 when it has none. */
export const columnOf = (reference: string): number => {
  let column = 0
  for (let i = 0; i < reference.length; i++) {
    const code = reference.charCodeAt(i) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

const longCell = (): Failure => unreadable('El archivo XLSX tiene una celda demasiado larga')

type Inside = 'sheet' | 'data' | 'row' | 'cell'

/** Collects the rows of one sheet from the events of its XML. */
class RowCollector {
  readonly scanner: XmlScanner
  rows: Row[] = []
  /** Of the rows. */
  characters = 0
  isDone = false
  readonly #context: CellContext
  readonly #doubled: WeakSet<Row>
  #inside: Inside = 'sheet'
  #row: Cell[] = []
  #rowNumber = 0
  #characters = 0
  /** See `setStyles`. */
  #styles: string[] = []
  #column = -1
  #cell: Attributes = {}
  #text = ''
  #isValue = false
  /** How many values the cell has: one, unless the file is damaged. */
  #values = 0
  #hasFormula = false
  #isPhonetic = false

  constructor(context: CellContext, doubled: WeakSet<Row>) {
    this.#context = context
    this.#doubled = doubled
    this.scanner = new XmlScanner({
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => {
        if (!this.#isValue) return
        this.#text += text
        if (this.#text.length > MAX_ROW_CHARACTERS) throw longCell()
      },
      close: (name) => this.#close(name),
    })
  }

  /** The rows that were read since the last time. */
  take(): Row[] {
    const { rows } = this
    this.rows = []
    this.characters = 0
    return rows
  }

  #open(name: string, attributes: Attributes): void {
    if (name === 'sheetData') this.#enter('sheet', 'data')
    else if (name === 'row' && this.#inside !== 'sheet') this.#openRow(attributes)
    else if (name === 'c' && this.#inside !== 'sheet') this.#openCell(attributes)
    if (this.#inside !== 'cell') return
    if (name === 'v' || name === 'is') this.#openValue()
    if (name === 'v' || (name === 't' && !this.#isPhonetic)) this.#isValue = true
    else if (name === 'f') this.#hasFormula = true
    else if (name === 'rPh') this.#isPhonetic = true
  }

  /** A row in a row, a cell in a cell or cells twice in a sheet: what is inside one of them would be lost. */
  #enter(from: Inside, to: Inside): void {
    if (this.#inside !== from || this.isDone) throw damaged()
    this.#inside = to
  }

  #openRow({ r }: Attributes): void {
    this.#enter('data', 'row')
    this.#row = []
    // Some writers leave the number out: a row then follows the one before.
    this.#rowNumber = Number(r) > 0 ? Number(r) : this.#rowNumber + 1
    setNumber(this.#row, this.#rowNumber)
    this.#characters = 0
    this.#styles = []
    this.#column = -1
  }

  #openValue(): void {
    if (this.#values++ === 0) return
    this.#text += ' | '
    this.#doubled.add(this.#row)
  }

  #openCell(attributes: Attributes): void {
    this.#enter('row', 'cell')
    this.#cell = attributes
    // Some writers leave references out: a cell then follows the one before.
    const column = attributes.r === undefined ? -1 : columnOf(attributes.r)
    this.#column = column >= 0 ? column : this.#column + 1
    if (this.#column >= MAX_COLUMNS && column < 0) throw tooManyColumns()
    this.#text = ''
    this.#values = 0
    this.#hasFormula = false
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === 'c' && this.#inside === 'cell') this.#closeCell()
    else if (name === 'row' && this.#inside === 'row') this.#closeRow()
    else if (name === 'sheetData') {
      this.#inside = 'sheet'
      this.isDone = true
    }
  }

  #closeRow(): void {
    this.#inside = 'data'
    this.#styles.length = Math.min(this.#styles.length, this.#row.length + MOST_EMPTY_STYLES)
    setStyles(this.#row, this.#styles.join(','))
    this.rows.push(this.#row)
    this.characters += this.#characters
  }

  #closeCell(): void {
    this.#inside = 'row'
    const value = this.#value()
    if (this.#column < MAX_COLUMNS) this.#styles[this.#column] = this.#style(value)
    if (value === undefined || value === '') return
    // Formatted but empty cells far to the right are common; only what has something in it counts.
    if (this.#column >= MAX_COLUMNS) throw tooManyColumns()
    while (this.#row.length < this.#column) this.#row.push(undefined)
    this.#row[this.#column] = this.#withOther(this.#row[this.#column], value)
    if (typeof value !== 'string') return
    if (value.length > MAX_CELL_CHARACTERS) throw longCell()
    this.#characters += value.length
    if (this.#characters > MAX_ROW_CHARACTERS) throw unreadable('El archivo XLSX tiene una fila demasiado larga')
  }

  #style(value: Cell): string {
    const { s: given = '', t = 'n' } = this.#cell
    const s = given.length > MOST_STYLE_DIGITS ? '' : given
    if (typeof value !== 'string') return s
    return t === 'n' ? `${s}d` : t === 'e' ? `${s}e` : s
  }

  /** Two cells in one place: both are shown, and the row is told apart. */
  #withOther(before: Cell, value: Cell): Cell {
    if (before === undefined) return value
    this.#doubled.add(this.#row)
    return joinValues(before, value)
  }

  #value(): Cell {
    if (this.#values === 0 || (this.#text === '' && this.#cell.t !== 'str'))
      return this.#hasFormula ? NO_VALUE : undefined
    const text = this.#text
    switch (this.#cell.t) {
      case 's':
        return this.#context.strings.at(Number(text))
      case 'b':
        return text.trim() === '1' || text.trim() === 'true'
      case 'd':
        return text.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ')
      case 'inlineStr':
      case 'str':
      case 'e':
        return unescapeText(text)
      default:
        return this.#number(text)
    }
  }

  #number(text: string): Cell {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) return text
    const style = this.#context.dateStyles[Number(this.#cell.s ?? 0)]
    return (style && serialText(value, style, this.#context.is1904)) ?? value
  }
}

/** All rows of one sheet that are written in it, some at a time; those with two values in one place are noted in `doubled`. */
export async function* sheetRows(
  parts: ZipParts,
  name: string,
  context: CellContext,
  doubled = new WeakSet<Row>(),
): AsyncGenerator<Row[]> {
  const collector = new RowCollector(context, doubled)
  const { scanner } = collector
  for await (const piece of parts.pieces(name))
    for (let at = 0; at < piece.length; at += SLICE_CHARACTERS) {
      scanner.write(piece.slice(at, at + SLICE_CHARACTERS))
      if (collector.rows.length < ROWS_AT_A_TIME && collector.characters < MAX_ROW_CHARACTERS) continue
      yield collector.take()
    }
  scanner.end()
  if (!collector.isDone) throw damaged()
  yield collector.take()
}
