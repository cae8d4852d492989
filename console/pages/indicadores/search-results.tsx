import { useLayoutEffect, useRef } from 'preact/hooks'
import { useQuestion } from '../../ask.ts'
import type { IndicadoresBuscarRespuesta, SerieDeCatalogo } from '../../client.ts'
import { FailedFigures } from '../../figures/failed-figures.tsx'
import { count, formatDate } from '../../format.ts'
import { goTo } from '../../navigation.ts'
import { SourceLine } from '../../parts/source-line.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Asking } from '../../states/asking.tsx'

/** The series of the catalogue that fit some words; one is opened by Enter. */
export const SearchResults = ({ text }: { text: string }) => {
  const asked = useQuestion(text, (client, q, signal) => client.indicadores.buscar({ q }, { signal }))
  return (
    <section class="figures-section series-found" aria-label="Series encontradas">
      {asked.state === 'asking' && <Asking rows={8} />}
      {asked.state === 'failed' && <FailedFigures error={asked.error} retry={asked.retry} />}
      {asked.state === 'answered' && <Found key={text} text={text} answer={asked.answer} />}
    </section>
  )
}

const Found = ({ text, answer: { data, total, meta } }: { text: string; answer: IndicadoresBuscarRespuesta }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div class="figures-head" role="status">
        <h2 ref={heading} tabIndex={-1}>
          {count(total, 'serie', 'series')}
          {total > data.length && `, las primeras ${data.length}`}
        </h2>
      </div>
      <Table
        caption={`Series que coinciden con «${text}»`}
        columns={COLUMNS}
        rows={data}
        keyOf={({ codigo }) => codigo}
        onOpen={({ codigo, grupo }) => goTo('/indicadores', { codigo, grupo })}
      />
      <SourceLine meta={meta} />
    </>
  )
}

const COLUMNS: readonly Column<SerieDeCatalogo>[] = [
  { head: 'Serie', opens: true, cell: ({ nombre }) => nombre },
  { head: 'Grupo', cell: ({ grupo }) => grupo },
  { head: 'Frecuencia', cell: ({ frecuencia }) => frecuencia },
  { head: 'Datos', cell: (series) => rangeWords(series) },
  { head: 'Código', cell: ({ codigo }) => <span class="mono">{codigo}</span> },
]

/** `1950 a 2026`: the years say enough to choose by; days where a series is short. */
const rangeWords = ({ desde, hasta }: SerieDeCatalogo): string => {
  if (!desde && !hasta) return 'no consta'
  if (!desde || !hasta) return desde ? `desde ${formatDate(desde)}` : `hasta ${formatDate(hasta)}`
  const [first, last] = [desde.slice(0, 4), hasta.slice(0, 4)]
  return first === last ? `${formatDate(desde)} a ${formatDate(hasta)}` : `${first} a ${last}`
}
