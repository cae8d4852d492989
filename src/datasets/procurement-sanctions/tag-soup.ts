import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

export interface TagSoup {
  write(text: string): void
  /** True when the last row was followed by the end of its table: the file is whole. */
  end(): boolean
}

// A tag's name may begin in one piece of text and end in the next; nothing we look at is longer than this.
const OVERLAP = 4_096
const MAX_CELL = 20_000
const MAX_CELLS = 200
// HTML also reads these without a semicolon, which would turn the company R&LTDA into R<DA.
const BARE_CAPITALS = /&(?=(?:AMP|COPY|GT|LT|QUOT|REG)(?!;))/g
const BREAKS = new Set(['br', 'p', 'div', 'li'])

/**
 * Cuts tag soup into table rows by where `<td` and `<tr` begin. Elements are not nested: in files whose cells are never
 * closed a tree would grow by one level per cell. Every cell counts, also an empty one, so columns cannot shift.
 */
export const readTagSoup = (onRow: (cells: string[]) => void): TagSoup => {
  let held = ''
  let heldFrom = 0
  const slice = (start: number, end: number): string => held.slice(start - heldFrom, end - heldFrom)

  let row: string[] | null = null
  let cell: string | null = null
  let span = 1
  let attribute = ''
  let tag = ''
  let whole = false

  const addText = (text: string) => {
    if (cell !== null && cell.length < MAX_CELL) cell += text
  }
  const endCell = () => {
    if (cell === null) return
    row ??= []
    row.push(cell.replace(/\s+/g, ' ').trim())
    for (let extra = 1; extra < span && row.length < MAX_CELLS; extra++) row.push('')
    cell = null
    span = 1
  }
  const endRow = () => {
    endCell()
    if (row && row.length > 0) {
      whole = false
      onRow(row)
    }
    row = null
  }

  const open = (name: string) => {
    if (name === 'tr' || name === 'table') endRow()
    if (name === 'table') whole = false
    if (name === 'td' || name === 'th') {
      endCell()
      if ((row?.length ?? 0) < MAX_CELLS) cell = ''
    } else if (BREAKS.has(name)) addText(' ')
  }
  const close = (name: string) => {
    if (name === 'td' || name === 'th') return endCell()
    if (name !== 'tr' && name !== 'table' && name !== 'body' && name !== 'html') return
    endRow()
    if (name !== 'tr') whole = true
  }

  const nothing = () => {}
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => addText(slice(start, end)),
    ontextentity: (codepoint) => addText(String.fromCodePoint(codepoint)),
    onopentagname: (start, end) => {
      tag = slice(start, end).toLowerCase()
      open(tag)
    },
    onclosetag: (start, end) => close(slice(start, end).toLowerCase()),
    onattribname: (start, end) => {
      attribute = slice(start, end).toLowerCase()
    },
    onattribdata: (start, end) => {
      if (attribute !== 'colspan' || (tag !== 'td' && tag !== 'th')) return
      const columns = Number.parseInt(slice(start, end), 10)
      if (columns > 1) span = Math.min(columns, MAX_CELLS)
    },
    onattribentity: nothing,
    onattribend: nothing,
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onopentagend: nothing,
    onprocessinginstruction: nothing,
    onselfclosingtag: nothing,
  }
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks)

  let waiting = ''
  const feed = (raw: string) => {
    const text = raw.replace(BARE_CAPITALS, '&amp;')
    const kept = held.slice(-OVERLAP)
    heldFrom += held.length - kept.length
    held = kept + text
    tokenizer.write(text)
  }

  return {
    write(piece) {
      const joined = waiting + piece
      const cut = /&[A-Z]{0,4}$/.exec(joined)?.index ?? joined.length
      waiting = joined.slice(cut)
      feed(joined.slice(0, cut))
    },
    end() {
      feed(`${waiting} `)
      tokenizer.end()
      endRow()
      return whole
    },
  }
}
