import type { Failure } from '../../kernel/errors.ts'
import { MAX_COLUMNS, MAX_ROW_CHARACTERS, type Row, tooManyColumns, unreadable } from '../table.ts'

const QUOTE = 34
const LINE_FEED = 10
const RETURN = 13

/** What is remarkable about rows of a CSV file, beside them. */
export interface RowMarks {
  /** A quote in them is not doubled, or an opening one above them may have taken them in. */
  loose: WeakSet<Row>
  /** A cell of them spans lines. */
  spanning: WeakSet<Row>
}

export const newMarks = (): RowMarks => ({ loose: new WeakSet(), spanning: new WeakSet() })

/**
 * Cuts the text of a CSV file into rows, whatever the pieces in which it arrives. Ours because csv-parse takes ten times as long
 * for a row (a test compares the two). A quote opens a cell only at its beginning, and only a cell whose quotes are all doubled
 * spans lines: every other line is a row of its own. Lines without any text are left out. Every character is looked at a few
 * times at most.
 */
export class CsvCutter {
  readonly #separator: number
  readonly #marks: RowMarks
  #text = ''
  /** Where the row begins that is not cut yet, and its line in the file. */
  #at = 0
  #line = 1
  /** The end of the cell that was read last; -1 when its end has not arrived. */
  #end = 0
  #isLoose = false
  /** Line ends inside the cells of the row. */
  #breaks = 0
  /** Rows that begin before this place are loose. */
  #looseUntil = 0
  /** The last answer of `#isQuotedOn`, which holds for every place up to `to`. */
  #quotedOn = { from: 0, to: -1, answer: false }
  /** A row whose end has not arrived is tried again when the text is twice as long: it is read twice in all, not with every piece. */
  #tryAt = 0
  /** What ends the reading once the rows before it have been given out. */
  #failure: Failure | null = null

  constructor(separator: string, marks = newMarks()) {
    this.#separator = separator.charCodeAt(0)
    this.#marks = marks
  }

  /** The rows that end in this piece. */
  cut(piece: string): Row[] {
    const rows = this.#cut(piece, false)
    if (this.#failure && rows.length === 0) throw this.#failure
    return rows
  }

  /** The row that no line end follows. */
  end(): Row[] {
    const rows = this.#cut('', true)
    if (this.#at < this.#text.length) throw this.#failure ?? this.#tooLong()
    return rows
  }

  #cut(piece: string, isEnd: boolean): Row[] {
    if (this.#at > 0) this.#text = this.#text.slice(this.#at)
    this.#text += piece
    this.#looseUntil -= this.#at
    this.#at = 0
    if (this.#text.length < this.#tryAt && !isEnd) return []
    this.#quotedOn.to = -1
    const rows: Row[] = []
    while (this.#at < this.#text.length && !this.#failure) {
      const row = this.#readRow(isEnd)
      if (!row) break
      if (row.length > 1 || row[0] !== '') rows.push(row)
    }
    this.#tryAt = 2 * (this.#text.length - this.#at)
    if (this.#text.length - this.#at > MAX_ROW_CHARACTERS) this.#failure ??= this.#tooLong()
    return rows
  }

  /** The next row; null while its end has not arrived. */
  #readRow(isEnd: boolean): Row | null {
    const row: string[] = []
    const text = this.#text
    this.#isLoose = this.#at < this.#looseUntil
    this.#breaks = 0
    for (let start = this.#at; ; start = this.#end + 1) {
      const cell = text.charCodeAt(start) === QUOTE ? this.#readQuoted(start, isEnd) : this.#readPlain(start)
      const end = this.#end
      if (end < 0 || (end >= text.length && !isEnd)) return null
      if (row.length >= MAX_COLUMNS) {
        this.#failure = tooManyColumns()
        return null
      }
      row.push(cell)
      if (end < text.length && text.charCodeAt(end) === this.#separator) continue
      const next = this.#nextLine(end, isEnd)
      if (next < 0) return null
      if (this.#isLoose) this.#marks.loose.add(row)
      if (this.#breaks > 0) this.#marks.spanning.add(row)
      this.#line += 1 + this.#breaks
      this.#at = next
      return row
    }
  }

  /** A cell as it is written, up to the first separator or line end. A quote without another is a sign of damage. */
  #readPlain(start: number, from = start): string {
    const text = this.#text
    let at = from
    let isOpen = false
    for (; at < text.length && !this.#endsCell(at); at++) if (text.charCodeAt(at) === QUOTE) isOpen = !isOpen
    if (isOpen) this.#isLoose = true
    this.#end = at
    return text.slice(start, at)
  }

  #endsCell(at: number): boolean {
    const code = this.#text.charCodeAt(at)
    return code === this.#separator || code === LINE_FEED || code === RETURN
  }

  /** A return may be followed by a line feed that has not arrived. */
  #nextLine(end: number, isEnd: boolean): number {
    if (this.#text.charCodeAt(end) !== RETURN) return end + 1
    if (end + 1 === this.#text.length) return isEnd ? end + 1 : -1
    return this.#text.charCodeAt(end + 1) === LINE_FEED ? end + 2 : end + 1
  }

  #readQuoted(start: number, isEnd: boolean): string {
    const text = this.#text
    let cell = ''
    let breaks = 0
    for (let from = start + 1; ; ) {
      const quote = text.indexOf('"', from)
      if (quote < 0 || (quote + 1 === text.length && !isEnd)) {
        this.#end = -1
        return ''
      }
      const piece = text.slice(from, quote)
      cell += piece
      breaks += countBreaks(piece)
      if (text.charCodeAt(quote + 1) === QUOTE) {
        cell += '"'
        from = quote + 2
      } else if (quote + 1 >= text.length || this.#endsCell(quote + 1)) {
        this.#end = quote + 1
        this.#breaks += breaks
        return cell
      } else {
        this.#isLoose = true
        // The opening quote of the next row, or one inside of a cell: taken for the end of this one, the rows between were lost.
        if (breaks > 0) {
          this.#looseUntil = Math.max(this.#looseUntil, quote + 1)
          return this.#readPlain(start)
        }
        // `"LA FLACA" DIAZ`: the quotes are part of the name.
        if (!this.#isQuotedOn(quote + 1)) return this.#readPlain(start, quote + 1)
        cell += '"'
        from = quote + 1
      }
    }
  }

  /** Whether a quote inside a quoted cell is text: on the same line a quote follows that closes the cell, and none that opens one. */
  #isQuotedOn(start: number): boolean {
    const { from, to, answer } = this.#quotedOn
    if (start >= from && start <= to) return answer
    this.#quotedOn = { from: start, ...this.#findClosing(start) }
    return this.#quotedOn.answer
  }

  #findClosing(start: number): { to: number; answer: boolean } {
    const text = this.#text
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === LINE_FEED || code === RETURN) return { to: at, answer: false }
      if (code !== QUOTE) continue
      if (at + 1 >= text.length || this.#endsCell(at + 1)) return { to: at, answer: true }
      if (text.charCodeAt(at - 1) === this.#separator) return { to: at, answer: false }
    }
    return { to: text.length, answer: false }
  }

  #tooLong(): Failure {
    return unreadable(`El archivo CSV tiene unas comillas sin cerrar o una fila demasiado larga (línea ${this.#line})`)
  }
}

const countBreaks = (text: string): number => {
  let breaks = 0
  for (let at = text.search(/[\r\n]/); at >= 0 && at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED || (code === RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) breaks++
  }
  return breaks
}
