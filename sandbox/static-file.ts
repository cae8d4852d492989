import { createHash } from 'node:crypto'
import type { PretendReply, PretendRequest } from './upstream.ts'

/** A file on a publisher's server. */
export interface StaticFile {
  contentType: string
  lastModified: Date
  body: Buffer
}

const etagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('hex').slice(0, 24)}"`

/** Answers whole, conditional and ranged requests for a file. */
export const serveFile = ({ method, headers }: PretendRequest, file: StaticFile): PretendReply => {
  const etag = etagOf(file.body)
  const lastModified = file.lastModified.toUTCString()
  const validators = { etag, 'last-modified': lastModified, 'accept-ranges': 'bytes' }
  if (isUnchanged(headers, etag, lastModified)) return { status: 304, headers: validators, body: '' }

  const whole = { headers: { ...validators, 'content-type': file.contentType }, body: file.body }
  if (method === 'HEAD') return whole
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag && ifRange !== lastModified) return whole
  const range = /^bytes=([0-9]+)-([0-9]*)$/.exec(headers.range ?? '')
  if (!range) return whole

  const { length } = file.body
  const from = Number(range[1])
  const to = range[2] ? Math.min(Number(range[2]), length - 1) : length - 1
  if (from > to) return { status: 416, headers: { 'content-range': `bytes */${length}` }, body: '' }
  return {
    status: 206,
    headers: { ...whole.headers, 'content-range': `bytes ${from}-${to}/${length}` },
    body: file.body.subarray(from, to + 1),
  }
}

const isUnchanged = (headers: PretendRequest['headers'], etag: string, lastModified: string): boolean => {
  const known = headers['if-none-match']
  if (known !== undefined) return known.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Date.parse(lastModified) <= since
}

/** A document of a publisher that sends an ETag and knows no ranges. */
export interface TaggedFile {
  body: string | Buffer
  etag: string
  contentType: string
  lastModified: string
}

export const taggedFile = (body: string | Buffer, contentType: string, lastModified: string): TaggedFile => ({
  body,
  etag: `"${createHash('md5').update(body).digest('hex')}"`,
  contentType,
  lastModified,
})

/** Answers with the document, or with 304 when the caller has it already. */
export const serveTagged = ({ headers }: PretendRequest, file: TaggedFile): PretendReply => {
  const validators = { etag: file.etag, 'last-modified': file.lastModified }
  if (headers['if-none-match'] === file.etag) return { status: 304, headers: validators, body: '' }
  return { headers: { ...validators, 'content-type': file.contentType }, body: file.body }
}
