import type { ReplyHeaders } from './meta.ts'
import type {
  IndicadoresBuscarParametros,
  IndicadoresBuscarRespuesta,
  IndicadoresParametros,
  IndicadoresRespuesta,
  TipoCambio,
  TipoCambioMes,
  TipoCambioRespuesta,
} from './types.ts'

// No type of a platform is named here: a caller may have those of Node, of a browser, or none.

/** Lo que el cliente usa de un `AbortSignal`; el de cualquier plataforma sirve. */
export interface Signal {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Lo que el cliente usa de una respuesta de `fetch`. */
export interface FetchReply {
  readonly status: number
  readonly type?: string
  readonly headers: ReplyHeaders
  readonly body?: unknown
  text(): Promise<string>
  arrayBuffer?(): Promise<ArrayBuffer>
}

/** Lo que el cliente pide a `fetch`. */
export interface FetchInit {
  method: 'GET' | 'POST' | 'DELETE'
  // biome-ignore lint/suspicious/noExplicitAny: the body of any platform, whose types the caller may not have
  body?: any
  headers: Record<string, string>
  redirect: 'manual'
  credentials: 'omit'
  cache: 'no-store'
  // biome-ignore lint/suspicious/noExplicitAny: the AbortSignal of any platform, whose types the caller may not have
  signal: any
}

/** El `fetch` de la plataforma, u otro que haga lo mismo. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchReply>

/** Con qué se crea un cliente. */
export interface ClientOptions {
  /** Dirección del servicio, con su ruta si está detrás de una. En una página, la de la propia página si se omite. */
  url?: string | undefined
  /** La clave: `chq_live_…` o `chq_test_…`. */
  key: string
  /** Milisegundos para una consulta con todos sus reintentos; 30 000 si se omite. */
  timeoutMs?: number | undefined
  /** Reintentos de lo que vale la pena reintentar; 3 si se omite. */
  retries?: number | undefined
  /**
   * Recuerda las últimas respuestas (200, o tantas como se diga) y pregunta si cambiaron; las que no, no cuestan cuota.
   * Quedan en memoria, también los datos personales.
   */
  etags?: boolean | number | undefined
  /** `false` envía también los RUC cuyo prefijo o dígito verificador no corresponde: el padrón tiene unos pocos. */
  checkRuc?: boolean | undefined
  /** El `fetch` que se usa en lugar del de la plataforma. */
  fetch?: Fetch | undefined
}

/** Opciones de una consulta. */
export interface CallOptions {
  /** Cancela la consulta, también mientras espera para reintentar. */
  signal?: Signal | undefined
  timeoutMs?: number | undefined
  retries?: number | undefined
  /** `true`: lo que no se encuentra es `null` en lugar de un `NotFoundError`. */
  nullIfNotFound?: boolean | undefined
  /** Identificador para el registro del servicio, de 8 a 128 caracteres; si se omite lo pone el servicio. */
  requestId?: string | undefined
}

/** Opciones de una consulta que falla cuando no encuentra nada. */
export interface FailingCallOptions extends CallOptions {
  nullIfNotFound?: false | undefined
}

/** Una consulta. */
export interface Lookup<Query, Answer> {
  (consulta: Query, opciones?: FailingCallOptions): Promise<Answer>
  (consulta: Query, opciones: CallOptions): Promise<Answer | null>
}

/** Respuesta del tipo de cambio de una fecha. */
export interface TipoCambioDiaRespuesta extends TipoCambioRespuesta {
  data: TipoCambio
}

/** Respuesta del tipo de cambio de un mes. */
export interface TipoCambioMesRespuesta extends TipoCambioRespuesta {
  data: TipoCambioMes
}

/** Un día, `{ fecha }` o solo su fecha; hoy en Lima si se omite. */
export type Dia = string | { fecha?: string | undefined; mes?: undefined }

/** Un mes, `AAAA-MM`. */
export interface Mes {
  mes: string
  fecha?: undefined
}

/** La consulta del tipo de cambio: de un día, o de cada día de un mes. */
export interface RateLookup {
  (dia?: Dia, opciones?: FailingCallOptions): Promise<TipoCambioDiaRespuesta>
  (mes: Mes, opciones?: FailingCallOptions): Promise<TipoCambioMesRespuesta>
  (dia: Dia | undefined, opciones: CallOptions): Promise<TipoCambioDiaRespuesta | null>
  (mes: Mes, opciones: CallOptions): Promise<TipoCambioMesRespuesta | null>
}

/** La consulta de una serie, y la búsqueda de series. */
export interface SeriesLookup extends Lookup<string | IndicadoresParametros, IndicadoresRespuesta> {
  /** Series del banco central por palabras de su nombre o grupo, o por el comienzo de su código. */
  readonly buscar: Lookup<string | IndicadoresBuscarParametros, IndicadoresBuscarRespuesta>
}

/** Una consulta sin parámetros, que siempre tiene respuesta. */
export type ServiceLookup<Answer> = (opciones?: FailingCallOptions) => Promise<Answer>
