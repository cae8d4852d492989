import { buildAddress, dashless } from '../../../domain/address.ts'
import { Failure } from '../../../kernel/errors.ts'
import { refuseLostRows } from '../../editions/checks/lost-rows.ts'
import { ACTIVITY_BYTES, BRANCH_END, CELL_END, type IndexValues } from '../format/index-file.ts'
import { tidyLatin1 } from '../format/windows-1252.ts'
import { findPlace } from '../lookup/ruc-keys.ts'
import type { Ranking } from './ranking.ts'
import { eachLine } from './text/each-line.ts'
import { cleanCell, readOpenData } from './text/open-data.ts'
import { openTextFile } from './text/text-file.ts'

type OnBytes = (done: number, total: number) => void

/** The activity of each RUC in their order, as the section `activities` has it, and the texts it refers to. */
export interface Activities {
  ofPlace: Buffer
  values: NonNullable<IndexValues['actividades']>
}

const MAX_TEXTS = 65_535
const MAX_WORKERS = 0xffff_fffe
const [OLD_ACTIVITY, NEW_ACTIVITY, WORKERS, INVOICING, ACCOUNTING, TRADE] = [4, 6, 7, 8, 9, 10]

/** Joins the open-data register's activities to the rows by RUC. */
export const readActivities = async (path: string, ranking: Ranking, onBytes: OnBytes): Promise<Activities> => {
  const ofPlace = Buffer.alloc(ranking.rows * ACTIVITY_BYTES)
  const numbers = new Map<string, number>()
  const textos: string[][] = []
  const { month } = await readOpenData(path, onBytes, ({ ruc, cells, isShifted }) => {
    const place = isShifted ? -1 : findPlace(ranking, ruc)
    if (place < 0) return
    const raw = [OLD_ACTIVITY, NEW_ACTIVITY, INVOICING, ACCOUNTING, TRADE].map((at) => cells[at] as string)
    const key = raw.join(CELL_END)
    let number = numbers.get(key)
    if (number === undefined) {
      const [older = '', newer = '', invoicing = '', accounting = '', trade = ''] = raw.map(cleanCell)
      number = textos.push([newer || older, trade, invoicing, accounting])
      if (number > MAX_TEXTS) throw new Failure('upstream-changed', 'Las actividades tienen demasiados valores')
      numbers.set(key, number)
    }
    ofPlace.writeUInt16LE(number, place * ACTIVITY_BYTES)
    const workers = (cells[WORKERS] as string).trim()
    const isNumber = /^[0-9]+$/.test(workers) && Number(workers) < MAX_WORKERS
    ofPlace.writeUInt32LE(isNumber ? Number(workers) + 1 : 0, place * ACTIVITY_BYTES + 2)
  })
  return { ofPlace, values: { edicion: month, textos } }
}

/** The branches of each RUC in their order, as the sections `branchStarts` and `branches` have them. */
export interface Branches {
  starts: Uint32Array
  texts: Buffer
  /** Lines of the file. */
  lines: number
}

const BRANCHES_FILE = { name: /^padron_reducido_local_anexo[^/\\]*\.txt$/i, maxBytes: 8e9 }
const HEADER = /^\s*RUC\s*\|\s*UBIGEO\s*\|/i
const LEAST_CELLS = 12

/** Reads the file of branches. One that is empty or much shorter than before is a fault of its publisher. */
export const readBranches = async (
  path: string,
  ranking: Ranking,
  least: number,
  onBytes: OnBytes,
): Promise<Branches> => {
  const file = await openTextFile(path, BRANCHES_FILE)
  const ofPlace = new Map<number, string[]>()
  let [lines, broken, hasHeader] = [0, 0, false]
  try {
    await eachLine(file, onBytes, (text, from, end) => {
      const line = text.toString('latin1', from, end).trimEnd()
      if (!hasHeader) {
        hasHeader = HEADER.test(line)
        if (!hasHeader) throw changed('header')
        return
      }
      if (line === '') return
      const cells = line.split('|').map((cell) => dashless(tidyLatin1(cell)))
      if (cells.length < LEAST_CELLS || !/^[0-9]{11}$/.test(cells[0] as string)) {
        broken++
        return
      }
      lines++
      const place = findPlace(ranking, cells[0] as string)
      if (place < 0) return
      const branch = branchOf(cells)
      const known = ofPlace.get(place)
      if (!known) ofPlace.set(place, [branch])
      else if (!known.includes(branch)) known.push(branch)
    })
  } finally {
    file.close()
  }
  refuseLostRows(broken, lines, 'unreadable lines')
  if (lines < Math.max(1, least)) throw changed(`${lines} lines, fewer than ${least}`)
  return { ...inOrder(ofPlace, ranking.rows), lines }
}

const changed = (detail: string): Failure =>
  new Failure('upstream-changed', 'El archivo de locales anexos cambió de formato o está incompleto', { detail })

/** The kilometre is the eighth cell here, not the last one as in the register. */
const branchOf = (cells: readonly string[]): string => {
  const [, ubigeo = '', tipoVia = '', nombreVia = '', tipoZona = '', nombreZona = '', ...rest] = cells
  const [numero = '', kilometro = '', interior = '', lote = '', departamento = '', manzana = ''] = rest
  const address = buildAddress({
    ...{ tipoVia, nombreVia, tipoZona, nombreZona, numero, kilometro, interior, lote, departamento, manzana },
  })
  return `${/^[0-9]{6}$/.test(ubigeo) ? ubigeo : ''}${CELL_END}${address}`
}

const inOrder = (ofPlace: ReadonlyMap<number, string[]>, rows: number): { starts: Uint32Array; texts: Buffer } => {
  const starts = new Uint32Array(rows + 1)
  const texts: Buffer[] = []
  let bytes = 0
  for (let place = 0; place < rows; place++) {
    starts[place] = bytes
    const branches = ofPlace.get(place)
    if (!branches) continue
    const text = Buffer.from(branches.join(BRANCH_END))
    texts.push(text)
    bytes += text.length
  }
  starts[rows] = bytes
  return { starts, texts: Buffer.concat(texts) }
}
