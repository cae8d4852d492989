import { readSync } from 'node:fs'
import { endsEarly } from '../format/ends-early.ts'
import { KEYS_PER_SAMPLE } from '../format/index-file.ts'
import { type RegisterImage, sectionOf } from '../format/register-image.ts'

/** Sorted RUCs: digits 3 to 11 as a number, ascending within each prefix, so that all eleven are compared. */
interface RucKeys {
  keys: Uint32Array
  /** Prefix p has the keys from rucPrefixStarts[p] up to rucPrefixStarts[p + 1]. */
  rucPrefixStarts: Uint32Array
}

const ZERO = 48

/** The place of a RUC among all, or -1: a binary search in the keys of its prefix. */
export const findPlace = ({ keys, rucPrefixStarts }: RucKeys, ruc: string): number => {
  const { prefix, key } = partsOf(ruc)
  if (key < 0) return -1
  const end = rucPrefixStarts[prefix + 1] as number
  const place = firstFrom(keys, key, rucPrefixStarts[prefix] as number, end)
  return place < end && keys[place] === key ? place : -1
}

/** The same over an edition: one key of many is in memory, those after it are read from the file. One per thread. */
export class RucPlaces {
  readonly #samples: Uint32Array
  readonly #prefixStarts: Uint32Array
  readonly #indexFd: number
  readonly #offset: number
  readonly #block = new Uint32Array(KEYS_PER_SAMPLE)

  /** `indexFd` is the open index file of the image. */
  constructor(image: RegisterImage, indexFd: number) {
    this.#samples = new Uint32Array(image.keySamples)
    this.#prefixStarts = new Uint32Array(image.sections.rucPrefixStarts)
    this.#indexFd = indexFd
    this.#offset = sectionOf(image, 'keys').offset
  }

  find(ruc: string): number {
    const { prefix, key } = partsOf(ruc)
    if (key < 0) return -1
    const from = this.#prefixStarts[prefix] as number
    const to = this.#prefixStarts[prefix + 1] as number
    if (from === to) return -1
    const samples = [Math.ceil(from / KEYS_PER_SAMPLE), Math.ceil(to / KEYS_PER_SAMPLE)] as const
    // The last sample that is not above the key; before the first one of the prefix its keys are in the block before.
    const sample = firstFrom(this.#samples, key + 1, ...samples) - 1
    const start = Math.max(from, sample * KEYS_PER_SAMPLE)
    const count = Math.min(to, (sample + 1) * KEYS_PER_SAMPLE) - start
    this.#read(start, count)
    const at = firstFrom(this.#block, key, 0, count)
    return at < count && this.#block[at] === key ? start + at : -1
  }

  #read(start: number, count: number): void {
    const bytes = count * Uint32Array.BYTES_PER_ELEMENT
    const position = this.#offset + start * Uint32Array.BYTES_PER_ELEMENT
    if (readSync(this.#indexFd, this.#block, 0, bytes, position) < bytes) throw endsEarly()
  }
}

/** A RUC's prefix and key; the key is -1 when it is not eleven digits. */
const partsOf = (ruc: string): { prefix: number; key: number } => {
  const prefix = digits(ruc, 0, 2)
  const key = ruc.length === 11 && prefix >= 0 ? digits(ruc, 2, 11) : -1
  return { prefix, key }
}

/** The first of the ascending numbers from `low` up to `high` that is not below `key`, or `high`. */
const firstFrom = (numbers: Uint32Array, key: number, low: number, high: number): number => {
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) < key) low = middle + 1
    else high = middle
  }
  return low
}

const digits = (text: string, from: number, to: number): number => {
  let number = 0
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - ZERO
    if (!(digit >= 0 && digit <= 9)) return -1
    number = number * 10 + digit
  }
  return number
}
