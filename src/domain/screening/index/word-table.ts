const NEW_WORDS = new TextEncoder()

/** Words by their number, as bytes that threads share. A word becomes a string when it is first asked for. */
export class WordTable {
  readonly bytes: Uint8Array
  /** Word n has the bytes from starts[n] up to starts[n + 1]. */
  readonly starts: Uint32Array
  readonly #text: Buffer
  readonly #words: (string | undefined)[]

  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.bytes = bytes
    this.starts = starts
    this.#text = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
    this.#words = new Array<string | undefined>(this.length).fill(undefined)
  }

  static of(words: readonly string[]): WordTable {
    const starts = new Uint32Array(words.length + 1)
    const texts = words.map((word) => NEW_WORDS.encode(word))
    for (const [at, text] of texts.entries()) starts[at + 1] = (starts[at] as number) + text.length
    const bytes = new Uint8Array(starts[words.length] as number)
    for (const [at, text] of texts.entries()) bytes.set(text, starts[at] as number)
    return new WordTable(bytes, starts)
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
