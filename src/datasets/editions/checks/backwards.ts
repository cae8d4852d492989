import type { LimaClock } from '../../../domain/lima-time.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { EditionFacts, RefreshJob } from '../dataset.ts'
import { latestDay, plausibleDate, publishersDate } from './edition-date.ts'

/** So far may the clocks of two machines differ. */
const CLOCKS_DIFFER_MS = 86_400_000

const refused = (mensaje: string, detail: string): Failure => new Failure('upstream-changed', mensaje, { detail })

/**
 * Throws when an edition that another installation made is older than the one in service, or dated in the future: every
 * later one would look older than that. A signed manifest of yesterday is genuine and still not to be taken.
 */
export const refuseBackwards = (
  { inService }: Pick<RefreshJob, 'inService'>,
  facts: EditionFacts,
  clock: LimaClock,
): void => {
  const { edicion, cargado } = facts
  if (!plausibleDate(edicion, latestDay(clock)) || !isPast(cargado, clock))
    throw refused('La edición ofrecida tiene una fecha imposible', `${edicion}, loaded ${cargado}`)
  if (inService && isOlder(facts, inService, clock))
    throw refused(
      'La edición ofrecida es más antigua que la que está en servicio',
      `${edicion}, loaded ${cargado}; ${inService.edicion}, loaded ${inService.cargado} in service`,
    )
}

const isPast = (loaded: string, clock: LimaClock): boolean => Date.parse(loaded) <= clock.now() + CLOCKS_DIFFER_MS

const isOlder = (offered: EditionFacts, inService: EditionFacts, clock: LimaClock): boolean => {
  // The same file of the publisher, which both installations loaded at their own time.
  if (offered.sha256 === inService.sha256) return false
  const date = publishersDate(offered)
  const known = plausibleDate(publishersDate(inService), latestDay(clock))
  if (date && known && date !== known) return date < known
  return isPast(inService.cargado, clock) && Date.parse(offered.cargado) < Date.parse(inService.cargado)
}
