import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Enough for the compression to be worth its while. */
const PIECE_CHARACTERS = 2 ** 17

/** Text that waits until it is its turn, compressed in memory: of a million rows a few are matches; all of them take some 50 MB. */
export class TextSpool {
  readonly #pieces: Buffer[] = []
  #last = ''

  add(text: string): void {
    this.#last += text
    if (this.#last.length < PIECE_CHARACTERS) return
    this.#pieces.push(deflateRawSync(this.#last, { level: 3 }))
    this.#last = ''
  }

  *texts(): Generator<string> {
    for (const piece of this.#pieces) yield inflateRawSync(piece).toString()
    yield this.#last
  }
}
