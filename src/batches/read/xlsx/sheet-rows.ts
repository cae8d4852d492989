import { type Cell, MAX_COLUMNS, MAX_ROW_CHARACTERS, type Row, tooManyColumns, unreadable } from '../../table.ts'
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

/** Collects the rows of one sheet from the events of its XML. */
class RowCollector {
  readonly scanner: XmlScanner
  rows: Row[] = []
  isDone = false
  readonly #context: CellContext
  #row: Cell[] = []
  #characters = 0
  #column = -1
  #cell: Attributes = {}
  #text = ''
  #isValue = false
  #hasValue = false
  #hasFormula = false
  #isPhonetic = false

  constructor(context: CellContext) {
    this.#context = context
    this.scanner = new XmlScanner({
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => {
        if (!this.#isValue) return
        this.#text += text
        if (this.#text.length > MAX_ROW_CHARACTERS) throw unreadable('El archivo XLSX tiene una celda demasiado larga')
      },
      close: (name) => this.#close(name),
    })
  }

  #open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'v' || (name === 't' && !this.#isPhonetic)) {
      this.#isValue = true
      this.#hasValue = true
    } else if (name === 'f') this.#hasFormula = true
    else if (name === 'rPh') this.#isPhonetic = true
    else if (name === 'row') {
      this.#row = []
      this.#characters = 0
      this.#column = -1
    }
  }

  #openCell(attributes: Attributes): void {
    this.#cell = attributes
    // Some writers leave references out: a cell then follows the one before.
    const column = attributes.r === undefined ? -1 : columnOf(attributes.r)
    this.#column = column >= 0 ? column : this.#column + 1
    if (this.#column >= MAX_COLUMNS && column < 0) throw tooManyColumns()
    this.#text = ''
    this.#hasValue = false
    this.#hasFormula = false
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.rows.push(this.#row)
    else if (name === 'sheetData') this.isDone = true
  }

  #closeCell(): void {
    const value = this.#value()
    if (value === undefined || value === '') return
    // Formatted but empty cells far to the right are common; only what has something in it counts.
    if (this.#column >= MAX_COLUMNS) throw tooManyColumns()
    while (this.#row.length < this.#column) this.#row.push(undefined)
    this.#row[this.#column] = value
    if (typeof value !== 'string') return
    this.#characters += value.length
    if (this.#characters > MAX_ROW_CHARACTERS) throw unreadable('El archivo XLSX tiene una fila demasiado larga')
  }

  #value(): Cell {
    if (!this.#hasValue || (this.#text === '' && this.#cell.t !== 'str')) return this.#hasFormula ? NO_VALUE : undefined
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

/** All rows of one sheet that are written in it, some at a time. */
export async function* sheetRows(parts: ZipParts, name: string, context: CellContext): AsyncGenerator<Row[]> {
  const collector = new RowCollector(context)
  for await (const piece of parts.pieces(name)) {
    collector.scanner.write(piece)
    if (collector.rows.length > 0) {
      const { rows } = collector
      collector.rows = []
      yield rows
    }
    // What follows the cells says nothing of them.
    if (collector.isDone) return
  }
  throw damaged()
}
