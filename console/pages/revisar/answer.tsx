import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AmlParametros, AmlRespuesta, CoincidenciaLista } from '../../client.ts'
import { formatDate } from '../../format.ts'
import { editionWords } from '../../lists.ts'
import { useCertificate } from '../../parts/certificate/use-certificate.tsx'
import { SourceLine } from '../../parts/source-line.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useSession } from '../../session.ts'
import { LIST_NAMES, matchWords } from '../../words/screening.ts'

interface AnswerProps {
  answer: AmlRespuesta
  query: AmlParametros
  /** The row that was open before. */
  focusAt: number | undefined
  onOpen(at: number): void
}

/** What was found: one sentence, then a table of hits. */
export const Answer = ({ answer: { data, meta }, query, focusAt, onOpen }: AnswerProps) => {
  const { client } = useSession()
  const certificate = useCertificate(JSON.stringify(query), () =>
    client.aml({ ...query, detalle: true, constancia: true }),
  )
  const sentence = useRef<HTMLHeadingElement>(null)
  // Whoever asked by keyboard or by ear goes on at the answer; on a phone it comes into view.
  useLayoutEffect(() => {
    if (focusAt === undefined) sentence.current?.focus()
  }, [data, focusAt])
  const isNone = data.matches.length === 0
  return (
    <>
      <div class={isNone ? 'result-head card' : 'result-head'} role="status">
        <h2 ref={sentence} tabIndex={-1}>
          {isNone
            ? `Sin coincidencias en las ediciones ${editionWords(meta.fuentes)}.`
            : matchWords(data.matches, data.truncado === true)}
        </h2>
        {certificate.button}
      </div>
      {certificate.panel}
      {!isNone && (
        <Table
          caption="Abra una fila para ver por qué coincide. Una coincidencia no es una decisión: compare antes de decidir."
          columns={COLUMNS}
          rows={data.matches}
          keyOf={({ fuente, referencia }, at) => `${fuente} ${referencia} ${at}`}
          onOpen={(_row, at) => onOpen(at)}
          focusAt={focusAt}
        />
      )}
      <SourceLine meta={meta} />
    </>
  )
}

const countriesOf = ({ ficha }: CoincidenciaLista): string =>
  [...new Set([...(ficha?.nacionalidades ?? []), ...(ficha?.paises ?? [])])].join('; ')

const COLUMNS: readonly Column<CoincidenciaLista>[] = [
  { head: 'Puntaje', isFigure: true, cell: ({ puntaje }) => puntaje },
  {
    head: 'Coincidencia',
    cell: ({ coincidencia }) => (
      <span class={`chip chip-${coincidencia}`}>{coincidencia === 'exacto' ? 'Exacta' : 'Parcial'}</span>
    ),
  },
  { head: 'Nombre en la lista', opens: true, cell: ({ nombre }) => nombre },
  {
    head: 'Lista y programa',
    cell: ({ fuente, programa }) => (programa ? `${LIST_NAMES[fuente]}, ${programa}` : LIST_NAMES[fuente]),
  },
  { head: 'Nacimiento', cell: ({ ficha }) => ficha?.nacimientos.map(formatDate).join('; ') || '–' },
  { head: 'País', cell: (row) => countriesOf(row) || '–' },
]
