import { useState } from 'preact/hooks'
import { useQuestion } from '../../ask.ts'
import type { HistoriaContribuyente, PeriodoPadron } from '../../client.ts'
import { useToday } from '../../figures/today.ts'
import { count, formatDate } from '../../format.ts'
import { SourceLine } from '../../parts/source-line.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { changeWords, dayWords, periodTone, spanWords } from '../../words/history.ts'
import { Timeline } from './timeline.tsx'

/** The history of a RUC, asked for on request: it is a question of its own. Other days of the same RUC need no other one. */
export const useHistory = (ruc: string) => {
  const [opened, open] = useState('')
  const asked = useQuestion(opened === ruc ? ruc : null, (client, numero, signal) =>
    client.ruc.historia(numero, { signal }),
  )
  return { asked, open: () => open(ruc) }
}

interface HistoryCardProps {
  history: ReturnType<typeof useHistory>
  /** The day that was asked about; empty for today. */
  fecha: string
}

/** What the register said of a supplier over time. */
export const HistoryCard = ({ history: { asked, open }, fecha }: HistoryCardProps) => {
  const today = useToday()
  const day = fecha || today
  return (
    <section id="historia" class="card answer-card no-print" aria-labelledby="historia-titulo">
      <h3 id="historia-titulo">Historia en el padrón</h3>
      {asked.state === 'idle' && (
        <p>
          Cómo constaba en cada edición que conocemos. Es una consulta aparte y cuesta una unidad.{' '}
          <button type="button" onClick={open}>
            Ver la historia
          </button>
        </p>
      )}
      {asked.state === 'asking' && <Asking rows={4} />}
      {asked.state === 'failed' &&
        (asked.error.kind === 'not-found' ? (
          <Message kind="none">No figura en ninguna de las ediciones que conocemos.</Message>
        ) : (
          <Failed error={asked.error} retry={asked.retry} />
        ))}
      {asked.state === 'answered' && day && (
        <>
          <Known history={asked.answer.data} day={day} />
          <SourceLine meta={asked.answer.meta} />
        </>
      )}
    </section>
  )
}

const Known = ({ history, day }: { history: HistoriaContribuyente; day: string }) => {
  const { words, isSure } = dayWords(history, day)
  return (
    <>
      <Message kind={isSure ? 'none' : 'warn'}>{words}</Message>
      <Timeline {...{ history, day }} />
      <Table
        caption={`${count(history.periodos.length, 'periodo', 'periodos')} entre las ediciones del ${formatDate(history.desde)} y del ${formatDate(history.hasta)}. Un cambio ocurrió entre la edición anterior y la que lo muestra.`}
        columns={COLUMNS}
        rows={history.periodos}
        keyOf={({ grano, desde }) => `${grano} ${desde}`}
      />
    </>
  )
}

const COLUMNS: readonly Column<PeriodoPadron>[] = [
  {
    head: 'Periodo',
    cell: (period) => (
      <>
        {spanWords(period)}
        {period.grano === 'mes' && <small class="quiet-text"> (datos abiertos, por mes)</small>}
      </>
    ),
  },
  { head: 'Qué cambió', cell: (period) => changeWords(period) || 'lo primero que se conoce' },
  {
    head: 'Estado y condición',
    cell: (period) => (
      <span class={`tone-text tone-${periodTone(period)}`}>
        {period.estado}, {period.condicion}
      </span>
    ),
  },
  { head: 'Nombre', cell: ({ razonSocial }) => razonSocial },
  { head: 'Dirección', cell: ({ direccion, ubigeo }) => [direccion, ubigeo].filter(Boolean).join(', ubigeo ') },
]
