import { readSync } from 'node:fs'
import { endsEarly } from '../ends-early.ts'

/** Where the bytes of posting lists are read: memory while an edition is built, its file afterwards. */
export interface ListBytes {
  /** What was loaded last. */
  readonly bytes: Uint8Array
  /** Loads from `start` up to `end`; returns where in `bytes` that begins. What follows, up to `ahead`, is asked for next. */
  load(start: number, end: number, ahead?: number): number
}

export const bytesInMemory = (bytes: Uint8Array): ListBytes => ({ bytes, load: (start) => start })

/** Terms that are neighbours are read together, up to so many bytes. */
const READ_AHEAD = 1 << 20

/**
 * A section of the index file, read when it is needed: the lists of a term are together, and the system keeps what is read
 * often in memory that it can take back. A list of a million rows takes 0.1 ms to read, and over one to decode.
 */
export class BytesInFile implements ListBytes {
  bytes = new Uint8Array(READ_AHEAD)
  readonly #fd: number
  readonly #section: { offset: number; bytes: number }
  #from = 0
  #to = 0

  constructor(fd: number, section: { offset: number; bytes: number }) {
    this.#fd = fd
    this.#section = section
  }

  load(start: number, end: number, ahead = end): number {
    if (start >= this.#from && end <= this.#to) return start - this.#from
    const to = Math.min(Math.max(end, Math.min(ahead, start + READ_AHEAD)), this.#section.bytes)
    const length = to - start
    if (length > this.bytes.length) this.bytes = new Uint8Array(length * 2)
    this.#from = this.#to = 0
    for (let done = 0; done < length; ) {
      const read = readSync(this.#fd, this.bytes, done, length - done, this.#section.offset + start + done)
      if (read === 0) throw endsEarly()
      done += read
    }
    this.#from = start
    this.#to = to
    return 0
  }
}
