import type { Origin } from '../domain/records.ts'

/** Where an answer came from, as a tool tells it. */
export interface ToolOrigin {
  proveedor: string
  canal: string
  edicion?: string
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
  total?: number
  truncado?: boolean
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

export const toolOrigins = (origins: readonly Origin[]): ToolOrigin[] =>
  origins.map(({ provider, channel, edition }) => ({
    proveedor: provider,
    canal: channel,
    ...(edition !== undefined && { edicion: edition }),
  }))
