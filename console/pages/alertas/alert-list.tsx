import type { Alerta } from '../../client.ts'
import { formatMoment, joinWords } from '../../format.ts'
import { Link } from '../../parts/link.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Message } from '../../states/message.tsx'
import { LIST_NAMES } from '../../words/screening.ts'
import { ALERT_STATES, CAUSES } from '../../words/watch.ts'

export const FILTERS = [
  ['pendientes', 'Por decidir'],
  ['descartada', 'Descartadas'],
  ['confirmada', 'Confirmadas'],
  ['retirada', 'Retiradas'],
] as const
export type Filter = (typeof FILTERS)[number][0]

export const isFilter = (text: string): text is Filter => FILTERS.some(([id]) => id === text)

interface AlertListProps {
  filter: Filter
  alerts: readonly Alerta[]
  hasMore: boolean
  persona: string | null
  /** The alert that was open before; its row gets the focus. */
  lastOpen: string | undefined
  onOpen(alert: Alerta): void
}

const NONE: Readonly<Record<Filter, string>> = {
  pendientes: 'No hay alertas por decidir.',
  descartada: 'No hay alertas descartadas.',
  confirmada: 'No hay alertas confirmadas.',
  retirada: 'No hay alertas retiradas: ninguna parte dejó de figurar.',
}

/** The alerts of a filter; a row opens one. */
export const AlertList = ({ filter, alerts, hasMore, persona, lastOpen, onOpen }: AlertListProps) => {
  if (alerts.length === 0)
    return (
      <Message kind="none">
        {NONE[filter]}
        {filter === 'pendientes' && (
          <small>
            Quién está vigilado, y quién no se pudo revisar, está en <Link to="/vigilancia">Vigilados</Link>.
          </small>
        )}
      </Message>
    )
  return (
    <Table
      caption={`Abra una para compararla y decidir.${hasMore ? ' Estas son las primeras; las demás siguen después.' : ''}`}
      columns={columnsFor(persona)}
      rows={alerts}
      keyOf={({ id }) => id}
      onOpen={onOpen}
      focusAt={lastOpen ? alerts.findIndex(({ id }) => id === lastOpen) : undefined}
    />
  )
}

/** `OFAC y ONU`, or the register. */
const whereWords = ({ clase, parte }: Pick<Alerta, 'clase' | 'parte'>): string =>
  clase === 'registro'
    ? 'Padrón y tribunal'
    : joinWords([...new Set(parte.entradas.map(({ fuente }) => LIST_NAMES[fuente]))])

/** The state in words; with what is missing where two people decide. */
export const stateWords = ({ estado, decisiones }: Alerta, persona: string | null): string => {
  const proposed = decisiones.find((one) => one.estado === 'propuesta')
  if (!proposed) return ALERT_STATES[estado]
  const who = proposed.persona === persona ? 'usted' : proposed.persona
  return `Propuesto por ${who}; falta otra persona`
}

const columnsFor = (persona: string | null): readonly Column<Alerta>[] => [
  {
    head: 'Vigilado',
    opens: true,
    cell: ({ sujeto }) => sujeto.nombre,
    spoken: ({ sujeto, parte }) => `${sujeto.nombre}, referencia ${sujeto.referencia}, ${parte.nombre}`,
  },
  { head: 'Referencia', cell: ({ sujeto }) => sujeto.referencia },
  { head: 'Parte', cell: ({ parte }) => parte.nombre },
  { head: 'Dónde', isWords: true, cell: whereWords },
  {
    head: 'Puntaje',
    isFigure: true,
    cell: ({ comparacion }) => comparacion?.puntaje ?? '–',
  },
  { head: 'Por qué', isWords: true, cell: ({ causa }) => CAUSES[causa] },
  { head: 'Estado', isWords: true, cell: (alert) => stateWords(alert, persona) },
  { head: 'Desde', isWords: true, cell: ({ desde }) => formatMoment(desde) },
]
