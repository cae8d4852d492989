import { useMemo } from 'preact/hooks'
import type { Lote } from '../../../client.ts'
import { formatNumber } from '../../../format.ts'
import { Field } from '../../../parts/field.tsx'
import { ListAndPrograms } from '../../../parts/screening/programs.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { isListed } from '../../../words/screening.ts'
import { listName } from '../batch.ts'
import {
  countMarks,
  type Filters,
  type Group,
  groupsOf,
  groupWords,
  MARKS,
  PAGE_ROWS,
  type ResultRow,
  verdictWords,
} from './result-rows.ts'

interface ResultTableProps {
  batch: Lote
  rows: readonly ResultRow[]
  /** The rows that the filter and the search leave. */
  shown: readonly ResultRow[]
  counts: Record<Group, number>
  filters: Filters
  setFilters(filters: Filters): void
  page: number
  setPage(page: number): void
  /** True while the rows are printed, all of them. */
  isPrinted: boolean
  onOpen(row: ResultRow): void
  /** The number of the row that was open before: the focus goes back to it. */
  lastOpen: number | null
}

/** The rows with their filters, a page at a time: ten thousand of them stay quick. */
export const ResultTable = (props: ResultTableProps) => {
  const { batch, shown, filters, setFilters, page, setPage, isPrinted } = props
  const [first, last] = isPrinted ? [0, MOST_PRINTED] : [page * PAGE_ROWS, (page + 1) * PAGE_ROWS]
  const visible = shown.slice(first, last)
  const focusAt = visible.findIndex(({ number }) => number === props.lastOpen)
  return (
    <div class={hasRegister(batch) ? 'result-rows result-register' : 'result-rows'}>
      <div class="result-filters no-print">
        <FilterButtons {...props} />
        <Field
          label="Buscar en las filas"
          name="buscar-fila"
          type="search"
          value={filters.search}
          onInput={(search) => setFilters({ ...filters, search })}
        />
      </div>
      {shown.length === 0 ? (
        <div class="actions">
          <p class="quiet-text" role="status">
            Ninguna fila con ese filtro.
          </p>
          <button type="button" onClick={() => setFilters({ ...filters, group: null, mark: null })}>
            Buscar en todas
          </button>
        </div>
      ) : (
        <Table
          caption={`${filterWords(props)}${rangeWords(first, Math.min(last, shown.length), shown.length)}${isPrinted ? '' : ' Abra una para ver el detalle.'}`}
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

const FilterButtons = ({ batch, rows, counts, filters, setFilters }: ResultTableProps) => {
  const words = groupWords(batch.tipo)
  const marks = useMemo(() => countMarks(rows), [rows])
  return (
    <>
      <fieldset class="filters" aria-label="Filtrar por resultado">
        <Filter
          isOn={filters.group === null}
          onPress={() => setFilters({ ...filters, group: null, mark: null })}
          words="Todas"
          rows={rows.length}
        />
        {groupsOf(batch.tipo).map((group) => (
          <Filter
            key={group}
            isOn={filters.group === group}
            onPress={() => setFilters({ ...filters, group, mark: null })}
            words={words[group]}
            rows={counts[group]}
          />
        ))}
      </fieldset>
      {marks.length > 0 && (
        <fieldset class="filters" aria-label="Filtrar por lo que dice el padrón">
          {marks.map(([mark, marked]) => (
            <Filter
              key={mark}
              isOn={filters.mark === mark}
              onPress={() => setFilters({ ...filters, group: null, mark: filters.mark === mark ? null : mark })}
              words={MARKS[mark].words}
              rows={marked}
            />
          ))}
        </fieldset>
      )}
    </>
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

/** A person who wants more of them on paper wants the file. */
const MOST_PRINTED = 2_000

/** "Con coincidencia. ": the paper has no buttons that tell it. */
const filterWords = ({ batch, filters: { group, mark, search } }: ResultTableProps): string =>
  [group && groupWords(batch.tipo)[group], mark && MARKS[mark].words, search && `«${search}»`]
    .flatMap((words) => (words ? `${words}. ` : []))
    .join('')

const rangeWords = (first: number, last: number, all: number): string =>
  `Filas ${formatNumber(first + 1)} a ${formatNumber(last)} de ${formatNumber(all)}.`

/** A number is not broken; a longer text may be. */
const Second = ({ text }: { text: string }) =>
  text === '' ? null : <span class={text.length <= 15 ? 'unbroken' : undefined}>{text}</span>

const CHIPS: Readonly<Record<string, string>> = {
  exacto: 'exacto',
  sancionado: 'exacto',
  observado: 'exacto',
  parcial: 'parcial',
}

/** A row without hits that has something to say, such as whom a birth date left out, is not plainly clear. Totals are no rows to check. */
const Verdict = ({ row }: { row: ResultRow }) => {
  const { found, group } = row
  const chip = CHIPS[found.resultado]
  const tone = row.reserve === 'pie' ? 'none' : group === 'none' && clearNote(row) !== '' ? 'noted' : group
  return (
    <span class={chip ? `chip chip-${chip}` : `unbroken verdict-${tone}`}>
      {row.reserve === 'pie' ? 'No se consulta' : verdictWords(found)}
    </span>
  )
}

/** Of a supplier the reason tells all three answers: only whom its facts left out is a reserve. */
const clearNote = ({ found, reserve }: ResultRow): string =>
  found.estado === '' || reserve === 'descartadas' ? found.motivo : ''

/** Where a row is listed, the codes of its programmes explained. */
const Listed = ({ found: { lista, programa } }: ResultRow) =>
  isListed(lista) ? (
    <span>
      <ListAndPrograms fuente={lista} programa={programa || undefined} />
    </span>
  ) : (
    <span>{[listName(lista), programa].filter(Boolean).join(', ')}</span>
  )

/** What a batch asks about first; those of sanctions may have names alone. */
export const firstOf = (tipo: Lote['tipo'], columns: Lote['columnas']): 'nombre' | 'documento' =>
  tipo === 'aml' || !columns.some(({ papel }) => papel === 'documento') ? 'nombre' : 'documento'

/** A row without a name says so; its document stays in its own column. */
export const NO_TEXT = { nombre: '(sin nombre)', documento: '(sin documento)' } as const

const hasRegister = ({ tipo }: Lote): boolean => tipo === 'ruc' || tipo === 'proveedor' || tipo === 'compras'

const columnsOf = (batch: Lote): Column<ResultRow>[] => {
  const { tipo, columnas } = batch
  const first = firstOf(tipo, columnas)
  const second = first === 'nombre' ? ('documento' as const) : ('nombre' as const)
  return [
    { head: 'Fila', isFigure: true, cell: ({ fileRow }) => formatNumber(fileRow) },
    {
      head: 'Consultado',
      opens: true,
      isWords: first === 'documento',
      cell: ({ asked }) => asked[first] || NO_TEXT[first],
    },
    {
      head: first === 'nombre' ? 'Documento' : 'Nombre',
      cell: ({ asked }) => <Second text={asked[second]} />,
    },
    ...(hasRegister(batch) ? REGISTER_COLUMNS.slice(tipo === 'compras' ? 1 : 0) : []),
    { head: 'Resultado', isWords: true, cell: (row) => <Verdict row={row} /> },
    ...(tipo === 'aml' ? [{ head: 'Puntaje', isFigure: true, cell: ({ found }: ResultRow) => found.puntaje }] : []),
    ...(tipo === 'ruc' || tipo === 'compras'
      ? []
      : [{ head: 'Nombre en la lista', cell: ({ found }: ResultRow) => found.nombreEnLista }]),
    { head: 'Detalle', cell: (row) => (tipo === 'compras' ? row.found.motivo : <Detail {...row} />) },
  ]
}

/** What the register says, red where a person must look at it. */
export const Marked = ({ isBad, text }: { isBad: boolean; text: string }) =>
  text === '' ? null : <span class={isBad ? 'chip chip-exacto' : undefined}>{text}</span>

const REGISTER_COLUMNS: readonly Column<ResultRow>[] = [
  {
    head: 'Nombre en el padrón',
    cell: ({ found }) =>
      found.nombreEnPadron === '' ? null : (
        <span>
          {found.nombreEnPadron} {MARKS.name.isOn(found) && <Marked isBad text={MARKS.name.words} />}
        </span>
      ),
  },
  {
    head: 'Estado',
    isWords: true,
    cell: ({ found }) => <Marked isBad={MARKS.status.isOn(found)} text={found.estado} />,
  },
  {
    head: 'Condición',
    isWords: true,
    cell: ({ found }) => <Marked isBad={MARKS.condition.isOn(found)} text={found.condicion} />,
  },
]

/** Where it is listed, or why it was not checked; what the register says has columns of its own. */
const Detail = (row: ResultRow) => {
  const { found, group } = row
  if (group === 'hit') return found.lista === 'padron' ? null : <Listed {...row} />
  return <>{group === 'none' ? clearNote(row) : found.motivo}</>
}
