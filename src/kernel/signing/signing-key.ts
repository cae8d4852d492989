import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** An Ed25519 key that signs, or did. Its parts are those of a JWK (RFC 8037). */
export interface SigningKey {
  /** The thumbprint of the public key (RFC 7638). */
  kid: string
  /** The public part. */
  x: string
  /** The private part; null when a file of the operator's holds it. */
  d: string | null
  createdAtMs: number
}

/** All that a verifier needs of a key. */
export type PublicKey = Pick<SigningKey, 'kid' | 'x'>

/** A public key as others read it. */
export interface PublicJwk {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  kid: string
  alg: 'EdDSA'
  use: 'sig'
}

/** RFC 7638: the required members in the order of their names, without spaces. */
export const thumbprintOf = (x: string): string =>
  createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')

export const newSigningKey = (nowMs: number): SigningKey =>
  keyOf(generateKeyPairSync('ed25519').privateKey, nowMs) as SigningKey

/** The key in a text: PKCS#8 in PEM, or a private JWK. Null when there is none. The text is never quoted. */
export const readPrivateKey = (text: string, nowMs: number): SigningKey | null => {
  try {
    const isJwk = text.trimStart().startsWith('{')
    const key = isJwk ? createPrivateKey({ key: JSON.parse(text), format: 'jwk' }) : createPrivateKey(text)
    return keyOf(key, nowMs)
  } catch {
    return null
  }
}

const keyOf = (key: KeyObject, createdAtMs: number): SigningKey | null => {
  const { crv, x, d } = key.export({ format: 'jwk' })
  return crv === 'Ed25519' && x && d ? { kid: thumbprintOf(x), x, d, createdAtMs } : null
}

export const privateKeyOf = ({ x, d }: SigningKey): KeyObject =>
  createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d: d ?? '' }, format: 'jwk' })

export const publicKeyOf = ({ x }: PublicKey): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })

export const toJwk = ({ kid, x }: PublicKey): PublicJwk => ({
  ...{ kty: 'OKP', crv: 'Ed25519', x, kid },
  ...{ alg: 'EdDSA', use: 'sig' },
})

const X = /^[A-Za-z0-9_-]{43}$/

/** The Ed25519 keys of a published set; null when the text is no set. Other keys are left out. */
export const readJwks = (text: string): PublicKey[] | null => {
  const { keys } = parseObject(text)
  if (!Array.isArray(keys)) return null
  return keys.flatMap((key: Partial<PublicJwk> | null) => {
    const isOurs = key?.kty === 'OKP' && key.crv === 'Ed25519' && typeof key.x === 'string' && X.test(key.x)
    // A key under a name that is not its own could pass for another.
    return isOurs && key.kid === thumbprintOf(key.x as string) ? [{ kid: key.kid, x: key.x as string }] : []
  })
}

const parseObject = (text: string): Record<string, unknown> => {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {}
  } catch {
    return {}
  }
}

const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/** The public keys in a text: PEM blocks, one JWK, or a set. None when there is no Ed25519 key in it. */
export const readPublicKeys = (text: string): PublicKey[] => {
  const set = readJwks(text)
  if (set) return set
  const blocks = text.match(PEM_BLOCK)
  return (blocks ?? [text]).flatMap((one) => {
    try {
      const key = createPublicKey(blocks ? one : { key: parseObject(one), format: 'jwk' })
      const { crv, x } = key.export({ format: 'jwk' })
      return crv === 'Ed25519' && x ? [{ kid: thumbprintOf(x), x }] : []
    } catch {
      return []
    }
  })
}
