import { NumberTable } from '../index/int-map.ts'
import { isFixed, type NameIndex, SHORTEST_SLIP } from '../index/name-index.ts'
import { POLICY } from '../policy.ts'
import { slipsBetween } from '../words/edit-distance.ts'
import type { HeardWord } from '../words/query-word.ts'
import { eachSlipHash, hashWord, lookUp, SALT } from '../words/word-hash.ts'
import { type Finding, WordNotes } from './finding-cache.ts'
import { MOST_WORDS, type Question } from './question.ts'

const SHORTEST_GLUED = 4
const MOST_ENTRIES = 3_000
const MOST_ALIKE = 2_000
/** More names than this are followed word by word, rather than kept in a row for each question's word. */
const MOST_IN_A_ROW = 256
const { likeness } = POLICY

/** Listed words that may stand for the words of one question, with their likeness; reused from question to question. */
export class Neighbours {
  private readonly index: NameIndex
  readonly notes = new WordNotes()
  /** The place of each word of the question in the notes. */
  readonly places = new Uint16Array(MOST_WORDS)
  private words = 0
  /** How many of them are not on the list. */
  unlisted = 0
  private areEntered = false
  /** Entries of all words in a row: the question's word, how alike a listed word is, its next entry or -1. */
  readonly entryWord = new Uint8Array(MOST_ENTRIES)
  readonly entryValue = new Float32Array(MOST_ENTRIES)
  readonly nextEntry = new Int16Array(MOST_ENTRIES)
  private readonly found = new Uint32Array(MOST_ENTRIES)
  private count = 0
  /** Listed word → its first entry. */
  private readonly first = new NumberTable(MOST_ENTRIES)
  private readonly near = new Uint32Array(MOST_ALIKE)

  constructor(index: NameIndex) {
    this.index = index
  }

  /** Finds out what each word may stand for; tells how many words are looked at. */
  resolve({ heard }: Question): number {
    const { notes, places } = this
    notes.tidy()
    this.words = Math.min(heard.length, MOST_WORDS)
    this.areEntered = false
    this.unlisted = 0
    for (let at = 0; at < this.words; at++) {
      const word = heard[at] as HeardWord
      if (!notes.has(word)) notes.keep(word, this.findingFor(word))
      if (!notes.isListed(word.place)) this.unlisted++
      places[at] = word.place
    }
    return this.words
  }

  /** Enters all that was found, for words to be laid side by side: most questions never come that far. */
  enter(): void {
    if (this.areEntered) return
    this.areEntered = true
    const { notes, places } = this
    let expected = 0
    for (let at = 0; at < this.words; at++) expected += notes.tokenCount(places[at] as number)
    this.startEntries(Math.min(expected, MOST_ENTRIES))
    for (let at = 0; at < this.words; at++) {
      const start = notes.tokensAt(places[at] as number)
      const tokens = notes.tokenCount(places[at] as number)
      for (let place = start; place < start + tokens; place++)
        this.append(at, notes.numbers[place] as number, notes.values[place + tokens] as number)
    }
  }

  private startEntries(expected: number): void {
    this.count = 0
    this.first.start(expected)
  }

  /** The first entry of a listed word, or -1 when it stands for no word of the question. */
  entryOf(token: number): number {
    return this.first.get(token)
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
    this.first.put(token, entry)
  }

  private findingFor(word: HeardWord): Finding {
    this.startEntries(MOST_ENTRIES)
    this.search(word)
    const { vocabulary, postingStarts } = this.index
    const tokens = this.found.slice(0, this.count)
    let names = 0
    let heaviest = 0
    for (const token of tokens) {
      names += (postingStarts[token + 1] as number) - (postingStarts[token] as number)
      heaviest = Math.max(heaviest, vocabulary.weights[token] as number)
    }
    return {
      ...{ tokens, values: this.entryValue.slice(0, this.count), names, heaviest },
      row: tokens.length > 1 && names <= MOST_IN_A_ROW ? this.rowOf(tokens) : [],
      mayBeGlued: this.isGlued(word.text),
      isListed: vocabulary.ids.has(word.text),
      mayBeSilent: tokens.some((token) => this.index.everSilent[token] === 1),
    }
  }

  private rowOf(tokens: Uint32Array): number[] {
    const { postings, postingStarts } = this.index
    const row = new Set<number>()
    for (const token of tokens)
      for (let at = postingStarts[token] as number; at < (postingStarts[token + 1] as number); at++)
        row.add(postings[at] as number)
    return [...row]
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
