import { MAX_CACHED_WORDS, type QueryWord, type QueryWordCache } from '../../words/query-word.ts'

/** What a list has found for one word of a question. */
export interface Finding {
  /** The terms it may stand for, and how similar each is. */
  terms: Uint32Array
  similarities: Float32Array
  /** The names that have one of those terms, each once; empty when they are read from the postings of each term. */
  names: readonly number[]
  /** How many postings the terms have together, and the weight of the heaviest term. */
  postingCount: number
  maxWeight: number
  /** Is one of the terms heavy enough to be the core of a company's name? */
  hasCore: boolean
  /** May it be several words of a listed name, written together? */
  mayBeJoined: boolean
  /** Is the very word on the list? */
  isListed: boolean
  /** Does one of the terms carry no weight in some name: a particle, a title, a legal form? */
  mayBeWeightless: boolean
}

// The fields of one word in `fields`, side by side in 32 bytes: half a cache line.
const STRIDE = 8
const STAMP = 0
const START = 1
const TERMS = 2
const NAMES = 3
const POSTINGS = 4
const MAX_WEIGHT = 5
const FLAGS = 6
const FLAG = { joined: 1, listed: 2, weightless: 4, core: 8 } as const

const FIRST_SIZE = 1 << 14
/** Beyond this many numbers, 8 MB, the cache starts anew. */
const MAX_SIZE = 1 << 21

/** What one list has found for the words of earlier questions, filed by the number a word has in its cache. */
export class FindingCache {
  readonly #fields = new Int32Array((MAX_CACHED_WORDS + 1) * STRIDE)
  readonly #weights = new Float32Array(this.#fields.buffer)
  /** For each word: its terms, their similarities, its names. The similarities are read through the second view. */
  numbers = new Uint32Array(FIRST_SIZE)
  similarities = new Float32Array(this.numbers.buffer)
  #used = 0
  #owner: QueryWordCache | null = null

  /** To be called before each question: word numbers mean nothing across caches, and the space is limited. */
  prepare(owner: QueryWordCache): void {
    if (this.#owner === owner && this.#used < MAX_SIZE) return
    this.#owner = owner
    this.#used = 0
    this.#fields.fill(0)
  }

  has({ id, stamp }: QueryWord): boolean {
    return this.#fields[id * STRIDE + STAMP] === stamp
  }

  set({ id, stamp }: QueryWord, finding: Finding): void {
    const { terms, similarities, names, postingCount, maxWeight } = finding
    const start = this.#used
    this.#used += 2 * terms.length + names.length
    while (this.#used > this.numbers.length) this.#grow()
    this.numbers.set(terms, start)
    this.similarities.set(similarities, start + terms.length)
    this.numbers.set(names, start + 2 * terms.length)
    const at = id * STRIDE
    this.#fields.set([stamp, start, terms.length, names.length, postingCount, 0, flagsOf(finding)], at)
    this.#weights[at + MAX_WEIGHT] = maxWeight
  }

  #grow(): void {
    const numbers = new Uint32Array(this.numbers.length * 2)
    numbers.set(this.numbers)
    this.numbers = numbers
    this.similarities = new Float32Array(numbers.buffer)
  }

  /** Where the terms of a word start in `numbers`. */
  termsStart(id: number): number {
    return this.#fields[id * STRIDE + START] as number
  }

  termCount(id: number): number {
    return this.#fields[id * STRIDE + TERMS] as number
  }

  nameCount(id: number): number {
    return this.#fields[id * STRIDE + NAMES] as number
  }

  postingCount(id: number): number {
    return this.#fields[id * STRIDE + POSTINGS] as number
  }

  maxWeight(id: number): number {
    return this.#weights[id * STRIDE + MAX_WEIGHT] as number
  }

  hasCore(id: number): boolean {
    return this.#hasFlag(id, FLAG.core)
  }

  mayBeJoined(id: number): boolean {
    return this.#hasFlag(id, FLAG.joined)
  }

  isListed(id: number): boolean {
    return this.#hasFlag(id, FLAG.listed)
  }

  mayBeWeightless(id: number): boolean {
    return this.#hasFlag(id, FLAG.weightless)
  }

  #hasFlag(id: number, flag: number): boolean {
    return ((this.#fields[id * STRIDE + FLAGS] as number) & flag) !== 0
  }
}

const flagsOf = ({ mayBeJoined, isListed, mayBeWeightless, hasCore }: Finding): number =>
  (mayBeJoined ? FLAG.joined : 0) |
  (isListed ? FLAG.listed : 0) |
  (mayBeWeightless ? FLAG.weightless : 0) |
  (hasCore ? FLAG.core : 0)
