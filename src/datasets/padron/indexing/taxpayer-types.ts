import { Failure } from '../../../kernel/errors.ts'
import { decodeText } from '../../../kernel/http/charset.ts'
import { findPlace } from '../lookup/ruc-keys.ts'
import type { Ranking } from './ranking.ts'
import { eachLine } from './text/each-line.ts'
import { openTextFile } from './text/text-file.ts'

const TYPES_FILE = { name: /\.(?:csv|txt)$/i, maxBytes: 20e9 }
const COMMA = 44
const QUOTE = 34
const RUC_DIGITS = 11
/** A row's type is one byte, and 0 means unknown. */
const MAX_TYPES = 255
const HEADER = /^(?:\ufeff|ï»¿)?"?RUC"?\s*,\s*"?ESTADO"?\s*,\s*"?CONDICI.{0,2}N"?\s*,\s*"?TIPO"?\s*,/i

/** The taxpayer type of each row, as a number into `names`; 0 is unknown. */
export interface TaxpayerTypes {
  ofRow: Uint8Array
  names: string[]
  /** Lines of a RUC that the register has. */
  joined: number
}

/** Joins the open-data register, which has the taxpayer's type, to the rows by RUC. */
export const readTypes = async (
  path: string,
  ranking: Ranking,
  onBytes: (done: number, total: number) => void,
): Promise<TaxpayerTypes> => {
  const file = await openTextFile(path, TYPES_FILE)
  const types = new JoinedTypes(ranking)
  let hasHeader = false
  try {
    await eachLine(file, onBytes, (text, from, end) => {
      if (hasHeader) return types.join(text, from, end)
      hasHeader = HEADER.test(text.toString('latin1', from, end))
      if (!hasHeader)
        throw new Failure('upstream-changed', 'El archivo de tipos de contribuyente cambió de columnas', {
          detail: 'types header',
        })
    })
  } finally {
    file.close()
  }
  return types
}

class JoinedTypes implements TaxpayerTypes {
  readonly ofRow: Uint8Array
  readonly names = ['']
  joined = 0
  readonly #ranking: Ranking
  readonly #numbers = new Map<string, number>()

  constructor(ranking: Ranking) {
    this.#ranking = ranking
    this.ofRow = new Uint8Array(ranking.rows)
  }

  /** Joins the line in `text[from, end)`. */
  join(text: Buffer, from: number, end: number): void {
    const start = text[from] === QUOTE ? from + 1 : from
    const place = findPlace(this.#ranking, text.toString('latin1', start, start + RUC_DIGITS))
    if (place < 0) return
    const cell = text.toString('latin1', ...fourthCell(text, from, end))
    this.ofRow[this.#ranking.keyRows[place] as number] = this.#numbers.get(cell) ?? this.#add(cell)
    this.joined++
  }

  #add(cell: string): number {
    const name = decodeText(Buffer.from(cell, 'latin1')).replaceAll('"', '').replace(/\s+/g, ' ').trim()
    const known = this.names.indexOf(/^(?:NO DISPONIBLE|[- ]*)$/.test(name) ? '' : name)
    const number = known >= 0 || this.names.length > MAX_TYPES ? Math.max(known, 0) : this.names.push(name) - 1
    this.#numbers.set(cell, number)
    return number
  }
}

/** Where the fourth cell begins and ends. Cells may be quoted, and a quoted one may hold commas. */
const fourthCell = (text: Buffer, from: number, end: number): [number, number] => {
  let start = from
  let quoted = false
  let cell = 0
  for (let i = from; i < end; i++) {
    if (text[i] === QUOTE) quoted = !quoted
    if (quoted || text[i] !== COMMA) continue
    if (cell === 3) return [start, i]
    cell++
    start = i + 1
  }
  return cell === 3 ? [start, end] : [end, end]
}
