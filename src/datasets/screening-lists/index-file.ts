import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { endianness } from 'node:os'
import { setImmediate as breathe } from 'node:timers/promises'
import { afterSection, type IndexImage, imageOf, indexFromImage } from '../../domain/screening/index/index-image.ts'
import type { NameIndex } from '../../domain/screening/index/name-index.ts'
import type { ListedParty } from '../../domain/screening/party.ts'
import { writeAtomic } from '../../kernel/files/atomic-file.ts'

/** Change it with the layout of the file. */
const FORMAT = 'chasqui-name-index-1'
const LARGEST_BYTES = 256 << 20
const LENGTH_DIGITS = 10
const DIGEST_LENGTH = 64
const ROOMS = ['', 'words/', 'index/', 'match/']
  .map((room) => `../../domain/screening/${room}`)
  .concat('../../domain/names/')

interface Header {
  format: string
  /** What the index was made by, and from which file of parties. */
  print: string
  of: string
  sections: IndexImage['sections']
}

/** The code and tables that shape an index, by the files they are in, and the engine that runs them; null when they cannot be read. */
const printOf = (): string | null => {
  const { unicode, v8 } = process.versions
  const hash = createHash('sha256').update(`${endianness()} ${unicode} ${v8}\n`)
  try {
    for (const room of ROOMS) {
      const folder = new URL(room, import.meta.url)
      for (const name of readdirSync(folder).sort())
        if (/\.[jt]s$/.test(name) && !/\.(?:test|d)\.ts$/.test(name)) hash.update(readFileSync(new URL(name, folder)))
    }
  } catch {
    return null
  }
  return hash.digest('hex')
}

// Taken when this code is loaded: by the time a list is opened, the files may be those of another version.
const PRINT = printOf()

const DIGESTED_AT_ONCE = 1 << 20

const digest = async (bytes: Uint8Array): Promise<string> => {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += DIGESTED_AT_ONCE) {
    hash.update(bytes.subarray(at, at + DIGESTED_AT_ONCE))
    await breathe()
  }
  return hash.digest('hex')
}

/** Keeps an index beside the parties it was made from, whose checksum is `of`. It only saves time: nothing depends on it. */
export const writeIndex = async (path: string, index: NameIndex, of: string): Promise<void> => {
  if (PRINT === null) return
  const { sections, bytes } = imageOf(index)
  const text = JSON.stringify({ format: FORMAT, print: PRINT, of, sections } satisfies Header)
  // The header is filled up with spaces so that the body begins where numbers may be read in place.
  const padded = text.padEnd(afterSection(text.length + LENGTH_DIGITS) - LENGTH_DIGITS)
  const head = Buffer.from(String(padded.length).padEnd(LENGTH_DIGITS) + padded, 'latin1')
  const file = Buffer.alloc(bytes.reduce((at, section) => afterSection(at + section.length), head.length))
  file.set(head)
  let at = head.length
  for (const section of bytes) {
    file.set(section, at)
    at = afterSection(at + section.length)
  }
  await writeAtomic(path, Buffer.concat([file, Buffer.from(await digest(file))]))
}

/** The index kept beside its parties; null when there is none, or none of these parties, of this code, or whole. */
export const readIndex = async (
  path: string,
  parties: readonly ListedParty[],
  of: string,
): Promise<NameIndex | null> => {
  try {
    const found = await stat(path)
    if (!found.isFile() || found.size > LARGEST_BYTES) return null
    const bytes = await readFile(path)
    const file = bytes.subarray(0, -DIGEST_LENGTH)
    if (bytes.toString('latin1', file.length) !== (await digest(file))) return null
    const length = Number(file.toString('latin1', 0, LENGTH_DIGITS))
    const header = JSON.parse(file.toString('latin1', LENGTH_DIGITS, LENGTH_DIGITS + length)) as Header
    if (header.format !== FORMAT || header.of !== of || header.print !== PRINT) return null
    const body = file.subarray(LENGTH_DIGITS + length)
    const aligned = body.byteOffset % 8 === 0 ? body : new Uint8Array(body)
    const steps = indexFromImage(header.sections, aligned, parties)
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value
      await breathe()
    }
  } catch {
    return null
  }
}
