import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { KeyHolder, RateState, Reservation } from '../../accounts/index.ts'
import type { Origin } from '../../domain/records.ts'
import type { FailureKind } from '../../kernel/errors.ts'
import type { Span } from '../../kernel/tracing/tracer.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import type { WrittenAnswer } from '../reply/written-answers.ts'

/** A certificate that was asked for: the question as it will state it. */
interface AskedCertificate {
  endpoint: string
  consulta: Record<string, string>
}

/** What the hooks learn about one request on its way through; read by the headers, the metrics and the log. */
export interface Call {
  readonly startedAt: number
  /** The endpoint's name, or `otro` outside the API. */
  endpoint: string
  holder: KeyHolder | null
  rate: RateState | null
  reservation: Reservation | null
  /** Units that the answer may cost. */
  price: number
  answer: Answer<unknown> | null
  /** The answer's body, when it was written before. */
  written: WrittenAnswer | undefined
  failure: FailureKind | 'internal' | null
  /** Who said "no", when nothing was found. */
  refused: readonly Origin[]
  /** The certificate that the caller asked for. */
  certificate: AskedCertificate | undefined
  /** True from when the API takes a request until its unit is charged or released. */
  isUndecided: boolean
  /** What the answer cost. */
  charged: number
  /** The caller hung up before the answer was sent. */
  isAbandoned: boolean
  /** The Failure's `detail`, for the log alone. */
  detail: string | undefined
  /** The request's span, while requests are traced. */
  span: Span | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call
  }
}

const SAFE_REQUEST_ID = /^[A-Za-z0-9._:-]{8,128}$/

/** The caller's request id when it is safe to print, else a new one. */
export const requestId = ({ headers }: IncomingMessage): string => {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && SAFE_REQUEST_ID.test(sent) ? sent : randomUUID()
}

/** Gives a request its empty `call`. */
export const openCall = (request: FastifyRequest): void => {
  request.call = newCall('otro')
}

export const newCall = (endpoint: string): Call => ({
  startedAt: performance.now(),
  endpoint,
  holder: null,
  rate: null,
  reservation: null,
  price: 1,
  answer: null,
  written: undefined,
  failure: null,
  refused: [],
  certificate: undefined,
  isUndecided: false,
  charged: 0,
  isAbandoned: false,
  detail: undefined,
  span: undefined,
})

/** What the log and the metrics read of a call that has been answered: a request with its reply, or a tool's. */
export interface AnsweredCall {
  readonly statusCode: number
  readonly request: { readonly id: string; readonly call: Call }
  getHeader(name: string): unknown
}
