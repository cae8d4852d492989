// Bytes as the text of a JWS, in browsers and in Node.
const BASE64URL = /^[A-Za-z0-9_-]+$/

/** The bytes of a text. Null when another text would give the same bytes: of the last character some bits do not count. */
export const decodeBase64url = (text: string): Uint8Array | null => {
  if (!BASE64URL.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  if (encodeBinary(binary) !== text) return null
  return Uint8Array.from(binary, (one) => one.charCodeAt(0))
}

export const encodeBase64url = (bytes: Uint8Array): string => {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return encodeBinary(binary)
}

const encodeBinary = (binary: string): string =>
  btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
