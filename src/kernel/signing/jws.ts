import { type KeyObject, sign, verify } from 'node:crypto'
import { type PublicKey, privateKeyOf, publicKeyOf, type SigningKey } from './signing-key.ts'

// Signs JSON in the compact form of RFC 7515 with Ed25519, and verifies it.

const ALGORITHM = 'EdDSA'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs payloads of one kind: `typ` keeps what is signed for one use from passing for another. */
export const jwsSigner = (typ: string, signing: SigningKey): ((payload: unknown) => string) => {
  const key: KeyObject = privateKeyOf(signing)
  const header = encode({ alg: ALGORITHM, typ, kid: signing.kid })
  return (payload) => {
    const signed = `${header}.${encode(payload)}`
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  }
}

/** `payload` is undefined when its bytes are not JSON as it is written here. */
export type JwsVerdict =
  | { valid: true; payload: unknown; kid: string }
  | { valid: false; reason: 'form' | 'header' | 'unknown key' | 'signature' }

/**
 * Whether one of these keys signed this text. Only the one form is taken in which it is written, so that no character of
 * it can be another.
 */
export const verifyJws = (typ: string, text: string, keys: readonly PublicKey[]): JwsVerdict => {
  const parts = text.split('.')
  const [header, payload, signature] = parts.map(decode)
  if (parts.length !== 3 || !header || !payload || !signature) return { valid: false, reason: 'form' }
  const kid = kidOf(readJson(header), typ)
  if (kid === null) return { valid: false, reason: 'header' }
  const key = keys.find((known) => known.kid === kid)
  if (!key) return { valid: false, reason: 'unknown key' }
  const signed = Buffer.from(text.slice(0, text.lastIndexOf('.')))
  if (signature.length !== 64 || !verify(null, signed, publicKeyOf(key), signature))
    return { valid: false, reason: 'signature' }
  return { valid: true, payload: readJson(payload), kid }
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

/** The key that a header names. Exactly three members: with others, such as `crit` or `jwk`, it would mean something else. */
const kidOf = (header: unknown, wanted: string): string | null => {
  const { alg, typ, kid, ...others } = (header ?? {}) as Record<string, unknown>
  const isOurs = alg === ALGORITHM && typ === wanted && Object.keys(others).length === 0
  return isOurs && typeof kid === 'string' ? kid : null
}
