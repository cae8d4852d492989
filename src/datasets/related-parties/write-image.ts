import { createHash } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldName } from '../../domain/names/normalise.ts'
import { DocumentCipher } from '../procurement-files/document-cipher.ts'
import { IMAGE_FILE, IMAGE_FORMAT, IMAGE_HEADER, type ImageHeader } from './image.ts'
import { nameHash, PartyWriter } from './party-bytes.ts'
import type { RelatedParty } from './related-parties.ts'

const PIECE_BYTES = 4 << 20
/** More rows than that cannot be numbered beside a RUC in one word of 64 bits. */
const ROW_BITS = 24n
const FIRST_ROWS = 1 << 16
const ROW_MASK = (1n << ROW_BITS) - 1n

/** Collects the parties of all suppliers in any order, and writes them supplier by supplier. */
export class ImageWriter {
  readonly #parties = new PartyWriter()
  #keys = new BigUint64Array(FIRST_ROWS)
  #names = new Uint32Array(FIRST_ROWS)

  add(ruc: string, party: RelatedParty): void {
    const { rows } = this.#parties
    if (rows === this.#keys.length) this.#grow()
    this.#keys[rows] = (BigInt(ruc) << ROW_BITS) | BigInt(rows)
    this.#names[rows] = nameHash(foldName(party.nombre))
    this.#parties.add(party)
  }

  #grow(): void {
    const [keys, names] = [new BigUint64Array(2 * this.#keys.length), new Uint32Array(2 * this.#keys.length)]
    keys.set(this.#keys)
    names.set(this.#names)
    this.#keys = keys
    this.#names = names
  }

  /** Writes the files of an edition, encrypted. Gives the number of rows, doubles told once. */
  async write(dir: string, secret: Uint8Array): Promise<{ rows: number; suppliers: number }> {
    const { keys, starts, names, order } = this.#suppliers()
    const dictionary = Buffer.from(JSON.stringify(this.#parties.dictionary))
    const cipher = DocumentCipher.create(secret)
    const file = await open(join(dir, IMAGE_FILE), 'w')
    const hash = createHash('sha256')
    let written = 0
    const put = async (plain: Uint8Array): Promise<void> => {
      const sealed = cipher.apply(plain, written)
      hash.update(sealed)
      written += sealed.length
      await file.appendFile(sealed)
    }
    try {
      for (const part of [keys, starts, names]) await put(new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
      await put(dictionary)
      for await (const piece of this.#pieces(order)) await put(piece)
    } finally {
      await file.close()
    }
    const header: ImageHeader = {
      ...{ format: IMAGE_FORMAT.format, version: IMAGE_FORMAT.version, ...cipher.facts },
      ...{ rows: order.length, suppliers: keys.length, dictionary: dictionary.length, bytes: written },
      sha256: hash.digest('hex'),
    }
    await writeFile(join(dir, IMAGE_HEADER), `${JSON.stringify(header)}\n`)
    return { rows: order.length, suppliers: keys.length }
  }

  /** The suppliers in order, where the rows of each begin, and the rows of all without doubles. */
  #suppliers() {
    const count = this.#parties.rows
    const sorted = this.#keys.subarray(0, count).sort()
    const keys = new Float64Array(count)
    const starts = new Uint32Array(count + 1)
    const order = new Uint32Array(count)
    const names = new BigUint64Array(count)
    const seen = new Set<string>()
    let [suppliers, rows, bytes, last] = [0, 0, 0, -1]
    for (const packed of sorted) {
      const ruc = Number(packed >> ROW_BITS)
      if (ruc !== last) {
        seen.clear()
        keys[suppliers] = ruc
        starts[suppliers++] = bytes
        last = ruc
      }
      const number = Number(packed & ROW_MASK)
      const row = this.#parties.row(number)
      const text = row.toString('latin1')
      if (seen.has(text)) continue
      seen.add(text)
      names[rows] = (BigInt(this.#names[number] as number) << 32n) | BigInt(suppliers - 1)
      order[rows++] = number
      bytes += row.length
    }
    starts[suppliers] = bytes
    return {
      keys: keys.slice(0, suppliers),
      starts: starts.slice(0, suppliers + 1),
      names: split(names.subarray(0, rows).sort()),
      order: order.subarray(0, rows),
    }
  }

  *#pieces(order: Uint32Array): Generator<Buffer> {
    const piece = Buffer.allocUnsafe(PIECE_BYTES)
    let end = 0
    for (const number of order) {
      const row = this.#parties.row(number)
      if (end + row.length > PIECE_BYTES) {
        yield piece.subarray(0, end)
        end = 0
      }
      end += row.copy(piece, end)
    }
    yield piece.subarray(0, end)
  }
}

/** All upper halves, which are in order, then all lower ones. */
const split = (pairs: BigUint64Array): Uint32Array => {
  const halves = new Uint32Array(2 * pairs.length)
  for (const [at, pair] of pairs.entries()) {
    halves[at] = Number(pair >> 32n)
    halves[pairs.length + at] = Number(pair & 0xffffffffn)
  }
  return halves
}
