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

/**
 * Reads one of the four texts. Lines end in CR alone, CRLF or LF; quotation marks mean nothing; every line ends in `|`. Cells
 * are counted from the right, because a name may hold a `|`.
 */
export const parseAgents = (bytes: Uint8Array, lista: TaxListId): ParsedList => {
  const [header = '', ...lines] = decoder.decode(bytes).split(/\r\n|\r|\n/)
  if (header.replace(/^ï»¿/, '').trim().toLowerCase() !== HEADER) throw changedFile(`${lista}: header`)
  const filled = lines.filter((line) => line.trim() !== '')
  const rows = new Map<string, ListedTaxpayer>()
  let [broken, repeated] = [0, 0]
  for (const line of filled) {
    const row = rowOf(line, lista)
    if (!row) broken++
    else if (rows.has(row.ruc)) repeated++
    else rows.set(row.ruc, row)
  }
  const last = filled.at(-1)
  if (last !== undefined && !rowOf(last, lista)) throw changedFile(`${lista}: cut in its last line`)
  if (broken > MOST_RUBBLE * filled.length) throw changedFile(`${lista}: ${broken} of ${filled.length} lines`)
  return { rows: [...rows.values()], broken, repeated }
}

const rowOf = (line: string, lista: TaxListId): ListedTaxpayer | null => {
  const cells = line.split('|').map((cell) => cell.trim())
  const [ruc = '', resolucion, date] = [cells[0], cells.at(-2), cells.at(-3)]
  const desde = parseSlashDate(date ?? '')
  if (cells.length < 5 || cells.at(-1) !== '' || !isRuc(ruc) || !desde) return null
  return { lista, ruc, desde, resolucion: resolucion ?? '' }
}
