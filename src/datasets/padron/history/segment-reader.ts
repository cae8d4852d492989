import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { PastRow } from '../register.ts'
import { type Change, PAST_FIELDS } from './past-row.ts'
import {
  CHECKSUM_BYTES,
  FIELD_FLAGS,
  historyDamaged,
  INDEX_ENTRY_BYTES,
  MAGIC,
  NUMBERED,
  type SegmentEntry,
  type SegmentTables,
  TAIL_BYTES,
  WAS_ABSENT,
} from './segment-file.ts'

/** What is in memory of a segment: other threads read the same. */
export interface SegmentIndex extends SegmentTables {
  path: string
  /** The first RUC of each block and where it begins; one more at the end, where the blocks end. */
  rucs: Float64Array
  offsets: Float64Array
}

/** Reads and checks the index of a segment; its blocks are checked when they are read. */
export const loadSegment = (dir: string, { archivo, bytes }: SegmentEntry): SegmentIndex => {
  const path = join(dir, archivo)
  const fd = openFile(path)
  try {
    if (fstatSync(fd).size !== bytes) throw historyDamaged(`${archivo}: not ${bytes} bytes`)
    const tail = readAt(fd, bytes - TAIL_BYTES, TAIL_BYTES)
    if (tail.toString('latin1', 0, MAGIC.length) !== MAGIC) throw historyDamaged(`${archivo}: no segment`)
    const blocks = tail.readUInt32LE(MAGIC.length)
    const jsonBytes = tail.readUInt32LE(MAGIC.length + 4)
    const start = bytes - TAIL_BYTES - jsonBytes - blocks * INDEX_ENTRY_BYTES
    if (start < 0) throw historyDamaged(`${archivo}: index`)
    const rest = readAt(fd, start, bytes - TAIL_BYTES - start)
    if (crc32(rest) !== tail.readUInt32LE(MAGIC.length + 8)) throw historyDamaged(`${archivo}: index`)
    const rucs = new Float64Array(new SharedArrayBuffer(8 * blocks))
    const offsets = new Float64Array(new SharedArrayBuffer(8 * (blocks + 1)))
    for (let block = 0; block < blocks; block++) {
      rucs[block] = rest.readDoubleLE(block * INDEX_ENTRY_BYTES)
      offsets[block] = rest.readDoubleLE(block * INDEX_ENTRY_BYTES + 8)
    }
    offsets[blocks] = start
    const tables: SegmentTables = JSON.parse(rest.toString('utf8', blocks * INDEX_ENTRY_BYTES))
    return { ...tables, path, rucs, offsets }
  } finally {
    closeSync(fd)
  }
}

const openFile = (path: string): number => {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw historyDamaged((error as NodeJS.ErrnoException).code ?? '', error)
  }
}

const readAt = (fd: number, offset: number, bytes: number, buffer = Buffer.allocUnsafe(bytes)): Buffer => {
  for (let done = 0; done < bytes; ) {
    const read = readSync(fd, buffer, done, bytes - done, offset + done)
    if (read === 0) throw historyDamaged('ends early')
    done += read
  }
  return buffer
}

const FIRST_FLAG = FIELD_FLAGS.razonSocial
const NUMBERED_FLAGS = FIELD_FLAGS.estado | FIELD_FLAGS.condicion

/** The changes of one segment. One per thread. */
export class SegmentReader {
  readonly #index: SegmentIndex
  readonly #fd: number
  #buffer = Buffer.allocUnsafe(4_096)
  #at = 0

  constructor(index: SegmentIndex) {
    this.#index = index
    this.#fd = openFile(index.path)
  }

  /** Adds the changes of a RUC, oldest first. */
  findChanges(ruc: number, found: Change[]): void {
    const block = this.#blockOf(ruc)
    if (block < 0) return
    const end = this.#read(block)
    for (let current = this.#index.rucs[block] as number; this.#at < end; ) {
      current += this.#number()
      const count = this.#number()
      if (current > ruc) return
      if (current < ruc) this.#skipChanges(count)
      else {
        for (let read = 0; read < count; read++) found.push(this.#change())
        return
      }
    }
  }

  /** All RUCs with their changes, in ascending order. */
  *all(): Generator<{ ruc: number; changes: Change[] }> {
    for (let block = 0; block < this.#index.rucs.length; block++) {
      const end = this.#read(block)
      for (let ruc = this.#index.rucs[block] as number; this.#at < end; ) {
        ruc += this.#number()
        const changes = this.#changes(this.#number())
        const resumeAt = this.#at
        yield { ruc, changes }
        this.#at = resumeAt
      }
    }
  }

  close(): void {
    closeSync(this.#fd)
  }

  /** The last block that begins at the RUC or before it; -1 when none does. */
  #blockOf(ruc: number): number {
    const { rucs } = this.#index
    let low = 0
    let high = rucs.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((rucs[middle] as number) <= ruc) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** Reads and checks a block; returns where it ends in the buffer. */
  #read(block: number): number {
    const { offsets } = this.#index
    const offset = offsets[block] as number
    const bytes = (offsets[block + 1] as number) - offset
    if (bytes > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(bytes * 2)
    readAt(this.#fd, offset, bytes, this.#buffer)
    if (crc32(this.#buffer.subarray(CHECKSUM_BYTES, bytes)) !== this.#buffer.readUInt32LE(0))
      throw historyDamaged('a block differs')
    this.#at = CHECKSUM_BYTES
    return bytes
  }

  #changes(count: number): Change[] {
    const changes: Change[] = []
    for (let read = 0; read < count; read++) changes.push(this.#change())
    return changes
  }

  #change(): Change {
    const fecha = this.#index.fechas[this.#number()] as string
    const flags = this.#buffer[this.#at++] as number
    if (flags & WAS_ABSENT) return { fecha, before: null }
    const before: Partial<PastRow> = {}
    for (const field of PAST_FIELDS)
      if (flags & FIELD_FLAGS[field])
        before[field] = NUMBERED.has(field) ? (this.#index.textos[this.#number()] as string) : this.#text()
    return { fecha, before }
  }

  /** What most of a question's time goes into: numbers are passed over byte by byte, and only lengths of texts are read. */
  #skipChanges(count: number): void {
    const buffer = this.#buffer
    let at = this.#at
    for (let left = count; left > 0; left--) {
      while ((buffer[at++] as number) >= 0x80);
      const flags = buffer[at++] as number
      for (let texts = flags & WAS_ABSENT ? 0 : flags, flag = FIRST_FLAG; texts >= flag; flag <<= 1) {
        if (!(texts & flag)) continue
        if (flag & NUMBERED_FLAGS) while ((buffer[at++] as number) >= 0x80);
        else {
          this.#at = at
          at = this.#number() + this.#at
        }
      }
    }
    this.#at = at
  }

  #text(): string {
    const bytes = this.#number()
    this.#at += bytes
    return this.#buffer.toString('utf8', this.#at - bytes, this.#at)
  }

  #number(): number {
    let number = 0
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#buffer[this.#at++] as number
      number += (byte & 0x7f) * factor
      if (byte < 0x80) return number
    }
  }
}
