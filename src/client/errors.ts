import type { CodigoError } from './closed-sets.ts'

/** Qué clase de fallo es; el mismo reparto que las subclases, para quien no puede usar `instanceof`. */
export type ErrorKind =
  | 'invalid'
  | 'not-found'
  | 'key'
  | 'quota'
  | 'rate'
  | 'source'
  | 'captcha'
  | 'service'
  | 'network'
  | 'timeout'
  | 'abort'

/** Códigos del propio cliente, cuando no hay una respuesta del servicio que diga otro. */
export type CodigoCliente = 'sin_conexion' | 'respuesta_ilegible' | 'tiempo_agotado' | 'cancelado'

/** El código de un fallo; un servicio más nuevo puede tener otros. */
export type Codigo = CodigoError | CodigoCliente | (string & {})

export interface ErrorFacts {
  codigo: Codigo
  status?: number | undefined
  campo?: string | undefined
  reintentarEn?: number | undefined
  requestId?: string | undefined
  constancia?: string | undefined
  cause?: unknown
}

/** Todo fallo de una consulta. `message` es una frase en español, para personas. */
export class ChasquiError extends Error {
  override readonly name: string = 'ChasquiError'
  readonly kind: ErrorKind = 'service'
  /** Código estable, para programas. */
  readonly codigo: Codigo
  /** Estado HTTP; 400 para lo que el cliente rechaza sin enviarlo, `undefined` si no hubo respuesta. */
  readonly status: number | undefined
  /** Parámetro al que se refiere. */
  readonly campo: string | undefined
  /** Segundos tras los que vale la pena repetir la consulta, cuando el servicio lo dice (`Retry-After`). */
  readonly reintentarEn: number | undefined
  /** Identificador de la petición, para buscarla en el registro del servicio. */
  readonly requestId: string | undefined
  /** Constancia firmada de que no existe (404), cuando se pidió. */
  readonly constancia: string | undefined

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.codigo = facts.codigo
    this.status = facts.status
    this.campo = facts.campo
    this.reintentarEn = facts.reintentarEn
    this.requestId = facts.requestId
    this.constancia = facts.constancia
  }
}

/** La consulta está mal escrita (400, 404 de ruta, 405…), o un número no puede existir: entonces no se envió. */
export class InvalidRequestError extends ChasquiError {
  override readonly name = 'InvalidRequestError'
  override readonly kind = 'invalid'
}

/** Todas las fuentes respondieron y ninguna lo tiene (404). */
export class NotFoundError extends ChasquiError {
  override readonly name = 'NotFoundError'
  override readonly kind = 'not-found'
}

/** La clave falta, no sirve (401) o no puede usar este recurso (403). */
export class KeyError extends ChasquiError {
  override readonly name = 'KeyError'
  override readonly kind = 'key'
}

/** La cuota del mes está agotada (429). No se reintenta. */
export class QuotaError extends ChasquiError {
  override readonly name = 'QuotaError'
  override readonly kind = 'quota'
}

/** Demasiadas consultas por segundo (429), también después de los reintentos. */
export class RateLimitError extends ChasquiError {
  override readonly name = 'RateLimitError'
  override readonly kind = 'rate'
}

/** Una fuente no responde, cambió, no está configurada, o una lista no está cargada. No significa que no exista. */
export class SourceError extends ChasquiError {
  override readonly name: string = 'SourceError'
  override readonly kind: 'source' | 'captcha' = 'source'
}

/** La fuente exige una verificación captcha (503). No significa que no exista. */
export class CaptchaError extends SourceError {
  override readonly name = 'CaptchaError'
  override readonly kind = 'captcha'
}

/** El servicio falla, está ocupado o arrancando, o quien responde no es Chasqui (`respuesta_ilegible`). */
export class ServiceError extends ChasquiError {
  override readonly name = 'ServiceError'
  override readonly kind = 'service'
}

/** No hubo respuesta: sin conexión, nombre desconocido, conexión cortada, o CORS en un navegador. */
export class NetworkError extends ChasquiError {
  override readonly name = 'NetworkError'
  override readonly kind = 'network'
}

/** Se acabó el tiempo de la consulta, con sus reintentos. */
export class TimeoutError extends ChasquiError {
  override readonly name = 'TimeoutError'
  override readonly kind = 'timeout'
}

/** Quien llama canceló la consulta; `cause` es el motivo de su señal. */
export class AbortError extends ChasquiError {
  override readonly name = 'AbortError'
  override readonly kind = 'abort'
}

const CLASSES: Readonly<Record<string, typeof ChasquiError>> = {
  no_encontrado: NotFoundError,
  no_autenticado: KeyError,
  sin_permiso: KeyError,
  cuota_agotada: QuotaError,
  limite_excedido: RateLimitError,
  fuente_no_disponible: SourceError,
  fuente_cambio: SourceError,
  lista_no_cargada: SourceError,
  fuente_no_configurada: SourceError,
  fuente_captcha: CaptchaError,
}

/** The failure that the service reported, as its class. */
export const errorFromService = (mensaje: string, facts: ErrorFacts & { status: number }): ChasquiError => {
  const byStatus = facts.status < 500 ? InvalidRequestError : ServiceError
  const Class = Object.hasOwn(CLASSES, facts.codigo) ? (CLASSES[facts.codigo] ?? byStatus) : byStatus
  return new Class(mensaje, facts)
}
