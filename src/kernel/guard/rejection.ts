import { Failure } from '../errors.ts'

/** A question that the guard rejected without asking the source; asking again at once would change nothing. */
export class Rejection extends Failure {}

export const isRejection = (error: unknown): boolean => error instanceof Rejection

/** Too many questions wait for the source, or one has waited too long. */
export const queueFull = (): Rejection =>
  new Rejection('upstream-unavailable', 'La fuente está saturada; inténtelo de nuevo en unos segundos', {
    detail: 'queue full',
  })
