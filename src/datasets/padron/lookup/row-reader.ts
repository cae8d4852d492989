import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { buildAddress } from '../../../domain/address.ts'
import { LEGAL_FORMS } from '../../../domain/names/legal-forms.ts'
import { endsEarly } from '../format/ends-early.ts'
import {
  BLOCK_SHIFT,
  EMPTY_NAME,
  FIRST_TERM_CODE,
  LAST_CODE,
  LONG_CODE,
  longCodeOf,
  markedForm,
  markedSpelling,
  nameOffset,
  SHORT_CODES,
  shortCodeOf,
} from '../format/forward-index.ts'
import { INDEX_FILE, type IndexValues, RECORDS_FILE, RUC_BYTES } from '../format/index-file.ts'
import { bitCount } from '../format/postings/bitmap-loops.ts'
import { fitsOneByte, hasRecordBit, NAME_IS_ITS_TERMS, RECORD_HEAD_BYTES } from '../format/records.ts'
import { type RegisterImage, sectionOf } from '../format/register-image.ts'
import { tidyLatin1, tidyName } from '../format/windows-1252.ts'
import type { RegisterRow } from '../register.ts'

const LIKELY_RECORD_BYTES = 256
const MAX_TERM_BYTES = 1 << 11

/** Puts rows together: names from the forward index, the rest from the records on disk. One per thread. */
export class RowReader {
  readonly #values: IndexValues
  readonly #recordsFd: number
  /** The open index file, for whoever reads other sections of it in this thread. */
  readonly indexFd: number
  readonly #rucsOffset: number
  readonly #keyRowsOffset: number
  readonly #buffer = Buffer.allocUnsafe(1 << 16)
  readonly #termBuffer = Buffer.allocUnsafe(MAX_TERM_BYTES)
  /** The most frequent terms make up nearly all names, so each of them becomes a string only once. */
  readonly #shortCodeTexts: string[] = new Array<string>(SHORT_CODES).fill('')
  readonly #forward: Uint8Array
  readonly #blocks: Uint32Array
  readonly #shortCodeTerms: Uint32Array
  readonly #termBytes: Uint8Array
  readonly #termStarts: Uint32Array
  readonly #statuses: Uint8Array | Uint16Array
  readonly #hasRecord: number
  readonly #tipos: Uint8Array
  readonly #recordBits: Uint32Array
  readonly #recordRanks: Uint32Array
  readonly #recordOffsets: Uint32Array

  constructor(image: RegisterImage) {
    const { sections, dir, values } = image
    this.#values = values
    this.#recordsFd = openSync(join(dir, RECORDS_FILE), 'r')
    this.indexFd = openSync(join(dir, INDEX_FILE), 'r')
    this.#rucsOffset = sectionOf(image, 'rucs').offset
    this.#keyRowsOffset = sectionOf(image, 'keyRows').offset
    this.#forward = new Uint8Array(sections.forward)
    this.#blocks = new Uint32Array(sections.forwardBlocks)
    this.#shortCodeTerms = new Uint32Array(sections.shortCodeTerms)
    this.#termBytes = new Uint8Array(sections.termBytes)
    this.#termStarts = new Uint32Array(sections.termStarts)
    const oneByte = fitsOneByte(values.statuses.length)
    this.#statuses = oneByte ? new Uint8Array(sections.statuses) : new Uint16Array(sections.statuses)
    this.#hasRecord = hasRecordBit(values.statuses.length)
    this.#tipos = new Uint8Array(sections.tipos)
    this.#recordBits = new Uint32Array(sections.recordBits)
    this.#recordRanks = new Uint32Array(sections.recordRanks)
    this.#recordOffsets = new Uint32Array(sections.recordOffsets)
  }

