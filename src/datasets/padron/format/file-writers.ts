import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { HEAD_BYTES, type IndexHead, MAGIC, type SectionName, type SectionPlace } from './index-file.ts'

const PIECE_BYTES = 16 << 20

/** Writes the sections as they are finished and the head last: a file without its head is no index. */
export class IndexWriter {
  readonly #fd: number
  readonly #sections: Record<string, SectionPlace> = {}
  #at = HEAD_BYTES

  constructor(path: string) {
    this.#fd = openSync(path, 'wx')
  }

  /** Adds a section, which may come in several parts. */
  add(name: SectionName, ...parts: (Uint8Array | Uint16Array | Uint32Array)[]): void {
    const offset = this.#at
    let checksum = 0
    for (const part of parts) {
      const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
      for (let done = 0; done < bytes.length; done += PIECE_BYTES)
        checksum = this.#put(bytes.subarray(done, done + PIECE_BYTES), checksum)
    }
    this.#sections[name] = { offset, bytes: this.#at - offset, checksum }
  }

  #put(piece: Uint8Array, checksum: number): number {
    for (let put = 0; put < piece.length; ) put += writeSync(this.#fd, piece, put, piece.length - put, this.#at + put)
    this.#at += piece.length
    return crc32(piece, checksum)
  }

  close(facts: Omit<IndexHead, 'sections' | 'bytes'>): void {
    const head: IndexHead = { ...facts, sections: this.#sections, bytes: this.#at }
    writeSync(this.#fd, encodeHead(head), 0, HEAD_BYTES, 0)
    fsyncSync(this.#fd)
    closeSync(this.#fd)
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
