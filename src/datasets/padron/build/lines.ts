import type { TextFile } from '../text-file.ts'

const NEWLINE = 10
const LONGEST_REST = 1 << 20

/** Whole lines out of pieces: what is left of one piece is put before the next. */
export class LineCutter {
  #rest: Buffer = Buffer.alloc(0)

  /** Hands `take` a text that begins with a line; `take` returns where the unfinished last line begins. */
  feed(piece: Buffer, take: (text: Buffer) => number): void {
    const text = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece
    const done = take(text)
    // A line without end is no line: keep memory bounded and let its pieces count as broken.
    this.#rest = text.length - done > LONGEST_REST ? Buffer.alloc(0) : Buffer.from(text.subarray(done))
  }

  /** The last line when the text does not end with a newline. */
  rest(): Buffer {
    return this.#rest
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
