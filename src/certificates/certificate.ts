import { isObject } from '../kernel/http/json.ts'

/** Where an answer came from, as a certificate states it. */
export interface CertifiedSource {
  proveedor: string
  canal: string
  /** Date of the edition or publication; null where there is none. */
  edicion: string | null
  /** Of the publisher's file behind the edition, as `/api/health` shows it; null for what is no edition. */
  sha256: string | null
}

/** What is certified: one question, its answer, and all that is needed to ask it again. The payload of the JWS. */
export interface Certificate {
  iss: string
  /** Seconds. */
  iat: number
  jti: string
  endpoint: string
  /** The parameters as used. */
  consulta: Record<string, string>
  estado: 200 | 404
  /** The body's `data`, or its `error`. */
  respuesta: unknown
  /** What stands beside the body's `data`, where it does. */
  aviso?: string
  truncado?: boolean
  fuentes: CertifiedSource[]
  version: string
  /** The identifier of the matcher's rules, on `aml`. */
  politica?: string
}

export const TYPE = 'chasqui-constancia'
export const ALGORITHM = 'EdDSA'
export const ISSUER = 'urn:chasqui:'
export const SANDBOX_ISSUER = `${ISSUER}sandbox:`

/** Far more than the longest answer needs. */
export const MOST_CHARACTERS = 4 * 2 ** 20

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): boolean => value === null || isText(value)
const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** True when a payload has the form of a certificate: whoever prints it may rely on that. */
export const isCertificate = (payload: unknown): payload is Certificate => {
  const { iss, iat, jti, endpoint, consulta, estado, respuesta, fuentes, version, politica, aviso, truncado } =
    fieldsOf(payload)
  return (
    [iss, jti, endpoint, version].every(isText) &&
    Number.isSafeInteger(iat) &&
    (estado === 200 || estado === 404) &&
    typeof respuesta === 'object' &&
    respuesta !== null &&
    isObject(consulta) &&
    Object.values(consulta).every(isText) &&
    Array.isArray(fuentes) &&
    fuentes.every(isSource) &&
    [politica, aviso].every((one) => one === undefined || isText(one)) &&
    (truncado === undefined || typeof truncado === 'boolean')
  )
}

const isSource = (value: unknown): boolean => {
  const { proveedor, canal, edicion, sha256 } = fieldsOf(value)
  return isText(proveedor) && isText(canal) && isTextOrNull(edicion) && isTextOrNull(sha256)
}
