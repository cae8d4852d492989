import type { ExchangeRate, ListedSeries, MonthOfRates, Series } from '../../domain/records.ts'
import { terminalColumns } from './fit.ts'
import { countText, dateText, numberText } from './forms.ts'
import { notice, originLine, paragraphs, type ShownAnswer, table } from './layout.ts'

type Value = Series['valores'][number]

// As many as fit on a screen; `--json` prints all.
const LAST_ROWS = 12

// Enough for a reader, even of rates in thousandths; `--json` prints every digit.
const MOST_DECIMALS = 3

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** The exchange rate of a day or of each day of a month as a table. */
export const renderRates = ({ data, aviso, origins }: ShownAnswer<ExchangeRate | MonthOfRates>): string => {
  const days = 'dias' in data ? data.dias : [data]
  const rows = days.map((day) => [
    dateText(day.fecha),
    rateText(day.compra),
    rateText(day.venta),
    'publicado' in day ? dateText(day.publicado) : data.moneda,
  ])
  const last = 'dias' in data ? 'Publicado el' : 'Moneda'
  return paragraphs([
    table(rows, { head: ['Fecha', 'Compra', 'Venta', last], colAligns: ['left', 'right', 'right', 'left'] }),
    notice(aviso),
    originLine(origins),
  ])
}

/** Rates are shown in thousandths; a rate with more digits keeps them. */
const rateText = (value: number): string => {
  const fixed = value.toFixed(MOST_DECIMALS)
  return Number(fixed) === value ? numberText(value, MOST_DECIMALS) : numberText(value)
}

/** Series of the catalogue as a table: what each measures, how often, and of which years there are values. */
export const renderListedSeries = ({ data, total = data.length, origins }: ShownAnswer<ListedSeries[]>): string => {
  const rows = data.map(({ codigo, grupo, nombre, frecuencia, desde, hasta }) => [
    codigo,
    [grupo, nombre].filter(Boolean).join(': '),
    frecuencia,
    yearsText(desde, hasta),
  ])
  const omitted =
    total > data.length && `Se muestran ${data.length} de ${numberText(total)} series: añada palabras o --frecuencia`
  return paragraphs([
    table(rows, { head: ['Código', 'Serie', 'Frecuencia', 'Años'] }),
    omitted || countText(total, 'serie', 'series'),
    originLine(origins),
  ])
}

const yearsText = (desde: string, hasta: string): string => {
  const [first, last] = [desde.slice(0, 4), hasta.slice(0, 4)]
  return first === last ? first : `${first}–${last}`
}

/** A statistical series: a sparkline, its lowest and highest values, and its latest values as a table. */
export const renderSeries = ({ data, aviso, origins }: ShownAnswer<Series>): string => {
  const { codigo, nombre, frecuencia, valores } = data
  const last = valores.slice(-LAST_ROWS)
  const omitted = valores.length - last.length
  const format = valueFormat(valores)
  const rows = last.map(({ periodo, valor }) => [periodo, format(valor)])
  return paragraphs([
    nombre,
    [codigo, frecuencia, countText(valores.length, 'valor', 'valores')].filter(Boolean).join(' · '),
    summary(valores, format),
    omitted > 0 && `Últimos ${LAST_ROWS}; ${numberText(omitted)} anteriores con --json`,
    table(rows, { head: ['Periodo', 'Valor'], colAligns: ['left', 'right'] }),
    notice(aviso),
    originLine(origins),
  ])
}

/** Formats all values with the same number of decimals: as many as one of the shown ones needs. */
const valueFormat = (valores: readonly Value[]): ((valor: number) => string) => {
  const decimals = valores.map(({ valor }) => String(valor).split('.')[1]?.length ?? 0)
  const digits = Math.min(MOST_DECIMALS, Math.max(0, ...decimals.slice(-LAST_ROWS)))
  return (valor) => numberText(valor, digits)
}

const summary = (valores: readonly Value[], format: (valor: number) => string): string => {
  const sorted = valores.toSorted((a, b) => a.valor - b.valor)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (!low || !high) return ''
  const line = sparkline(
    valores.map(({ valor }) => valor),
    Math.min(60, terminalColumns()),
  )
  return `${line}\nmín ${format(low.valor)} (${low.periodo})  máx ${format(high.valor)} (${high.periodo})`
}

/** Values as a line of bars, at most `width` characters long; neighbours are averaged when there are more values. */
export const sparkline = (values: readonly number[], width = 60): string => {
  const points = averageTo(values, width)
  const low = points.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const high = points.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  if (low === high) return BARS[3].repeat(points.length)
  return points.map((value) => BARS[Math.round(((value - low) / (high - low)) * (BARS.length - 1))] ?? BARS[0]).join('')
}

const averageTo = (values: readonly number[], count: number): readonly number[] => {
  if (values.length <= count) return values
  return Array.from({ length: count }, (_, i) => {
    const part = values.slice(Math.floor((i * values.length) / count), Math.floor(((i + 1) * values.length) / count))
    return part.reduce((sum, value) => sum + value / part.length, 0)
  })
}
