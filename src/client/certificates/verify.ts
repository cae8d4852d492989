// Verifies certificates in Node and in browsers, without asking the service.
import { decodeBase64url, encodeBase64url } from './base64url.ts'

/** A public key of the set at `/.well-known/jwks.json`: all that a verifier needs of it. */
export interface ClaveDeConstancia {
  kid: string
  x: string
}

/** What a certificate states: one question, its answer, and all that is needed to ask it again. */
export interface Constancia {
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
  aviso?: string
  truncado?: true
  fuentes: {
    proveedor: string
    canal: string
    edicion: string | null
    sinFecha?: boolean
    clase?: 'open-data' | 'export'
    sha256: string | null
  }[]
  version: string
  politica?: string
  institucion?: string
  persona?: string
}

/** Whether a certificate is valid; if not, why, and nothing of what it says. */
export type Verificacion =
  | { valida: true; kid: string; constancia: Constancia }
  | { valida: false; causa: keyof typeof MOTIVOS; motivo: string }

const MOTIVOS = {
  larga: 'es demasiado larga',
  forma: 'no tiene la forma de una constancia: tres partes en base64url separadas por puntos',
  cabecera: 'su cabecera no es la de una constancia de Chasqui',
  clave: 'la firmó una clave que no está entre las conocidas',
  firma: 'la firma no corresponde: fue alterada, o no la emitió quien dice',
  contenido: 'la firma corresponde, pero el contenido no es el de una constancia',
  /** As in a page that comes by plain HTTP from another machine. */
  'sin-verificador': 'aquí no se pueden verificar firmas Ed25519',
}

/** The part of WebCrypto that is used. Callers may have no types of it. */
export interface Verificador {
  importKey(format: 'jwk', key: object, algorithm: string, isExtractable: boolean, uses: string[]): Promise<never>
  verify(algorithm: string, key: never, signature: Uint8Array, signed: Uint8Array): Promise<boolean>
  digest(algorithm: string, data: Uint8Array): Promise<ArrayBuffer>
}

const ownVerifier = (): Verificador | undefined =>
  (globalThis as unknown as { crypto?: { subtle?: Verificador } }).crypto?.subtle

/** How the issuer of every certificate of a sandbox begins. */
export const SANDBOX_ISSUER = 'urn:chasqui:sandbox:'
const TYPE = 'chasqui-constancia'
const ALGORITHM = 'Ed25519'
/** Far more than the longest answer needs. */
const MOST_CHARACTERS = 4 * 2 ** 20

const no = (causa: keyof typeof MOTIVOS): Verificacion => ({ valida: false, causa, motivo: MOTIVOS[causa] })

/**
 * Whether one of these keys signed this certificate. Only the one form is taken in which certificates are written, so
 * that no character of it can be another.
 */
export const verifyCertificate = async (
  text: string,
  keys: readonly ClaveDeConstancia[],
  subtle = ownVerifier(),
): Promise<Verificacion> => {
  if (text.length > MOST_CHARACTERS) return no('larga')
  const parts = text.split('.')
  const [header, payload, signature] = parts.map(decodeBase64url)
  if (parts.length !== 3 || !header || !payload || !signature) return no('forma')
  const stated = readJson(header)
  if (!isHeader(stated)) return no('cabecera')
  const key = keys.find(({ kid }) => kid === stated.kid)
  if (!key) return no('clave')
  const signed = new TextEncoder().encode(text.slice(0, text.lastIndexOf('.')))
  const isSigned = await checkSignature(subtle, key, signature, signed)
  if (isSigned === null) return no('sin-verificador')
  if (!isSigned) return no('firma')
  const constancia = readJson(payload)
  return isCertificate(constancia) ? { valida: true, kid: key.kid, constancia } : no('contenido')
}

/** Null when it cannot be told. */
const checkSignature = async (
  subtle: Verificador | undefined,
  { x }: ClaveDeConstancia,
  signature: Uint8Array,
  signed: Uint8Array,
): Promise<boolean | null> => {
  if (signature.length !== 64) return false
  try {
    const key = await subtle?.importKey('jwk', { kty: 'OKP', crv: ALGORITHM, x }, ALGORITHM, false, ['verify'])
    return key && subtle ? await subtle.verify(ALGORITHM, key, signature, signed) : null
  } catch {
    return null
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A JSON text written as we write it: no member twice, no spaces. Undefined for any other. */
const readJson = (bytes: Uint8Array): unknown => {
  try {
    const text = UTF8.decode(bytes)
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** Exactly these three members: with others, such as `crit` or `jwk`, it would mean something else. */
const isHeader = (value: unknown): value is { kid: string } => {
  const { alg, typ, kid, ...others } = fieldsOf(value)
  return alg === 'EdDSA' && typ === TYPE && typeof kid === 'string' && Object.keys(others).length === 0
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): boolean => value === null || isText(value)

/** True when a payload has the form of a certificate: whoever shows it relies on that. */
const isCertificate = (payload: unknown): payload is Constancia => {
  const { iss, iat, jti, endpoint, consulta, estado, respuesta, fuentes, version, ...optional } = fieldsOf(payload)
  const { aviso, truncado, politica, institucion, persona } = optional
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
    [aviso, politica, institucion, persona].every((text) => text === undefined || isText(text)) &&
    (truncado === undefined || truncado === true)
  )
}

const isSource = (value: unknown): boolean => {
  const { proveedor, canal, edicion, sha256 } = fieldsOf(value)
  return isText(proveedor) && isText(canal) && isTextOrNull(edicion) && isTextOrNull(sha256)
}

const X = /^[A-Za-z0-9_-]{43}$/

/** The keys of a published set that may have signed a certificate; null when the text is no set. Other keys are left out. */
export const readCertificateKeys = async (
  text: string,
  subtle = ownVerifier(),
): Promise<ClaveDeConstancia[] | null> => {
  let keys: unknown
  try {
    keys = fieldsOf(JSON.parse(text)).keys
  } catch {
    return null
  }
  if (!Array.isArray(keys)) return null
  const read = await Promise.all(keys.map((key) => readKey(fieldsOf(key), subtle)))
  return read.filter((key) => key !== null)
}

/** A key under a name that is not its own could pass for another, so its thumbprint (RFC 7638) is computed anew. */
const readKey = async (
  { kty, crv, x, kid }: Record<string, unknown>,
  subtle: Verificador | undefined,
): Promise<ClaveDeConstancia | null> => {
  if (kty !== 'OKP' || crv !== ALGORITHM || !isText(x) || !X.test(x) || !isText(kid)) return null
  // Without WebCrypto nothing is verified with it anyway.
  if (!subtle) return { kid, x }
  const sum = await subtle.digest('SHA-256', new TextEncoder().encode(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`))
  return kid === encodeBase64url(new Uint8Array(sum)) ? { kid, x } : null
}
