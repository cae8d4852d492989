import type { Failure } from '../../kernel/errors.ts'
import { MAX_COLUMNS, MAX_ROW_CHARACTERS, type Row, tooManyColumns, unreadable } from '../table.ts'

const QUOTE = 34
const LINE_FEED = 10
const RETURN = 13

/**
 * Cuts the text of a CSV file into rows, whatever the pieces in which it arrives. Ours because csv-parse takes ten times as long
 * for a row (a test compares the two). A quote opens a cell only at its beginning. Lines without any text are left out.
 */
export class CsvCutter {
  readonly #separator: number
  #text = ''
  /** Where the row begins that is not cut yet, and its line in the file. */
  #at = 0
  #line = 1
  /** The end of the cell that was read last; -1 when its end has not arrived. */
  #end = 0

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0)
  }

  /** The rows that end in this piece. */
  cut(piece: string): Row[] {
    return this.#cut(piece, false)
  }

  /** The row that no line end follows. */
  end(): Row[] {
    const rows = this.#cut('', true)
    if (this.#at < this.#text.length) throw this.#tooLong()
    return rows
  }

  #cut(piece: string, isEnd: boolean): Row[] {
    this.#text = this.#text.slice(this.#at) + piece
    this.#at = 0
    const rows: Row[] = []
    while (this.#at < this.#text.length) {
      const row = this.#readRow(isEnd)
      if (!row) break
      if (row.length > 1 || row[0] !== '') rows.push(row)
    }
    if (this.#text.length - this.#at > MAX_ROW_CHARACTERS) throw this.#tooLong()
    return rows
  }

  /** The next row; null while its end has not arrived. */
  #readRow(isEnd: boolean): string[] | null {
    const row: string[] = []
    const text = this.#text
    for (let start = this.#at; ; start = this.#end + 1) {
      const cell =
        text.charCodeAt(start) === QUOTE ? this.#readQuoted(start, isEnd) : text.slice(start, this.#cellEnd(start))
      const end = this.#end
      if (end < 0 || (end >= text.length && !isEnd)) return null
      if (row.length >= MAX_COLUMNS) throw tooManyColumns()
      row.push(cell)
      if (end < text.length && text.charCodeAt(end) === this.#separator) continue
      const next = this.#nextLine(end, isEnd)
      if (next < 0) return null
      this.#line += 1 + row.reduce((sum, one) => sum + (one.includes('\n') ? one.split('\n').length - 1 : 0), 0)
      this.#at = next
      return row
    }
  }

  /** The first separator or line end from here on, or the end of the text. */
  #cellEnd(start: number): number {
    let at = start
    for (; at < this.#text.length; at++) if (this.#endsCell(at)) break
    this.#end = at
    return at
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
    let from = start + 1
    for (;;) {
      const quote = text.indexOf('"', from)
      if (quote < 0 || (quote + 1 === text.length && !isEnd)) {
        this.#end = -1
        return ''
      }
      cell += text.slice(from, quote)
      if (text.charCodeAt(quote + 1) === QUOTE) {
        cell += '"'
        from = quote + 2
      } else if (quote + 1 >= text.length || this.#endsCell(quote + 1)) {
        this.#end = quote + 1
        return cell
      } else if (this.#isQuotedOn(quote + 1)) {
        cell += '"'
        from = quote + 1
      } else {
        // `"LA FLACA" DIAZ`: the quotes are part of the name. Taken for a quoted cell, the next rows would be lost in it.
        return text.slice(start, this.#cellEnd(quote + 1))
      }
    }
  }

  /** Whether a quote inside a quoted cell is text: on the same line a quote follows that closes the cell, and none that opens one. */
  #isQuotedOn(start: number): boolean {
    for (let at = start; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at)
      if (code === LINE_FEED || code === RETURN) return false
      if (code !== QUOTE) continue
      if (at + 1 >= this.#text.length || this.#endsCell(at + 1)) return true
      if (this.#text.charCodeAt(at - 1) === this.#separator) return false
    }
    return false
  }

  #tooLong(): Failure {
    return unreadable(`El archivo CSV tiene unas comillas sin cerrar o una fila demasiado larga (línea ${this.#line})`)
  }
}
