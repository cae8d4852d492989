import type { Health } from '../../domain/records.ts'
import type { Failure } from '../../kernel/errors.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import { type Outcome, toolOrigins } from '../../mcp/outcome.ts'
import { envelopeOf } from '../reply/envelope.ts'
import { errorBody, INTERNAL_MESSAGE } from '../reply/failures.ts'

/** An answer of a lookup as a tool tells it. */
export const outcomeOfAnswer = (answer: Answer<unknown>): Outcome => {
  const { ok: _ok, ...body } = envelopeOf(answer)
  return { estado: 'ok', body, fuentes: toolOrigins(answer.origins) }
}

export const outcomeOfHealth = ({ data, providers }: Health): Outcome => ({
  estado: 'ok',
  body: { data, providers },
  fuentes: [],
})

/** A failure as a tool tells it, by the table of the error bodies; null is a bug, of which nothing is shown. */
export const outcomeOfFailure = (failure: Failure | null): Outcome => {
  const { error } = errorBody(failure?.kind ?? 'internal', failure?.message ?? INTERNAL_MESSAGE, failure?.campo)
  if (failure?.kind === 'not-found') return { estado: 'no_encontrado', error }
  const reintentarEn =
    failure?.retryAfterMs === undefined ? {} : { reintentarEn: Math.max(1, Math.ceil(failure.retryAfterMs / 1000)) }
  return { estado: 'error', error: { ...error, ...reintentarEn } }
}
