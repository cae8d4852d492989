import type { Failure } from '../../kernel/errors.ts'
import { MAX_COLUMNS, MAX_ROW_CHARACTERS, type Row, setNumber, tooManyColumns, unreadable } from '../table.ts'

const QUOTE = 34
const LINE_FEED = 10
const RETURN = 13

// Marks stand in the row: a WeakSet takes longer for each row the more it holds.
const LOOSE = Symbol('loose')
const SPANNING = Symbol('spanning')
const mark = (row: Row, as: symbol): void => void Object.defineProperty(row, as, { value: true })

/** Whether a quote in a row of a CSV file is not doubled, or an opening one above it may have taken it in. */
export const isLoose = (row: Row): boolean => LOOSE in row
/** Whether a cell of a row of a CSV file spans lines. */
export const isSpanning = (row: Row): boolean => SPANNING in row

/**
 * Cuts the text of a CSV file into rows, whatever the pieces in which it arrives. Ours because csv-parse takes ten times as long
 * for a row (a test compares the two). A quote opens a cell only at its beginning, and only a cell whose quotes are all doubled
 * spans lines: every other line is a row of its own. Lines without any text are left out. Every character is looked at a few
 * times at most.
 */
export class CsvCutter {
  readonly #separator: number
  #text = ''
  /** Where the row begins that is not cut yet, and its line in the file. */
  #at = 0
  #line = 1
  /** The end of the cell that was read last; -1 when its end has not arrived. */
  #end = 0
  /** See `#lineEndFrom`. */
  #lineEnd = -1
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

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0)
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
    this.#lineEnd = -1
    const rows: Row[] = []
    while (this.#at < this.#text.length && !this.#failure) {
      if (this.#text.charCodeAt(this.#at) === LINE_FEED) {
        this.#at++
        this.#line++
        continue
      }
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
      if (this.#isLoose) mark(row, LOOSE)
      if (this.#breaks > 0) mark(row, SPANNING)
      setNumber(row, this.#line)
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
    const lineEnd = this.#lineEndFrom(start)
    for (let from = start + 1; ; ) {
      const quote = text.indexOf('"', from)
      if (quote < 0 || (quote + 1 === text.length && !isEnd)) {
        this.#end = -1
        return ''
      }
      from = quote + 1
      if (text.charCodeAt(from) === QUOTE) {
        from++
      } else if (from >= text.length || this.#endsCell(from)) {
        this.#end = from
        const cell = text.slice(start + 1, quote)
        if (quote > lineEnd) this.#breaks += cell.split(/\r\n|\r|\n/).length - 1
        return cell.includes('"') ? cell.replaceAll('""', '"') : cell
      } else {
        this.#isLoose = true
        // The opening quote of the next row, or one inside of a cell: taken for the end of this one, the rows between were lost.
        if (quote > lineEnd) {
          this.#looseUntil = Math.max(this.#looseUntil, from)
          return this.#readPlain(start)
        }
        // `"LA FLACA" DIAZ`: the quotes are part of the name.
        if (!this.#isQuotedOn(from)) return this.#readPlain(start, from)
      }
    }
  }

  /** The first line end from here on. Places are asked about in their order. */
  #lineEndFrom(start: number): number {
    if (start <= this.#lineEnd) return this.#lineEnd
    let at = start
    for (; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at)
      if (code === LINE_FEED || code === RETURN) break
    }
    this.#lineEnd = at
    return at
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
