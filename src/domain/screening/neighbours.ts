import { eachSlipHash, hashWord, lookUp, SALT } from './hashing.ts'
import type { HeardWord } from './heard-word.ts'
import { isFixed, type NameIndex, SHORTEST_SLIP } from './name-index.ts'
import { POLICY } from './policy.ts'
import { MOST_WORDS, type Question } from './question.ts'
import { slipsBetween } from './slips.ts'

const SHORTEST_GLUED = 4
const LAST_EPOCH = 2 ** 31 - 1
const MOST_ENTRIES = 3_000
const MOST_ALIKE = 2_000
/** More names than this are followed word by word, rather than kept in a row for each question's word. */
const MOST_IN_A_ROW = 256
const { likeness } = POLICY

/** The listed words found for one word, with what the search for names wants to know of them. */
export interface ResolvedWord {
  tokens: Uint32Array
  values: Float32Array
  /** The names that several listed words lead to, each once; null when there are many, or one word to follow. */
  row: Uint32Array | null
  /** How many names the listed words lead to, and the weight of the heaviest. */
  names: number
  heaviest: number
  /** May it be several words of a listed name, written together? */
  mayBeGlued: boolean
}

/** Listed words that may stand for the words of one question, with their likeness; reused from question to question. */
export class Neighbours {
  private readonly index: NameIndex
  private readonly mark: Int32Array
  private readonly first: Uint16Array
  private epoch = 0
  /** What was found for each word of the question. */
  readonly resolved: ResolvedWord[] = []
  /** Entries of all words in a row: a listed word, the question's word, how alike they are. */
  private readonly found = new Uint32Array(MOST_ENTRIES)
  readonly entryWord = new Uint8Array(MOST_ENTRIES)
  readonly entryValue = new Float32Array(MOST_ENTRIES)
  /** The next entry of the same listed word, or -1. */
  readonly nextEntry = new Int16Array(MOST_ENTRIES)
  private count = 0
  private words = 0
  private areEntered = false
  private readonly near = new Uint32Array(MOST_ALIKE)
  /** Stands for this list in the notes of words, which outlive it. */
  private readonly list = {}

  constructor(index: NameIndex) {
    this.index = index
    this.mark = new Int32Array(index.vocabulary.words.length)
    this.first = new Uint16Array(index.vocabulary.words.length)
  }

  /** Finds out what each word may stand for; tells how many words are looked at. */
  resolve(question: Question): number {
    this.words = Math.min(question.heard.length, MOST_WORDS)
    this.areEntered = false
    for (let at = 0; at < this.words; at++) {
      const word = question.heard[at] as HeardWord
      this.resolved[at] = word.resolved.of(this.list) ?? this.resolveWord(word)
    }
    return this.words
  }

  /** Enters all that was found, for words to be laid side by side: most questions never come that far. */
  enter(): void {
    if (this.areEntered) return
    this.areEntered = true
    this.startEntries()
    for (let at = 0; at < this.words; at++) {
      const { tokens, values } = this.resolved[at] as ResolvedWord
      for (let place = 0; place < tokens.length; place++)
        this.append(at, tokens[place] as number, values[place] as number)
    }
  }

  private startEntries(): void {
    this.count = 0
    // Months of questions fit into the marks; after them the count begins again.
    if (++this.epoch < LAST_EPOCH) return
    this.mark.fill(0)
    this.epoch = 1
  }

  /** The first entry of a listed word, or -1 when it stands for no word of the question. */
  entryOf(token: number): number {
    return this.mark[token] === this.epoch ? (this.first[token] as number) : -1
  }

