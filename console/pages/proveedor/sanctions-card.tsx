import type { ComponentChildren } from 'preact'
import type { Asked } from '../../ask.ts'
import type { Sancion, SancionesRespuesta } from '../../client.ts'
import { count, formatDate } from '../../format.ts'
import { Message } from '../../states/message.tsx'
import { AnswerCard } from './answer-card.tsx'

interface SanctionsCardProps {
  asked: Asked<SancionesRespuesta>
  actions?: ComponentChildren
}

/** More do not fit the printed page. */
const PRINTED = 3

/** Disqualifications in force from selling to the State. */
export const SanctionsCard = ({ asked, actions }: SanctionsCardProps) => (
  <AnswerCard
    id="sanciones"
    title="Lista de inhabilitados"
    lists={['sanciones']}
    rows={1}
    sources={['procurement-list']}
    {...{ asked, actions }}
  >
    {({ data: { sanciones }, meta }) =>
      sanciones.length === 0 ? (
        <Message kind="none">Sin inhabilitaciones vigentes{editionOf(meta.fuentes[0]?.edicion)}.</Message>
      ) : (
        <>
          <p class="tone-text tone-bad">
            <strong>Inhabilitado: {count(sanciones.length, 'sanción vigente', 'sanciones vigentes')}.</strong>
          </p>
          <ol class="sanctions">
            {sanciones.map((one, at) => (
              <Sanction key={`${one.resolucion} ${at}`} sanction={one} isPrinted={at < PRINTED} />
            ))}
          </ol>
          {sanciones.length > PRINTED && (
            <p class="on-paper">Y {count(sanciones.length - PRINTED, 'sanción', 'sanciones')} más, en pantalla.</p>
          )}
        </>
      )
    }
  </AnswerCard>
)

const editionOf = (edition: string | undefined): string => (edition ? ` en la edición ${formatDate(edition)}` : '')

const Sanction = ({ sanction, isPrinted }: { sanction: Sancion; isPrinted: boolean }) => (
  <li class={isPrinted ? undefined : 'no-print'}>
    <p>
      <strong>Resolución {sanction.resolucion || 'sin número'}</strong>
    </p>
    <p> {periodWords(sanction)}</p>
    {sanction.infraccion && <p class="sanction-reason quiet-text">{sanction.infraccion}</p>}
  </li>
)

const periodWords = ({ tipo, periodo, desde, hasta }: Sancion): string => {
  const from = desde ? `desde el ${formatDate(desde)}` : 'la lista no da una fecha de inicio legible'
  if (tipo === 'Definitivo') return `Definitiva, ${from}`
  const until = hasta ? ` hasta el ${formatDate(hasta)}` : ''
  return `Temporal${periodo ? `, ${periodo.toLowerCase()}` : ''}, ${from}${until}`
}
