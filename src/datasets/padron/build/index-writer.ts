import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { HEAD_BYTES, type IndexHead, MAGIC, type SectionName, type SectionPlace } from '../index-file.ts'

const PIECE_BYTES = 16 << 20

/** Writes the sections as they are finished and the head last: a file without its head is no index. */
export class IndexWriter {
  readonly #fd: number
  readonly #sections: Record<string, SectionPlace> = {}
  #at = HEAD_BYTES

  constructor(path: string) {
    this.#fd = openSync(path, 'wx')
  }

  add(name: SectionName, values: Uint8Array | Uint16Array | Uint32Array): void {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    let checksum = 0
    for (let done = 0; done < bytes.length; ) {
      const piece = bytes.subarray(done, done + PIECE_BYTES)
      checksum = crc32(piece, checksum)
      for (let put = 0; put < piece.length; )
        put += writeSync(this.#fd, piece, put, piece.length - put, this.#at + done + put)
      done += piece.length
    }
    this.#sections[name] = { offset: this.#at, bytes: bytes.length, checksum }
    this.#at += bytes.length
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