  private add(token: number, value: number): void {
    const entry = this.entryOf(token)
    if (entry < 0) this.append(0, token, value)
    else if (value > (this.entryValue[entry] as number)) this.entryValue[entry] = value
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

  private resolveWord(word: HeardWord): ResolvedWord {
    this.startEntries()
    this.search(word)
    const { vocabulary, postingStarts } = this.index
    const tokens = this.found.slice(0, this.count)
    let names = 0
    let heaviest = 0
    for (const token of tokens) {
      names += (postingStarts[token + 1] as number) - (postingStarts[token] as number)
      heaviest = Math.max(heaviest, vocabulary.weights[token] as number)
    }
    const resolved = {
      ...{ tokens, values: this.entryValue.slice(0, this.count), names, heaviest },
      row: tokens.length > 1 && names <= MOST_IN_A_ROW ? this.rowOf(tokens) : null,
      mayBeGlued: this.isGlued(word.text),
    }
    word.resolved.keep(this.list, resolved)
    return resolved
  }

  private rowOf(tokens: Uint32Array): Uint32Array {
    const { postings, postingStarts } = this.index
    const row = new Set<number>()
    for (const token of tokens)
      for (let at = postingStarts[token] as number; at < (postingStarts[token + 1] as number); at++)
        row.add(postings[at] as number)
    return Uint32Array.from(row)
  }

  private isGlued(text: string): boolean {
    return text.length >= SHORTEST_GLUED && lookUp(this.index.joined, hashWord(text, SALT.joined), this.near) > 0
  }

  private search(word: HeardWord): void {
    const { vocabulary } = this.index
    const { text, facts } = word
    const id = vocabulary.ids.get(text)
    if (id !== undefined) this.add(id, 1)
    if (word.foreign) {
      this.byConsonants(word, likeness.script)
      return
    }
    if (text.length === 1 || isFixed(text)) return
    if (facts.group > 0)
      for (const token of vocabulary.byGroup.get(facts.group) ?? []) this.add(token, likeness.spelling)
    if (facts.particle) return
    // A word everybody knows is no slip of another one, though it may be written as it sounds.
    if (facts.group > 0) {
      this.bySound(word, 0)
      return
    }
    const discount = id !== undefined && (vocabulary.parties[id] as number) >= 5 ? likeness.listedWord : 1
    this.bySlip(text, discount)
    this.bySound(word, discount)
    if (text.length >= 5) this.byConsonants(word, likeness.consonants * discount)
  }

  private bySlip(word: string, discount: number): void {
    if (word.length < SHORTEST_SLIP) return
    const { words } = this.index.vocabulary
    const look = (hash: number): void => {
      const found = this.lookUp(hash)
      for (let place = 0; place < found; place++) {
        const token = this.near[place] as number
        const other = words[token] as string
        if (Math.abs(other.length - word.length) > 1 || slipsBetween(word, other, 1) !== 1) continue
        this.add(token, slipLikeness(Math.min(word.length, other.length)) * discount)
      }
    }
    look(hashWord(word, SALT.letters))
    eachSlipHash(word, SALT.letters, look)
  }

  private bySound({ sound }: HeardWord, discount: number): void {
    if (sound.length < 2) return
    const { sounds } = this.index.vocabulary
    const look = (hash: number): void => {
      const found = this.lookUp(hash)
      for (let place = 0; place < found; place++) {
        const token = this.near[place] as number
        const other = sounds[token] as string
        if (other === sound) this.add(token, likeness.sound)
        else if (discount > 0 && other.length >= 5 && slipsBetween(sound, other, 1) === 1)
          this.add(token, likeness.soundSlip * discount)
      }
    }
    look(hashWord(sound, SALT.sound))
    if (sound.length >= 5 && discount > 0) eachSlipHash(sound, SALT.sound, look)
  }

  private byConsonants({ text, consonants: bones, foreign }: HeardWord, value: number): void {
    if (bones.length < (foreign ? 2 : 3)) return
    const { words, consonants } = this.index.vocabulary
    const most = text.length >= 8 ? 3 : 2
    const found = this.lookUp(hashWord(bones, SALT.consonants))
    for (let place = 0; place < found; place++) {
      const token = this.near[place] as number
      if (consonants[token] !== bones) continue
      if (foreign || slipsBetween(text, words[token] as string, most) <= most) this.add(token, value)
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
