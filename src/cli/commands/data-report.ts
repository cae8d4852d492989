import { ageHours, type DatasetStatus } from '../../datasets/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Output, printTable } from '../output.ts'

/** One dataset as `--json` prints it: the facts of `/api/health` and the state of its refresh. */
export const statusFacts = (status: DatasetStatus, clock: Clock) => {
  const { id: _, ...facts } = status
  return { ...facts, antiguedadHoras: ageHours(status, clock.now()) }
}

const ageText = (hours: number | null): string => {
  if (hours === null) return '–'
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} días`
}

/** sv-SE formats dates as YYYY-MM-DD HH:mm. */
const limaTime = (iso: string | null): string =>
  iso === null ? '–' : new Date(iso).toLocaleString('sv-SE', { timeZone: 'America/Lima' }).slice(0, 16)

const STATES: Record<DatasetStatus['estado'], string> = {
  idle: 'al día',
  running: 'actualizando',
  failed: 'falló',
  unconfigured: 'no configurada',
}

const stateText = ({ estado, edicion }: DatasetStatus): string =>
  estado === 'idle' && edicion === null ? 'sin cargar' : STATES[estado]

/** Prints all datasets as a table, and below it their last errors. */
export const printStatuses = (output: Output, statuses: readonly DatasetStatus[], clock: Clock): void => {
  printTable(
    output,
    ['Datos', 'Edición', 'Filas', 'Cargado (Lima)', 'Antigüedad', 'Estado', 'SHA-256'],
    statuses.map((one) => [
      one.id,
      one.edicion ?? '–',
      one.filas?.toLocaleString('es-PE') ?? '–',
      limaTime(one.cargado),
      ageText(ageHours(one, clock.now())),
      stateText(one),
      one.sha256?.slice(0, 12) ?? '–',
    ]),
  )
  for (const { id, error } of statuses) if (error) output.out(`${id}: ${error}.\n`)
}
