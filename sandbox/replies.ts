import type { PretendReply } from './upstream.ts'

/** A reply of JSON. */
export const json = (value: unknown, status = 200, contentType = 'application/json'): PretendReply => ({
  status,
  headers: { 'content-type': contentType },
  body: JSON.stringify(value),
})

/** A reply of a web page. */
export const html = (
  body: string | Buffer,
  { status = 200, charset = 'utf-8', headers = {} }: HtmlOptions = {},
): PretendReply => ({
  status,
  headers: { 'content-type': `text/html; charset=${charset}`, ...headers },
  body,
})

interface HtmlOptions {
  status?: number
  charset?: string
  headers?: Record<string, string>
}

/** Text as it is written between the tags of HTML and XML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A date (YYYY-MM-DD) as DD/MM/YYYY. */
export const slashed = (iso: string): string => iso.split('-').reverse().join('/')
