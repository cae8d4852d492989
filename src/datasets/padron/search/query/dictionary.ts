import { enyeAsN } from '../../../../domain/names/normalise.ts'
import { isConjunction, startsWord } from '../../../../domain/names/tokens.ts'
import { type PlaceRanges, uniteRanges } from '../../format/postings/term-ranges.ts'

const ENYE = 0xd1
const LETTER_N = 78
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The words of the index, sorted as if Ñ were N. */
export class Dictionary {
  readonly size: number
  readonly #bytes: Uint8Array
  readonly #starts: Uint32Array
  /** What is being looked for. Text over 200 letters never gets here; more than that is cut by the array itself. */
  readonly #key = new Uint16Array(1024)

  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.#bytes = bytes
    this.#starts = starts
    this.size = starts.length - 1
  }

  text(place: number): string {
    let word = ''
    for (let i = this.#starts[place] as number; i < (this.#starts[place + 1] as number); i++)
      word += String.fromCharCode(this.#bytes[i] as number)
    return word
  }

  /** The words a typed word stands for: N also finds Ñ, and the conjunctions are equal. */
  meaning(typed: string): PlaceRanges {
    const equal = this.#bounded(typed, false)
    if (!isConjunction(typed)) return equal
    return uniteRanges(equal, this.#bounded(typed === 'Y' ? 'E' : 'Y', false))
  }

  /** The words that begin with what was typed. */
  beginning(typed: string): PlaceRanges {
    return this.#bounded(typed, true)
  }

  /** The words one edit away from what was typed (a letter more, less, another one, or two swapped), Ñ and N alike. */
  near(typed: string): PlaceRanges {
    const word = enyeAsN(typed)
    let ranges = this.#bounded(word, false)
    // Edits behind a beginning can only lead to words with that beginning, and soon there are few of them.
    let within: Bounds = [0, this.size]
    for (let at = 0; at <= word.length; at++) {
      for (const variant of editsAt(word, at)) ranges = uniteRanges(ranges, this.#between(variant, false, within))
      const next = this.#between(word.slice(0, at + 1), true, within)
      if (next.length === 0) break
      within = next as Bounds
    }
    return ranges
  }

  #bounded(typed: string, asPrefix: boolean): PlaceRanges {
    const ranges = this.#between(enyeAsN(typed), asPrefix, [0, this.size])
    return typed.includes('Ñ') && ranges.length > 0
      ? this.#withEnye(typed, ranges[0] as number, ranges[1] as number)
      : ranges
  }

  /** The places that equal (or begin with) a word without Ñ, sought between two bounds. */
  #between(plain: string, asPrefix: boolean, within: Bounds): PlaceRanges {
    for (let i = 0; i < plain.length; i++) this.#key[i] = plain.charCodeAt(i)
    const from = this.#firstNotBelow(plain.length, false, asPrefix, within)
    if (from === within[1] || this.#compare(from, plain.length, asPrefix) !== 0) return []
    return [from, this.#firstNotBelow(plain.length, true, asPrefix, [from, within[1]])]
  }

  /** An Ñ that was typed is meant. */
  #withEnye(typed: string, from: number, to: number): PlaceRanges {
    const ranges: number[] = []
    for (let place = from; place < to; place++) {
      if (!startsWord(typed, this.text(place))) continue
      if (ranges.at(-1) === place) ranges[ranges.length - 1] = place + 1
      else ranges.push(place, place + 1)
    }
    return ranges
  }

  /** The first place whose word is not below the key; with `above`, the first one past all that equal (or begin with) it. */
  #firstNotBelow(length: number, above: boolean, asPrefix: boolean, within: Bounds): number {
    let [low, high] = within
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = this.#compare(middle, length, asPrefix)
      if (order < 0 || (above && order === 0)) low = middle + 1
      else high = middle
    }
    return low
  }

  #compare(place: number, keyLength: number, asPrefix: boolean): number {
    const start = this.#starts[place] as number
    const length = (this.#starts[place + 1] as number) - start
    for (let i = 0; i < keyLength && i < length; i++) {
      const byte = this.#bytes[start + i] as number
      const difference = (byte === ENYE ? LETTER_N : byte) - (this.#key[i] as number)
      if (difference !== 0) return difference
    }
    if (length < keyLength) return -1
    return asPrefix ? 0 : length - keyLength
  }
}

type Bounds = readonly [number, number]

/** The word with one edit at a place, its beginning untouched. */
const editsAt = (word: string, at: number): string[] => {
  const [head, tail] = [word.slice(0, at), word.slice(at)]
  const edits: string[] = []
  if (tail) edits.push(head + tail.slice(1))
  if (tail.length > 1) edits.push(head + tail[1] + tail[0] + tail.slice(2))
  for (const letter of ALPHABET) {
    edits.push(head + letter + tail)
    if (tail) edits.push(head + letter + tail.slice(1))
  }
  return edits
}
