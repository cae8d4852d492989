/** Where an answer came from, as a certificate states it. */
export interface CertifiedSource {
  proveedor: string
  canal: string
  /** Date of the edition or publication; null where there is none. */
  edicion: string | null
  /** The publisher gave the edition no date: it is that of the copy. */
  sinFecha?: boolean
  /** Which of its publisher's two publications a list is. */
  clase?: 'open-data' | 'export'
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
  /** The body's notice, and whether there was more than it holds. */
  aviso?: string
  truncado?: true
  fuentes: CertifiedSource[]
  version: string
  /** The identifier of the matcher's rules, on `aml`. */
  politica?: string
  /** The institution that issues it, as its operator names it. */
  institucion?: string
  /** Whose key asked, where it names somebody. */
  persona?: string
}

export const TYPE = 'chasqui-constancia'
export const ISSUER = 'urn:chasqui:'
export const SANDBOX_ISSUER = `${ISSUER}sandbox:`
