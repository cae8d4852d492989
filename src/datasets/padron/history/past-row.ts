import type { PastRow, Step } from '../register.ts'

/** In the order in which answers name them. */
export const PAST_FIELDS = [
  'razonSocial',
  'estado',
  'condicion',
  'ubigeo',
  'direccion',
] as const satisfies readonly (keyof PastRow)[]

/**
 * An edition that said something else of a RUC than the edition before it: the fields of the edition before that differ,
 * all of them when the row was gone afterwards, or null when the edition before did not have it.
 */
export interface Change {
  fecha: string
  before: Partial<PastRow> | null
}

/** Null when both say the same. */
const changeBetween = (fecha: string, before: PastRow | null, after: PastRow | null): Change | null => {
  if (before === null) return after === null ? null : { fecha, before: null }
  if (after === null) return { fecha, before }
  const changed = PAST_FIELDS.filter((field) => before[field] !== after[field])
  if (changed.length === 0) return null
  return { fecha, before: Object.fromEntries(changed.map((field) => [field, before[field]])) }
}

/** The changes between steps, oldest first. */
export const changesOf = (steps: readonly Step[]): Change[] =>
  steps.flatMap(({ desde, row }, at) => {
    const earlier = steps[at - 1]
    return (earlier && changeBetween(desde, earlier.row, row)) ?? []
  })

/**
 * The steps of a RUC from the oldest edition on, oldest first: the last edition's row, taken back change by change.
 * `changes` are oldest first.
 */
export const stepsOf = (first: string, last: PastRow | null, changes: readonly Change[]): Step[] => {
  const steps: Step[] = []
  let row = last
  for (const { fecha, before } of changes.toReversed()) {
    steps.push({ desde: fecha, row })
    row = before === null ? null : { ...(row as PastRow), ...before }
  }
  steps.push({ desde: first, row })
  return steps.reverse()
}
