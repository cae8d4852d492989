import type { TextFile } from './text-file.ts'

const NEWLINE = 10
const MAX_REST_BYTES = 1 << 20

/** Calls `visit` for every line of a file, as `text[from, end)`. */
export const eachLine = async (
  file: TextFile,
  onBytes: (done: number, total: number) => void,
  visit: (text: Buffer, from: number, end: number) => void,
): Promise<void> => {
  const buffer = new LineBuffer()
  let bytes = 0
  for await (const chunk of file.chunks()) {
    buffer.feed(chunk, (text) => {
      let at = 0
      for (let end = text.indexOf(NEWLINE, at); end >= 0; end = text.indexOf(NEWLINE, at)) {
        visit(text, at, end)
        at = end + 1
      }
      return at
    })
    bytes += chunk.length
    onBytes(bytes, file.bytes)
  }
  const rest = buffer.rest()
  if (rest.length > 0) visit(rest, 0, rest.length)
}

/** Joins chunks: the unfinished line of one is put before the next, always in the same buffer. */
class LineBuffer {
  #buffer: Buffer = Buffer.allocUnsafe(4 << 20)
  #kept = 0

  /** Gives `read` a text that begins with a line; `read` returns where the unfinished last line begins. */
  feed(chunk: Buffer, read: (text: Buffer) => number): void {
    const length = this.#kept + chunk.length
    if (length > this.#buffer.length) this.#buffer = Buffer.concat([this.#buffer.subarray(0, this.#kept)], length * 2)
    chunk.copy(this.#buffer, this.#kept)
    const done = read(this.#buffer.subarray(0, length))
    this.#buffer.copyWithin(0, done, length)
    // A line without end is dropped, so that memory stays bounded.
    this.#kept = length - done > MAX_REST_BYTES ? 0 : length - done
  }

  /** The last line when the text does not end with a newline. */
  rest(): Buffer {
    return this.#buffer.subarray(0, this.#kept)
  }
}
