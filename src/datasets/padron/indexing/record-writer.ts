import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** A file written front to back in large pieces, with its checksum. */
export class CheckedFile {
  bytes = 0
  checksum = 0
  readonly #fd: number

  constructor(path: string) {
    this.#fd = openSync(path, 'wx')
  }

  append(piece: Uint8Array): void {
    this.checksum = crc32(piece, this.checksum)
    for (let done = 0; done < piece.length; ) done += writeSync(this.#fd, piece, done)
    this.bytes += piece.length
  }

  close(): void {
    fsyncSync(this.#fd)
    closeSync(this.#fd)
  }
}
