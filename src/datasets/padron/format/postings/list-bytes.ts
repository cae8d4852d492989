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

/** The lists of a term, and of terms that are neighbours, are read together, up to so many bytes. */
const READ_AHEAD = 1 << 22
const LEAST_PART = 1 << 17
/** A search decodes the lists of its words more than once: this many of them are kept. */
const KEPT = 4

/** A part of the section that was read. */
interface Part {
  bytes: Uint8Array
  from: number
  to: number
}

/**
 * A section of the index file, read when it is needed: the lists of a term are together, and the system keeps what is read
 * often in memory that it can take back. A list of a million rows takes 0.1 ms to read, and over one to decode.
 */
export class BytesInFile implements ListBytes {
  readonly #fd: number
  readonly #section: { offset: number; bytes: number }
  /** The one used last comes last. */
  readonly #parts: Part[] = []
  #last: Part = { bytes: new Uint8Array(0), from: 0, to: 0 }

  constructor(fd: number, section: { offset: number; bytes: number }) {
    this.#fd = fd
    this.#section = section
  }

  get bytes(): Uint8Array {
    return this.#last.bytes
  }

  load(start: number, end: number, ahead = end): number {
    if (start < this.#last.from || end > this.#last.to)
      this.#last = this.#kept(start, end) ?? this.#read(start, end, ahead)
    return start - this.#last.from
  }

  #kept(start: number, end: number): Part | undefined {
    const at = this.#parts.findIndex(({ from, to }) => start >= from && end <= to)
    const [part] = at < 0 ? [] : this.#parts.splice(at, 1)
    if (part) this.#parts.push(part)
    return part
  }

  #read(start: number, end: number, ahead: number): Part {
    const to = Math.min(Math.max(end, Math.min(ahead, start + READ_AHEAD)), this.#section.bytes)
    const length = to - start
    const oldest = this.#parts.length < KEPT ? undefined : this.#parts.shift()
    const fits = oldest !== undefined && oldest.bytes.length >= length
    const bytes = fits ? oldest.bytes : new Uint8Array(Math.max(length, LEAST_PART))
    for (let done = 0; done < length; ) {
      const read = readSync(this.#fd, bytes, done, length - done, this.#section.offset + start + done)
      if (read === 0) throw endsEarly()
      done += read
    }
    const part = { bytes, from: start, to }
    this.#parts.push(part)
    return part
  }
}
