import type { PastRow, Register, Sighting, Step } from '../../datasets/padron/index.ts'
import { addDays, toSlashDate } from '../../domain/lima-time.ts'
import type { Cambio, Validity } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { NotFound } from './not-found.ts'
import { registerOrigins } from './taxpayer-record.ts'

const FIELDS = ['razonSocial', 'estado', 'condicion', 'ubigeo', 'direccion'] as const

/** What a row says otherwise than the one before it. */
export const changesTo = (row: PastRow | null, before: PastRow | null): Cambio[] => {
  if (!row) return before ? ['retiro'] : []
  return before ? FIELDS.filter((field) => row[field] !== before[field]) : ['alta']
}

/** Which edition is the last one on or before a day; -1 when none is. There may be hundreds. */
const lastUntil = (editions: readonly string[], day: string): number => {
  let [low, high] = [0, editions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((editions[middle] as string) <= day) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The last edition before this one; undefined when it is our first. */
export const editionBefore = (editions: readonly string[], edition: string): string | undefined =>
  editions[lastUntil(editions, edition) - 1]

/** What the editions around a day said of a taxpayer. */
export interface DayInRegister {
  /** The last edition on or before the day, the first one with the same row, and the row; null when it had none. */
  edicion: string
  desde: string
  row: PastRow | null
  /** The row is that of the day, too: an edition is of that day, or nothing changed until the next one. */
  isSure: boolean
  /** True when an earlier edition had the taxpayer. */
  hadIt: boolean
  /** The next step, and the same when it is of the very next edition. */
  following: Step | undefined
  change: Step | undefined
}

/** Throws for a day before our first edition. */
export const dayInRegister = (register: Register, ruc: string, fecha: string): DayInRegister => {
  const { editions } = register.history
  const last = lastUntil(editions, fecha)
  const edicion = editions[last]
  if (edicion === undefined) throw new Failure('no-history', historyBegins(editions[0] as string), { campo: 'fecha' })
  const steps = register.history.stepsOf(ruc)
  const at = steps.findLastIndex(({ desde }) => desde <= edicion)
  const { desde, row } = steps[at] as Step
  const following = steps[at + 1]
  const next = editions[last + 1]
  const change = following?.desde === next ? following : undefined
  const isSure = fecha === edicion || (next !== undefined && (!change || fecha === addDays(next, -1)))
  return { edicion, desde, row, isSure, hadIt: at > 0, following, change }
}

/** What the register said of a taxpayer on a day, and how sure that is. Throws when it did not have it, or when we do not know. */
export const registerOnDay = (register: Register, ruc: string, fecha: string): { row: PastRow; vigencia: Validity } => {
  const { editions } = register.history
  if (fecha < (editions[0] as string)) return registerInMonth(register, ruc, fecha)
  const day = dayInRegister(register, ruc, fecha)
  const { edicion, desde, row, isSure, following, change } = day
  if (!row) throw new NotFound(absenceWords(day), registerOrigins(register))
  const vigencia: Validity = {
    edicion,
    desde,
    hasta: following ? (editionBefore(editions, following.desde) as string) : null,
    certeza: isSure ? 'segura' : 'entre_ediciones',
    siguiente: isSure || !change ? null : { edicion: change.desde, cambios: changesTo(change.row, row) },
  }
  return { row, vigencia }
}

/** What monthly copies of the open data say; ubigeo of companies alone. */
const MONTHLY_FIELDS = ['estado', 'condicion', 'ubigeo'] as const

export const monthStart = (month: string): string => `${month}-01`

export const monthEnd = (month: string): string => addDays(monthStart(addDays(monthStart(month), 31).slice(0, 7)), -1)

/** What a row says otherwise than a monthly copy. A ubigeo that one of them does not have is no change. */
export const changesInMonth = (row: PastRow, before: PastRow): Cambio[] =>
  MONTHLY_FIELDS.filter(
    (field) => row[field] !== before[field] && (field !== 'ubigeo' || (row.ubigeo && before.ubigeo)),
  )

const agrees = (one: PastRow, other: PastRow): boolean => changesInMonth(one, other).length === 0

/** The first and the last month around a sighting that say the same, none between them otherwise. */
const runAround = (sightings: readonly Sighting[], at: number): { first: string; last: string } => {
  const { row } = sightings[at] as Sighting
  let [first, last] = [at, at]
  while (first > 0 && agrees((sightings[first - 1] as Sighting).row, row)) first--
  while (last + 1 < sightings.length && agrees((sightings[last + 1] as Sighting).row, row)) last++
  return { first: (sightings[first] as Sighting).mes, last: (sightings[last] as Sighting).mes }
}

/** Before our first edition monthly copies answer for those whom they have; of which day of their month nobody knows. */
const registerInMonth = ({ history }: Register, ruc: string, fecha: string): { row: PastRow; vigencia: Validity } => {
  const first = history.editions[0] as string
  const sightings = history.sightingsOf(ruc)
  const month = fecha.slice(0, 7)
  const at = sightings.findLastIndex(({ mes }) => mes <= month)
  if (at < 0) throw new Failure('no-history', historyBegins(first, history.months[0]), { campo: 'fecha' })
  const { mes, row } = sightings[at] as Sighting
  const before = sightings[at - 1]
  const wasSame = mes < month || (before !== undefined && agrees(before.row, row))
  const later = sightings[at + 1]
  const next = later ? later.row : (history.stepsOf(ruc)[0] as Step).row
  const staysSame = next !== null && agrees(row, next)
  const isSure = wasSame && staysSame
  const run = runAround(sightings, at)
  const vigencia: Validity = {
    edicion: monthStart(mes),
    desde: monthStart(run.first),
    hasta: monthEnd(run.last),
    certeza: isSure ? 'segura' : 'entre_ediciones',
    siguiente: staysSame
      ? null
      : { edicion: later ? monthStart(later.mes) : first, cambios: next ? changesInMonth(next, row) : ['retiro'] },
    grano: 'mes',
  }
  return { row, vigencia }
}

/** `firstMonth`: of monthly copies, which say nothing of the taxpayer so far. */
export const historyBegins = (first: string, firstMonth?: string): string =>
  `La historia del padrón empieza el ${toSlashDate(first)}${
    firstMonth === undefined
      ? ': de antes no se sabe nada'
      : `; las copias mensuales, desde ${toSlashDate(firstMonth).slice(1)}, no dicen nada de este RUC hasta ese día`
  }`

/** Why the register has no row of that day. */
export const absenceWords = ({ edicion, hadIt, following }: DayInRegister): string => {
  if (following === undefined && !hadIt)
    return `El RUC no figura en el padrón, tampoco en la edición del ${toSlashDate(edicion)}`
  const left = hadIt ? 'El RUC ya no figuraba' : 'El RUC aún no figuraba'
  const later = following === undefined ? '' : `; figura desde la del ${toSlashDate(following.desde)}`
  return `${left} en la edición del padrón del ${toSlashDate(edicion)}${later}`
}
