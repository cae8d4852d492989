import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Live keys work on a live service only, sandbox keys in the sandbox only. */
export type Mode = 'live' | 'sandbox'

const PREFIX: Record<Mode, string> = { live: 'chq_live_', sandbox: 'chq_test_' }
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 24
const SECRET_LENGTH = 33
const CHECKSUM_LENGTH = 6

const KEY = '(chq_(?:live|test)_[0-9A-Za-z]{39})'
const CREDENTIAL = new RegExp(`^[ \\t]*(?:[Bb][Ee][Aa][Rr][Ee][Rr][ \\t]+)?${KEY}[ \\t]*$`)
// Longer headers are not read, so that the regular expression never sees a megabyte.
const LONGEST_CREDENTIAL = 128

/** A new key: 192 random bits, or those of `secret`, and a checksum that finds a mistyped key without a lookup. */
export const makeKey = (mode: Mode, secret: Buffer = randomBytes(SECRET_BYTES)): string => {
  const bits = secret.subarray(0, SECRET_BYTES).toString('hex')
  const body = PREFIX[mode] + base62(BigInt(`0x${bits}`), SECRET_LENGTH)
  return body + checksum(body)
}

/** The key inside an `Authorization` header; null when nothing there looks like a key. */
export const readCredential = (header: string | undefined): string | null => {
  if (header === undefined || header.length > LONGEST_CREDENTIAL) return null
  return CREDENTIAL.exec(header)?.[1] ?? null
}

export const modeOfKey = (key: string): Mode => (key.startsWith(PREFIX.live) ? 'live' : 'sandbox')

export const hasValidChecksum = (key: string): boolean =>
  checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH)

/** The only form in which a key is stored. Keys are random, so a fast hash is enough. */
export const digestOf = (key: string): string => hash('sha256', key)

/** A random id for a key or an account. It reveals nothing of the key, so it is safe in logs and tables. */
export const makeId = (kind: 'key' | 'acc'): string =>
  `${kind}_${base62(BigInt(`0x${randomBytes(10).toString('hex')}`), 14)}`

// CRC-32 finds every change of a single character, because such a change spans fewer than 32 bits.
const checksum = (body: string): string => base62(BigInt(crc32(body)), CHECKSUM_LENGTH)

const base62 = (value: bigint, length: number): string => {
  let text = ''
  for (; text.length < length; value /= 62n) text = ALPHABET.charAt(Number(value % 62n)) + text
  return text
}
