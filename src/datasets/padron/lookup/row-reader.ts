import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { buildAddress } from '../../../domain/address.ts'
import { LEGAL_FORMS } from '../../../domain/names/legal-forms.ts'
import {
  FIRST_HOT,
  HIGH_BITS,
  HOT_CODES,
  LAST,
  markedForm,
  markedSpelling,
  NOTHING,
  ROWS_PER_BLOCK,
  WIDE,
} from '../format/forward-index.ts'
import { INDEX_FILE, type IndexValues, RECORDS_FILE, RUC_BYTES } from '../format/index-file.ts'
import { bitCount } from '../format/postings/bitmap-loops.ts'
import { hasRecordBit, isNarrow, RECORD_HEAD_BYTES, WORDS_TELL_NAME } from '../format/records.ts'
import type { RegisterImage } from '../format/register-image.ts'
import { tidyLatin1, tidyName } from '../format/windows-1252.ts'
import type { RegisterRow } from '../register.ts'

const LIKELY_RECORD_BYTES = 256
const LONGEST_WORD = 1 << 11

/** Puts rows together: names from the index, what it cannot tell from the records on disk. One per thread. */
export class RowReader {
  readonly #image: RegisterImage
  readonly #records: number
  readonly #index: number
  readonly #rucsAt: number
  readonly #buffer = Buffer.allocUnsafe(1 << 16)
  readonly #letters = Buffer.allocUnsafe(LONGEST_WORD)
  readonly #hotWords: string[] = new Array<string>(HOT_CODES).fill('')
  readonly #forward: Uint8Array
  readonly #blocks: Uint32Array
  readonly #hotPlaces: Uint32Array
  readonly #wordBytes: Uint8Array
  readonly #wordStarts: Uint32Array
  readonly #statuses: Uint8Array | Uint16Array
  readonly #hasRecord: number
  readonly #tipos: Uint8Array
  readonly #recordBits: Uint32Array
  readonly #recordRanks: Uint32Array
  readonly #recordOffsets: Uint32Array

  constructor(image: RegisterImage) {
    const { sections, dir, head, values } = image
    this.#image = image
    this.#records = openSync(join(dir, RECORDS_FILE), 'r')
    this.#index = openSync(join(dir, INDEX_FILE), 'r')
    this.#rucsAt = head.sections.rucs?.offset ?? 0
    this.#forward = new Uint8Array(sections.forward)
    this.#blocks = new Uint32Array(sections.forwardBlocks)
    this.#hotPlaces = new Uint32Array(sections.hotPlaces)
    this.#wordBytes = new Uint8Array(sections.wordBytes)
    this.#wordStarts = new Uint32Array(sections.wordStarts)
    const narrow = isNarrow(values.statuses.length)
    this.#statuses = narrow ? new Uint8Array(sections.statuses) : new Uint16Array(sections.statuses)
    this.#hasRecord = hasRecordBit(values.statuses.length)
    this.#tipos = new Uint8Array(sections.tipos)
    this.#recordBits = new Uint32Array(sections.recordBits)
    this.#recordRanks = new Uint32Array(sections.recordRanks)
    this.#recordOffsets = new Uint32Array(sections.recordOffsets)
  }

