import type { BatchChange, BatchChanges } from '../../domain/records.ts'
import type { Row } from '../table.ts'
import { writeCsv } from '../write/csv-writer.ts'

const KINDS = [
  ['nuevas', 'nueva'],
  ['cambiadas', 'cambiada'],
  ['retiradas', 'retirada'],
  ['sinComparar', 'sin_comparar'],
] as const

const COLUMNS = [
  ...['cambio', 'fila', 'filaAnterior', 'referencia', 'nombre', 'documento', 'lista', 'numero', 'parte'],
  ...['antes', 'puntajeAntes', 'ahora', 'puntajeAhora', 'motivo'],
]

/** What has changed as CSV, the new ones first; `mark` is for spreadsheets. */
export const writeChanges = (changes: BatchChanges, mark: boolean): AsyncIterable<string> =>
  writeCsv(COLUMNS, pieces(changes), { separator: ',', mark })

async function* pieces(changes: BatchChanges): AsyncGenerator<Row[]> {
  for (const [kind, word] of KINDS) yield changes[kind].map((change) => [word, ...cells(change)])
}

const cells = ({ antes, ahora, motivo, ...one }: BatchChange): Row => [
  ...[one.fila, one.filaAnterior, one.referencia, one.nombre, one.documento, one.lista, one.numero, one.parte],
  ...[antes?.nivel, antes?.puntaje, ahora?.nivel, ahora?.puntaje, motivo],
]
