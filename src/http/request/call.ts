import type { FastifyRequest } from 'fastify'
import type { KeyHolder, RateState, Reservation } from '../../accounts/index.ts'
import type { FailureKind } from '../../kernel/errors.ts'
import type { Answer } from '../../lookups/shared/answer.ts'

/** What the edge learns about one request on its way through; read by the headers, the meter and the log. */
export interface Call {
  readonly startedAt: number
  /** The endpoint's name, or `otro` outside the API. */
  endpoint: string
  holder: KeyHolder | null
  rate: RateState | null
  reservation: Reservation | null
  answer: Answer<unknown> | null
  failure: FailureKind | 'internal' | null
  /** The Failure's `detail`, for the log alone. */
  detail: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call
  }
}

export const openCall = (request: FastifyRequest): void => {
  request.call = {
    startedAt: performance.now(),
    endpoint: 'otro',
    holder: null,
    rate: null,
    reservation: null,
    answer: null,
    failure: null,
    detail: undefined,
  }
}
