import { createReadStream } from 'node:fs'

const CHUNK_BYTES = 256 * 1_024

/** UTF-8 when the whole file is valid UTF-8, else windows-1252. What a file says about itself is often wrong. */
export const detectEncoding = async (path: string): Promise<'utf-8' | 'utf-16le' | 'windows-1252'> => {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let first = true
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
      if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      first = false
      strict.decode(chunk, { stream: true })
    }
    strict.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}
