import { hashWord, lookUp } from './hashing.ts'
import type { HeardWord } from './heard-word.ts'
import { isFixed, type NameIndex, SALT, SHORTEST_SLIP } from './name-index.ts'
import { POLICY } from './policy.ts'
import { MOST_WORDS, type Question } from './question.ts'
import { slipsBetween } from './slips.ts'

const MOST_SLOTS = 3_000
const MOST_ALIKE = 2_000
// People share their names: most words of a question have been looked for before.
const MOST_RESOLVED = 8_000
const { likeness } = POLICY

/** Listed words that may stand for the words of one question, with their likeness; reused from question to question. */
export class Neighbours {
  private readonly index: NameIndex
  private readonly mark: Int32Array
  private readonly slot: Uint16Array
  private readonly table = new Float32Array(MOST_SLOTS * MOST_WORDS)
  private epoch = 0
  private slots = 0
  /** Tokens found for the word being resolved; all words in a row, word w from starts[w] on. */
  readonly found = new Uint32Array(MOST_SLOTS)
  readonly starts = new Uint32Array(MOST_WORDS + 1)
  private count = 0
  private readonly near = new Uint32Array(MOST_ALIKE)
  private readonly resolved = new Map<string, { tokens: Uint32Array; values: Float32Array }>()

  constructor(index: NameIndex) {
    this.index = index
    this.mark = new Int32Array(index.vocabulary.words.length)
    this.slot = new Uint16Array(index.vocabulary.words.length)
  }

  resolve(question: Question): number {
    this.epoch++
    this.slots = 0
    this.count = 0
    const words = Math.min(question.words.length, MOST_WORDS)
    for (let at = 0; at < words; at++) {
      this.starts[at] = this.count
      this.resolveWord(question.heard[at] as HeardWord, at)
    }
    this.starts[words] = this.count
    return words
  }

  /** How far a listed word is the question's word; 0 when it is another one. */
  likeness(word: number, token: number): number {
    if (this.mark[token] !== this.epoch) return 0
    return this.table[(this.slot[token] as number) * MOST_WORDS + word] as number
  }

  private add(word: number, token: number, value: number): void {
    if (this.mark[token] !== this.epoch) {
      if (this.slots === MOST_SLOTS) return
      this.mark[token] = this.epoch
      this.slot[token] = this.slots
      this.table.fill(0, this.slots * MOST_WORDS, (this.slots + 1) * MOST_WORDS)
      this.slots++
    }
    const cell = (this.slot[token] as number) * MOST_WORDS + word
    const known = this.table[cell] as number
    if (known === 0) {
      if (this.count === MOST_SLOTS) return
      this.found[this.count++] = token
    }
    if (value > known) this.table[cell] = value
  }

  private resolveWord(word: HeardWord, at: number): void {
    const known = this.resolved.get(word.text)
    if (known) {
      for (let place = 0; place < known.tokens.length; place++)
        this.add(at, known.tokens[place] as number, known.values[place] as number)
      return
    }
    const start = this.count
    this.search(word, at)
    this.remember(word.text, at, start)
  }

  private remember(text: string, at: number, start: number): void {
    // A question too long to be resolved whole must not be remembered by its halves.
    if (this.slots === MOST_SLOTS || this.count === MOST_SLOTS) return
    if (this.resolved.size >= MOST_RESOLVED) this.resolved.clear()
    const tokens = this.found.slice(start, this.count)
    this.resolved.set(text, { tokens, values: Float32Array.from(tokens, (token) => this.likeness(at, token)) })
  }

  private search(word: HeardWord, at: number): void {
    const { vocabulary } = this.index
    const { text, facts } = word
    const id = vocabulary.ids.get(text)
    if (id !== undefined) this.add(at, id, 1)
    if (word.foreign) {
      this.byConsonants(word, at, likeness.script)
      return
    }
    if (text.length === 1 || isFixed(text)) return
    if (facts.group > 0)
      for (const token of vocabulary.byGroup.get(facts.group) ?? []) this.add(at, token, likeness.spelling)
    if (facts.particle) return
    // A word everybody knows is no slip of another one, though it may be written as it sounds.
    if (facts.group > 0) {
      this.bySound(word, at, 0)
      return
    }
    const discount = id !== undefined && (vocabulary.parties[id] as number) >= 5 ? likeness.listedWord : 1
    this.bySlip(text, at, discount)
    this.bySound(word, at, discount)
    if (text.length >= 5) this.byConsonants(word, at, likeness.consonants * discount)
  }

  private bySlip(word: string, at: number, discount: number): void {
    if (word.length < SHORTEST_SLIP) return
    const { words } = this.index.vocabulary
    for (let without = -1; without < word.length; without++) {
      const found = this.lookUp(hashWord(word, SALT.letters, without))
      for (let place = 0; place < found; place++) {
        const token = this.near[place] as number
        const other = words[token] as string
        if (Math.abs(other.length - word.length) > 1 || slipsBetween(word, other, 1) !== 1) continue
        this.add(at, token, slipLikeness(Math.min(word.length, other.length)) * discount)
      }
    }
  }

  private bySound({ sound }: HeardWord, at: number, discount: number): void {
    if (sound.length < 2) return
    const { sounds } = this.index.vocabulary
    for (let without = -1; without < sound.length; without++) {
      if (without >= 0 && (sound.length < 5 || discount === 0)) break
      const found = this.lookUp(hashWord(sound, SALT.sound, without))
      for (let place = 0; place < found; place++) {
        const token = this.near[place] as number
        const other = sounds[token] as string
        if (other === sound) this.add(at, token, likeness.sound)
        else if (discount > 0 && other.length >= 5 && slipsBetween(sound, other, 1) === 1)
          this.add(at, token, likeness.soundSlip * discount)
      }
    }
  }

  private byConsonants({ text, consonants: bones, foreign }: HeardWord, at: number, value: number): void {
    if (bones.length < (foreign ? 2 : 3)) return
    const { words, consonants } = this.index.vocabulary
    const most = text.length >= 8 ? 3 : 2
    const found = this.lookUp(hashWord(bones, SALT.consonants))
    for (let place = 0; place < found; place++) {
      const token = this.near[place] as number
      if (consonants[token] !== bones) continue
      if (foreign || slipsBetween(text, words[token] as string, most) <= most) this.add(at, token, value)
    }
  }

  private lookUp(hash: number): number {
    return lookUp(this.index.vocabulary.neighbours, hash, this.near)
  }
}

/** One slip in a word of this length. */
export const slipLikeness = (length: number): number => {
  if (length >= 7) return likeness.slipLong
  return length >= 5 ? likeness.slipMiddle : likeness.slipShort
}
