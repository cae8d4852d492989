import { useEffect, useState } from 'preact/hooks'
import { useFreeQuestion } from '../../ask.ts'
import type { LoteResumido } from '../../client.ts'
import { count, formatMoment, formatNumber } from '../../format.ts'
import { goTo } from '../../navigation.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Asking } from '../../states/asking.tsx'
import { isOpen, KINDS, STATES } from './batch.ts'
import { BatchFailed } from './batch-failed.tsx'

const REFRESH_MS = 3_000

/** The account's batches, newest first. */
export const BatchList = () => {
  const [turn, setTurn] = useState(0)
  const [shown, setShown] = useState<readonly LoteResumido[] | null>(null)
  const asked = useFreeQuestion(turn, (client, _, signal) => client.lotes.listar({ signal }))
  useEffect(() => {
    if (asked.state !== 'answered') return
    setShown(asked.answer.data)
    if (!asked.answer.data.some(isOpen)) return
    const timer = setTimeout(() => setTurn(turn + 1), REFRESH_MS)
    return () => clearTimeout(timer)
  }, [asked.state, turn])

  return (
    <section class="batch-list" aria-labelledby="sus-lotes">
      <h2 id="sus-lotes">Sus lotes</h2>
      {asked.state === 'failed' && <BatchFailed error={asked.error} retry={asked.retry} />}
      {asked.state === 'asking' && shown === null && <Asking rows={3} />}
      {shown?.length === 0 && <p class="quiet-text">Todavía no hay lotes.</p>}
      {shown && shown.length > 0 && (
        <Table
          caption="Los más recientes primero. Cada uno se borra solo al vencer."
          columns={COLUMNS}
          rows={shown}
          keyOf={({ id }) => id}
          onOpen={({ id }) => goTo('/lotes', { lote: id })}
        />
      )}
    </section>
  )
}

const stateWords = (batch: LoteResumido): string =>
  batch.estado === 'procesando'
    ? `${STATES.procesando}, ${Math.floor((batch.procesadas * 100) / Math.max(1, batch.filas))} %`
    : STATES[batch.estado]

const COLUMNS: readonly Column<LoteResumido>[] = [
  {
    head: 'Archivo',
    opens: true,
    cell: ({ archivo, id }) => archivo ?? `Lote ${id.slice(0, 6)}`,
    // Two of one file are told apart by ear too.
    spoken: ({ archivo, creado, tipo, filas, id }) =>
      [archivo, formatMoment(creado), KINDS[tipo].name, count(filas, 'fila', 'filas'), `lote ${id.slice(0, 6)}`]
        .filter(Boolean)
        .join(', '),
  },
  { head: 'Tipo', isWords: true, cell: ({ tipo }) => KINDS[tipo].name },
  { head: 'Recibido', isWords: true, cell: ({ creado }) => formatMoment(creado) },
  { head: 'Quién', cell: ({ persona, clave }) => persona ?? (clave === null ? '–' : `Clave «${clave}»`) },
  { head: 'Estado', isWords: true, cell: stateWords },
  { head: 'Filas', isFigure: true, cell: ({ filas }) => formatNumber(filas) },
  {
    head: 'Con coincidencia',
    isFigure: true,
    cell: ({ tipo, conCoincidencia }) => (tipo === 'ruc' ? '—' : formatNumber(conCoincidencia)),
  },
  { head: 'No revisado', isFigure: true, cell: ({ noRevisadas }) => formatNumber(noRevisadas) },
  { head: 'Se borra', isWords: true, cell: ({ venceEl }) => formatMoment(venceEl) },
]
