import Table from 'cli-table3'
import type { Series } from '../../domain/records.ts'
import { originLine, type ShownAnswer } from './shown-answer.ts'
import { sparkline } from './sparkline.ts'

// What fits on a screen; `--json` has them all.
const LAST_ROWS = 12

const figure = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 6 })

/** A statistical series: its shape in one line, its extremes, and its latest values. */
export const renderSeries = ({ data, aviso, origins }: ShownAnswer<Series>): string => {
  const { codigo, nombre, frecuencia, valores } = data
  const last = valores.slice(-LAST_ROWS)
  const omitted = valores.length - last.length
  const table = new Table({
    head: ['Periodo', 'Valor'],
    colAligns: ['left', 'right'],
    style: { head: [], border: [], compact: true },
  })
  table.push(...last.map(({ periodo, valor }) => [periodo, figure.format(valor)]))
  return [
    nombre,
    [codigo, frecuencia, `${valores.length} ${valores.length === 1 ? 'valor' : 'valores'}`].filter(Boolean).join(' · '),
    shape(valores),
    omitted > 0 && `Últimos ${LAST_ROWS}; ${omitted} anteriores con --json`,
    table.toString(),
    aviso && `Aviso: ${aviso}`,
    originLine(origins),
  ]
    .filter(Boolean)
    .join('\n')
}

const shape = (valores: Series['valores']): string => {
  const sorted = valores.toSorted((a, b) => a.valor - b.valor)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (!low || !high) return ''
  const line = sparkline(valores.map(({ valor }) => valor))
  return `${line}\nmín ${figure.format(low.valor)} (${low.periodo})  máx ${figure.format(high.valor)} (${high.periodo})`
}
