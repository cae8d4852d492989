import { useFreeQuestion } from '../../ask.ts'
import { questionTitle, type UsoRespuesta } from '../../client.ts'
import { addMonths, capitalised, isMonth, monthWords } from '../../figures/calendar.ts'
import { FailedFigures } from '../../figures/failed-figures.tsx'
import { useToday } from '../../figures/today.ts'
import { count, formatDate, formatNumber } from '../../format.ts'
import { useBackKey } from '../../keys.ts'
import { goTo } from '../../navigation.ts'
import { MonthPicker } from '../../parts/month-picker.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { TableActions } from '../../parts/table-actions.tsx'
import type { PageProps } from '../../routes.ts'
import { Asking } from '../../states/asking.tsx'
import { Message } from '../../states/message.tsx'

/** How far back the picker goes. */
const MONTHS_BACK = 60

/** The account's quota, and what was spent on which question. */
const Uso = ({ question }: PageProps) => {
  const today = useToday()
  useBackKey(question !== null)
  const thisMonth = today?.slice(0, 7) ?? null
  const mes = question?.mes && isMonth(question.mes) ? question.mes : thisMonth
  const asked = useFreeQuestion(mes, (client, month, signal) => client.uso(month, { signal }))
  return (
    <>
      <div class="page-head">
        <h1>Uso</h1>
        <p class="quiet-text">Lo que usó su cuenta, con todas sus claves. Verlo no consume cuota.</p>
      </div>
      {mes && thisMonth ? (
        <>
          <div class="controls card no-print">
            <MonthPicker
              month={mes}
              first={addMonths(thisMonth, -MONTHS_BACK)}
              last={thisMonth}
              onChange={(chosen) => goTo('/uso', { mes: chosen })}
            />
          </div>
          <section class="figures-section" aria-label="Consumo">
            {asked.state === 'asking' && <Asking rows={8} />}
            {asked.state === 'failed' && <FailedFigures error={asked.error} retry={asked.retry} />}
            {asked.state === 'answered' && <Answer answer={asked.answer} isRunning={mes === thisMonth} />}
          </section>
        </>
      ) : (
        <Asking rows={8} />
      )}
    </>
  )
}
export default Uso

/** From here on the bar is amber; red when nothing is left. */
const NEARLY_SPENT = 0.9

type Usage = UsoRespuesta['data']

const Answer = ({ answer: { data }, isRunning }: { answer: UsoRespuesta; isRunning: boolean }) => (
  <>
    <div class="figures-head">
      <h2>{capitalised(monthWords(data.mes))}</h2>
      {data.consumo.length > 0 && <TableActions name={`uso-${data.mes}`} sheet={() => sheetOf(data)} />}
    </div>
    <Quota quota={data.cuota} isRunning={isRunning} />
    {data.consumo.length === 0 ? (
      <Message kind="none">Sin consumo en {monthWords(data.mes)}.</Message>
    ) : (
      <div class="usage-table compact-table">
        <Table
          caption="Unidades por consulta"
          columns={columnsFor(data.consumo.reduce((sum, { unidades }) => sum + unidades, 0))}
          rows={data.consumo}
          keyOf={({ endpoint }) => endpoint}
        />
      </div>
    )}
  </>
)

const Quota = ({ quota, isRunning }: { quota: Usage['cuota']; isRunning: boolean }) => {
  const { limite, usadas, disponibles, renueva } = quota
  const spent = `${formatNumber(usadas)} de ${count(limite, 'unidad', 'unidades')}`
  const left = count(disponibles, 'unidad', 'unidades')
  return (
    <div class="quota card" role="status">
      <p class="quota-figure">
        <strong>{formatNumber(usadas)}</strong> de {count(limite, 'unidad usada', 'unidades usadas')}
      </p>
      <meter
        class="quota-bar"
        aria-label="Cuota usada"
        aria-valuetext={spent}
        max={limite}
        value={Math.min(usadas, limite)}
        low={Math.min(NEARLY_SPENT * limite, limite - 0.5)}
        high={limite - 0.5}
        optimum={0}
      />
      <p class={isRunning && disponibles === 0 ? 'tone-text tone-bad' : undefined}>
        {!isRunning && `Mes terminado: ${disponibles === 1 ? 'sobró' : 'sobraron'} ${left}.`}
        {isRunning && disponibles === 0 && `Cuota agotada hasta el ${formatDate(renueva)}.`}
        {isRunning &&
          disponibles > 0 &&
          `${disponibles === 1 ? 'Queda' : 'Quedan'} ${left} hasta el ${formatDate(renueva)}.`}
      </p>
    </div>
  )
}

type Row = Usage['consumo'][number]

const endpointName = (endpoint: string): string => (endpoint === 'lotes' ? 'Lotes' : questionTitle(endpoint))

const columnsFor = (total: number): readonly Column<Row>[] => [
  { head: 'Consulta', cell: ({ endpoint }) => endpointName(endpoint) },
  { head: 'Unidades', isFigure: true, cell: ({ unidades }) => formatNumber(unidades) },
  { head: 'Parte', isFigure: true, cell: ({ unidades }) => `${formatNumber((100 * unidades) / (total || 1), 1)} %` },
]

const sheetOf = ({ mes, consumo }: Usage) => ({
  heads: ['Mes', 'Consulta', 'Unidades'],
  rows: consumo.map(({ endpoint, unidades }) => [mes, endpointName(endpoint), unidades]),
})
