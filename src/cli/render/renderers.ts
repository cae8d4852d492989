import type { Lookups } from '../../services.ts'
import { renderAml } from './aml.ts'
import { renderListedSeries, renderRates, renderSeries } from './economic-data.ts'
import { card, notice, originLine, paragraphs, printable, type ShownAnswer, table } from './layout.ts'
import { renderProveedor } from './proveedor.ts'
import { renderHistory } from './register-history.ts'
import { renderSanciones } from './sanciones.ts'
import { renderSoat } from './soat.ts'
import { renderCompanies, renderPersonNames, renderPersonSearch, renderTaxpayer } from './taxpayers.ts'

type DataOf<Path extends keyof Lookups> = Awaited<ReturnType<Lookups[Path]>>['data']

/** How the answer of each endpoint is shown to a person. */
const RENDERERS: { [Path in keyof Lookups]?: (answer: ShownAnswer<DataOf<Path>>) => string } = {
  ruc: renderTaxpayer,
  'ruc/historia': renderHistory,
  dni: renderPersonNames,
  persona: renderPersonSearch,
  nombre: renderCompanies,
  'tipo-cambio': renderRates,
  indicadores: renderSeries,
  'indicadores/buscar': renderListedSeries,
  sanciones: renderSanciones,
  soat: renderSoat,
  aml: renderAml,
  proveedor: renderProveedor,
}

/** An answer as text that is safe to print; by the names of its fields where it has no renderer of its own. */
export const rendererOf = (path: string, title: string) => {
  const render = RENDERERS[path as 'ruc'] ?? renderPlainly(title)
  return (answer: ShownAnswer<unknown>): string => render(printable(answer) as ShownAnswer<never>)
}

const renderPlainly =
  (title: string) =>
  ({ data, aviso, origins }: ShownAnswer<object>): string =>
    paragraphs([Array.isArray(data) ? listOf(data) : fieldsOf(title, data), notice(aviso), originLine(origins)])

const listOf = (rows: readonly object[]): string =>
  table(
    rows.map((row) => Object.values(row).map(textOf)),
    { head: Object.keys(rows[0] ?? {}) },
  )

const fieldsOf = (title: string, data: object): string =>
  card(
    title,
    Object.entries(data).map(([name, value]) => [name, textOf(value)]),
  )

const textOf = (value: unknown): string => {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
