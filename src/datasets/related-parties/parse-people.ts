import { stripAccents } from '../../domain/names/normalise.ts'
import { isRuc } from '../../domain/ruc.ts'
import { Failure } from '../../kernel/errors.ts'
import {
  type Columns,
  cellDay,
  cellText,
  type Layout,
  readTable,
  type TableCounts,
} from '../procurement-files/agency-table.ts'
import { type CutDate, refuseUnreadable } from '../procurement-files/cut-date.ts'
import { LONGEST_TEXT } from './party-bytes.ts'
import type { RelatedParty, Role } from './related-parties.ts'

/** The three files of one kind each, and the one that holds all three kinds. */
export const FILE_OF_ROLE: Readonly<Record<Role, string>> = {
  socio: 'Socios.csv',
  representante: 'representantes.csv',
  organo: 'organos.csv',
}
export const WHOLE_FILE = 'conformacion_juridica.csv'

type Field = 'corte' | 'ruc' | 'tipo' | 'numero' | 'nombre' | 'cargo' | 'rol'

const TITLES = {
  corte: ['FECHACORTE'],
  ruc: ['RUCPROVEEDOR', 'RUC'],
  tipo: ['TIPODOCUMENTO', 'TIPODEDOCUMENTO', 'DETIPODOCUMENTO', 'DESTIPODOCUMENTO', 'TIPODOC'],
  numero: ['NRODOCUMENTO', 'NUMERODOCUMENTO', 'NUMERODEDOCUMENTO', 'NRODEDOCUMENTO', 'NUDOCUMENTO', 'NRODOC'],
  nombre: ['NOMBREORAZONSOCIAL', 'NOMBRERAZONSOCIAL', 'NOMBRERAZONODENOMINACIONSOCIAL', 'NOMBRESRAZONSOCIAL', 'NOMBRE'],
  cargo: ['CARGO'],
  rol: ['TIPOCONFJURIDICA'],
} as const satisfies Record<Field, readonly string[]>
const PERSON: readonly Field[] = ['ruc', 'tipo', 'numero', 'nombre']

const layoutOf = (title: string): Layout<Field> => {
  if (title === WHOLE_FILE) return { titles: TITLES, required: [...PERSON, 'corte', 'rol'] }
  return { titles: TITLES, required: title === FILE_OF_ROLE.organo ? [...PERSON, 'cargo'] : PERSON }
}

const ROLE_WORDS: readonly (readonly [RegExp, Role])[] = [
  [/SOCI|ACCIONISTA|TITULAR|PARTICIPACION/, 'socio'],
  [/REPRESENTANTE|APODERAD/, 'representante'],
  [/ORGANO|DIRECTOR|GEREN|ADMINISTRA/, 'organo'],
]

/** The kind of a declaration in the file of all kinds; undefined for a word that is not known. */
const roleOf = (words: string): Role | undefined => {
  const folded = stripAccents(words)
  return ROLE_WORDS.find(([known]) => known.test(folded))?.[1]
}

interface PeopleReading {
  title: string
  path: string
  cut: CutDate
  onParty(ruc: string, party: RelatedParty): void
  onBytes?: ((bytes: number) => void) | undefined
}

/** Reads one of the files. Numbers are kept as they are: no zeros are added, no letters taken away. */
export const parsePeople = async ({ title, path, cut, onParty, onBytes }: PeopleReading): Promise<TableCounts> => {
  const ofFile = (Object.keys(FILE_OF_ROLE) as Role[]).find((role) => FILE_OF_ROLE[role] === title)
  const onRow = (cells: readonly string[], columns: Columns<Field>): boolean => {
    const ruc = cellText(cells, columns.ruc)
    const nombre = cellText(cells, columns.nombre)
    const words = cellText(cells, columns.rol)
    const rol = ofFile ?? roleOf(words)
    const day = ofFile ? '' : cellDay(cells, columns.corte)
    const isLong = PERSON.some((field) => (cells[columns[field]] ?? '').length > LONGEST_TEXT)
    if (isLong || !isRuc(ruc) || nombre === '' || !rol || day === null || (!ofFile && day === '')) return false
    if (day !== '') cut.add(day)
    onParty(ruc, {
      ...{ rol, nombre, cargo: ofFile ? cellText(cells, columns.cargo) : rol === 'organo' ? words : '' },
      tipoDocumento: cellText(cells, columns.tipo),
      documento: cellText(cells, columns.numero),
    })
    return true
  }
  const counts = await readTable({ path, layouts: [layoutOf(title)], onRow, onBytes })
  if (counts.rows === 0)
    throw new Failure('upstream-changed', `El archivo ${title} llegó vacío`, { detail: `${counts.broken} broken` })
  // In each file: a short one that cannot be read would not show beside the others.
  refuseUnreadable({ filas: counts.rows, descartadas: counts.broken })
  return counts
}
