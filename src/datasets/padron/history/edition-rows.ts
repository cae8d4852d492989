import type { SectionName } from '../format/index-file.ts'
import { fitsOneByte, hasRecordBit } from '../format/records.ts'
import { loadRows } from '../format/register-image.ts'
import { RowReader } from '../lookup/row-reader.ts'
import type { PastRow } from '../register.ts'

const SECTIONS: ReadonlySet<SectionName> = new Set([
  ...(['keys', 'keyRows', 'rucPrefixStarts', 'statuses', 'values', 'fingerprints', 'tipos'] as const),
  ...(['forward', 'forwardBlocks', 'shortCodeTerms', 'termBytes', 'termStarts'] as const),
  ...(['recordBits', 'recordRanks', 'recordOffsets'] as const),
])
/** Digits 3 to 11 of a RUC. */
const PER_PREFIX = 1e9
/** After the last row: higher than any RUC. */
export const NO_MORE = Number.POSITIVE_INFINITY

/** Rows in ascending order of their RUCs. `ruc` is the current one. */
export interface SortedRows {
  readonly ruc: number
  readonly rows: number
  next(): void
  row(): PastRow
  /** Whether the current rows are known to be the same. */
  isSame(other: SortedRows): boolean
  close(): void
}

/** The rows of an edition. */
export class EditionRows implements SortedRows {
  ruc = 0
  readonly rows: number
  readonly #keys: Uint32Array
  readonly #keyRows: Uint32Array
  readonly #prefixStarts: Uint32Array
  readonly #statuses: Uint8Array | Uint16Array
  readonly #statusMask: number
  /** The pair of estado and condición of each status number, as a text. */
  readonly #pairs: string[]
  readonly #fingerprints: Uint32Array
  readonly #reader: RowReader
  #at = -1
  #prefix = 0

  static async open(dir: string): Promise<EditionRows> {
    return new EditionRows(await loadRows(dir, SECTIONS))
  }

  constructor(image: Awaited<ReturnType<typeof loadRows>>) {
    const { sections, values } = image
    this.#keys = new Uint32Array(sections.keys)
    this.#keyRows = new Uint32Array(sections.keyRows)
    this.#prefixStarts = new Uint32Array(sections.rucPrefixStarts)
    this.#statuses = fitsOneByte(values.statuses.length)
      ? new Uint8Array(sections.statuses)
      : new Uint16Array(sections.statuses)
    this.#statusMask = ~hasRecordBit(values.statuses.length)
    this.#pairs = values.statuses.map(({ estado, condicion }) => `${estado}|${condicion}`)
    this.#fingerprints = new Uint32Array(sections.fingerprints)
    this.#reader = new RowReader(image)
    this.rows = this.#keys.length
    this.next()
  }

  next(): void {
    const at = ++this.#at
    if (at >= this.#keys.length) {
      this.ruc = NO_MORE
      return
    }
    while (at >= (this.#prefixStarts[this.#prefix + 1] as number)) this.#prefix++
    this.ruc = this.#prefix * PER_PREFIX + (this.#keys[at] as number)
  }

  /** Whether the current rows are the same to the byte. False also where an edition has no fingerprints. */
  isSame(other: SortedRows): boolean {
    if (!(other instanceof EditionRows)) return false
    const own = this.#keyRows[this.#at] as number
    const others = other.#keyRows[other.#at] as number
    return (
      this.#fingerprints[this.#at] !== undefined &&
      this.#fingerprints[this.#at] === other.#fingerprints[other.#at] &&
      this.#pairOf(own) === other.#pairOf(others)
    )
  }

  row(): PastRow {
    const { numero: _, tipo: __, ...row } = this.#reader.row(this.#keyRows[this.#at] as number, '')
    return row
  }

  close(): void {
    this.#reader.close()
  }

  #pairOf(rowId: number): string | undefined {
    return this.#pairs[(this.#statuses[rowId] as number) & this.#statusMask]
  }
}
