import { Failure } from '../../../kernel/errors.ts'
import { decodeText } from '../../../kernel/http/charset.ts'
import { findKey } from '../lookup/ruc-keys.ts'
import type { Ranking } from './ranking.ts'
import { eachLine } from './text/each-line.ts'
import { openTextFile } from './text/text-file.ts'

export const TYPES_FILE = { name: /\.(?:csv|txt)$/i, maxBytes: 20e9 }
const COMMA = 44
const QUOTE = 34
const RUC_DIGITS = 11
/** 0 is "unknown", so a byte holds this many. */
const MOST_TYPES = 255
const HEADER = /^(?:\ufeff|ï»¿)?"?RUC"?\s*,\s*"?ESTADO"?\s*,\s*"?CONDICI.{0,2}N"?\s*,\s*"?TIPO"?\s*,/i

/** The taxpayer type of each row, as a number into `names`; 0 is unknown. */
export interface TaxpayerTypes {
  ofRow: Uint8Array
  names: string[]
  /** Lines of a RUC that the register has. */
  joined: number
}

/** Joins the open-data register, which has the taxpayer's type, to our rows by RUC. */
export const readTypes = async (
  path: string,
  ranking: Ranking,
  onBytes: (done: number, total: number) => void,
): Promise<TaxpayerTypes> => {
  const file = await openTextFile(path, TYPES_FILE)
  const types: TaxpayerTypes = { ofRow: new Uint8Array(ranking.rows), names: [''], joined: 0 }
  const numbers = new Map<string, number>()
  let header: boolean | undefined
  try {
    await eachLine(file, onBytes, (text, from, end) => {
      if (header !== undefined) return joinLine(text, from, end, ranking, types, numbers)
      header = HEADER.test(text.toString('latin1', from, end))
      if (!header)
        throw new Failure('upstream-changed', 'El archivo de tipos de contribuyente cambió de columnas', {
          detail: 'types header',
        })
    })
  } finally {
    file.close()
  }
  return types
}

const joinLine = (
  text: Buffer,
  from: number,
  end: number,
  ranking: Ranking,
  types: TaxpayerTypes,
  numbers: Map<string, number>,
): void => {
  const at = text[from] === QUOTE ? from + 1 : from
  const row = findKey(ranking, text.toString('latin1', at, at + RUC_DIGITS))
  if (row < 0) return
  const cell = text.toString('latin1', ...fourthCell(text, from, end))
  const number = numbers.get(cell) ?? addType(cell, types, numbers)
  types.ofRow[row] = number
  types.joined++
}

/** Cells may be quoted, and a quoted one may hold commas. */
const fourthCell = (text: Buffer, at: number, end: number): [number, number] => {
  let start = at
  let quoted = false
  let cell = 0
  for (let i = at; i < end; i++) {
    if (text[i] === QUOTE) quoted = !quoted
    if (quoted || text[i] !== COMMA) continue
    if (cell === 3) return [start, i]
    cell++
    start = i + 1
  }
  return cell === 3 ? [start, end] : [end, end]
}

const addType = (cell: string, types: TaxpayerTypes, numbers: Map<string, number>): number => {
  const name = decodeText(Buffer.from(cell, 'latin1')).replaceAll('"', '').replace(/\s+/g, ' ').trim()
  const known = types.names.indexOf(/^(?:NO DISPONIBLE|[- ]*)$/.test(name) ? '' : name)
  const number = known >= 0 || types.names.length > MOST_TYPES ? Math.max(known, 0) : types.names.push(name) - 1
  numbers.set(cell, number)
  return number
}
