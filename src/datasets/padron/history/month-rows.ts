import { expandCondicion, expandEstado } from '../../../domain/taxpayer-status.ts'
import { Failure } from '../../../kernel/errors.ts'
import { refuseLostRows } from '../../editions/checks/lost-rows.ts'
import { cleanCell, readOpenData } from '../indexing/text/open-data.ts'
import type { PastRow } from '../register.ts'
import { NO_MORE, type SortedRows } from './edition-rows.ts'

/** A RUC and the number of its values in one double: 37 and 16 bits. */
const PER_RUC = 1 << 16
const COMPANY = '20'
const [UBIGEO_CELL, FIRST_ROOM] = [11, 1 << 16]

/** The rows of a monthly copy in ascending order of their RUCs: what it says of estado, condición and ubigeo. */
export class MonthRows implements SortedRows {
  ruc = 0
  readonly month: string
  readonly rows: number
  readonly #packed: Float64Array
  readonly #values: readonly PastRow[]
  #at = -1

  static async read(path: string, report: (done: number, total: number) => void): Promise<MonthRows> {
    const numbers = new Map<string, number>()
    const values: PastRow[] = []
    let packed = new Float64Array(FIRST_ROOM)
    let lines = 0
    const { month, broken } = await readOpenData(path, report, ({ ruc, cells }) => {
      // Where a person lives is nobody's business here; the register does not publish it either.
      const ubigeo = ruc.startsWith(COMPANY) ? (cells[UBIGEO_CELL] as string) : ''
      const key = `${cells[1]}|${cells[2]}|${ubigeo}`
      let number = numbers.get(key)
      if (number === undefined) {
        number = values.push(valuesOf(cells[1] as string, cells[2] as string, ubigeo)) - 1
        if (number === PER_RUC) throw new Failure('upstream-changed', 'La copia mensual tiene demasiados valores')
        numbers.set(key, number)
      }
      if (lines === packed.length) packed = grown(packed)
      packed[lines++] = Number(ruc) * PER_RUC + number
    })
    refuseLostRows(broken, lines, 'unreadable lines')
    return new MonthRows(month, packed.subarray(0, lines).sort(), values)
  }

  private constructor(month: string, packed: Float64Array, values: readonly PastRow[]) {
    this.month = month
    this.#packed = packed
    this.#values = values
    this.rows = packed.reduce((count, one, at) => count + (at > 0 && rucOf(one) === rucOf(packed[at - 1]) ? 0 : 1), 0)
    this.next()
  }

  next(): void {
    const before = this.ruc
    // A RUC may have several lines, which are the same: one of them counts.
    do this.ruc = ++this.#at < this.#packed.length ? rucOf(this.#packed[this.#at]) : NO_MORE
    while (this.ruc === before && before !== NO_MORE)
  }

  row(): PastRow {
    return this.#values[(this.#packed[this.#at] as number) % PER_RUC] as PastRow
  }

  isSame(): boolean {
    return false
  }

  close(): void {}
}

const rucOf = (packed = 0): number => Math.floor(packed / PER_RUC)

const grown = (full: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
  const larger = new Float64Array(full.length * 2)
  larger.set(full)
  return larger
}

const valuesOf = (estado: string, condicion: string, ubigeo: string): PastRow => ({
  razonSocial: '',
  estado: expandEstado(cleanCell(estado)),
  condicion: expandCondicion(cleanCell(condicion)),
  ubigeo: /^[0-9]{6}$/.test(ubigeo.trim()) ? ubigeo.trim() : '',
  direccion: '',
})
