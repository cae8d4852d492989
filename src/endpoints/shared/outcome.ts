import type { Health, Origin, Validity } from '../../domain/records.ts'
import type { Failure } from '../../kernel/errors.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import { envelopeOf } from './envelope.ts'
import { errorBody, INTERNAL_MESSAGE } from './failures.ts'

/** Where an answer came from, as a tool tells it. */
export interface ToolOrigin {
  proveedor: string
  canal: string
  edicion?: string
  sinFecha?: boolean
  /** Which of its publisher's two publications a list is. */
  clase?: string
}

/** Why a question was not answered: the facts of the service's error body. */
export interface ToolError {
  codigo: string
  mensaje: string
  campo?: string
  /** Seconds until it is worth asking again. */
  reintentarEn?: number
}

/** What became of a question. Nothing found is a statement of fact, and so apart from a question that could not be put. */
export type Outcome =
  | { estado: 'ok'; body: AnswerBody; fuentes: readonly ToolOrigin[]; requestId?: string | undefined }
  | { estado: 'no_encontrado' | 'error'; error: ToolError; requestId?: string | undefined }

/** The service's answer without its `ok`. */
export interface AnswerBody {
  data: unknown
  proveedor?: string
  aviso?: string
  vigencia?: Validity
  total?: number
  truncado?: boolean
  /** Of a list that has more pages. */
  siguiente?: string
  providers?: unknown
}

/** A question of a tool: the endpoint's path below `/api/`, and its parameters, which throw a Failure when they cannot be read. */
export interface Question {
  path: string
  query(): Record<string, string>
  signal: AbortSignal
}

/** Puts a question: in this process, through the checks of the HTTP service, or to a server. It never fails. */
export type Ask = (question: Question) => Promise<Outcome>

const toolOrigins = (origins: readonly Origin[]): ToolOrigin[] =>
  origins.map(({ provider, channel, edition, undated, kind }) => ({
    proveedor: provider,
    canal: channel,
    ...(edition !== undefined && { edicion: edition }),
    ...(undated && { sinFecha: true }),
    ...(kind && { clase: kind }),
  }))

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
