import type { ComponentChildren } from 'preact'
import type { HallazgoTribunal, InhabilitacionJudicial, Meta, ParteJudicial, ParteSanciones } from '../../client.ts'
import { count, formatDate } from '../../format.ts'
import { Message } from '../../states/message.tsx'
import { sentence } from '../../words/sentence.ts'
import { editionOf, PartCard } from './part-card.tsx'

/** More do not fit the printed page. */
const PRINTED = 2

/** Disqualifications of the tribunal from selling to the State. */
export const SanctionsCard = ({ part, meta }: { part: ParteSanciones | undefined; meta: Meta<string> }) => (
  <PartCard
    id="sanciones"
    title="Lista de inhabilitados"
    lists={['sanciones']}
    sources={['procurement-list']}
    {...{ part, meta }}
  >
    {({ hallazgos, motivo, edicion }) => (
      <>
        <Orders
          found={hallazgos}
          none={`Sin inhabilitaciones vigentes${editionOf(edicion)}.`}
          words={`Inhabilitado: ${count(hallazgos.length, 'sanción', 'sanciones')}.`}
          lineOf={sanctionLine}
        />
        {motivo && <p class="quiet-text">{sentence(motivo)}</p>}
      </>
    )}
  </PartCard>
)

/** Orders of courts that ban a supplier. */
export const CourtCard = ({ part, meta }: { part: ParteJudicial | undefined; meta: Meta<string> }) => (
  <PartCard
    id="judicial"
    title="Órdenes judiciales"
    lists={['judiciales']}
    sources={['procurement-courts']}
    {...{ part, meta }}
  >
    {({ hallazgos, motivo, edicion }) => (
      <>
        <Orders
          found={hallazgos}
          none={`Sin inhabilitaciones judiciales vigentes${editionOf(edicion)}.`}
          words={`Inhabilitado por orden judicial: ${count(hallazgos.length, 'orden', 'órdenes')}.`}
          lineOf={orderLine}
        />
        {motivo && <p class="quiet-text">{sentence(motivo)}</p>}
      </>
    )}
  </PartCard>
)

interface OrdersProps<Found> {
  found: readonly Found[]
  none: string
  words: string
  lineOf(one: Found): ComponentChildren
}

const Orders = <Found,>({ found, none, words, lineOf }: OrdersProps<Found>) =>
  found.length === 0 ? (
    <Message kind="none">{none}</Message>
  ) : (
    <>
      <p class="tone-text tone-bad">
        <strong>{words}</strong>
      </p>
      <ol class="sanctions">
        {found.map((one, at) => (
          <li key={at} class={at < PRINTED ? undefined : 'no-print'}>
            {lineOf(one)}
          </li>
        ))}
      </ol>
      {found.length > PRINTED && <p class="on-paper">Y {found.length - PRINTED} más, en pantalla.</p>}
    </>
  )

const sanctionLine = (one: HallazgoTribunal): ComponentChildren => (
  <>
    <p>
      <strong>Resolución {one.resolucion || 'sin número'}</strong>
    </p>
    <p> {periodWords(one)}</p>
    {one.infraccion && <p class="sanction-reason quiet-text">{one.infraccion}</p>}
  </>
)

const orderLine = (one: InhabilitacionJudicial): ComponentChildren => (
  <>
    <p>
      <strong>{one.organo || 'Órgano que no consta'}</strong>, resolución {one.resolucion || 'sin número'}
    </p>
    <p>
      {' '}
      {one.nombre} ({one.documento}){one.soloPorNombre && ': coincide solo el nombre'}. {datesOf(one) || 'Sin fechas'}
    </p>
  </>
)

interface Dates {
  desde: string
  hasta: string
  fechasContradictorias?: boolean
}

const datesOf = ({ desde, hasta, fechasContradictorias }: Dates): string =>
  [
    desde && `desde el ${formatDate(desde)}`,
    hasta && `hasta el ${formatDate(hasta)}`,
    fechasContradictorias && '(fechas contradictorias)',
  ]
    .filter(Boolean)
    .join(' ')

const periodWords = (one: HallazgoTribunal): string => {
  const dates = one.desde ? datesOf(one) : 'la lista no da una fecha de inicio legible'
  if (one.tipo === 'Definitivo') return `Definitiva, ${dates}`
  return `Temporal${one.periodo ? `, ${one.periodo.toLowerCase()}` : ''}, ${dates}`
}