  /** The row; its RUC is read from disk unless the caller knows it. */
  row(row: number, numero = this.#rucOf(row)): RegisterRow {
    const { values } = this.#image
    const status = this.#statuses[row] as number
    const { estado, condicion } = values.statuses[status & ~this.#hasRecord] as IndexValues['statuses'][number]
    const tipo = this.#tipos.length > 0 ? (values.tipos[this.#tipos[row] as number] as string) : ''
    if ((status & this.#hasRecord) === 0)
      return { numero, razonSocial: this.#nameOf(row), estado, condicion, ubigeo: '', direccion: '', tipo }
    const bits = this.#recordBits[row >>> 5] as number
    const rank = (this.#recordRanks[row >>> 5] as number) + bitCount(bits & ((1 << (row & 31)) - 1))
    const record = this.#readRecord(this.#recordOffsets[rank] as number)
    const razonSocial = record.name ?? this.#nameOf(row)
    return { numero, razonSocial, estado, condicion, ubigeo: record.ubigeo, direccion: record.direccion, tipo }
  }

  close(): void {
    closeSync(this.#records)
    closeSync(this.#index)
  }

  #rucOf(row: number): string {
    const buffer = this.#buffer
    readSync(this.#index, buffer, 0, RUC_BYTES, this.#rucsAt + row * RUC_BYTES)
    return String(buffer[0]).padStart(2, '0') + String(buffer.readUInt32LE(1)).padStart(9, '0')
  }

  #readRecord(offset: number): { name: string | undefined; ubigeo: string; direccion: string } {
    const buffer = this.#buffer
    let read = readSync(this.#records, buffer, 0, LIKELY_RECORD_BYTES, offset)
    const nameField = buffer.readUInt16LE(0)
    const nameLength = nameField === WORDS_TELL_NAME ? 0 : nameField
    const tailLength = buffer.readUInt16LE(2)
    const nameEnd = RECORD_HEAD_BYTES + nameLength
    const end = nameEnd + tailLength
    if (end > read) read = readSync(this.#records, buffer, 0, end, offset)
    const name =
      nameField === WORDS_TELL_NAME ? undefined : tidyName(buffer.toString('latin1', RECORD_HEAD_BYTES, nameEnd))
    return { name, ...addressOf(buffer.toString('latin1', nameEnd, end)) }
  }

  /** The name of a row that is nothing but its words. */
  #nameOf(row: number): string {
    const codes = this.#forward
    let at = this.#blocks[Math.floor(row / ROWS_PER_BLOCK)] as number
    for (let skip = row % ROWS_PER_BLOCK; skip > 0; ) {
      const head = codes[at] as number
      at += head & WIDE ? 3 : 2
      if (head & LAST) skip--
    }
    let name = ''
    for (let head = 0; !(head & LAST); ) {
      head = codes[at] as number
      let word: string
      if (head & WIDE) {
        word = this.#word(((head & HIGH_BITS) << 16) | ((codes[at + 1] as number) << 8) | (codes[at + 2] as number))
        at += 3
      } else {
        const code = ((head & HIGH_BITS) << 8) | (codes[at + 1] as number)
        at += 2
        if (code < FIRST_HOT) {
          if (code === NOTHING || markedSpelling(code) > 0) continue
          word = LEGAL_FORMS[markedForm(code)] as string
        } else word = this.#hotWords[code] || this.#hotWord(code)
      }
      name = name === '' ? word : `${name} ${word}`
    }
    return name
  }

  /** The commonest words make up nearly all names: each becomes a string once. */
  #hotWord(code: number): string {
    const word = this.#word(this.#hotPlaces[code] as number)
    this.#hotWords[code] = word
    return word
  }

  #word(place: number): string {
    const start = this.#wordStarts[place] as number
    const length = (this.#wordStarts[place + 1] as number) - start
    for (let i = 0; i < length; i++) this.#letters[i] = this.#wordBytes[start + i] as number
    return this.#letters.toString('latin1', 0, length)
  }
}

const addressOf = (cells: string): { ubigeo: string; direccion: string } => {
  if (cells === '') return { ubigeo: '', direccion: '' }
  const [ubigeo, tipoVia, nombreVia, tipoZona, nombreZona, numero, interior, lote, departamento, manzana, kilometro] =
    tidyLatin1(cells).split('|')
  const direccion = buildAddress({
    tipoVia: tipoVia ?? '',
    nombreVia: nombreVia ?? '',
    tipoZona: tipoZona ?? '',
    nombreZona: nombreZona ?? '',
    numero: numero ?? '',
    interior: interior ?? '',
    lote: lote ?? '',
    departamento: departamento ?? '',
    manzana: manzana ?? '',
    kilometro: kilometro ?? '',
  })
  return { ubigeo: (ubigeo ?? '').trim(), direccion }
}
