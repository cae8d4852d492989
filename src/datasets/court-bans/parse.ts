import { type Columns, cellDay, cellText, type Layout, readTable } from '../procurement-files/agency-table.ts'
import { CutDate } from '../procurement-files/cut-date.ts'
import type { CourtBan } from './court-bans.ts'

type Field = 'corte' | 'documento' | 'nombre' | 'organo' | 'resolucion' | 'inicio' | 'fin'

/** The headings of both layouts; the older one states no cut. */
const LAYOUT: Layout<Field> = {
  titles: {
    corte: ['FECHACORTE'],
    documento: ['RUCDNI'],
    nombre: ['NOMBRERAZONODENOMINACIONSOCIAL', 'RAZONSOCIALNOMBRE'],
    organo: ['ORGANOJURISDICCIONAL'],
    resolucion: ['NUMERORESOLUCION'],
    inicio: ['FECHAINICIO', 'FECHAINICIOINHABILITACION'],
    fin: ['FECHAFIN', 'FECHAFININHABILITACION'],
  },
  required: ['documento', 'nombre', 'organo', 'resolucion', 'inicio', 'fin'],
}

export interface ParsedBans {
  bans: CourtBan[]
  /** Rows that could not be read. */
  broken: number
  /** Null in the older layout. */
  cut: string | null
}

/** Reads the court orders. Doubles are told once; dates the wrong way round stay as they are. */
export const parseCourtBans = async (path: string): Promise<ParsedBans> => {
  const cut = new CutDate()
  const bans = new Map<string, CourtBan>()
  const onRow = (cells: readonly string[], columns: Columns<Field>): boolean => {
    const ban = readBan(cells, columns)
    const day = columns.corte < 0 ? '' : cellDay(cells, columns.corte)
    if (!ban || day === null || (day === '' && columns.corte >= 0)) return false
    if (day !== '') cut.add(day)
    bans.set(JSON.stringify(ban), ban)
    return true
  }
  const { broken } = await readTable({ path, layouts: [LAYOUT], onRow })
  return { bans: [...bans.values()], broken, cut: cut.day }
}

const readBan = (cells: readonly string[], columns: Columns<Field>): CourtBan | null => {
  const [desde, hasta] = [cellDay(cells, columns.inicio), cellDay(cells, columns.fin)]
  const [documento, nombre] = [cellText(cells, columns.documento), cellText(cells, columns.nombre)]
  if (desde === null || hasta === null || (documento === '' && nombre === '')) return null
  return {
    ...{ documento, nombre, desde: desde || null, hasta: hasta || null },
    organo: cellText(cells, columns.organo),
    resolucion: cellText(cells, columns.resolucion),
  }
}
