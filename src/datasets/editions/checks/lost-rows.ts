import { Failure } from '../../../kernel/errors.ts'

/** So many rows may be unreadable in any edition, and in a large one this share of them. */
const ALWAYS_TOLERATED = 5
const TOLERATED_SHARE = 0.001

export const isTooManyLost = (lost: number, read: number): boolean =>
  lost > ALWAYS_TOLERATED && lost > TOLERATED_SHARE * (read + lost)

/**
 * Throws when more rows could not be read than a misprint here and there explains: each of them would be a false "no". The
 * few that are tolerated are counted in the edition's facts (`descartadas`).
 */
export const refuseLostRows = (lost: number, read: number, detail = 'unreadable rows'): void => {
  if (!isTooManyLost(lost, read)) return
  throw new Failure(
    'upstream-changed',
    `${lost.toLocaleString('es-PE')} filas no se pudieron leer; la edición se rechaza para no dar por inexistente lo que falta`,
    { detail: `${detail}: ${lost} of ${read + lost}` },
  )
}
