import { expandCondicion, expandEstado } from '../../../../domain/taxpayer-status.ts'
import { Failure } from '../../../../kernel/errors.ts'
import { MAX_STATUSES } from '../../format/records.ts'
import { tidyLatin1 } from '../../format/windows-1252.ts'
import { WordTable } from '../names/word-table.ts'

export interface StatusPair {
  estado: string
  condicion: string
}

export const tooManyStatuses = (): Failure =>
  new Failure('upstream-changed', 'El padrón trae demasiados estados distintos', { detail: 'too many statuses' })

/** Numbers the pairs of estado and condición that occur; there are a few dozen in the whole register. */
export class StatusTable {
  readonly pairs: StatusPair[] = []
  /** ACTIVO ranks before the rest, then HABIDO before the rest. */
  readonly ranks: number[] = []
  /** How many lines have each pair. */
  readonly counts = new Float64Array(MAX_STATUSES)
  readonly #recent = new Int32Array(256).fill(-1)
  readonly #table = new WordTable()

  /** The number of the pair in `line[from, to)`, written as `ESTADO|CONDICION`. */
  numberOf(line: Uint8Array, from: number, to: number): number {
    // Two lines out of three have the status of a recent line: comparing with that one is cheaper than hashing.
    const slot = ((line[from] as number) * 7 + (line[to - 1] as number) * 3 + to - from) & 0xff
    const recent = this.#recent[slot] as number
    if (recent >= 0 && this.#table.equals(recent, line, from, to)) {
      this.counts[recent]!++
      return recent
    }
    const status = this.#table.idOfBytes(line, from, to)
    if (status === this.pairs.length) this.#add(status)
    this.counts[status]!++
    this.#recent[slot] = status
    return status
  }

  #add(status: number): void {
    if (status >= MAX_STATUSES) throw tooManyStatuses()
    const [estado = '', condicion = ''] = this.#table.text(status).split('|')
    const pair = { estado: expandEstado(tidyLatin1(estado)), condicion: expandCondicion(tidyLatin1(condicion)) }
    this.pairs.push(pair)
    this.ranks.push((pair.estado === 'ACTIVO' ? 0 : 2) + (pair.condicion === 'HABIDO' ? 0 : 1))
  }
}
