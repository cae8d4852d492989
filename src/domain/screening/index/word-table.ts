/** A UTF-16 unit takes no more in UTF-8. */
const MAX_BYTES = 3

/** Words by their number, as bytes that threads share. A word becomes a string when it is first asked for. */
export class WordTable {
  readonly bytes: Uint8Array
  /** Word n has the bytes from starts[n] up to starts[n + 1]. */
  readonly starts: Uint32Array
  readonly #text: Buffer
  readonly #words: (string | undefined)[]

  constructor(bytes: Uint8Array, starts: Uint32Array, words?: readonly string[]) {
    this.bytes = bytes
    this.starts = starts
    this.#text = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
    this.#words = words ? [...words] : new Array<string | undefined>(this.length).fill(undefined)
  }

  static of(words: readonly string[]): WordTable {
    const starts = new Uint32Array(words.length + 1)
    const room = Buffer.alloc(words.reduce((bytes, word) => bytes + MAX_BYTES * word.length, 0))
    for (let at = 0; at < words.length; at++)
      starts[at + 1] = (starts[at] as number) + room.write(words[at] as string, starts[at] as number)
    return new WordTable(Uint8Array.from(room.subarray(0, starts[words.length])), starts, words)
  }

  get length(): number {
    return this.starts.length - 1
  }

  at(wordId: number): string {
    return this.#words[wordId] ?? this.#read(wordId)
  }

  #read(wordId: number): string {
    const word = this.#text.toString('utf8', this.starts[wordId], this.starts[wordId + 1])
    this.#words[wordId] = word
    return word
  }
}
