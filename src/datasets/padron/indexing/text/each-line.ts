import type { TextFile } from './text-file.ts'

const NEWLINE = 10
const LONGEST_REST = 1 << 20

/** Whole lines out of pieces: what is left of one piece is put before the next, always in the same buffer. */
class LineCutter {
  #buffer: Buffer = Buffer.allocUnsafe(4 << 20)
  #kept = 0

  /** Hands `take` a text that begins with a line; `take` returns where the unfinished last line begins. */
  feed(piece: Buffer, take: (text: Buffer) => number): void {
    const length = this.#kept + piece.length
    if (length > this.#buffer.length) this.#buffer = Buffer.concat([this.#buffer.subarray(0, this.#kept)], length * 2)
    piece.copy(this.#buffer, this.#kept)
    const done = take(this.#buffer.subarray(0, length))
    this.#buffer.copyWithin(0, done, length)
    // A line without end is no line: keep memory bounded and let its pieces count as broken.
    this.#kept = length - done > LONGEST_REST ? 0 : length - done
  }

  /** The last line when the text does not end with a newline. */
  rest(): Buffer {
    return this.#buffer.subarray(0, this.#kept)
  }
}

/** Calls `take` for every line of the file. */
export const eachLine = async (
  file: TextFile,
  onBytes: (done: number, total: number) => void,
  take: (text: Buffer, from: number, end: number) => void,
): Promise<void> => {
  const cutter = new LineCutter()
  let bytes = 0
  for await (const piece of file.pieces()) {
    cutter.feed(piece, (text) => {
      let at = 0
      for (let end = text.indexOf(NEWLINE, at); end >= 0; end = text.indexOf(NEWLINE, at)) {
        take(text, at, end)
        at = end + 1
      }
      return at
    })
    bytes += piece.length
    onBytes(bytes, file.bytes)
  }
  const rest = cutter.rest()
  if (rest.length > 0) take(rest, 0, rest.length)
}