  /** The row; its RUC is read from disk unless the caller knows it. */
  row(rowId: number, numero = this.#rucOf(rowId)): RegisterRow {
    const values = this.#values
    const status = this.#statuses[rowId] as number
    const { estado, condicion } = values.statuses[status & ~this.#hasRecord] as IndexValues['statuses'][number]
    const tipo = this.#tipos.length > 0 ? (values.tipos[this.#tipos[rowId] as number] as string) : ''
    if ((status & this.#hasRecord) === 0)
      return { numero, razonSocial: this.#nameOf(rowId), estado, condicion, ubigeo: '', direccion: '', tipo }
    const record = this.#readRecord(this.#recordOffsetOf(rowId))
    const razonSocial = record.name ?? this.#nameOf(rowId)
    return { numero, razonSocial, estado, condicion, ubigeo: record.ubigeo, direccion: record.direccion, tipo }
  }

  /** The row of the RUC at a place among the sorted ones. */
  rowAt(place: number): number {
    const read = readSync(this.indexFd, this.#buffer, 0, 4, this.#keyRowsOffset + place * 4)
    if (read < 4) throw endsEarly()
    return this.#buffer.readUInt32LE(0)
  }

  close(): void {
    closeSync(this.#recordsFd)
    closeSync(this.indexFd)
  }

  #rucOf(rowId: number): string {
    const buffer = this.#buffer
    const read = readSync(this.indexFd, buffer, 0, RUC_BYTES, this.#rucsOffset + rowId * RUC_BYTES)
    if (read < RUC_BYTES) throw endsEarly()
    return String(buffer[0]).padStart(2, '0') + String(buffer.readUInt32LE(1)).padStart(9, '0')
  }

  /** Only rows with a record have an offset: the number of records before this row is its index among the offsets. */
  #recordOffsetOf(rowId: number): number {
    const bits = this.#recordBits[rowId >>> 5] as number
    const rank = (this.#recordRanks[rowId >>> 5] as number) + bitCount(bits & ((1 << (rowId & 31)) - 1))
    return this.#recordOffsets[rank] as number
  }

  #readRecord(offset: number): { name: string | undefined; ubigeo: string; direccion: string } {
    const buffer = this.#buffer
    let read = readSync(this.#recordsFd, buffer, 0, LIKELY_RECORD_BYTES, offset)
    if (read < RECORD_HEAD_BYTES) throw endsEarly()
    const nameField = buffer.readUInt16LE(0)
    const nameLength = nameField === NAME_IS_ITS_TERMS ? 0 : nameField
    const nameEnd = RECORD_HEAD_BYTES + nameLength
    const end = nameEnd + buffer.readUInt16LE(2)
    if (end > read) read = readSync(this.#recordsFd, buffer, 0, end, offset)
    if (end > read) throw endsEarly()
    const name =
      nameField === NAME_IS_ITS_TERMS ? undefined : tidyName(buffer.toString('latin1', RECORD_HEAD_BYTES, nameEnd))
    return { name, ...readAddress(buffer.toString('latin1', nameEnd, end)) }
  }

  /** The name of a row that is nothing but its terms. */
  #nameOf(rowId: number): string {
    const forward = this.#forward
    let offset = nameOffset(forward, this.#blocks[rowId >>> BLOCK_SHIFT] as number, rowId)
    let name = ''
    for (let head = 0; !(head & LAST_CODE); ) {
      head = forward[offset] as number
      let term: string
      if (head & LONG_CODE) {
        term = this.#textOf(longCodeOf(head, forward[offset + 1] as number, forward[offset + 2] as number))
        offset += 3
      } else {
        const code = shortCodeOf(head, forward[offset + 1] as number)
        offset += 2
        if (code < FIRST_TERM_CODE) {
          // A legal form that is spelled out is written by the terms that follow.
          if (code === EMPTY_NAME || markedSpelling(code) > 0) continue
          term = LEGAL_FORMS[markedForm(code)] as string
        } else term = this.#shortCodeTexts[code] || this.#addShortCodeText(code)
      }
      name = name === '' ? term : `${name} ${term}`
    }
    return name
  }

  #addShortCodeText(code: number): string {
    const term = this.#textOf(this.#shortCodeTerms[code] as number)
    this.#shortCodeTexts[code] = term
    return term
  }

  #textOf(termId: number): string {
    const start = this.#termStarts[termId] as number
    const length = (this.#termStarts[termId + 1] as number) - start
    for (let i = 0; i < length; i++) this.#termBuffer[i] = this.#termBytes[start + i] as number
    return this.#termBuffer.toString('latin1', 0, length)
  }
}

const readAddress = (cells: string): { ubigeo: string; direccion: string } => {
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
