import type { IncomingMessage } from 'node:http'
import type { PretendRequest } from './upstream.ts'

const MAX_BODY = 1_048_576

export const readRequest = async (message: IncomingMessage): Promise<PretendRequest> => {
  const url = new URL(message.url ?? '/', 'http://sandbox')
  const body = await readBody(message)
  return {
    method: message.method ?? 'GET',
    path: decodePath(url.pathname),
    query: url.searchParams,
    headers: message.headers,
    body,
    form: formOf(message.headers['content-type'] ?? '', body),
  }
}

const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY) throw new RangeError('request body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const formOf = (contentType: string, body: Buffer): URLSearchParams => {
  if (contentType.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams(body.toString('utf8'))
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(contentType)?.[1]
  return boundary ? multipartFields(body.toString('utf8'), boundary) : new URLSearchParams()
}

/** Text fields only, because no upstream of ours receives files. */
const multipartFields = (body: string, boundary: string): URLSearchParams => {
  const fields = new URLSearchParams()
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const gap = part.indexOf('\r\n\r\n')
    const name = /\bname="([^"]*)"/i.exec(part.slice(0, gap))?.[1]
    if (name !== undefined) fields.append(name, part.slice(gap + 4, -2))
  }
  return fields
}
