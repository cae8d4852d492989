import { Parser } from 'htmlparser2'
import {
  type Cell,
  MAX_COLUMNS,
  MAX_ROW_CHARACTERS,
  type Row,
  setNumber,
  tooManyColumns,
  unreadable,
} from '../../table.ts'

/** The elements and attributes of a table. */
export interface Dialect {
  isXml: boolean
  sheet: string
  row: string
  cells: readonly string[]
  /** What holds the value of a cell; the cell itself where there is none. */
  value: string | null
}

export const HTML: Dialect = { isXml: false, sheet: 'body', row: 'tr', cells: ['td', 'th'], value: null }
export const SPREADSHEET_2003: Dialect = { isXml: true, sheet: 'worksheet', row: 'row', cells: ['cell'], value: 'data' }

export interface SheetRows {
  sheet: string
  rows: Row[]
}

type Attributes = Readonly<Record<string, string>>

/** `ss:Index` of XML, `colspan` of HTML; whatever the prefix and the case. */
const attribute = (attributes: Attributes, name: string): string | undefined =>
  Object.entries(attributes).find(([key]) => key.slice(key.indexOf(':') + 1).toLowerCase() === name)?.[1]

const numberIn = (attributes: Attributes, name: string): number =>
  Math.min(MAX_COLUMNS, Math.max(0, Math.trunc(Number(attribute(attributes, name) ?? 0)) || 0))

/** Cuts the text of a table in markup into rows, whatever the pieces in which it arrives. */
export class MarkupRows {
  readonly #dialect: Dialect
  readonly #parser: Parser
  #done: SheetRows[] = []
  #sheet = 'Hoja'
  #row: Cell[] | null = null
  #number = 0
  #column = 0
  #characters = 0
  #text = ''
  #isValue = false
  #type: string | undefined
  /** How many columns and rows the cell spans beyond its own. */
  #across = 0
  #down = 0
  /** For each column, how many further rows a cell above it covers. */
  #covered: number[] = []

  constructor(dialect: Dialect) {
    this.#dialect = dialect
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(localName(name), attributes),
        ontext: (text) => this.#add(text),
        onclosetag: (name) => this.#close(localName(name)),
      },
      { xmlMode: dialect.isXml, decodeEntities: true },
    )
  }

  /** The rows that end in this piece. */
  read(piece: string): SheetRows[] {
    this.#parser.write(piece)
    return this.#take()
  }

  end(): SheetRows[] {
    this.#parser.end()
    return this.#take()
  }

  #take(): SheetRows[] {
    const done = this.#done
    this.#done = []
    return done
  }

  #open(name: string, attributes: Attributes): void {
    const { sheet, row, cells, value } = this.#dialect
    if (name === sheet) {
      this.#sheet = attribute(attributes, 'name') ?? this.#sheet
      this.#number = 0
      this.#covered = []
    } else if (name === row) this.#openRow(attributes)
    else if (cells.includes(name) && this.#row) this.#openCell(attributes)
    else if (name === value) {
      this.#type = attribute(attributes, 'type')
      this.#isValue = true
    } else if (name === 'br') this.#add('\n')
  }

  #openRow(attributes: Attributes): void {
    this.#row = []
    this.#characters = 0
    this.#column = 0
    this.#number = numberIn(attributes, 'index') || this.#number + 1
  }

  #openCell(attributes: Attributes): void {
    if (this.#dialect.value === null) {
      this.#across = Math.max(0, numberIn(attributes, 'colspan') - 1)
      this.#down = Math.max(0, numberIn(attributes, 'rowspan') - 1)
      this.#isValue = true
    } else {
      this.#across = numberIn(attributes, 'mergeacross')
      this.#down = numberIn(attributes, 'mergedown')
      this.#column = numberIn(attributes, 'index') - 1 < 0 ? this.#column : numberIn(attributes, 'index') - 1
    }
    this.#text = ''
    // A place that a cell of a row above covers is left free.
    while ((this.#covered[this.#column] ?? 0) > 0) this.#column++
  }

  #add(text: string): void {
    if (!this.#isValue) return
    this.#text += text
    if (this.#text.length + this.#characters > MAX_ROW_CHARACTERS)
      throw unreadable('El archivo tiene una fila demasiado larga')
  }

  #close(name: string): void {
    const { row, cells, value } = this.#dialect
    if (name === value) this.#isValue = false
    else if (cells.includes(name) && this.#row) this.#closeCell(this.#row)
    else if (name === row && this.#row) this.#closeRow(this.#row)
  }

  #closeCell(row: Cell[]): void {
    if (this.#column >= MAX_COLUMNS) throw tooManyColumns()
    this.#isValue = false
    while (row.length < this.#column) row.push(undefined)
    row[this.#column] = this.#value()
    this.#characters += this.#text.length
    if (this.#down > 0)
      for (let at = this.#column; at <= this.#column + this.#across; at++) this.#covered[at] = this.#down + 1
    this.#column += 1 + this.#across
    this.#text = ''
    this.#type = undefined
  }

  #closeRow(row: Cell[]): void {
    setNumber(row, this.#number)
    const last = this.#done.at(-1)
    if (last?.sheet === this.#sheet) last.rows.push(row)
    else this.#done.push({ sheet: this.#sheet, rows: [row] })
    this.#covered = this.#covered.map((rows) => Math.max(0, rows - 1))
    this.#row = null
  }

  #value(): Cell {
    const text = this.#text.replace(/[\s\u00a0]+/g, ' ').trim()
    if (text === '') return undefined
    if (this.#type === 'Number' && Number.isFinite(Number(text))) return Number(text)
    return this.#type === 'DateTime' ? text.replace(/T00:00:00(?:\.0+)?$/, '').replace('T', ' ') : text
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()
