import { open } from 'node:fs/promises'

/** Reads a whole file into memory that threads can share. */
export const readShared = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.from(new SharedArrayBuffer(size))
    for (let done = 0; done < size; ) {
      const { bytesRead } = await file.read(bytes, done, size - done, done)
      if (bytesRead === 0) throw Object.assign(new Error('the file ends early'), { code: 'EIO' })
      done += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}
