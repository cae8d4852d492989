import type { HeardWord } from '../words/query-word.ts'
import { MOST_REMEMBERED } from '../words/query-word.ts'

const STRIDE = 8
const STAMP = 0
const START = 1
const TOKENS = 2
const ROW = 3
const NAMES = 4
const HEAVIEST = 5
const FLAGS = 6
const GLUED = 1
const LISTED = 2
const SILENT = 4
const FIRST_ROOM = 1 << 14
/** Beyond this many numbers, 8 MB, a list forgets what it found and finds it anew. */
const MOST_ROOM = 1 << 21

/** What a list has found for one word. */
export interface Finding {
  /** The listed words it may stand for, and how alike they are. */
  tokens: Uint32Array
  values: Float32Array
  /** The names those words lead to, each once; empty where they are followed word by word. */
  row: readonly number[]
  /** How many names they lead to, and the weight of the heaviest. */
  names: number
  heaviest: number
  /** May it be several words of a listed name, written together? */
  mayBeGlued: boolean
  /** Is the very word on the list? */
  isListed: boolean
  /** Does any of the listed words stand somewhere without telling anything: a particle, a title, a legal form? */
  mayBeSilent: boolean
}

/**
 * What one list has found for the words of questions, word by word in a few numbers side by side: a word that is heard
 * again costs two or three looks into memory.
 */
export class WordNotes {
  private readonly facts = new Int32Array((MOST_REMEMBERED + 1) * STRIDE)
  private readonly heavy = new Float32Array(this.facts.buffer)
  /** For each word: its tokens, their values, its row. */
  numbers = new Uint32Array(FIRST_ROOM)
  values = new Float32Array(this.numbers.buffer)
  private used = 0

  /** To be called between two questions: never while one may still read what was noted. */
  tidy(): void {
    if (this.used < MOST_ROOM) return
    this.used = 0
    this.facts.fill(0)
  }

  has({ place, stamp }: HeardWord): boolean {
    return this.facts[place * STRIDE + STAMP] === stamp
  }

  keep({ place, stamp }: HeardWord, finding: Finding): void {
    const { tokens, values, row, names, heaviest, mayBeGlued, isListed, mayBeSilent } = finding
    const flags = (mayBeGlued ? GLUED : 0) | (isListed ? LISTED : 0) | (mayBeSilent ? SILENT : 0)
    const start = this.used
    this.used += 2 * tokens.length + row.length
    while (this.used > this.numbers.length) this.grow()
    this.numbers.set(tokens, start)
    this.values.set(values, start + tokens.length)
    this.numbers.set(row, start + 2 * tokens.length)
    const at = place * STRIDE
    this.facts.set([stamp, start, tokens.length, row.length, names, 0, flags], at)
    this.heavy[at + HEAVIEST] = heaviest
  }

  private grow(): void {
    const numbers = new Uint32Array(this.numbers.length * 2)
    numbers.set(this.numbers)
    this.numbers = numbers
    this.values = new Float32Array(numbers.buffer)
  }

  tokensAt(place: number): number {
    return this.facts[place * STRIDE + START] as number
  }

  tokenCount(place: number): number {
    return this.facts[place * STRIDE + TOKENS] as number
  }

  rowLength(place: number): number {
    return this.facts[place * STRIDE + ROW] as number
  }

  names(place: number): number {
    return this.facts[place * STRIDE + NAMES] as number
  }

  heaviest(place: number): number {
    return this.heavy[place * STRIDE + HEAVIEST] as number
  }

  mayBeGlued(place: number): boolean {
    return this.hasFlag(place, GLUED)
  }

  isListed(place: number): boolean {
    return this.hasFlag(place, LISTED)
  }

  mayBeSilent(place: number): boolean {
    return this.hasFlag(place, SILENT)
  }

  private hasFlag(place: number, flag: number): boolean {
    return ((this.facts[place * STRIDE + FLAGS] as number) & flag) !== 0
  }
}
