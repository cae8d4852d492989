import { open } from 'node:fs/promises'

const CHUNK_BYTES = 1 << 20

/** The bytes of a file, piece by piece in one buffer: each is valid until the next is asked for. */
export async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** UTF-8 when the whole file is valid UTF-8, else windows-1252. What a file says about itself is often wrong. */
export const detectEncoding = async (path: string): Promise<'utf-8' | 'utf-16le' | 'windows-1252'> => {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let first = true
  try {
    for await (const piece of piecesOf(path)) {
      if (first && piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le'
      first = false
      strict.decode(piece, { stream: true })
    }
    strict.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}
