import { enyeAsN } from '../../../../domain/names/normalise.ts'
import { isConjunction, startsWord } from '../../../../domain/names/tokens.ts'
import { type TermRanges, unionOf } from '../../format/postings/term-ranges.ts'
import { enyeByteAsN } from '../../format/term-order.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

type Bounds = readonly [number, number]

/** The terms of the index, sorted as if Ñ were N: finds the terms that a typed word can stand for. */
export class Dictionary {
  readonly size: number
  readonly #bytes: Uint8Array
  readonly #starts: Uint32Array
  /** The word that is looked up. Queries have at most 200 letters; writes past the end are ignored by the array. */
  readonly #key = new Uint16Array(1024)

  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.#bytes = bytes
    this.#starts = starts
    this.size = starts.length - 1
  }

  text(termId: number): string {
    let term = ''
    for (let i = this.#starts[termId] as number; i < (this.#starts[termId + 1] as number); i++)
      term += String.fromCharCode(this.#bytes[i] as number)
    return term
  }

  /** The terms that mean what was typed: N also finds Ñ, and the conjunctions are equal. */
  matching(typed: string): TermRanges {
    const equal = this.#find(typed, false)
    if (!isConjunction(typed)) return equal
    return unionOf(equal, this.#find(typed === 'Y' ? 'E' : 'Y', false))
  }

  /** The terms that begin with what was typed. */
  withPrefix(typed: string): TermRanges {
    return this.#find(typed, true)
  }

  /** The terms one edit away from what was typed (a letter more, less, another one, or two swapped), Ñ and N alike. */
  withinOneEdit(typed: string): TermRanges {
    const word = enyeAsN(typed)
    let ranges = this.#find(word, false)
    // An edit after a prefix only leads to terms with that prefix, and soon there are few of them.
    let within: Bounds = [0, this.size]
    for (let at = 0; at <= word.length; at++) {
      for (const variant of editsAt(word, at)) ranges = unionOf(ranges, this.#findWithin(variant, false, within))
      const next = this.#findWithin(word.slice(0, at + 1), true, within)
      if (next.length === 0) break
      within = next as Bounds
    }
    return ranges
  }

  #find(typed: string, asPrefix: boolean): TermRanges {
    const ranges = this.#findWithin(enyeAsN(typed), asPrefix, [0, this.size])
    return typed.includes('Ñ') && ranges.length > 0
      ? this.#keepEnye(typed, ranges[0] as number, ranges[1] as number)
      : ranges
  }

  /** The terms within some bounds that equal (or begin with) a word without Ñ. */
  #findWithin(plain: string, asPrefix: boolean, within: Bounds): TermRanges {
    for (let i = 0; i < plain.length; i++) this.#key[i] = plain.charCodeAt(i)
    const from = this.#lowerBound(plain.length, asPrefix, within)
    if (from === within[1] || this.#compare(from, plain.length, asPrefix) !== 0) return []
    return [from, this.#upperBound(plain.length, asPrefix, [from, within[1]])]
  }

  /** Ñ that was typed does not find N. */
  #keepEnye(typed: string, from: number, to: number): TermRanges {
    const ranges: number[] = []
    for (let termId = from; termId < to; termId++) {
      if (!startsWord(typed, this.text(termId))) continue
      if (ranges.at(-1) === termId) ranges[ranges.length - 1] = termId + 1
      else ranges.push(termId, termId + 1)
    }
    return ranges
  }

  /** The first term that is not below the key. */
  #lowerBound(keyLength: number, asPrefix: boolean, [low, high]: Bounds): number {
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, keyLength, asPrefix) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The first term after all that equal (or begin with) the key. */
  #upperBound(keyLength: number, asPrefix: boolean, [low, high]: Bounds): number {
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, keyLength, asPrefix) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #compare(termId: number, keyLength: number, asPrefix: boolean): number {
    const start = this.#starts[termId] as number
    const length = (this.#starts[termId + 1] as number) - start
    for (let i = 0; i < keyLength && i < length; i++) {
      const difference = enyeByteAsN(this.#bytes[start + i] as number) - (this.#key[i] as number)
      if (difference !== 0) return difference
    }
    if (length < keyLength) return -1
    return asPrefix ? 0 : length - keyLength
  }
}

/** The word with one edit at `at`; what comes before stays as it is. */
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
