import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useQuestion } from '../../ask.ts'
import type { IndicadoresRespuesta, Serie } from '../../client.ts'
import { daysBetween } from '../../figures/calendar.ts'
import { FailedFigures } from '../../figures/failed-figures.tsx'
import { count } from '../../format.ts'
import { Chart } from '../../parts/chart.tsx'
import { SourceLine } from '../../parts/source-line.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { TableActions } from '../../parts/table-actions.tsx'
import { Asking } from '../../states/asking.tsx'
import { knownSeries, type SeriesQuestion, unitOf } from './known-series.ts'
import { RangeForm } from './range-form.tsx'
import { gapWords, type SeriesPoint, seriesPoints, valueFormat } from './series-points.ts'

interface SeriesViewProps {
  question: SeriesQuestion
  today: string
}

const FIRST_ROWS = 120

/** One series in a range. */
export const SeriesView = ({ question, today }: SeriesViewProps) => {
  const { codigo, desde, hasta } = question
  const asked = useQuestion({ codigo, desde, hasta }, (client, one, signal) => client.indicadores(one, { signal }))
  const problem = asked.state === 'failed' && asked.error.kind === 'invalid' ? asked.error : null
  const heading = useRef<HTMLHeadingElement>(null)
  // Another series is another result; another range of it is not, and leaves the focus on its button.
  const isShown = asked.state === 'answered'
  const focused = useRef('')
  useLayoutEffect(() => {
    if (isShown && focused.current !== codigo) heading.current?.focus()
    if (isShown) focused.current = codigo
  }, [isShown, codigo])
  const name = isShown ? asked.answer.data.nombre : (knownSeries(codigo)?.words ?? codigo)
  return (
    <section class="figures-section" aria-labelledby="serie-titulo">
      <RangeForm question={question} today={today} problem={problem} />
      <h2 id="serie-titulo" ref={heading} tabIndex={-1}>
        {name}
      </h2>
      {asked.state === 'asking' && <AskingSeries />}
      {asked.state === 'failed' && problem?.campo !== 'desde' && problem?.campo !== 'hasta' && (
        <FailedFigures error={asked.error} retry={asked.retry} />
      )}
      {asked.state === 'answered' && (
        <Answer
          key={`${codigo} ${desde} ${hasta}`}
          answer={asked.answer}
          question={question}
          end={hasta && hasta < today ? hasta : today}
        />
      )}
    </section>
  )
}

interface AnswerProps {
  answer: IndicadoresRespuesta
  question: SeriesQuestion
  /** The last day of the range. */
  end: string
}

const Answer = ({ answer: { data, meta }, question, end }: AnswerProps) => {
  const points = seriesPoints(data, end)
  const drawn = points.filter(({ start }) => start !== null)
  const format = valueFormat(points)
  const unit = unitOf(data.codigo, data.nombre, question.grupo ?? '')
  const notes = [gapWords(points), startsLater(points[0], question, data)].filter((note) => note !== null)
  return (
    <>
      <div class="figures-head">
        <p role="status">
          {count(data.valores.length, 'valor', 'valores')}
          {data.frecuencia && `, serie ${data.frecuencia}`}, {unit ? `en ${unit}` : 'unidad no indicada'}.{' '}
          <span class="quiet-text">
            Código <span class="mono">{data.codigo}</span>
          </span>
        </p>
        <TableActions
          name={data.codigo.toLowerCase()}
          sheet={() => ({
            heads: ['Periodo', 'Desde', 'Valor'],
            rows: points.map(({ words, printed, start, value }) => [printed || words, start ?? '', value ?? '']),
          })}
        />
      </div>
      {notes.map((note) => (
        <p key={note} class="tone-text tone-warn">
          {note}
        </p>
      ))}
      <div class="table-and-chart">
        <Values points={points} format={format} caption={unit ? `Valores, ${unit}` : 'Valores'} />
        <Chart
          label={data.nombre}
          days={drawn.map(({ start }) => start as string)}
          lines={[{ name: data.nombre, values: drawn.map(({ value }) => value) }]}
          wordsAt={(at) => `${drawn[at]?.words}, ${format(drawn[at]?.value ?? null)}`}
        />
      </div>
      <SourceLine meta={meta} />
    </>
  )
}

/** A first value this many days after the first day of the range is late. */
const LATE_DAYS = { diaria: 10, mensual: 45, trimestral: 130, anual: 400 } as const

/** A range may begin before the series does. */
const startsLater = (first: SeriesPoint | undefined, { desde }: SeriesQuestion, serie: Serie): string | null => {
  if (!desde || !first?.start || daysBetween(desde, first.start) <= LATE_DAYS[serie.frecuencia ?? 'diaria']) return null
  return `El primer valor es ${serie.frecuencia === 'diaria' ? 'del' : 'de'} ${first.words}: antes no los hay en el rango.`
}

interface ValuesProps {
  points: readonly SeriesPoint[]
  format(value: number | null): string
  caption: string
}

/** The newest first: most people come for them. */
const Values = ({ points, format, caption }: ValuesProps) => {
  const [isWhole, setWhole] = useState(points.length <= FIRST_ROWS)
  const rows = points.toReversed()
  const columns: readonly Column<SeriesPoint>[] = [
    { head: 'Periodo', cell: ({ words }) => words },
    { head: 'Valor', isFigure: true, cell: ({ value }) => format(value) },
  ]
  return (
    <div class="compact-table">
      <Table
        caption={caption}
        columns={columns}
        rows={isWhole ? rows : rows.slice(0, FIRST_ROWS)}
        keyOf={({ words }, at) => `${words} ${at}`}
        classOf={({ value }) => (value === null ? 'absent' : undefined)}
      />
      {!isWhole && (
        <button type="button" class="more-rows" onClick={() => setWhole(true)}>
          Mostrar los {points.length} periodos
        </button>
      )}
    </div>
  )
}

const AskingSeries = () => (
  <div class="table-and-chart series-asking">
    <Asking rows={24} />
    <div class="chart chart-asking" />
  </div>
)
