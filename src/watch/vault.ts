import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Failure } from '../kernel/errors.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Encrypts what is known of people before it is stored. Whoever has the store alone reads nothing of them. */
export class Vault {
  // Prepared once: a key as bytes takes four times as long, each time.
  readonly #key: KeyObject
  readonly #digestKey: KeyObject

  /** From at least 32 secret bytes of the installation. */
  constructor(secret: Uint8Array) {
    const derived = Buffer.from(hkdfSync('sha256', secret, '', 'chasqui watch', 2 * KEY_BYTES))
    this.#key = createSecretKey(derived.subarray(0, KEY_BYTES))
    this.#digestKey = createSecretKey(derived.subarray(KEY_BYTES))
  }

  /** Bound to the row that it is stored in: in another one it cannot be opened. */
  seal(value: unknown, rowId: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(rowId))
    const sealed = [nonce, cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]
    return Buffer.concat([...sealed, cipher.getAuthTag()])
  }

  open<Value>(sealed: Uint8Array, rowId: string): Value {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    const tagAt = bytes.length - TAG_BYTES
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(rowId))
      .setAuthTag(bytes.subarray(tagAt))
    const text = decipher.update(bytes.subarray(NONCE_BYTES, tagAt))
    try {
      return JSON.parse(Buffer.concat([text, decipher.final()]).toString('utf8')) as Value
    } catch (error) {
      throw new Failure('store-unavailable', 'Los datos vigilados están cifrados con otra clave', { cause: error })
    }
  }

  /** Tells equal texts apart from others without telling what they are. */
  digest(...texts: readonly string[]): string {
    return createHmac('sha256', this.#digestKey).update(JSON.stringify(texts)).digest('base64url')
  }
}

/** The secret in a file of the operator's. Its bytes are never quoted. */
export const readSecret = (file: string, setting: string): Uint8Array => {
  let secret: Buffer
  try {
    secret = readFileSync(file)
  } catch (error) {
    throw new Failure(
      'not-configured',
      `No se puede leer el archivo de ${setting}: ${(error as NodeJS.ErrnoException).code}`,
    )
  }
  if (secret.length >= KEY_BYTES) return secret
  throw new Failure('not-configured', `El archivo de ${setting} debe tener al menos ${KEY_BYTES} bytes`)
}
