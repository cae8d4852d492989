import { hashWord, lookUp, SALT } from './hashing.ts'
import type { HeardWord } from './heard-word.ts'
import { isFixed, type NameIndex, SHORTEST_SLIP } from './name-index.ts'
import { POLICY } from './policy.ts'
import { MOST_WORDS, type Question } from './question.ts'
import { slipsBetween } from './slips.ts'

const SHORTEST_GLUED = 4
const LAST_EPOCH = 2 ** 31 - 1
const MOST_ENTRIES = 3_000
const MOST_ALIKE = 2_000
const { likeness } = POLICY

/** The listed words found for one word, with what the search for names wants to know of them. */
export interface ResolvedWord {
  tokens: Uint32Array
  values: Float32Array
  names: number
  heaviest: number
  mayBeGlued: boolean
}

/** Listed words that may stand for the words of one question, with their likeness; reused from question to question. */
export class Neighbours {
  private readonly index: NameIndex
  private readonly mark: Int32Array
  private readonly first: Uint16Array
  private epoch = 0
  /** Entries of all words in a row, word w from starts[w] on: a listed word, the question's word, how alike they are. */
  readonly found = new Uint32Array(MOST_ENTRIES)
  readonly entryWord = new Uint8Array(MOST_ENTRIES)
  readonly entryValue = new Float32Array(MOST_ENTRIES)
  /** The next entry of the same listed word, or -1. */
  readonly nextEntry = new Int16Array(MOST_ENTRIES)
  readonly starts = new Uint32Array(MOST_WORDS + 1)
  /** For each word of the question: how many names its listed words lead to, and the weight of the heaviest. */
  readonly names = new Uint32Array(MOST_WORDS)
  readonly heaviest = new Float32Array(MOST_WORDS)
  /** 1 for a word of the question that may be several of a listed name, written together. */
  readonly mayBeGlued = new Uint8Array(MOST_WORDS)
  private count = 0
  private readonly near = new Uint32Array(MOST_ALIKE)
  /** Stands for this list in the notes of words, which outlive it. */
  private readonly list = {}

  constructor(index: NameIndex) {
    this.index = index
    this.mark = new Int32Array(index.vocabulary.words.length)
    this.first = new Uint16Array(index.vocabulary.words.length)
  }

  resolve(question: Question): number {
    if (++this.epoch === LAST_EPOCH) this.startOver()
    this.count = 0
    const words = Math.min(question.words.length, MOST_WORDS)
    for (let at = 0; at < words; at++) {
      this.starts[at] = this.count
      this.resolveWord(question.heard[at] as HeardWord, at)
    }
    this.starts[words] = this.count
    return words
  }

  /** Months of questions fit into the marks; after them the count begins again. */
  private startOver(): void {
    this.mark.fill(0)
    this.epoch = 1
  }

  /** The first entry of a listed word, or -1 when it stands for no word of the question. */
  entryOf(token: number): number {
    return this.mark[token] === this.epoch ? (this.first[token] as number) : -1
  }

  private add(word: number, token: number, value: number): void {
    for (let entry = this.entryOf(token); entry >= 0; entry = this.nextEntry[entry] as number)
      if (this.entryWord[entry] === word) {
        if (value > (this.entryValue[entry] as number)) this.entryValue[entry] = value
        return
      }
    this.append(word, token, value)
  }

  private append(word: number, token: number, value: number): void {
    const entry = this.count
    if (entry === MOST_ENTRIES) return
    this.count++
    this.found[entry] = token
    this.entryWord[entry] = word
    this.entryValue[entry] = value
    this.nextEntry[entry] = this.entryOf(token)
    this.mark[token] = this.epoch
    this.first[token] = entry
  }

  private resolveWord(word: HeardWord, at: number): void {
    const known = word.resolved.of(this.list)
    const start = this.count
    if (!known) {
      this.search(word, at)
      this.mayBeGlued[at] = this.isGlued(word.text) ? 1 : 0
      this.sumUp(at, start)
      this.remember(word, at, start)
      return
    }
    const { tokens, values } = known
    for (let place = 0; place < tokens.length; place++)
      this.append(at, tokens[place] as number, values[place] as number)
    this.names[at] = known.names
    this.heaviest[at] = known.heaviest
    this.mayBeGlued[at] = known.mayBeGlued ? 1 : 0
    if (this.count === MOST_ENTRIES) this.sumUp(at, start)
  }

  private isGlued(text: string): boolean {
    return text.length >= SHORTEST_GLUED && lookUp(this.index.joined, hashWord(text, SALT.joined), this.near) > 0
  }

  private sumUp(at: number, start: number): void {
    const { vocabulary, postingStarts } = this.index
    let names = 0
    let heaviest = 0
    for (let entry = start; entry < this.count; entry++) {
      const token = this.found[entry] as number
      names += (postingStarts[token + 1] as number) - (postingStarts[token] as number)
      heaviest = Math.max(heaviest, vocabulary.weights[token] as number)
    }
    this.names[at] = names
    this.heaviest[at] = heaviest
  }

  private remember(word: HeardWord, at: number, start: number): void {
    // A question too long to be resolved whole must not be remembered by its halves.
    if (this.count === MOST_ENTRIES) return
    word.resolved.keep(this.list, {
      tokens: this.found.slice(start, this.count),
      values: this.entryValue.slice(start, this.count),
      names: this.names[at] as number,
      heaviest: this.heaviest[at] as number,
      mayBeGlued: this.mayBeGlued[at] === 1,
    })
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
