import { expandCondicion, expandEstado } from '../../../domain/taxpayer-status.ts'
import { Failure } from '../../../kernel/errors.ts'
import { tidyLatin1 } from '../windows-1252.ts'
import { HASH_START, hashByte, WordTable } from './word-table.ts'

const MOST_STATUSES = 1 << 16

/** The pairs of estado and condición that occur, numbered; a few dozen in the whole register. */
export class StatusTable {
  readonly pairs: { estado: string; condicion: string }[] = []
  /** Place in the ranking: ACTIVO before the rest, then HABIDO before the rest. */
  readonly ranks: number[] = []
  #table = new WordTable()

  /** The number of the pair that lies in `line[from, to)` as `ESTADO|CONDICION`. */
  number(line: Uint8Array, from: number, to: number): number {
    let hash = HASH_START
    for (let i = from; i < to; i++) hash = hashByte(hash, line[i] as number)
    const status = this.#table.number(line, from, to, hash)
    if (status === this.pairs.length) this.#add(status)
    return status
  }

  #add(status: number): void {
    if (status >= MOST_STATUSES)
      throw new Failure('upstream-changed', 'El padrón trae demasiados estados distintos', {
        detail: 'too many statuses',
      })
    const [estado = '', condicion = ''] = this.#table.text(status).split('|')
    const pair = { estado: expandEstado(tidyLatin1(estado)), condicion: expandCondicion(tidyLatin1(condicion)) }
    this.pairs.push(pair)
    this.ranks.push((pair.estado === 'ACTIVO' ? 0 : 2) + (pair.condicion === 'HABIDO' ? 0 : 1))
  }
}
