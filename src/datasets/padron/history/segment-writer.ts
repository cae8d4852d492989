import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type Change, PAST_FIELDS } from './past-row.ts'
import {
  BLOCK_BYTES,
  CHECKSUM_BYTES,
  FIELD_FLAGS,
  MAGIC,
  NUMBERED,
  type SegmentEntry,
  TAIL_BYTES,
  WAS_ABSENT,
} from './segment-file.ts'

const FLUSH_BYTES = 1 << 20
/** A RUC has few changes and short texts, but nothing relies on it: the buffer grows. */
const FIRST_BYTES = 4 * FLUSH_BYTES

/** Writes the changes of a segment, RUC by RUC in ascending order. */
export class SegmentWriter {
  changes = 0
  readonly #dir: string
  readonly #path: string
  readonly #fd: number
  readonly #textNumbers = new Map<string, number>()
  readonly #dateNumbers: Map<string, number>
  readonly #blocks: number[] = []
  #buffer = Buffer.allocUnsafe(FIRST_BYTES)
  #used = 0
  /** Where the buffer begins in the file, and the block under way in the buffer. */
  #flushed = 0
  #blockStart = -1
  #lastRuc = 0
  #checksum = 0

  /** `fechas` are the editions whose changes may come, oldest first. */
  constructor(dir: string, fechas: readonly string[]) {
    this.#dir = dir
    this.#path = join(dir, 'segment.tmp')
    this.#fd = openSync(this.#path, 'w')
    this.#dateNumbers = new Map(fechas.map((fecha, number) => [fecha, number]))
  }

  /** `changes` are oldest first, and at least one. */
  add(ruc: number, changes: readonly Change[]): void {
    if (this.#blockStart < 0) this.#beginBlock(ruc)
    this.#reserve(changes.length)
    this.#putNumber(ruc - this.#lastRuc)
    this.#lastRuc = ruc
    this.#putNumber(changes.length)
    for (const change of changes) this.#putChange(change)
    this.changes += changes.length
    if (this.#used - this.#blockStart >= BLOCK_BYTES) this.#endBlock()
  }

  /** Ends the file and names it after its content. */
  close(): SegmentEntry {
    if (this.#blockStart >= 0) this.#endBlock()
    this.#flush()
    const fechas = [...this.#dateNumbers.keys()]
    const json = Buffer.from(JSON.stringify({ fechas, textos: [...this.#textNumbers.keys()] }))
    const index = Buffer.from(new Float64Array(this.#blocks).buffer)
    const tail = Buffer.alloc(TAIL_BYTES)
    tail.write(MAGIC, 'latin1')
    tail.writeUInt32LE(this.#blocks.length / 2, MAGIC.length)
    tail.writeUInt32LE(json.length, MAGIC.length + 4)
    tail.writeUInt32LE(crc32(json, crc32(index)), MAGIC.length + 8)
    this.#write(Buffer.concat([index, json, tail]))
    fsyncSync(this.#fd)
    closeSync(this.#fd)
    const [desde = '', hasta = desde] = [fechas[0], fechas.at(-1)]
    const archivo = `history-${desde}-${hasta}-${this.#checksum.toString(16).padStart(8, '0')}.segment`
    renameSync(this.#path, join(this.#dir, archivo))
    return { archivo, bytes: this.#flushed, desde, hasta, cambios: this.changes }
  }

  #beginBlock(ruc: number): void {
    this.#blocks.push(ruc, this.#flushed + this.#used)
    this.#blockStart = this.#used
    this.#used += CHECKSUM_BYTES
    this.#lastRuc = ruc
  }

  #endBlock(): void {
    const block = this.#buffer.subarray(this.#blockStart + CHECKSUM_BYTES, this.#used)
    this.#buffer.writeUInt32LE(crc32(block), this.#blockStart)
    this.#blockStart = -1
    if (this.#used >= FLUSH_BYTES) this.#flush()
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#used))
    this.#used = 0
  }

  #write(bytes: Uint8Array): void {
    this.#checksum = crc32(bytes, this.#checksum)
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done)
    this.#flushed += bytes.length
  }

  /** Makes room for a group. No text of a row is longer than its line in the register. */
  #reserve(changes: number): void {
    const needed = this.#used + 64 + changes * (64 + 4 * 8_192)
    if (needed <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(needed * 2)
    this.#buffer.copy(larger, 0, 0, this.#used)
    this.#buffer = larger
  }

  #putChange({ fecha, before }: Change): void {
    this.#putNumber(this.#dateNumbers.get(fecha) as number)
    if (before === null) {
      this.#buffer[this.#used++] = WAS_ABSENT
      return
    }
    const flagsAt = this.#used++
    let flags = 0
    for (const field of PAST_FIELDS) {
      const text = before[field]
      if (text === undefined) continue
      flags |= FIELD_FLAGS[field]
      if (NUMBERED.has(field)) this.#putNumber(this.#numberOf(text))
      else this.#putText(text)
    }
    this.#buffer[flagsAt] = flags
  }

  #numberOf(text: string): number {
    const known = this.#textNumbers.get(text) ?? this.#textNumbers.size
    this.#textNumbers.set(text, known)
    return known
  }

  #putText(text: string): void {
    const bytes = Buffer.byteLength(text)
    this.#putNumber(bytes)
    this.#used += this.#buffer.write(text, this.#used, bytes)
  }

  /** Seven bits a byte, the lowest first. A RUC has more bits than the bitwise operators take. */
  #putNumber(number: number): void {
    let rest = number
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#buffer[this.#used++] = (rest % 0x80) | 0x80
    this.#buffer[this.#used++] = rest
  }
}
