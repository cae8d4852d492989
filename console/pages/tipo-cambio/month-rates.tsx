import { useQuestion } from '../../ask.ts'
import type { TipoCambioMes, TipoCambioMesRespuesta } from '../../client.ts'
import { capitalised, daysIn, isMonth, monthWords, weekday } from '../../figures/calendar.ts'
import { FailedFigures, formatDates } from '../../figures/failed-figures.tsx'
import type { Sheet } from '../../figures/table-text.ts'
import { count, formatDate, formatRate, RATE_DECIMALS } from '../../format.ts'
import { Chart } from '../../parts/chart.tsx'
import { SourceLine } from '../../parts/source-line.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { TableActions } from '../../parts/table-actions.tsx'
import { Asking } from '../../states/asking.tsx'
import { Message } from '../../states/message.tsx'

/** Every day of a month, up to today. */
export const MonthRates = ({ mes, today }: { mes: string; today: string }) => {
  const thisMonth = today.slice(0, 7)
  const isFuture = isMonth(mes) && mes > thisMonth
  const asked = useQuestion(isFuture ? null : mes, (client, month, signal) =>
    client.tipoCambio({ mes: month }, { signal }),
  )
  const days = mes === thisMonth ? Number(today.slice(8)) : isMonth(mes) ? daysIn(mes) : 1
  return (
    <section class="figures-section" aria-labelledby="mes-titulo">
      <div class="figures-head">
        <h2 id="mes-titulo" tabIndex={-1}>
          {isMonth(mes) ? capitalised(monthWords(mes)) : mes}
        </h2>
        {asked.state === 'answered' && (
          <TableActions name={`tipo-cambio-${mes}`} sheet={() => sheetOf(asked.answer.data)} />
        )}
      </div>
      {isFuture && (
        <Message kind="warn">
          Ese mes todavía no llega. El último que se puede consultar es {monthWords(thisMonth)}.
        </Message>
      )}
      {asked.state === 'asking' && <AskingMonth days={days} />}
      {asked.state === 'failed' && <FailedFigures error={asked.error} retry={asked.retry} />}
      {asked.state === 'answered' && <Answer answer={asked.answer} isRunning={mes === thisMonth} />}
    </section>
  )
}

type Day = TipoCambioMes['dias'][number]

const isCarried = ({ fecha, publicado }: Day): boolean => publicado !== fecha

/** `07/11`: the year is only told when it is another one. */
const shortDate = ({ fecha, publicado }: Day): string =>
  formatDate(publicado).slice(0, publicado.slice(0, 4) === fecha.slice(0, 4) ? 5 : 10)

const Answer = ({
  answer: { data, aviso, meta },
  isRunning,
}: {
  answer: TipoCambioMesRespuesta
  isRunning: boolean
}) => {
  const { dias } = data
  const carried = dias.filter(isCarried).length
  return (
    <>
      <div class="figures-note">
        <p role="status">
          {isRunning ? `${count(dias.length, 'día', 'días')}, hasta hoy.` : `${count(dias.length, 'día', 'días')}.`}
          {carried > 0 &&
            ` En gris, ${count(carried, 'día que lleva', 'días que llevan')} el valor de la última publicación.`}
        </p>
        {aviso && <p class="tone-text tone-warn">{formatDates(aviso)}.</p>}
      </div>
      <div class="table-and-chart">
        <div class="compact-table">
          <Table
            caption={`Compra y venta por día, ${monthWords(data.mes)}`}
            columns={COLUMNS}
            rows={dias}
            keyOf={({ fecha }) => fecha}
            classOf={(day) => (isCarried(day) ? 'carried' : undefined)}
          />
        </div>
        <Chart
          label={`Compra y venta, ${monthWords(data.mes)}`}
          days={dias.map(({ fecha }) => fecha)}
          lines={[
            { name: 'Venta', values: dias.map(({ venta }) => venta) },
            { name: 'Compra', values: dias.map(({ compra }) => compra) },
          ]}
          wordsAt={(at) => wordsOf(dias[at] as Day)}
        />
      </div>
      <SourceLine meta={meta} />
    </>
  )
}

const wordsOf = (day: Day): string =>
  `${formatDate(day.fecha)}, compra ${formatRate(day.compra)}, venta ${formatRate(day.venta)}${
    isCarried(day) ? `, publicado el ${shortDate(day)}` : ''
  }`

const COLUMNS: readonly Column<Day>[] = [
  {
    head: 'Día',
    cell: (day) => (
      <>
        {formatDate(day.fecha)} <span class="quiet-text">{weekday(day.fecha).slice(0, 3)}</span>
        {isCarried(day) && <small> publicado el {shortDate(day)}</small>}
      </>
    ),
  },
  { head: 'Compra', isFigure: true, cell: ({ compra }) => formatRate(compra) },
  { head: 'Venta', isFigure: true, cell: ({ venta }) => formatRate(venta) },
]

const sheetOf = ({ dias }: TipoCambioMes): Sheet => ({
  heads: ['Fecha', 'Compra', 'Venta', 'Publicado'],
  rows: dias.map(({ fecha, compra, venta, publicado }) => [fecha, compra, venta, publicado]),
  decimals: RATE_DECIMALS,
})

/** As tall as the month to come. */
const AskingMonth = ({ days }: { days: number }) => (
  <div class="table-and-chart" style={{ minHeight: `${days * 37 + 110}px` }}>
    <Asking rows={days} />
    <div class="chart chart-asking" />
  </div>
)
