import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useFreeQuestion } from '../../../ask.ts'
import type { Lote } from '../../../client.ts'
import { count, formatMoment, formatNumber, joinWords } from '../../../format.ts'
import { goTo, type Question } from '../../../navigation.ts'
import { Asking } from '../../../states/asking.tsx'
import { StaleNote } from '../../../states/stale-note.tsx'
import { CAUSES, hitWords, KINDS } from '../batch.ts'
import { BatchFailed } from '../batch-failed.tsx'
import { Downloads } from './downloads.tsx'
import {
  countGroups,
  editionsOf,
  type Filters,
  filterRows,
  type Group,
  groupsOf,
  type ResultRow,
  readRows,
} from './result-rows.ts'
import { ResultTable } from './result-table.tsx'
import { RowView } from './row-view.tsx'
import { Unchecked } from './unchecked.tsx'
import { WatchedRows } from './watched-rows.tsx'

interface ResultsProps {
  batch: Lote
  question: Question
  /** The batch goes on with what was not checked. */
  onGoingOn(): void
  onRemove(): void
}

/** Step 5: what was found. All rows are in memory, so that filters and the search answer at once. */
export const Results = (props: ResultsProps) => {
  const { batch } = props
  const asked = useFreeQuestion(batch.id, async (client, id, signal) => {
    const [file, { data }] = await Promise.all([
      client.lotes.resultado(id, { formato: 'json' }, { signal }),
      client.lotes.filas(id, { signal }),
    ])
    return readRows(new TextDecoder().decode(file), data)
  })
  if (asked.state === 'asking') return <Asking rows={10} />
  if (asked.state === 'failed') return <BatchFailed error={asked.error} retry={asked.retry} />
  if (asked.state === 'idle') return null
  if (batch.tipo === 'vigilados') return <WatchedRows rows={asked.answer} batch={batch} />
  return <Rows rows={asked.answer} {...props} />
}

const Rows = ({ rows, batch, question, onGoingOn, onRemove }: ResultsProps & { rows: readonly ResultRow[] }) => {
  const { tipo } = batch
  const counts = useMemo(() => countGroups(rows), [rows])
  const [filters, setFilters] = useState<Filters>(() => firstFilters(counts, tipo))
  const [page, setPage] = useState(0)
  const shown = useMemo(() => filterRows(rows, filters), [rows, filters])
  const printing = usePrinting()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])

  const open = rows[Number(question.fila) - 1]
  const lastOpen = useRef<number | null>(null)
  if (open) lastOpen.current = open.number
  if (open) return <RowView row={open} among={shown} batch={batch} question={question} />
  return (
    <section class="results" aria-labelledby="resultados">
      <StaleNote lists={KINDS[tipo].lists} />
      <div class="results-head">
        <div role="status">
          <h2 id="resultados" ref={heading} tabIndex={-1}>
            {summaryWords(rows.length, counts, tipo)}
          </h2>
        </div>
        <p>
          {batch.archivo && <strong>{batch.archivo}. </strong>}
          {KINDS[tipo].name}, revisado el {formatMoment(batch.terminado ?? batch.creado)}.
        </p>
        {batch.compras && batch.compras.observadas > 0 && <p>{observedWords(batch.compras)}</p>}
        <p class="quiet-text">
          {tipo !== 'compras' && editionsOf(rows) && `Ediciones ${editionsOf(rows)}. `}
          <span class="no-print">
            Se borrará solo el {formatMoment(batch.venceEl)}.{' '}
            <button type="button" class="link" onClick={onRemove}>
              Borrar ahora
            </button>
          </span>
        </p>
      </div>
      <Unchecked batch={batch} rows={rows} onGoingOn={onGoingOn} />
      <Downloads
        batch={batch}
        onPrint={printing.start}
        onCompare={() => goTo('/lotes', { ...question, comparar: 'elegir' })}
      />
      <ResultTable
        {...{ batch, rows, shown, counts, filters, page, setPage }}
        isPrinted={printing.isOn}
        lastOpen={lastOpen.current}
        setFilters={(next) => {
          setFilters(next)
          setPage(0)
        }}
        onOpen={(row) => goTo('/lotes', { ...question, fila: String(row.number) })}
      />
    </section>
  )
}

/** On paper all rows of the filter stand, which the page shows some at a time. */
const usePrinting = (): { isOn: boolean; start(): void } => {
  const [isOn, setOn] = useState(false)
  useLayoutEffect(() => {
    if (!isOn) return
    const end = (): void => setOn(false)
    addEventListener('afterprint', end, { once: true })
    print()
    return () => removeEventListener('afterprint', end)
  }, [isOn])
  return { isOn, start: () => setOn(true) }
}

/** What was found comes first; in a batch of the register that is nearly every row. */
const firstFilters = ({ hit }: Record<Group, number>, kind: Lote['tipo']): Filters => ({
  group: kind !== 'ruc' && hit > 0 ? 'hit' : null,
  mark: null,
  search: '',
})

/** Causes with their rows, and what is at stake. */
const observedWords = ({ porCausa, montos, sinMonto }: NonNullable<Lote['compras']>): string => {
  const causes = porCausa.map(({ causa, filas }) => `${filas} ${CAUSES[causa] ?? causa}`)
  const amounts = montos.map(({ moneda, total }) => `${moneda} ${formatNumber(total, 2)}`.trim())
  const stake = amounts.length > 0 ? ` Importe observado: ${joinWords(amounts)}.` : ''
  const without = sinMonto > 0 ? ` ${count(sinMonto, 'fila observada', 'filas observadas')} sin importe legible.` : ''
  return `Por causa: ${joinWords(causes)}.${stake}${without}`
}

/** "20 filas: 6 con coincidencia, 11 sin coincidencias y 3 no revisadas". */
const summaryWords = (all: number, counts: Record<Group, number>, kind: Lote['tipo']): string => {
  const words: Record<Group, string> = {
    hit: kind === 'ruc' ? count(counts.hit, 'encontrada', 'encontradas') : hitWords(kind, counts.hit),
    none: `${counts.none} ${kind === 'compras' ? 'sin observaciones' : 'sin coincidencias'}`,
    unknown: count(counts.unknown, 'no encontrada', 'no encontradas'),
    unchecked: count(counts.unchecked, 'no revisada', 'no revisadas'),
  }
  const told = groupsOf(kind).filter((one) => counts[one] > 0 || one === 'hit')
  return `${count(all, 'fila', 'filas')}: ${joinWords(told.map((one) => words[one]))}`
}
