import type { Origin } from '../../domain/records.ts'
import { Failure, type FailureFacts } from '../../kernel/errors.ts'

/** "No such record", and everybody who said so: a certificate of it names them. */
export class NotFound extends Failure {
  readonly origins: readonly Origin[]

  constructor(mensaje: string, origins: readonly Origin[], facts: FailureFacts = {}) {
    super('not-found', mensaje, facts)
    this.origins = origins
  }
}

/** Whom a failure is the answer of; nobody, unless it is a "no". */
export const originsOfFailure = (failure: unknown): readonly Origin[] =>
  failure instanceof NotFound ? failure.origins : []
