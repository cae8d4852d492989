import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Lote } from '../../../client.ts'
import { useKey } from '../../../keys.ts'
import { type Question, replaceQuestion } from '../../../navigation.ts'
import { Link } from '../../../parts/link.tsx'
import { Facts } from '../../../parts/screening/facts.tsx'
import { explainedProgram } from '../../../words/programs.ts'
import { isListed } from '../../../words/screening.ts'
import { listName } from '../batch.ts'
import { editionsOf, MARKS, type ResultRow, verdictWords } from './result-rows.ts'
import { firstOf, Marked, NO_TEXT } from './result-table.tsx'
import { RowComparison } from './row-comparison.tsx'

interface RowViewProps {
  row: ResultRow
  /** The rows to step through. */
  among: readonly ResultRow[]
  batch: Lote
  question: Question
}

/** One row: what the file says, what was found, and on request the comparison word by word. */
export const RowView = ({ row, among, batch, question }: RowViewProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const [compared, setCompared] = useState<number | null>(null)
  useLayoutEffect(() => heading.current?.focus(), [row.number])
  const at = among.findIndex(({ number }) => number === row.number)
  const step = (by: number): void => {
    const next = at < 0 ? undefined : among[at + by]
    if (next) replaceQuestion({ ...question, fila: String(next.number) })
  }
  useKey('Escape', () => history.back())
  useKey('j', () => step(1))
  useKey('k', () => step(-1))
  const { asked } = row
  const first = firstOf(batch.tipo, batch.columnas)
  const ruc = /^\d{11}$/.test(asked.documento) ? asked.documento : null
  const canCompare = (batch.tipo === 'aml' || batch.tipo === 'proveedor') && row.group !== 'unchecked'
  return (
    <section class="row-view" aria-labelledby="fila">
      <div class="row-view-bar">
        <button type="button" onClick={() => history.back()}>
          Volver a los resultados
        </button>
        <div class="actions">
          <button type="button" disabled={at <= 0} onClick={() => step(-1)}>
            Fila anterior
          </button>
          <button type="button" disabled={at < 0 || at >= among.length - 1} onClick={() => step(1)}>
            Fila siguiente
          </button>
        </div>
      </div>
      <h2 id="fila" ref={heading} tabIndex={-1}>
        Fila {row.fileRow}: {asked.nombre || (first === 'documento' && asked.documento) || NO_TEXT[first]}
      </h2>
      <div class="row-view-sides">
        <div class="card">
          <h3>En su archivo</h3>
          <Facts facts={row.cells} />
        </div>
        <div class="card">
          <h3>Resultado</h3>
          <Facts
            facts={[
              ['Resultado', verdictWords(row.found)],
              ['Coincidencias', row.found.coincidencias],
              ['Puntaje', row.found.puntaje],
              ['Estado', marked(row.found.estado, MARKS.status.isOn(row.found))],
              ['Condición', marked(row.found.condicion, MARKS.condition.isOn(row.found))],
              ['Certeza', row.found.vigencia],
              ['Sin capacidad operativa', LISTED[row.found.sinCapacidadOperativa] ?? ''],
              ['Nombre en el padrón', row.found.nombreEnPadron],
              ['Nombre del archivo', marked(MARKS.name.isOn(row.found) ? 'No es el del padrón' : '', true)],
              ['Padrones tributarios', marked(MARKS.taxList.isOn(row.found) ? MARKS.taxList.words : '', true)],
              ['Nombre en la lista', row.found.nombreEnLista],
              ['Lista', listName(row.found.lista)],
              ['Programa', programsOf(row.found)],
              ['Motivo', row.found.motivo],
              ['Ediciones', editionsOf([row])],
            ]}
          />
          {ruc && batch.tipo !== 'aml' && (
            <p>
              <Link to="/proveedor" question={{ ruc }}>
                Ver la ficha del proveedor
              </Link>{' '}
              <span class="quiet-text">Vuelve a consultar: cuesta hasta tres unidades.</span>
            </p>
          )}
        </div>
      </div>
      {canCompare &&
        (compared === row.number ? (
          <RowComparison id={batch.id} row={row} />
        ) : (
          <div class="actions">
            <button type="button" class="primary" onClick={() => setCompared(row.number)}>
              Comparar palabra por palabra
            </button>
            <p class="quiet-text">No cuesta nada: la fila ya se pagó.</p>
          </div>
        ))}
    </section>
  )
}

/** What a tax list says of a day. */
const LISTED: Readonly<Record<string, string>> = { si: 'Sí', no: 'No', sin_datos: 'Sin datos' }

/** The programmes of a listed party in words; of a disqualified supplier, its kind. */
const programsOf = ({ lista, programa }: ResultRow['found']): string =>
  isListed(lista) ? programa.split(', ').map(explainedProgram).join('; ') : programa

const marked = (text: string, isBad: boolean): ComponentChildren =>
  text === '' ? '' : <Marked isBad={isBad} text={text} />
