import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { latestDay, plausibleDate } from '../editions/checks/edition-date.ts'
import type { EditionFacts } from '../editions/dataset.ts'

const refused = (mensaje: string, detail: string): Failure => new Failure('upstream-changed', mensaje, { detail })

/** The day that every row of a file gives as its cut. */
export class CutDate {
  /** Null until a row was read. */
  day: string | null = null

  /** Throws when a row is of another day than those before it: the file would be half of two editions. */
  add(day: string): void {
    this.day ??= day
    if (day !== this.day)
      throw refused('El archivo mezcla filas de distintas fechas de corte', `${this.day} and ${day}`)
  }
}

/** Throws for a cut that lies in the future, or before that of the edition in service. */
export const refuseCut = (cut: string, before: EditionFacts | null, clock: LimaClock): void => {
  const today = latestDay(clock)
  if (!plausibleDate(cut, today)) throw refused('El archivo tiene una fecha de corte imposible', cut)
  const known = plausibleDate(before?.edicion, today)
  if (known && cut < known)
    throw refused('El archivo es más antiguo que el que está en servicio', `${cut} before ${known}`)
}

/** Of a hundred rows one may be unreadable, not more: each is a false "no". */
const TOLERATED_SHARE = 0.01

export const refuseUnreadable = ({ filas, descartadas = 0 }: Pick<EditionFacts, 'filas' | 'descartadas'>): void => {
  if (descartadas > TOLERATED_SHARE * (filas + descartadas))
    throw refused(
      `${descartadas.toLocaleString('es-PE')} filas no se pudieron leer; la edición se rechaza para no dar por inexistente lo que falta`,
      `${descartadas} of ${filas + descartadas} rows`,
    )
}
