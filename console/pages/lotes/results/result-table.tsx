import type { Lote } from '../../../client.ts'
import { formatNumber } from '../../../format.ts'
import { Field } from '../../../parts/field.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { askedOf } from './asked-row.ts'
import { type Group, groupWords, PAGE_ROWS, type ResultRow, verdictWords } from './result-rows.ts'

interface ResultTableProps {
  batch: Lote
  rows: readonly ResultRow[]
  /** The rows that the filter and the search leave. */
  shown: readonly ResultRow[]
  counts: Record<Group, number>
  groups: readonly Group[]
  group: Group | null
  setGroup(group: Group | null): void
  search: string
  setSearch(search: string): void
  page: number
  setPage(page: number): void
  onOpen(row: ResultRow): void
  /** The number of the row that was open before: the focus goes back to it. */
  lastOpen: number | null
}

/** The rows with their filters, a page at a time: ten thousand of them stay quick. */
export const ResultTable = (props: ResultTableProps) => {
  const { batch, rows, shown, counts, groups, group, setGroup, search, setSearch, page, setPage } = props
  const words = groupWords(batch.tipo)
  const visible = shown.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
  const focusAt = visible.findIndex(({ number }) => number === props.lastOpen)
  return (
    <div class="result-rows">
      <div class="result-filters">
        <fieldset class="filters" aria-label="Filtrar por resultado">
          <Filter isOn={group === null} onPress={() => setGroup(null)} words="Todas" rows={rows.length} />
          {groups.map((one) => (
            <Filter
              key={one}
              isOn={group === one}
              onPress={() => setGroup(one)}
              words={words[one]}
              rows={counts[one]}
            />
          ))}
        </fieldset>
        <Field label="Buscar en las filas" name="buscar-fila" type="search" value={search} onInput={setSearch} />
      </div>
      {shown.length === 0 ? (
        <p class="quiet-text" role="status">
          Ninguna fila con ese filtro.
        </p>
      ) : (
        <Table
          caption={rangeWords(page, shown.length)}
          columns={columnsOf(batch)}
          rows={visible}
          keyOf={({ number }) => String(number)}
          classOf={({ group: one }) => `result-${one}`}
          onOpen={(row) => props.onOpen(row)}
          focusAt={focusAt < 0 ? undefined : focusAt}
        />
      )}
      {shown.length > PAGE_ROWS && (
        <nav class="actions" aria-label="Páginas de filas">
          <button type="button" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Filas anteriores
          </button>
          <button type="button" disabled={(page + 1) * PAGE_ROWS >= shown.length} onClick={() => setPage(page + 1)}>
            Filas siguientes
          </button>
        </nav>
      )}
    </div>
  )
}

interface FilterProps {
  isOn: boolean
  onPress(): void
  words: string
  rows: number
}

const Filter = ({ isOn, onPress, words, rows }: FilterProps) => (
  <button type="button" class="filter" aria-pressed={isOn} onClick={onPress}>
    {words} <span class="filter-count">{formatNumber(rows)}</span>
  </button>
)

const rangeWords = (page: number, all: number): string => {
  const [first, last] = [page * PAGE_ROWS + 1, Math.min((page + 1) * PAGE_ROWS, all)]
  return `Filas ${formatNumber(first)} a ${formatNumber(last)} de ${formatNumber(all)}. Abra una para ver el detalle.`
}

/** A number is not broken; a longer text may be. */
const Second = ({ text }: { text: string }) =>
  text === '' ? null : <span class={text.length <= 15 ? 'unbroken' : undefined}>{text}</span>

const CHIPS: Readonly<Record<string, string>> = { exacto: 'exacto', sancionado: 'exacto', parcial: 'parcial' }

/** A row without hits that has something to say, such as whom a birth date left out, is not plainly clear. */
const Verdict = ({ row: { found, group } }: { row: ResultRow }) => {
  const chip = CHIPS[found.resultado]
  const tone = group === 'none' && found.motivo !== '' ? 'noted' : group
  return <span class={chip ? `chip chip-${chip}` : `unbroken verdict-${tone}`}>{verdictWords(found)}</span>
}

const LISTS: Readonly<Record<string, string>> = {
  US: 'OFAC',
  UN: 'ONU',
  sanciones: 'Inhabilitados',
  padron: 'Padrón',
}

export const listWords = ({ lista, programa }: ResultRow['found']): string =>
  [LISTS[lista] ?? lista, programa].filter(Boolean).join(', ')

/** What a batch asks about first; those of sanctions may have names alone. */
export const firstOf = (tipo: Lote['tipo'], columns: Lote['columnas']): 'nombre' | 'documento' =>
  tipo === 'aml' || !columns.some(({ papel }) => papel === 'documento') ? 'nombre' : 'documento'

/** A row without a name says so; its document stays in its own column. */
export const NO_TEXT = { nombre: '(sin nombre)', documento: '(sin documento)' } as const

const columnsOf = ({ tipo, columnas }: Lote): Column<ResultRow>[] => {
  const hasScore = tipo === 'aml' || tipo === 'proveedor'
  const first = firstOf(tipo, columnas)
  const second = first === 'nombre' ? ('documento' as const) : ('nombre' as const)
  return [
    { head: 'Fila', isFigure: true, cell: ({ number }) => formatNumber(number) },
    { head: 'Consultado', opens: true, cell: (row) => askedOf(row, columnas)[first] || NO_TEXT[first] },
    {
      head: first === 'nombre' ? 'Documento' : 'Nombre',
      cell: (row) => <Second text={askedOf(row, columnas)[second]} />,
    },
    { head: 'Resultado', cell: (row) => <Verdict row={row} /> },
    ...(hasScore ? [{ head: 'Puntaje', isFigure: true, cell: ({ found }: ResultRow) => found.puntaje }] : []),
    { head: tipo === 'ruc' ? 'Nombre en el padrón' : 'Nombre en la lista', cell: ({ found }) => found.nombreEnLista },
    {
      head: 'Detalle',
      cell: ({ found, group }) =>
        group === 'unchecked' || tipo === 'ruc' || found.lista === '' ? found.motivo : listWords(found),
    },
  ]
}
