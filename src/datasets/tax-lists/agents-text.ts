import { parseSlashDate } from '../../domain/lima-time.ts'
import { isRuc } from '../../domain/ruc.ts'
import type { ListedTaxpayer, TaxListId } from './tax-lists.ts'
import { changedFile } from './zip-entries.ts'

const HEADER = 'ruc|nombre/razon|a partir del|resolucion|'
/** More lines than this without a RUC in front: the format has changed. */
const MOST_RUBBLE = 0.01
const decoder = new TextDecoder('windows-1252')

export interface ParsedList {
  rows: ListedTaxpayer[]
  /** Rows that could not be read, and rows left out because an earlier one had the same RUC. */
  broken: number
  repeated: number
}

/** A line end inside a name cuts a row into so many lines at most. */
const MOST_PIECES = 3

/**
 * Reads one of the four texts. Lines end in CR alone, CRLF or LF; quotation marks mean nothing; every line ends in `|`. Cells
 * are counted from the right, because a name may hold a `|`. A row that begins with a RUC and cannot be read would be a false
 * "no": the file is refused.
 */
export const parseAgents = (bytes: Uint8Array, lista: TaxListId): ParsedList => {
  const [header = '', ...lines] = decoder.decode(bytes).split(/\r\n|\r|\n/)
  if (header.replace(/^ï»¿/, '').trim().toLowerCase() !== HEADER) throw changedFile(`${lista}: header`)
  // Old programs end a text with Ctrl+Z.
  const filled = lines.map((line) => line.replace(/[\0\x1a]/g, '').trim()).filter((line) => line !== '')
  if (filled.length > 0 && !filled.at(-1)?.endsWith('|')) throw changedFile(`${lista}: cut in its last line`)
  const rows = new Map<string, ListedTaxpayer>()
  let [broken, repeated] = [0, 0]
  for (let at = 0; at < filled.length; at++) {
    if (!STARTS_WITH_RUC.test(filled[at] as string)) {
      broken++
      continue
    }
    const [row, pieces] = rowAt(filled, at, lista)
    at += pieces - 1
    if (rows.has(row.ruc)) repeated++
    else rows.set(row.ruc, row)
  }
  if (broken > MOST_RUBBLE * filled.length) throw changedFile(`${lista}: ${broken} of ${filled.length} lines`)
  return { rows: [...rows.values()], broken, repeated }
}

const STARTS_WITH_RUC = /^[0-9]{11}\s*\|/

/** The row that begins at a line, and of how many lines it is. */
const rowAt = (lines: readonly string[], at: number, lista: TaxListId): [ListedTaxpayer, number] => {
  for (let pieces = 1; pieces <= MOST_PIECES; pieces++) {
    if (pieces > 1 && STARTS_WITH_RUC.test(lines[at + pieces - 1] ?? '')) break
    const row = rowOf(lines.slice(at, at + pieces).join(' '), lista)
    if (row) return [row, pieces]
  }
  throw changedFile(`${lista}: line ${at + 2}`)
}

const rowOf = (line: string, lista: TaxListId): ListedTaxpayer | null => {
  const cells = line.split('|').map((cell) => cell.trim())
  const [ruc = '', resolucion, date] = [cells[0], cells.at(-2), cells.at(-3)]
  const desde = parseSlashDate(date ?? '')
  if (cells.length < 5 || cells.at(-1) !== '' || !isRuc(ruc) || !desde) return null
  return { lista, ruc, desde, resolucion: resolucion ?? '' }
}
