import type { EstadoLista, HealthRespuesta } from '../../client.ts'
import { formatMoment, formatNumber } from '../../format.ts'
import { type ListAge, listAges, stateWords } from '../../lists.ts'
import { type Column, Table } from '../../parts/table.tsx'

interface ListRow extends Pick<ListAge, 'name' | 'age' | 'edition' | 'isCopy'> {
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
      ...{ id: 'ubigeo', name: 'Códigos de ubigeo', state: ['none', 'Con el programa'], isFixed: true },
      ...{ age: null, edition: datasets.ubigeo.edicion, isCopy: false, facts: datasets.ubigeo },
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
    cell: ({ state: [tone, words], age, isCopy }) => (
      <span class={`state tone-text tone-${tone}`}>
        {words}
        {age && `, ${isCopy ? 'de' : 'comprobada'} ${age}`}
      </span>
    ),
  },
  { head: 'Edición', cell: ({ edition }) => edition ?? 'ninguna' },
  { head: 'Filas', isFigure: true, cell: ({ facts }) => number(facts?.filas) },
  { head: 'Sin leer', isFigure: true, cell: ({ facts }) => number(facts?.descartadas) },
  {
    head: 'Última comprobación',
    cell: ({ facts, isFixed, isCopy }) => {
      if (isFixed) return 'no hace falta'
      // A file is read again, which says nothing about its publisher.
      if (isCopy) return 'se lee de un archivo'
      return facts?.revisado ? formatMoment(facts.revisado) : 'ninguna'
    },
  },
]
