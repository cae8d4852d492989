import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

const BUFFER_BYTES = 1 << 20

/** A file written front to back in large pieces, with its checksum. */
export class CheckedFile {
  bytes = 0
  checksum = 0
  readonly #fd: number
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  #used = 0

  constructor(path: string) {
    this.#fd = openSync(path, 'wx')
  }

  /** Room for `length` bytes in the buffer, from the place returned on; filled in by the caller. */
  reserve(length: number): { buffer: Buffer; at: number } {
    if (this.#used + length > BUFFER_BYTES) this.#flush()
    const at = this.#used
    this.#used += length
    this.bytes += length
    return { buffer: this.#buffer, at }
  }

  close(): void {
    this.#flush()
    fsyncSync(this.#fd)
    closeSync(this.#fd)
  }

  #flush(): void {
    const piece = this.#buffer.subarray(0, this.#used)
    this.checksum = crc32(piece, this.checksum)
    for (let done = 0; done < piece.length; ) done += writeSync(this.#fd, piece, done)
    this.#used = 0
  }
}
