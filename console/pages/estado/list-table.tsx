import type { EstadoLista, HealthRespuesta } from '../../client.ts'
import { formatAge, formatDate, formatMoment, formatNumber } from '../../format.ts'
import { type ListAge, listAges, stateWords } from '../../lists.ts'
import { type Column, Table } from '../../parts/table.tsx'

interface ListRow extends Pick<ListAge, 'name' | 'ageHours'> {
  id: string
  state: ReturnType<typeof stateWords>
  /** Location codes: they come with the program and are never late. */
  isFixed?: boolean
  facts: EstadoLista | undefined
}

/** The lists with their editions, ages and what could not be read. */
export const ListTable = ({ health }: { health: HealthRespuesta }) => {
  const { datasets } = health.data
  const rows: ListRow[] = listAges(health).map((list) => ({
    ...list,
    state: stateWords(list),
    facts: datasets[list.id],
  }))
  if (datasets.ubigeo)
    rows.push({
      ...{ id: 'ubigeo', name: 'Códigos de ubicación', state: ['none', 'Con el programa'], isFixed: true },
      ...{ ageHours: null, facts: datasets.ubigeo },
    })
  return (
    <Table caption="Copias propias que responden las consultas" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
  )
}

const number = (value: number | null | undefined): string =>
  typeof value === 'number' ? formatNumber(value) : 'no consta'

const COLUMNS: readonly Column<ListRow>[] = [
  {
    head: 'Lista',
    cell: ({ name, facts }) => (
      <div>
        <strong>{name}</strong>
        {facts?.error && <small class="state-error">{facts.error}</small>}
      </div>
    ),
  },
  {
    head: 'Estado',
    cell: ({ state: [tone, words], ageHours }) => {
      return (
        <span class={`state tone-text tone-${tone}`}>
          {words}
          {ageHours !== null && `, ${formatAge(ageHours)}`}
        </span>
      )
    },
  },
  { head: 'Edición', cell: ({ facts }) => (facts?.edicion ? formatDate(facts.edicion) : 'ninguna') },
  { head: 'Filas', isFigure: true, cell: ({ facts }) => number(facts?.filas) },
  { head: 'Sin leer', isFigure: true, cell: ({ facts }) => number(facts?.descartadas) },
  {
    head: 'Última revisión',
    cell: ({ facts, isFixed }) =>
      isFixed ? 'no hace falta' : facts?.revisado ? formatMoment(facts.revisado) : 'ninguna',
  },
]
