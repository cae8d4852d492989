import { expandCondicion, expandEstado } from '../../../../domain/taxpayer-status.ts'
import { Failure } from '../../../../kernel/errors.ts'
import { MOST_STATUSES } from '../../format/records.ts'
import { tidyLatin1 } from '../../format/windows-1252.ts'
import { WordTable } from '../names/word-table.ts'

export interface StatusPair {
  estado: string
  condicion: string
}

export const tooManyStatuses = (): Failure =>
  new Failure('upstream-changed', 'El padrón trae demasiados estados distintos', { detail: 'too many statuses' })

/** The pairs of estado and condición that occur, numbered; a few dozen in the whole register. */
export class StatusTable {
  readonly pairs: StatusPair[] = []
  /** Place in the ranking: ACTIVO before the rest, then HABIDO before the rest. */
  readonly ranks: number[] = []
  /** How many lines have each pair. */
  readonly counts = new Float64Array(MOST_STATUSES)
  readonly #likely = new Int32Array(256).fill(-1)
  #table = new WordTable()

  /** The number of the pair that lies in `line[from, to)` as `ESTADO|CONDICION`. */
  number(line: Uint8Array, from: number, to: number): number {
    // Two lines out of three have the same status as one of a few before them: no need to hash it again.
    const likely = ((line[from] as number) * 7 + (line[to - 1] as number) * 3 + to - from) & 0xff
    const guess = this.#likely[likely] as number
    if (guess >= 0 && this.#table.equals(guess, line, from, to)) {
      this.counts[guess]!++
      return guess
    }
    const status = this.#table.numberOfBytes(line, from, to)
    if (status === this.pairs.length) this.#add(status)
    this.counts[status]!++
    this.#likely[likely] = status
    return status
  }

  #add(status: number): void {
    if (status >= MOST_STATUSES) throw tooManyStatuses()
    const [estado = '', condicion = ''] = this.#table.text(status).split('|')
    const pair = { estado: expandEstado(tidyLatin1(estado)), condicion: expandCondicion(tidyLatin1(condicion)) }
    this.pairs.push(pair)
    this.ranks.push((pair.estado === 'ACTIVO' ? 0 : 2) + (pair.condicion === 'HABIDO' ? 0 : 1))
  }
}
