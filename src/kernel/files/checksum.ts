import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** The SHA-256 of a file's bytes as they are on disk now, in hexadecimal. */
export const sha256OfFile = async (path: string, signal?: AbortSignal): Promise<string> => {
  const hash = createHash('sha256')
  const chunks = createReadStream(path, { highWaterMark: 1 << 20, ...(signal ? { signal } : {}) })
  for await (const chunk of chunks) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** The SHA-256 of a text as UTF-8, in hexadecimal. */
export const sha256OfText = (text: string): string => createHash('sha256').update(text).digest('hex')
