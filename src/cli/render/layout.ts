import picocolors from 'picocolors'
import { describeSource } from '../../client/index.ts'
import type { Origin } from '../../domain/records.ts'
import { shortEstado } from '../../domain/taxpayer-status.ts'
import { wantsColours } from '../output.ts'
import { terminalColumns, wrapLabelled, wrapLines, wrapText } from './fit.ts'
import { withPeopleDates } from './forms.ts'
import { drawTable } from './table.ts'

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

// A registered name may hold control characters, which a terminal would execute, and marks that turn the direction of a line.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** A copy of the value in which every text is safe to print. */
export const printable = <Value>(value: Value): Value => {
  if (typeof value === 'string') return value.replace(CONTROL, ' ') as Value
  if (Array.isArray(value)) return value.map(printable) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, printable(inner)])) as Value
}

/** The parts below one another, no line wider than the terminal. */
export const paragraphs = (parts: readonly (string | false | undefined)[]): string =>
  parts
    .filter((part) => typeof part === 'string' && part !== '')
    .flatMap((part) => wrapLines(part as string, terminalColumns()))
    .join('\n')

/** A title over labelled lines; unknown values are left out. */
export const card = (title: string, fields: readonly (readonly [label: string, value: string])[]): string => {
  // A service of another version may leave a field out.
  const known = fields.filter(([, value]) => Boolean(value))
  const width = Math.max(0, ...known.map(([label]) => label.length))
  const columns = terminalColumns()
  const lines = known.map(([label, value]) => wrapLabelled(`  ${pc.dim(label.padEnd(width))}  `, value, columns))
  return [...wrapLines(title, columns).map((line) => pc.bold(line)), ...lines].join('\n')
}

/** A table with a frame, its cells broken into lines where it would be too wide; one card per row where that is not enough. */
export const table = (
  rows: readonly string[][],
  { head = [], colAligns = [] }: { head?: string[]; colAligns?: ('left' | 'right')[] } = {},
): string => drawTable(rows, { head, aligns: colAligns, framed: true, bold: pc.bold })

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

export const notice = (aviso: string | undefined): string =>
  aviso ? pc.yellow(`Aviso: ${withPeopleDates(aviso)}`) : ''

/** One line that says who answered and with which edition, in words for people; empty when nobody is named. */
export const originLine = (origins: readonly Origin[] = []): string => {
  if (origins.length === 0) return ''
  const named = origins.map(({ provider, channel, edition, undated, kind }) =>
    describeSource({ proveedor: provider, canal: channel, edicion: edition, sinFecha: undated, clase: kind }),
  )
  const label = named.length === 1 ? 'Fuente: ' : 'Fuentes: '
  return wrapText(`${label}${named.join('; ')}`, terminalColumns(), '  ')
}
