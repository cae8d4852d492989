import { useLayoutEffect, useRef } from 'preact/hooks'
import { useQuestion } from '../../ask.ts'
import type { TipoCambioDiaRespuesta } from '../../client.ts'
import { capitalised, monthWords, weekday } from '../../figures/calendar.ts'
import { FailedFigures, formatDates } from '../../figures/failed-figures.tsx'
import { formatDate, formatRate, RATE_DECIMALS } from '../../format.ts'
import { Link } from '../../parts/link.tsx'
import { SourceLine } from '../../parts/source-line.tsx'
import { TableActions } from '../../parts/table-actions.tsx'
import { Asking } from '../../states/asking.tsx'
import { Message } from '../../states/message.tsx'

/** The rate of one day, in large figures. */
export const DayRate = ({ fecha, today }: { fecha: string; today: string }) => {
  const asked = useQuestion(fecha, (client, day, signal) => client.tipoCambio({ fecha: day }, { signal }))
  const month = (fecha < today ? fecha : today).slice(0, 7)
  return (
    <section class="figures-section" aria-label="Resultado">
      {/* Above the answer, whose height is not known yet. */}
      <p class="no-print">
        <Link to="/tipo-cambio" question={{ mes: month }}>
          Ver todo {monthWords(month)}
        </Link>
      </p>
      {asked.state === 'asking' && <Asking rows={5} />}
      {asked.state === 'failed' && <FailedFigures error={asked.error} retry={asked.retry} />}
      {asked.state === 'answered' && <Answer answer={asked.answer} />}
    </section>
  )
}

const Answer = ({ answer: { data, aviso, meta } }: { answer: TipoCambioDiaRespuesta }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const rates = [
    ['Compra', data.compra],
    ['Venta', data.venta],
  ] as const
  return (
    <>
      <div class="figures-head">
        <h2 ref={heading} tabIndex={-1}>
          {capitalised(weekday(data.fecha))} {formatDate(data.fecha)}
        </h2>
        <TableActions
          name={`tipo-cambio-${data.fecha}`}
          sheet={() => ({
            heads: ['Fecha', 'Compra', 'Venta'],
            rows: [[data.fecha, data.compra, data.venta]],
            decimals: RATE_DECIMALS,
          })}
        />
      </div>
      <dl class="day-rate card">
        {rates.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatRate(value)}</dd>
          </div>
        ))}
      </dl>
      {aviso && <Message kind="none">{formatDates(aviso)}.</Message>}
      <SourceLine meta={meta} />
    </>
  )
}
