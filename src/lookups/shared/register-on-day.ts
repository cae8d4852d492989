import type { PastRow, Register, Sighting, Step } from '../../datasets/padron/index.ts'
import { addDays, toSlashDate } from '../../domain/lima-time.ts'
import type { Cambio, Validity } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { agrees, changesInMonth, monthEnd, monthStart, runAround } from './monthly-copies.ts'
import { NotFound } from './not-found.ts'
import { registerOrigins } from './taxpayer-record.ts'

const FIELDS = ['razonSocial', 'estado', 'condicion', 'ubigeo', 'direccion'] as const

/** What a row says otherwise than the one before it. */
export const changesTo = (row: PastRow | null, before: PastRow | null): Cambio[] => {
  if (!row) return before ? ['retiro'] : []
  return before ? FIELDS.filter((field) => row[field] !== before[field]) : ['alta']
}

/** The last edition before this one; undefined when it is our first. */
export const editionBefore = (editions: readonly string[], edition: string): string | undefined =>
  editions[editions.indexOf(edition) - 1]

/** What the register said of a taxpayer on a day, and how sure that is. Throws when it did not have it, or when we do not know. */
export const registerOnDay = (register: Register, ruc: string, fecha: string): { row: PastRow; vigencia: Validity } => {
  const { editions } = register.history
  const edicion = editions.findLast((edition) => edition <= fecha)
  if (edicion === undefined) return registerInMonth(register, ruc, fecha)
  const steps = register.history.stepsOf(ruc)
  const at = steps.findLastIndex(({ desde }) => desde <= edicion)
  const { desde, row } = steps[at] as Step
  const following = steps[at + 1]
  if (!row) throw absentOn(register, edicion, { hadIt: at > 0, following: following?.desde })
  const next = editions[editions.indexOf(edicion) + 1]
  const differs = following !== undefined && following.desde === next
  const isSure = fecha === edicion || (next !== undefined && (!differs || fecha === addDays(next, -1)))
  const vigencia: Validity = {
    edicion,
    desde,
    hasta: following ? (editionBefore(editions, following.desde) as string) : null,
    certeza: isSure ? 'segura' : 'entre_ediciones',
    siguiente: isSure || !differs ? null : { edicion: following.desde, cambios: changesTo(following.row, row) },
  }
  return { row, vigencia }
}

/** Before our first edition monthly copies answer for those whom they have; of which day of their month nobody knows. */
const registerInMonth = ({ history }: Register, ruc: string, fecha: string): { row: PastRow; vigencia: Validity } => {
  const first = history.editions[0] as string
  const sightings = history.sightingsOf(ruc)
  const month = fecha.slice(0, 7)
  const at = sightings.findLastIndex(({ mes }) => mes <= month)
  if (at < 0) throw beforeFirst(first, history.months[0])
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

const beforeFirst = (first: string, firstMonth: string | undefined): Failure =>
  new Failure(
    'no-history',
    firstMonth === undefined
      ? `La historia del padrón empieza el ${toSlashDate(first)}: de antes no se sabe nada`
      : `La historia del padrón empieza el ${toSlashDate(first)}; las copias mensuales, desde ${firstMonth.slice(5)}/${firstMonth.slice(0, 4)}, no dicen nada de este RUC hasta ese día`,
    { campo: 'fecha' },
  )

const absentOn = (
  register: Register,
  edicion: string,
  { hadIt, following }: { hadIt: boolean; following: string | undefined },
): NotFound => {
  const left = hadIt ? 'El RUC ya no figuraba' : 'El RUC aún no figuraba'
  const never = following === undefined && !hadIt
  const later = following === undefined ? '' : `; figura desde la del ${toSlashDate(following)}`
  return new NotFound(
    never
      ? `El RUC no figura en el padrón, tampoco en la edición del ${toSlashDate(edicion)}`
      : `${left} en la edición del padrón del ${toSlashDate(edicion)}${later}`,
    registerOrigins(register),
  )
}
