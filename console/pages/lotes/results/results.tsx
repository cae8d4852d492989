import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useQuestion } from '../../../ask.ts'
import type { Lote } from '../../../client.ts'
import { count, formatMoment, joinWords } from '../../../format.ts'
import { goTo, type Question } from '../../../navigation.ts'
import { Asking } from '../../../states/asking.tsx'
import { Message } from '../../../states/message.tsx'
import { StaleNote } from '../../../states/stale-note.tsx'
import { KINDS } from '../batch.ts'
import { BatchFailed } from '../batch-failed.tsx'
import { Downloads } from './downloads.tsx'
import { countGroups, editionsOf, filterRows, type Group, groupsOf, type ResultRow, readRows } from './result-rows.ts'
import { ResultTable } from './result-table.tsx'
import { RowView } from './row-view.tsx'

interface ResultsProps {
  batch: Lote
  question: Question
  onRemove(): void
}

/** Step 5: what was found. All rows are in memory, so that filters and the search answer at once. */
export const Results = ({ batch, question, onRemove }: ResultsProps) => {
  const asked = useQuestion(batch.id, async (client, id, signal) => {
    const file = await client.lotes.resultado(id, { formato: 'json' }, { signal })
    return readRows(new TextDecoder().decode(file))
  })
  if (asked.state === 'asking') return <Asking rows={10} />
  if (asked.state === 'failed') return <BatchFailed error={asked.error} retry={asked.retry} />
  if (asked.state === 'idle') return null
  return <Rows rows={asked.answer} batch={batch} question={question} onRemove={onRemove} />
}

const Rows = ({ rows, batch, question, onRemove }: ResultsProps & { rows: readonly ResultRow[] }) => {
  const { tipo } = batch
  const [group, setGroup] = useState<Group | null>(null)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const counts = useMemo(() => countGroups(rows), [rows])
  const shown = useMemo(() => filterRows(rows, group, search), [rows, group, search])
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
        <p class="quiet-text">
          {KINDS[tipo].name}. {editionsOf(rows) && `Ediciones ${editionsOf(rows)}. `}Se borrará solo el{' '}
          {formatMoment(batch.venceEl)}.
        </p>
      </div>
      {counts.unchecked > 0 && (
        <Message kind="warn">
          {count(counts.unchecked, 'fila no se revisó', 'filas no se revisaron')}: no significa que no tengan
          coincidencias. Cada una dice por qué.
        </Message>
      )}
      <Downloads batch={batch} onRemove={onRemove} />
      <ResultTable
        {...{ batch, rows, shown, counts, group, search, page, setPage }}
        groups={groupsOf(tipo)}
        lastOpen={lastOpen.current}
        setGroup={(next) => {
          setGroup(next)
          setPage(0)
        }}
        setSearch={(next) => {
          setSearch(next)
          setPage(0)
        }}
        onOpen={(row) => goTo('/lotes', { ...question, fila: String(row.number) })}
      />
    </section>
  )
}

/** "20 filas: 6 con coincidencia, 11 sin coincidencias y 3 no revisadas". */
const summaryWords = (all: number, counts: Record<Group, number>, kind: Lote['tipo']): string => {
  const words: Record<Group, string> = {
    hit: kind === 'ruc' ? count(counts.hit, 'encontrada', 'encontradas') : `${counts.hit} con coincidencia`,
    none: `${counts.none} sin coincidencias`,
    unknown: count(counts.unknown, 'no encontrada', 'no encontradas'),
    unchecked: count(counts.unchecked, 'no revisada', 'no revisadas'),
  }
  const told = groupsOf(kind).filter((one) => counts[one] > 0 || one === 'hit')
  return `${count(all, 'fila', 'filas')}: ${joinWords(told.map((one) => words[one]))}`
}
