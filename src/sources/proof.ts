import { stripAccents } from '../domain/names/normalise.ts'
import type { UpstreamReply } from '../kernel/http/client.ts'
import { upstreamChanged } from '../kernel/upstream-failures.ts'

// PHP and Java servers send JSON under these too. A page under `application/json` or a picture is somebody else's reply.
const CONTENT_TYPES = {
  json: /^(?:|application\/(?:json|javascript)|text\/(?:json|javascript|plain|html))$/,
  html: /^(?:|text\/html|application\/xhtml\+xml)$/,
} as const

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/**
 * Passes a source's result on. A "no" is refused unless its reply came from the address asked for, in the source's own
 * format: what a sign-in page or a proxy sends in its place proves nothing, even when it reads like one.
 */
export const proven = <Value>(reply: UpstreamReply, format: keyof typeof CONTENT_TYPES, value: Value): Value => {
  if (!isEmpty(value)) return value
  if (reply.redirected) throw upstreamChanged('a no after a redirect')
  const type = reply.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!CONTENT_TYPES[format].test(type)) throw upstreamChanged('a no of another content type')
  return value
}

/** The words of a sentence without accents; punctuation and other signs are left out. */
export const wordsOf = (text: string): string[] => stripAccents(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** True when every word is on the list or is the number asked about, in whatever order. */
export const usesOnly = (words: readonly string[], allowed: ReadonlySet<string>, asked: string): boolean =>
  words.every((word) => allowed.has(word) || word === asked)
