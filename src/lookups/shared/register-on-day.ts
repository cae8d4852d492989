import type { PastRow, Register, Step } from '../../datasets/padron/index.ts'
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

/** The last edition before this one; undefined when it is our first. */
export const editionBefore = (editions: readonly string[], edition: string): string | undefined =>
  editions[editions.indexOf(edition) - 1]

/** What the editions around a day said of a taxpayer. Throws when the day lies before our first one. */
export const editionsAround = (register: Register, ruc: string, fecha: string) => {
  const { editions } = register.history
  const edicion = editions.findLast((edition) => edition <= fecha)
  if (edicion === undefined) throw beforeFirst(editions[0] as string)
  const steps = register.history.stepsOf(ruc)
  const at = steps.findLastIndex(({ desde }) => desde <= edicion)
  const { desde, row } = steps[at] as Step
  const following = steps[at + 1]
  const next = editions[editions.indexOf(edicion) + 1]
  const differs = following !== undefined && following.desde === next
  const isSure = fecha === edicion || (next !== undefined && (!differs || fecha === addDays(next, -1)))
  /** The next edition, where it says something else. */
  const other = differs ? following : undefined
  return { edicion, desde, row, hadIt: at > 0, following, other, isSure }
}

/** What the register said of a taxpayer on a day, and how sure that is. Throws when it did not have it, or when we do not know. */
export const registerOnDay = (register: Register, ruc: string, fecha: string): { row: PastRow; vigencia: Validity } => {
  const { editions } = register.history
  const { edicion, desde, row, hadIt, following, other, isSure } = editionsAround(register, ruc, fecha)
  if (!row) throw absentOn(register, edicion, { hadIt, following: following?.desde })
  const vigencia: Validity = {
    edicion,
    desde,
    hasta: following ? (editionBefore(editions, following.desde) as string) : null,
    certeza: isSure ? 'segura' : 'entre_ediciones',
    siguiente: isSure || !other ? null : { edicion: other.desde, cambios: changesTo(other.row, row) },
  }
  return { row, vigencia }
}

const beforeFirst = (first: string): Failure =>
  new Failure('no-history', `La historia del padrón empieza el ${toSlashDate(first)}: de antes no se sabe nada`, {
    campo: 'fecha',
  })

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
