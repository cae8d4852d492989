import { createCipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { Failure } from '../../kernel/errors.ts'

/** Gives the secret of the installation, or of the fleet. Asked for only when files with document numbers are written or read. */
export type DocumentSecret = () => Promise<Uint8Array>

/** What an edition says of its key: nothing that would help to find it. */
export interface CipherFacts {
  salt: string
  /** Tells the right secret from another one. */
  check: string
}

const BLOCK = 16

/**
 * Encrypts the files of one edition, and decrypts any part of them: AES-256 in counter mode, with a key of the edition's own.
 * Whether the bytes are those that were written is for the files' checksums to say.
 */
export class DocumentCipher {
  readonly facts: CipherFacts
  /** As an object: a question decrypts a few bytes, and with bytes for a key Node takes six times as long to begin. */
  readonly #key: KeyObject

  private constructor(secret: Uint8Array, salt: string) {
    const derived = (use: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, Buffer.from(salt, 'hex'), `chasqui document numbers: ${use}`, bytes))
    this.#key = createSecretKey(derived('key', 32))
    this.facts = { salt, check: derived('check', 8).toString('hex') }
  }

  static create(secret: Uint8Array): DocumentCipher {
    return new DocumentCipher(secret, randomBytes(16).toString('hex'))
  }

  /** The cipher of an edition. Throws when it was written with another secret. */
  static open(secret: Uint8Array, { salt, check }: CipherFacts): DocumentCipher {
    const cipher = new DocumentCipher(secret, salt)
    if (cipher.facts.check === check) return cipher
    // No damage: whoever is to read it was not given the key.
    throw new Failure(
      'not-configured',
      'La edición está cifrada con la clave de documentos de otra instalación; ambas deben usar la misma',
      { detail: 'other key' },
    )
  }

  /** Encrypts plain bytes, or decrypts encrypted ones, that stand at this offset. */
  apply(bytes: Uint8Array, offset: number): Buffer {
    const counter = Buffer.alloc(BLOCK)
    counter.writeBigUInt64BE(BigInt(Math.floor(offset / BLOCK)), 8)
    const skipped = offset % BLOCK
    const cipher = createCipheriv('aes-256-ctr', this.#key, counter)
    if (skipped > 0) cipher.update(Buffer.alloc(skipped))
    return cipher.update(bytes)
  }
}
