import Table from 'cli-table3'
import type { Series } from '../../domain/records.ts'
import { notice, paragraphs } from './card.ts'
import { originLine, type ShownAnswer } from './shown-answer.ts'
import { sparkline } from './sparkline.ts'

// What fits on a screen; `--json` has them all.
const LAST_ROWS = 12

// Enough for a person, rates in thousandths included; `--json` has every digit.
const MOST_DECIMALS = 3

/** All values of a series with the same number of decimals: as many as one of them needs. */
const figures = (valores: Series['valores']): ((valor: number) => string) => {
  const decimals = valores.map(({ valor }) => String(valor).split('.')[1]?.length ?? 0)
  const digits = Math.min(MOST_DECIMALS, Math.max(0, ...decimals.slice(-LAST_ROWS)))
  const format = new Intl.NumberFormat('es-PE', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return (valor) => format.format(valor)
}

/** A statistical series: its shape in one line, its extremes, and its latest values. */
export const renderSeries = ({ data, aviso, origins }: ShownAnswer<Series>): string => {
  const { codigo, nombre, frecuencia, valores } = data
  const last = valores.slice(-LAST_ROWS)
  const omitted = valores.length - last.length
  const figure = figures(valores)
  const table = new Table({
    head: ['Periodo', 'Valor'],
    colAligns: ['left', 'right'],
    style: { head: [], border: [], compact: true },
  })
  table.push(...last.map(({ periodo, valor }) => [periodo, figure(valor)]))
  return paragraphs([
    nombre,
    [codigo, frecuencia, `${valores.length} ${valores.length === 1 ? 'valor' : 'valores'}`].filter(Boolean).join(' · '),
    shape(valores, figure),
    omitted > 0 && `Últimos ${LAST_ROWS}; ${omitted} anteriores con --json`,
    table.toString(),
    notice(aviso),
    originLine(origins),
  ])
}

const shape = (valores: Series['valores'], figure: (valor: number) => string): string => {
  const sorted = valores.toSorted((a, b) => a.valor - b.valor)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (!low || !high) return ''
  const line = sparkline(valores.map(({ valor }) => valor))
  return `${line}\nmín ${figure(low.valor)} (${low.periodo})  máx ${figure(high.valor)} (${high.periodo})`
}
