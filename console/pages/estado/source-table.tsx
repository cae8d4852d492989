import { type EstadoFuente, type HealthRespuesta, sourceName } from '../../client.ts'
import { formatMoment } from '../../format.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { sourceState } from '../../words/source.ts'

interface SourceRow extends EstadoFuente {
  id: string
}

/** The sources that are asked online, and whether they answer. */
export const SourceTable = ({ health }: { health: HealthRespuesta }) => (
  <Table
    caption="A quién se pregunta cuando la respuesta no está en las listas"
    columns={COLUMNS}
    rows={Object.entries(health.providers).map(([id, source]): SourceRow => ({ id, ...source }))}
    keyOf={({ id }) => id}
  />
)

const CIRCUITS = { cerrado: 'sí', abierto: 'no, en pausa', semiabierto: 'a prueba' } as const

/** Whether questions go there now. A source that asks for a captcha is left alone, whatever its circuit says. */
const askedWords = ({ configurado, captchaBlocked, estado, circuito }: EstadoFuente): string => {
  if (!configurado) return 'no'
  const isBlocked = captchaBlocked || estado === 'bloqueado'
  return CIRCUITS[isBlocked && circuito === 'cerrado' ? 'abierto' : circuito]
}

const COLUMNS: readonly Column<SourceRow>[] = [
  {
    head: 'Fuente',
    cell: ({ id }) => (
      <div>
        <strong>{sourceName(id, 'live')}</strong> <small class="mono quiet-text">{id}</small>
      </div>
    ),
  },
  {
    head: 'Estado',
    cell: (source) => {
      const [tone, words] = sourceState(source)
      return <span class={`state tone-text tone-${tone}`}>{words}</span>
    },
  },
  { head: 'Se le pregunta', cell: askedWords },
  { head: 'Último éxito', cell: ({ ultimoExito }) => (ultimoExito ? formatMoment(ultimoExito) : 'ninguno') },
  { head: 'Último error', cell: ({ ultimoError }) => (ultimoError ? formatMoment(ultimoError) : 'ninguno') },
]
