import Table from 'cli-table3'
import picocolors from 'picocolors'
import type { Origin } from '../../domain/records.ts'
import { shortEstado } from '../../domain/taxpayer-status.ts'
import { wantsColours } from '../output.ts'
import { columnWidths, terminalColumns, wrapText } from './fit.ts'

const pc = picocolors.createColors(wantsColours())

/** What is shown of an answer, whether it was made in this process or by a running server. */
export interface ShownAnswer<Data> {
  data: Data
  aviso?: string | undefined
  /** How many there are, where a list says it. */
  total?: number | undefined
  /** True when a list was cut at its limit. */
  truncado?: boolean | undefined
  origins?: readonly Origin[]
}

// A registered name may hold control characters, which a terminal would execute.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

/** A copy of the value in which every text is safe to print. */
export const printable = <Value>(value: Value): Value => {
  if (typeof value === 'string') return value.replace(CONTROL, ' ') as Value
  if (Array.isArray(value)) return value.map(printable) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, printable(inner)])) as Value
}

export const paragraphs = (parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join('\n')

/** A title over labelled lines; unknown values are left out. */
export const card = (title: string, fields: readonly (readonly [label: string, value: string])[]): string => {
  const known = fields.filter(([, value]) => value !== '')
  const width = Math.max(0, ...known.map(([label]) => label.length))
  const [columns, indent] = [terminalColumns(), ' '.repeat(width + 4)]
  const lines = known.map(([label, value]) => wrapText(`  ${pc.dim(label.padEnd(width))}  ${value}`, columns, indent))
  return [wrapText(pc.bold(title), columns), ...lines].join('\n')
}

/** A table with a frame, its cells broken into lines where it would be too wide; one card per row where that is not enough. */
export const table = (
  rows: readonly string[][],
  { head = [], colAligns = [] }: { head?: string[]; colAligns?: ('left' | 'right')[] } = {},
): string => {
  // Each column has a frame and a space on both sides.
  const columns = Math.max(head.length, rows[0]?.length ?? 0)
  const widths = columnWidths([head, ...rows], terminalColumns() - 3 * columns - 1)
  if (!widths) return rows.map((row) => rowCard(head, row)).join('\n')
  const framed = new Table({
    head,
    colAligns,
    colWidths: widths.map((width) => width + 2),
    wordWrap: true,
    style: { head: [], border: [], compact: true },
  })
  framed.push(...rows)
  return framed.toString()
}

const rowCard = (head: readonly string[], [title = '', ...cells]: readonly string[]): string =>
  card(
    title,
    cells.map((cell, index) => [head[index + 1] ?? '', cell] as const),
  )

/** Green for an active taxpayer, red for one that has left, yellow for everything else. */
export const paintEstado = (estado: string): string => {
  const short = shortEstado(estado)
  if (short === 'ACTIVO') return pc.green(estado)
  return short === 'BAJA' ? pc.red(estado) : pc.yellow(estado)
}

export const paintCondicion = (condicion: string): string => {
  if (condicion === 'HABIDO') return pc.green(condicion)
  return condicion === 'NO HABIDO' ? pc.red(condicion) : pc.yellow(condicion)
}

const CHANNELS: Record<Origin['channel'], string> = {
  register: 'copia local',
  live: 'en línea',
  cache: 'memoria propia',
  list: 'lista',
}

export const notice = (aviso: string | undefined): string => (aviso ? pc.yellow(`Aviso: ${aviso}`) : '')

/** One line that says who answered, through which channel and with which edition; empty when nobody is named. */
export const originLine = (origins: readonly Origin[] = []): string => {
  if (origins.length === 0) return ''
  const named = origins.map(
    ({ provider, channel, edition }) => `${provider} (${CHANNELS[channel]}${edition ? `, ${edition}` : ''})`,
  )
  return `Fuente: ${named.join('; ')}`
}
