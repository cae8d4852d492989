import { createHash } from 'node:crypto'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'

const CHUNK = 1 << 20

/** The SHA-256 of bytes in hexadecimal digits, computed in small steps. */
export const checksum = async (bytes: Uint8Array): Promise<string> => {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += CHUNK) {
    hash.update(bytes.subarray(at, at + CHUNK))
    await yieldToEventLoop()
  }
  return hash.digest('hex')
}

/** The checksum of several files, by their names and checksums. */
export const filesChecksum = (files: readonly { name: string; sha256: string }[]): string => {
  const hash = createHash('sha256')
  for (const { name, sha256 } of files) hash.update(`${name} ${sha256}\n`)
  return hash.digest('hex')
}
