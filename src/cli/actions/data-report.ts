import { ageHours, type DatasetStatus, overdueReason } from '../../datasets/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Cell, type Output, printTable } from '../output.ts'
import { wrapText } from '../render/fit.ts'
import { countText, dateText, editionText, isUndated, numberText, timeText } from '../render/forms.ts'

/** One dataset as `--json` prints it: the facts of `/api/health` and the state of its refresh. */
export const statusFacts = (status: DatasetStatus, clock: Clock) => {
  const { id: _, ...facts } = status
  return { ...facts, antiguedadHoras: ageHours(status, clock.now()) }
}

const ageText = (hours: number | null): string => {
  if (hours === null) return '–'
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} días`
}

const STATES: Record<DatasetStatus['estado'], string> = {
  idle: 'al día',
  running: 'actualizando',
  failed: 'falló',
  unconfigured: 'no configurada',
}

const stateText = ({ estado, edicion, atrasado, copia }: DatasetStatus): string => {
  if (estado !== 'idle') return STATES[estado]
  if (edicion === null) return 'sin cargar'
  // Nobody can say whether a copy is the latest there is.
  return atrasado ? 'atrasada' : copia ? 'copia' : STATES.idle
}

/** A column and what stands in it. Wide ones are shown only where there is room. */
interface Column {
  title: string
  cell(status: DatasetStatus, now: number): Cell
  wide?: true
}

const COLUMNS: readonly Column[] = [
  { title: 'Datos', cell: ({ id }) => id },
  { title: 'Edición', cell: (status) => (isUndated(status) ? 'sin fecha' : dateText(status.edicion)) },
  { title: 'Filas', cell: ({ filas }) => numberText(filas) },
  { title: 'Descartadas', cell: ({ descartadas }) => numberText(descartadas) },
  { title: 'Cargado (Lima)', cell: ({ cargado }) => timeText(cargado) },
  { title: 'Revisado (Lima)', cell: ({ revisado }) => timeText(revisado), wide: true },
  { title: 'Antigüedad', cell: (status, now) => ageText(ageHours(status, now)), wide: true },
  { title: 'Estado', cell: stateText },
  { title: 'SHA-256', cell: ({ sha256 }) => sha256?.slice(0, 12) ?? '–', wide: true },
]
/** What the table needs with and without its wide columns. */
const WIDE = 125
const NARROW = 80

/** Prints all datasets as a table that fits the terminal, or one below the other where it is narrow, and their last errors. */
export const printStatuses = (
  output: Output,
  statuses: readonly DatasetStatus[],
  clock: Clock,
  width = process.stdout.columns ?? NARROW,
): void => {
  const now = clock.now()
  if (width < NARROW) for (const one of statuses) output.out(stacked(one, now))
  else {
    const shown = COLUMNS.filter(({ wide }) => !wide || width >= WIDE)
    const rows = statuses.map((one) => shown.map(({ cell }) => cell(one, now)))
    printTable(
      output,
      shown.map(({ title }) => title),
      rows,
    )
  }
  for (const one of statuses) {
    const { id, error, observacionesSinLeer } = one
    const reason = error ?? overdueReason(one)
    if (reason) output.out(`${wrapText(`${id}: ${reason}.`, width, '  ')}\n`)
    else if (isUndated(one)) output.out(`${id}: ${editionText(one)}\n`)
    if (observacionesSinLeer) output.out(unreadLine(id, observacionesSinLeer))
  }
}

const unreadLine = (id: string, unread: number): string =>
  `${id}: ${countText(unread, 'observación', 'observaciones')} sin interpretar\n`

const stacked = (status: DatasetStatus, now: number): string => {
  const [name, ...facts] = COLUMNS.map(({ title, cell }) => [title, cell(status, now)] as const)
  const lines = facts.map(([title, value]) => `  ${title.padEnd(16)} ${value}\n`)
  return `${name?.[1]}\n${lines.join('')}`
}
