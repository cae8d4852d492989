import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Lote } from '../../../client.ts'
import { count, formatMoment, formatNumber } from '../../../format.ts'
import { Link } from '../../../parts/link.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Message } from '../../../states/message.tsx'
import type { ResultRow } from './result-rows.ts'

/** The result of a file of subjects: how many are watched, and which rows are not. Nothing of a row is kept but its number. */
export const WatchedRows = ({ batch, rows }: { batch: Lote; rows: readonly ResultRow[] }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const left = rows.filter(({ group }) => group === 'unchecked')
  return (
    <section class="results" aria-labelledby="resultados">
      <div class="results-head">
        <div role="status">
          <h2 id="resultados" ref={heading} tabIndex={-1}>
            {count(rows.length, 'fila', 'filas')}: {rows.length - left.length} bajo vigilancia
            {left.length > 0 && ` y ${count(left.length, 'no puesta', 'no puestas')}`}
          </h2>
        </div>
        <p>
          {batch.archivo && <strong>{batch.archivo}. </strong>}
          Terminado el {formatMoment(batch.terminado ?? batch.creado)}.
        </p>
        <p>
          <Link to="/vigilancia">Ver los vigilados</Link>
        </p>
      </div>
      {left.length > 0 && (
        <>
          <Message kind="warn">
            {count(left.length, 'fila no se puso', 'filas no se pusieron')} bajo vigilancia. Corríjalas y suba el
            archivo otra vez: a los demás no se les cobra de nuevo.
          </Message>
          <Table
            caption="Por su número en el archivo."
            columns={COLUMNS}
            rows={left}
            keyOf={(row) => String(row.number)}
          />
        </>
      )}
    </section>
  )
}

const COLUMNS: readonly Column<ResultRow>[] = [
  { head: 'Fila', isFigure: true, cell: ({ fileRow }) => formatNumber(fileRow) },
  { head: 'Motivo', cell: ({ found }) => found.motivo },
]
