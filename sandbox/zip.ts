import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A zip of one file, made in memory. */
export const zipOf = (name: string, content: Buffer, modified = new Date()): Promise<Buffer> => {
  const zip = new ZipFile()
  zip.addBuffer(content, name, { mtime: modified, compressionLevel: 1 })
  zip.end()
  return buffer(zip.outputStream)
}

/** Packs a file on disk into a zip of one file, as a stream. */
export const zipFile = async (from: string, to: string, name: string): Promise<void> => {
  const zip = new ZipFile()
  zip.addFile(from, name, { compressionLevel: 3 })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(to))
}
