import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { HEAD_BYTES, type IndexHead, MAGIC, SECTIONS, type SectionEntry, type SectionName } from './index-file.ts'

const CHUNK_BYTES = 16 << 20

/** Writes the index file: the sections as they are finished, and the head last, so that an unfinished file is no index. */
export class IndexWriter {
  readonly #fd: number
  readonly #sections: Record<string, SectionEntry> = {}
  #offset = HEAD_BYTES

  constructor(path: string) {
    this.#fd = openSync(path, 'wx')
  }

  /** Adds a section, which may come in several parts. */
  add(name: SectionName, ...parts: (Uint8Array | Uint16Array | Uint32Array)[]): void {
    this.addParts(name, parts)
  }

  /** The same with parts that are made when they are written. */
  addParts(name: SectionName, parts: Iterable<Uint8Array | Uint16Array | Uint32Array>): void {
    const offset = this.#offset
    let checksum = 0
    for (const part of parts) {
      const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
      for (let done = 0; done < bytes.length; done += CHUNK_BYTES)
        checksum = this.#append(bytes.subarray(done, done + CHUNK_BYTES), checksum)
    }
    this.#sections[SECTIONS[name]] = { offset, bytes: this.#offset - offset, checksum }
  }

  close(facts: Omit<IndexHead, 'sections' | 'bytes'>): void {
    const head: IndexHead = { ...facts, sections: this.#sections, bytes: this.#offset }
    writeSync(this.#fd, encodeHead(head), 0, HEAD_BYTES, 0)
    fsyncSync(this.#fd)
    closeSync(this.#fd)
  }

  #append(chunk: Uint8Array, checksum: number): number {
    for (let done = 0; done < chunk.length; )
      done += writeSync(this.#fd, chunk, done, chunk.length - done, this.#offset + done)
    this.#offset += chunk.length
    return crc32(chunk, checksum)
  }
}

const encodeHead = (head: IndexHead): Buffer => {
  const json = Buffer.from(JSON.stringify(head))
  const bytes = Buffer.alloc(HEAD_BYTES)
  bytes.write(MAGIC, 0, 'latin1')
  bytes.writeUInt32LE(json.length, MAGIC.length)
  bytes.writeUInt32LE(crc32(json), MAGIC.length + 4)
  json.copy(bytes, MAGIC.length + 8)
  return bytes
}

/** Writes the records file front to back and sums it up on the way. */
export class RecordsWriter {
  bytes = 0
  checksum = 0
  readonly #fd: number

  constructor(path: string) {
    this.#fd = openSync(path, 'wx')
  }

  append(records: Uint8Array): void {
    this.checksum = crc32(records, this.checksum)
    for (let done = 0; done < records.length; ) done += writeSync(this.#fd, records, done)
    this.bytes += records.length
  }

  close(): void {
    fsyncSync(this.#fd)
    closeSync(this.#fd)
  }
}
