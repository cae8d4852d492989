import { verify } from 'node:crypto'
import { ALGORITHM, type Certificate, isCertificate, MOST_CHARACTERS, TYPE } from './certificate.ts'
import { type PublicKey, publicKeyOf } from './signing-key.ts'

export type Verdict = { valid: true; certificate: Certificate; kid: string } | { valid: false; reason: string }

const no = (reason: string): Verdict => ({ valid: false, reason })

/**
 * Whether one of these keys signed this certificate. Only the one form is taken in which certificates are written, so
 * that no character of it can be another.
 */
export const verifyCertificate = (text: string, keys: readonly PublicKey[]): Verdict => {
  if (text.length > MOST_CHARACTERS) return no('es demasiado larga')
  const parts = text.split('.')
  const [header, payload, signature] = parts.map(decode)
  if (parts.length !== 3 || !header || !payload || !signature)
    return no('no tiene la forma de una constancia: tres partes en base64url separadas por puntos')
  const stated = readJson(header)
  if (!isHeader(stated)) return no('su cabecera no es la de una constancia de Chasqui')
  const key = keys.find(({ kid }) => kid === stated.kid)
  if (!key) return no('la firmó una clave que no está entre las conocidas')
  const signed = Buffer.from(text.slice(0, text.lastIndexOf('.')))
  if (signature.length !== 64 || !verify(null, signed, publicKeyOf(key), signature))
    return no('la firma no corresponde: fue alterada, o no la emitió quien dice')
  const certificate = readJson(payload)
  return isCertificate(certificate)
    ? { valid: true, certificate, kid: key.kid }
    : no('la firma corresponde, pero el contenido no es el de una constancia')
}

const BASE64URL = /^[A-Za-z0-9_-]+$/

/** The bytes of a part. Null when another text would give the same bytes: of the last character some bits do not count. */
const decode = (part: string): Buffer | null => {
  if (!BASE64URL.test(part)) return null
  const bytes = Buffer.from(part, 'base64url')
  return bytes.toString('base64url') === part ? bytes : null
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A JSON text written as we write it: no member twice, no spaces. Undefined for any other. */
const readJson = (bytes: Buffer): unknown => {
  try {
    const text = UTF8.decode(bytes)
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

/** Exactly these three members: with others, such as `crit` or `jwk`, it would mean something else. */
const isHeader = (value: unknown): value is { kid: string } => {
  const { alg, typ, kid, ...others } = (value ?? {}) as Record<string, unknown>
  return alg === ALGORITHM && typ === TYPE && typeof kid === 'string' && Object.keys(others).length === 0
}
