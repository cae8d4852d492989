import type { CambioDeLote, CambiosDeLote, Lote } from '../../../client.ts'
import type { Sheet } from '../../../figures/table-text.ts'
import { count, formatNumber, joinWords } from '../../../format.ts'
import { type Column, Table } from '../../../parts/table.tsx'
import { TableActions } from '../../../parts/table-actions.tsx'
import { Message } from '../../../states/message.tsx'
import { listName } from '../batch.ts'
import { levelWords } from '../results/result-rows.ts'

interface ChangeListsProps {
  changes: CambiosDeLote
  batch: Lote
  /** What the earlier result is called. */
  earlier: string
}

const KINDS = [
  ['nuevas', 'Nuevas', 'nueva'],
  ['cambiadas', 'Cambiadas', 'cambiada'],
  ['retiradas', 'Ya no están', 'retirada'],
  ['sinComparar', 'Sin comparar', 'sin comparar'],
] as const

/** What is new, changed and gone, and what cannot be compared. */
export const ChangeLists = ({ changes, batch, earlier }: ChangeListsProps) => {
  const { totales, filas, truncado } = changes
  const name = `cambios-${(batch.archivo ?? batch.id).replace(/\.[^.]+$/, '')}`
  return (
    <div class="change-lists">
      <div role="status">
        <h3>{summaryWords(totales)}</h3>
      </div>
      <p class="quiet-text">
        Frente a {earlier}. {pairedWords(changes)}
      </p>
      {filas.emparejadas === 0 && (
        <Message kind="warn">
          Ninguna fila está en los dos resultados: compruebe que son de los mismos clientes.
        </Message>
      )}
      {truncado && <Message kind="warn">Son muchos cambios: de cada lista se muestran los primeros 10,000.</Message>}
      <TableActions name={name} sheet={() => sheetOf(changes)} />
      {KINDS.map(([kind, words]) =>
        totales[kind] === 0 ? null : (
          <details key={kind} class="card change-list" open={kind !== 'sinComparar'}>
            <summary>
              <strong>{words}</strong> <span class="filter-count">{formatNumber(totales[kind])}</span>
            </summary>
            <Table
              caption={CAPTIONS[kind]}
              columns={kind === 'sinComparar' ? ROW_COLUMNS : COLUMNS}
              rows={changes[kind].slice(0, MOST_SHOWN)}
              keyOf={(_, at) => `${kind} ${at}`}
            />
            {changes[kind].length > MOST_SHOWN && (
              <p class="quiet-text">
                Se muestran {formatNumber(MOST_SHOWN)}; el archivo CSV tiene {formatNumber(changes[kind].length)}.
              </p>
            )}
          </details>
        ),
      )}
    </div>
  )
}

/** More would make the page slow; the file has them. */
const MOST_SHOWN = 200

const CAPTIONS = {
  nuevas: 'Coincidencias que antes no había. Una coincidencia no es una decisión: compare antes de decidir.',
  cambiadas: 'La misma parte con otro nivel, otro puntaje u otros datos; del padrón, otro estado, condición o nombre.',
  retiradas: 'Coincidencias que había y ya no hay.',
  sinComparar: 'Filas que están en uno solo de los resultados, o que no se revisaron.',
} as const

const summaryWords = ({ nuevas, cambiadas, retiradas }: CambiosDeLote['totales']): string =>
  nuevas + cambiadas + retiradas === 0
    ? 'Ninguna coincidencia cambió'
    : joinWords([
        count(nuevas, 'coincidencia nueva', 'coincidencias nuevas'),
        count(cambiadas, 'cambiada', 'cambiadas'),
        count(retiradas, 'que ya no está', 'que ya no están'),
      ])

const pairedWords = ({ filas, emparejadasPor: by }: CambiosDeLote): string => {
  const ways = [
    by.referencia > 0 && `${formatNumber(by.referencia)} por su referencia`,
    by.documento > 0 && `${formatNumber(by.documento)} por su documento`,
    by.nombre > 0 && `${formatNumber(by.nombre)} por su nombre`,
  ].filter((way) => way !== false)
  const told = ways.length > 0 ? `: ${joinWords(ways)}` : ''
  return `${count(filas.emparejadas, 'fila está', 'filas están')} en los dos${told}.`
}

const stateWords = (state: CambioDeLote['antes']): string =>
  state === null
    ? '–'
    : [levelWords(state.nivel), state.puntaje].filter((part) => part !== null && part !== '').join(', ')

const rowWords = ({ fila, filaAnterior }: CambioDeLote): string =>
  fila === null ? `${filaAnterior} (antes)` : String(fila)

const ROW_COLUMNS: readonly Column<CambioDeLote>[] = [
  { head: 'Fila', isFigure: true, cell: rowWords },
  { head: 'Referencia', cell: ({ referencia }) => referencia || '–' },
  { head: 'Consultado', cell: ({ nombre, documento }) => nombre || documento || '(sin nombre)' },
  { head: 'Motivo', cell: ({ motivo }) => motivo },
]

const COLUMNS: readonly Column<CambioDeLote>[] = [
  ...ROW_COLUMNS.slice(0, 3),
  { head: 'En la lista', cell: ({ parte }) => parte },
  { head: 'Lista', isWords: true, cell: ({ lista, numero }) => [listName(lista), numero].filter(Boolean).join(' ') },
  { head: 'Antes', isWords: true, cell: ({ antes }) => stateWords(antes) },
  { head: 'Ahora', isWords: true, cell: ({ ahora }) => stateWords(ahora) },
  ...ROW_COLUMNS.slice(3),
]

const sheetOf = (changes: CambiosDeLote): Sheet => ({
  heads: [
    ...['Cambio', 'Fila', 'Fila anterior', 'Referencia', 'Nombre', 'Documento', 'Lista', 'Número', 'En la lista'],
    ...['Antes', 'Ahora', 'Motivo'],
  ],
  rows: KINDS.flatMap(([kind, , word]) =>
    changes[kind].map((one) => [
      ...[word, one.fila ?? '', one.filaAnterior ?? '', one.referencia, one.nombre, one.documento],
      ...[listName(one.lista), one.numero, one.parte],
      ...[stateWords(one.antes), stateWords(one.ahora), one.motivo],
    ]),
  ),
})
