import { addDays } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import {
  type Columns,
  cellDay,
  cellText,
  isHeaderOf,
  type Layout,
  readTable,
} from '../procurement-files/agency-table.ts'
import { CutDate } from '../procurement-files/cut-date.ts'
import type { ParsedList } from './parse.ts'
import type { ListedSanction } from './sanction-collector.ts'

type Field = 'corte' | 'ruc' | 'nombre' | 'inicio' | 'fin' | 'resolucion' | 'motivo'

const LAYOUT: Layout<Field> = {
  titles: {
    corte: ['FECHACORTE'],
    ruc: ['RUC'],
    nombre: ['NOMBRERAZONODENOMINACIONSOCIAL'],
    inicio: ['FECHAINICIO'],
    fin: ['FECHAFIN'],
    resolucion: ['NUMERORESOLUCION'],
    motivo: ['DEMOTIVOINFRACCION'],
  },
  required: ['corte', 'ruc', 'nombre', 'inicio', 'fin', 'resolucion', 'motivo'],
}

/** Whether a file begins like the agency's open data. Its name says nothing. */
export const isOpenData = (head: Buffer): boolean =>
  isHeaderOf(head.toString('latin1').replace(/^ï»¿/, '').split(/\r?\n/, 1)[0] ?? '', LAYOUT)

/** Reads the agency's open data from end to end. All rows are of one cut, and doubles are told once. */
export const parseOpenData = async (
  path: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<ParsedList & { cut: string }> => {
  const cut = new CutDate()
  const sanctions: ListedSanction[] = []
  const seen = new Set<string>()
  let duplicates = 0
  const onRow = (cells: readonly string[], columns: Columns<Field>): boolean => {
    const day = cellDay(cells, columns.corte)
    const sanction = readSanction(cells, columns)
    if (!day || !sanction) return false
    cut.add(day)
    const key = cells.map((_, at) => cellText(cells, at)).join('|')
    if (seen.has(key)) duplicates++
    else sanctions.push(sanction)
    seen.add(key)
    return true
  }
  const { broken } = await readTable({ path, layouts: [LAYOUT], onRow, onBytes })
  if (cut.day === null)
    throw new Failure('upstream-changed', 'La lista de inhabilitados llegó vacía', { detail: 'no row' })
  return { sanctions, counts: { fines: 0, duplicates, broken }, undated: 0, cut: cut.day }
}

/** Null when nobody is named, or when a date is none of the calendar. Dates the wrong way round stay as they are. */
const readSanction = (cells: readonly string[], columns: Columns<Field>): ListedSanction | null => {
  const desde = cellDay(cells, columns.inicio)
  const hasta = cellDay(cells, columns.fin)
  const ruc = cellText(cells, columns.ruc)
  const razonSocial = cellText(cells, columns.nombre)
  if (!desde || hasta === null || (ruc === '' && razonSocial === '')) return null
  return {
    ...{ ruc, razonSocial, desde, hasta },
    tipo: hasta === '' ? 'Definitivo' : 'Temporal',
    resolucion: cellText(cells, columns.resolucion),
    periodo: hasta === '' ? 'DEFINITIVO' : lengthOf(desde, hasta),
    infraccion: cellText(cells, columns.motivo),
    listedInForce: false,
    datesReadable: true,
  }
}

/** `36 MESES`, `4 MESES Y 15 DIAS`, as the tribunal counts them: to the same day of a month. */
const lengthOf = (desde: string, hasta: string): string => {
  if (hasta < desde) return ''
  const [fromYear = 0, fromMonth = 0] = desde.split('-').map(Number)
  const [toYear = 0, toMonth = 0] = hasta.split('-').map(Number)
  const isShort = hasta.slice(8) < desde.slice(8)
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth - (isShort ? 1 : 0)
  const days = daysBetween(monthsLater(desde, months), hasta)
  const parts = [months > 0 && `${months} MESES`, days > 0 && `${days} DIAS`].filter(Boolean)
  return parts.join(' Y ') || '1 DIAS'
}

/** The same day so many months later, or the last one of a month that is too short. */
const monthsLater = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = addDays(new Date(Date.UTC(year, month + months, 1)).toISOString().slice(0, 10), -1)
  return `${last.slice(0, 8)}${String(Math.min(date, Number(last.slice(8)))).padStart(2, '0')}`
}

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
