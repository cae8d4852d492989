// A certificate as the fragment of an address, short enough for a QR code. What follows `#` is never sent to a server.
import { decodeBase64url, encodeBase64url } from './base64url.ts'

const LINK = /#c=([A-Za-z0-9_-]+)$/
const SIGNATURE_BYTES = 64
const MOST_BYTES = 4 * 2 ** 20

/** Header and payload are compressed as JSON; as the base64url of the JWS they would be a third longer. */
export const certificateFragment = async (jws: string): Promise<string> => {
  const [header, payload, signature] = jws.split('.').map((part) => decodeBase64url(part))
  if (!header || !payload || signature?.length !== SIGNATURE_BYTES) throw new TypeError('not a certificate')
  const stated = joined([header, new Uint8Array([LINE]), payload])
  const packed = await compressed(stated)
  return `#c=${encodeBase64url(joined([signature, sumOf(packed), packed]))}`
}

const SUM_BYTES = 4

/** The Adler-32 of the compressed bytes: of one text there are many compressions, and only the one that was written counts. */
const sumOf = (bytes: Uint8Array): Uint8Array => {
  let [one, two] = [1, 0]
  for (const byte of bytes) {
    one = (one + byte) % 65_521
    two = (two + one) % 65_521
  }
  return new Uint8Array([two >>> 8, two & 255, one >>> 8, one & 255])
}

/** No JSON text that we write has a line end. */
const LINE = 10

/** The certificate in an address that ends with such a fragment; null when it is no such address. */
export const readCertificateLink = async (link: string): Promise<string | null> => {
  const bytes = decodeBase64url(LINK.exec(link)?.[1] ?? '')
  if (!bytes || bytes.length <= SIGNATURE_BYTES + SUM_BYTES) return null
  const packed = bytes.subarray(SIGNATURE_BYTES + SUM_BYTES)
  if (sumOf(packed).some((byte, at) => byte !== bytes[SIGNATURE_BYTES + at])) return null
  try {
    const stated = await decompressed('deflate-raw', packed)
    const at = stated.indexOf(LINE)
    const parts = [stated.subarray(0, at), stated.subarray(at + 1), bytes.subarray(0, SIGNATURE_BYTES)]
    return parts.map(encodeBase64url).join('.')
  } catch {
    return null
  }
}

const compressed = (bytes: Uint8Array): Promise<Uint8Array> => through(new CompressionStream('deflate-raw'), bytes)

/** The bytes decompressed; throws when they are not whole or become too many. */
export const decompressed = (format: 'deflate' | 'deflate-raw', bytes: Uint8Array): Promise<Uint8Array> =>
  through(new DecompressionStream(format), bytes)

const through = async (stream: CompressionStream | DecompressionStream, bytes: Uint8Array): Promise<Uint8Array> => {
  const writer = stream.writable.getWriter()
  // Their failure is that of the reader, too.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => {})
  writer.close().catch(() => {})
  const reader = stream.readable.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value)
    length += next.value.length
    if (length > MOST_BYTES) throw new RangeError('too long')
  }
  return joined(chunks)
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
