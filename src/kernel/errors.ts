/** Why a question could not be answered. The list is closed: `http/reply/failures.ts` and `docs/errors.md` hold a row for each. */
export type FailureKind =
  | 'invalid-input'
  | 'missing-input'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'unknown-route'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'body-too-large'
  | 'file-too-large'
  | 'unsupported-format'
  | 'unfinished'
  | 'no-history'
  | 'cursor-expired'
  | 'rate-limited'
  | 'quota-exhausted'
  | 'expectation-failed'
  | 'headers-too-large'
  | 'upstream-unavailable'
  | 'upstream-changed'
  | 'dataset-unavailable'
  | 'upstream-blocked'
  | 'not-configured'
  | 'overloaded'
  | 'store-unavailable'
  | 'starting'

export interface FailureFacts {
  /** The request parameter the failure is about. */
  campo?: string
  /** For the log only: what was seen, never whom it was about. */
  detail?: string
  cause?: unknown
  /** How long the caller, or the guard around a source, should wait. */
  retryAfterMs?: number
  /** The methods that there are, when the one used is not. */
  allow?: string
}

/** The one error class that travels between rooms. `message` is the Spanish sentence the caller reads. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly kind: FailureKind
  readonly campo: string | undefined
  readonly detail: string | undefined
  readonly retryAfterMs: number | undefined
  readonly allow: string | undefined

  constructor(kind: FailureKind, mensaje: string, facts: FailureFacts = {}) {
    super(mensaje, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.kind = kind
    this.campo = facts.campo
    this.detail = facts.detail
    this.retryAfterMs = facts.retryAfterMs
    this.allow = facts.allow
  }
}
