// Finds the certificate in what people have of it: its text, a link, a file, or a PDF that carries it.
import { decompressed, readCertificateLink } from './link.ts'

/** The certificates in a file or text, each once, not yet verified. A PDF of somebody else holds none. */
export const findCertificates = async (content: Uint8Array | string): Promise<string[]> => {
  if (typeof content !== 'string' && isPdf(content)) return inPdf(content)
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  // Programs that copy or save texts add white space around them, and some break long lines.
  const one = text.replace(/^\ufeff|\s+/g, '')
  if (one === '') return []
  return [(await readCertificateLink(one)) ?? one]
}

/** The mark of a PDF may come after other bytes. */
export const isPdf = (bytes: Uint8Array): boolean => latin1(bytes.subarray(0, 1024)).includes('%PDF-')

/** How each certificate begins: `{"alg":"EdDSA","typ":"chasqui-constancia",`, as base64url. */
const BEGINNING = 'eyJhbGciOiJFZERTQSIsInR5cCI6ImNoYXNxdWktY29uc3RhbmNpYSIs'
const TEXT = new RegExp(`${BEGINNING}[^\\s<>()]+`, 'g')
const LINK = /#c=[A-Za-z0-9_-]{90,}/g
const STREAM = /stream\r?\n/g
const MOST_STREAM_BYTES = 2 ** 20

/**
 * Looks at the bytes of a PDF and at what its streams hold, without reading its structure: whoever saved it anew may have
 * compressed and moved everything. An attached certificate counts before a link, which a browser keeps when it prints a page.
 */
const inPdf = async (bytes: Uint8Array): Promise<string[]> => {
  const file = latin1(bytes)
  const texts = [file]
  for (const { index, 0: mark } of file.matchAll(STREAM)) {
    const from = index + mark.length
    const to = file.indexOf('endstream', from)
    if (to < 0 || to - from > MOST_STREAM_BYTES || file.startsWith('end', index - 3)) continue
    const held = await inflated(bytes, from, to)
    if (held) texts.push(latin1(held))
  }
  const attached = texts.flatMap((text) => text.match(TEXT) ?? [])
  if (attached.length > 0) return [...new Set(attached)]
  const links = new Set(texts.flatMap((text) => text.match(LINK) ?? []))
  return (await Promise.all([...links].map(readCertificateLink))).filter((one) => one !== null)
}

/** What a compressed stream holds; null when it is not compressed in the usual way. */
const inflated = async (bytes: Uint8Array, from: number, to: number): Promise<Uint8Array | null> => {
  // A line end before `endstream` is not part of the stream; its last byte may look like one.
  for (const less of [2, 1, 0]) {
    if (less > 0 && bytes[to - 1] !== 10 && bytes[to - 1] !== 13) continue
    if (less === 2 && (bytes[to - 2] !== 13 || bytes[to - 1] !== 10)) continue
    try {
      return await decompressed('deflate', bytes.subarray(from, to - less))
    } catch {
      // Another end, or none of these.
    }
  }
  return null
}

/** Byte by byte, whatever they mean. */
const latin1 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
}

/** What a person compares by eye: twelve characters of the certificate's SHA-256, none of which looks like another. */
export const certificateCode = async (jws: string): Promise<string | null> => {
  // As in a page that comes by plain HTTP from another machine.
  if (!globalThis.crypto?.subtle) return null
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(jws)))
  const code = Array.from(sum.subarray(0, 12), (byte) => CODE_LETTERS[byte % 32]).join('')
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** Crockford's: without I, L, O and U. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
