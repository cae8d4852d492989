import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

// A tag's name may begin in one chunk of text and end in the next; no name we read is longer than this.
const OVERLAP = 4_096
const MAX_CELL_LENGTH = 20_000
const MAX_CELLS = 200
// HTML also reads these without a semicolon, which would turn the company R&LTDA into R<DA.
const ENTITIES_WITHOUT_SEMICOLON = /&(?=(?:AMP|COPY|GT|LT|QUOT|REG)(?!;))/g
const UNFINISHED_ENTITY = /&[A-Z]{0,4}$/
const LINE_BREAKS = new Set(['br', 'p', 'div', 'li'])
const TABLE_ENDS = new Set(['table', 'body', 'html'])

const isCell = (tag: string): boolean => tag === 'td' || tag === 'th'

/**
 * Cuts malformed HTML into table rows: a cell begins at `<td`, a row at `<tr`, closed or not. No tree is built, because
 * in a file whose cells are never closed it would grow by one level per cell. Empty cells count, so columns cannot shift.
 */
export class TableRows {
  readonly #onRow: (cells: string[]) => void
  readonly #onTable: () => void
  readonly #tokenizer: Tokenizer
  /** The text that the tokenizer's positions point into, and the position of its first character. */
  #text = ''
  #textStart = 0
  /** The end of the last chunk, when an entity may go on in the next one. */
  #unfinished = ''
  #row: string[] | null = null
  #cell: string | null = null
  #colspan = 1
  #tag = ''
  #attribute = ''
  #tableEnded = false

  /** `onTable` hears of every table that begins, after the last row before it. */
  constructor(onRow: (cells: string[]) => void, onTable: () => void = () => {}) {
    this.#onRow = onRow
    this.#onTable = onTable
    this.#tokenizer = new Tokenizer({ decodeEntities: true }, this.#callbacks())
  }

  write(chunk: string): void {
    const text = this.#unfinished + chunk
    const end = UNFINISHED_ENTITY.exec(text)?.index ?? text.length
    this.#unfinished = text.slice(end)
    this.#feed(text.slice(0, end))
  }

  /** True when the last row was followed by the end of its table: the file is complete. */
  end(): boolean {
    this.#feed(`${this.#unfinished} `)
    this.#tokenizer.end()
    this.#endRow()
    return this.#tableEnded
  }

  #feed(raw: string): void {
    const text = raw.replace(ENTITIES_WITHOUT_SEMICOLON, '&amp;')
    const kept = this.#text.slice(-OVERLAP)
    this.#textStart += this.#text.length - kept.length
    this.#text = kept + text
    this.#tokenizer.write(text)
  }

  #slice(start: number, end: number): string {
    return this.#text.slice(start - this.#textStart, end - this.#textStart)
  }

  #openTag(tag: string): void {
    if (tag === 'tr' || tag === 'table') this.#endRow()
    if (tag === 'table') {
      this.#tableEnded = false
      this.#onTable()
    }
    if (isCell(tag)) {
      this.#endCell()
      if ((this.#row?.length ?? 0) < MAX_CELLS) this.#cell = ''
    } else if (LINE_BREAKS.has(tag)) this.#addText(' ')
  }

  #closeTag(tag: string): void {
    if (isCell(tag)) return this.#endCell()
    if (tag !== 'tr' && !TABLE_ENDS.has(tag)) return
    this.#endRow()
    if (tag !== 'tr') this.#tableEnded = true
  }

  #addText(text: string): void {
    if (this.#cell !== null && this.#cell.length < MAX_CELL_LENGTH) this.#cell += text
  }

  #endCell(): void {
    if (this.#cell === null) return
    this.#row ??= []
    this.#row.push(this.#cell.replace(/\s+/g, ' ').trim())
    for (let extra = 1; extra < this.#colspan && this.#row.length < MAX_CELLS; extra++) this.#row.push('')
    this.#cell = null
    this.#colspan = 1
  }

  #endRow(): void {
    this.#endCell()
    if (this.#row && this.#row.length > 0) {
      this.#tableEnded = false
      this.#onRow(this.#row)
    }
    this.#row = null
  }

  #readAttribute(value: string): void {
    if (this.#attribute !== 'colspan' || !isCell(this.#tag)) return
    const columns = Number.parseInt(value, 10)
    if (columns > 1) this.#colspan = Math.min(columns, MAX_CELLS)
  }

  #callbacks(): TokenizerCallbacks {
    const ignore = () => {}
    return {
      ontext: (start, end) => this.#addText(this.#slice(start, end)),
      ontextentity: (codepoint) => this.#addText(String.fromCodePoint(codepoint)),
      onopentagname: (start, end) => {
        this.#tag = this.#slice(start, end).toLowerCase()
        this.#openTag(this.#tag)
      },
      onclosetag: (start, end) => this.#closeTag(this.#slice(start, end).toLowerCase()),
      onattribname: (start, end) => {
        this.#attribute = this.#slice(start, end).toLowerCase()
      },
      onattribdata: (start, end) => this.#readAttribute(this.#slice(start, end)),
      onattribentity: ignore,
      onattribend: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
    }
  }
}
