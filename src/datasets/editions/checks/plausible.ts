import { Failure } from '../../../kernel/errors.ts'
import type { EditionFacts } from '../dataset.ts'
import { plausibleDate } from './edition-date.ts'

/** A new edition may be a little smaller than the one in service, not more. */
export const MIN_ROWS_SHARE = 0.9

interface PlausibleRules {
  /** The date of an edition; absent when those of the two are not comparable. */
  dateOf?: ((facts: EditionFacts) => string | undefined) | undefined
  /** Lima's date: an edition in service that is dated later than this proves nothing. */
  today: string
  /** The least share of the rows in service. */
  leastShare?: number | undefined
  /** The failure for too few rows, when the dataset has a sentence of its own. */
  incomplete?: (detail: string) => Failure
}

const incompleteList = (detail: string): Failure =>
  new Failure('upstream-changed', 'La lista llegó incompleta: tiene menos entradas que la que está en servicio', {
    detail,
  })

/** Throws when an edition is implausible next to the one in service: much smaller, or older. */
export const refuseImplausible = (
  { inService }: { inService: EditionFacts | null },
  arrived: EditionFacts,
  { dateOf, today, incomplete = incompleteList, leastShare = MIN_ROWS_SHARE }: PlausibleRules,
): void => {
  if (!inService) return
  if (arrived.filas < leastShare * inService.filas)
    throw incomplete(`${arrived.filas} rows, ${inService.filas} in service`)
  // The day of a load proves nothing about the next edition.
  const date = dateOf?.(arrived)
  const known = plausibleDate(dateOf?.(inService), today)
  if (date && known && date < known)
    throw new Failure('upstream-changed', 'La lista recibida es más antigua que la que está en servicio', {
      detail: `${date} before ${known}`,
    })
}
