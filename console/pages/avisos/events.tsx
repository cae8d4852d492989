import { useState } from 'preact/hooks'
import { useFreeQuestion } from '../../ask.ts'
import type { Evento } from '../../client.ts'
import { count, formatMoment, formatNumber } from '../../format.ts'
import { Link } from '../../parts/link.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { TableActions } from '../../parts/table-actions.tsx'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { decisionWords, eventWords } from '../../words/watch.ts'

/** How many are shown at a time. */
const MOST = 50

/** Everything that happened, the newest first. */
export const Events = () => {
  /** The number after the last one shown; null for the newest. */
  const [before, setBefore] = useState<number | null>(null)
  const asked = useFreeQuestion({ before }, async (client, one, signal) => {
    const end = one.before ?? (await client.vigilancia.listar({ limite: 1 }, { signal })).resumen.eventos
    const after = Math.max(0, end - MOST)
    const { data } = await client.vigilancia.eventos(
      { desde: String(after), limite: Math.max(1, end - after) },
      { signal },
    )
    return { events: data.toReversed(), after, end }
  })
  return (
    <section class="events" aria-labelledby="eventos">
      <h2 id="eventos">Eventos</h2>
      {asked.state === 'asking' && <Asking rows={6} />}
      {asked.state === 'failed' &&
        (asked.error.codigo === 'cursor_vencido' ? (
          <Message kind="none">Los eventos anteriores ya no se conservan: se guardan 400 días.</Message>
        ) : (
          <Failed error={asked.error} retry={asked.retry} />
        ))}
      {asked.state === 'answered' && asked.answer.events.length === 0 && (
        <Message kind="none">Todavía no ocurrió nada.</Message>
      )}
      {asked.state === 'answered' && asked.answer.events.length > 0 && (
        <>
          <TableActions name="eventos" canPrint={false} sheet={() => sheetOf(asked.answer.events)} />
          <Table
            caption="Los más recientes primero. Cada uno lleva la suma del anterior: nada se puede quitar sin que se note."
            columns={COLUMNS}
            rows={asked.answer.events}
            keyOf={({ numero }) => String(numero)}
          />
        </>
      )}
      <div class="actions">
        {before !== null && (
          <button type="button" onClick={() => setBefore(null)}>
            Ver los más recientes
          </button>
        )}
        {asked.state === 'answered' && asked.answer.after > 0 && (
          <button type="button" onClick={() => setBefore(asked.answer.after)}>
            Ver anteriores
          </button>
        )}
      </div>
    </section>
  )
}

const detailWords = (event: Evento): string => {
  const { resultado, alertas, vigilados, sinRevisar } = event
  if (resultado === 'sin_coincidencias') return 'Sin coincidencias'
  if (resultado === 'con_coincidencias') return `Con coincidencias: ${formatNumber(alertas ?? 0)}`
  if (vigilados !== undefined)
    return `${count(vigilados, 'vigilado', 'vigilados')}, ${formatNumber(sinRevisar ?? 0)} sin revisar`
  return decisionWords(event)
}

const COLUMNS: readonly Column<Evento>[] = [
  { head: 'N.º', isFigure: true, cell: ({ numero }) => formatNumber(numero) },
  { head: 'Fecha', isWords: true, cell: ({ fecha }) => formatMoment(fecha) },
  { head: 'Qué ocurrió', cell: eventWords },
  { head: 'Detalle', cell: detailWords },
  {
    head: 'Ver',
    cell: ({ alerta, sujeto, tipo }) =>
      alerta ? (
        <Link to="/alertas" question={{ alerta }}>
          La alerta
        </Link>
      ) : (
        sujeto &&
        tipo !== 'sujeto.borrado' && (
          <Link to="/vigilancia" question={{ vigilado: sujeto }}>
            El vigilado
          </Link>
        )
      ),
  },
]

const sheetOf = (events: readonly Evento[]) => ({
  heads: ['Número', 'Fecha', 'Qué ocurrió', 'Detalle', 'Vigilado', 'Alerta', 'Suma'],
  rows: events.map((one) => [
    ...[one.numero, one.fecha, eventWords(one), detailWords(one), one.sujeto ?? '', one.alerta ?? '', one.hash],
  ]),
})
