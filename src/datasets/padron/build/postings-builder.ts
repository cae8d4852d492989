import type { ForwardReader } from '../forward-reader.ts'
import { varintLength } from '../varint.ts'

/** For each dictionary word its rows: how many are persons, how many bytes those take, how many hold no other word; then the rows. */
export interface Postings {
  bytes: Uint8Array
  starts: Uint32Array
  /** totals[place] is the number of rows of all words before it. */
  totals: Uint32Array
}

interface Tally {
  last: Uint32Array
  personBytes: Uint32Array
  companyBytes: Uint32Array
  persons: Uint32Array
  companies: Uint32Array
  lastSolo: Uint32Array
  soloBytes: Uint32Array
  solos: Uint32Array
}

/** Inverts the forward index in two passes, one to measure and one to write, so that nothing is held twice. */
export const writePostings = (reader: ForwardReader, words: number, rows: number, persons: number): Postings => {
  const tally = measure(reader, words, rows, persons)
  const starts = new Uint32Array(words + 1)
  const totals = new Uint32Array(words + 1)
  for (let word = 0, at = 0; word < words; word++) {
    at += headLength(tally, word) + (tally.personBytes[word] as number)
    at += (tally.companyBytes[word] as number) + (tally.soloBytes[word] as number)
    starts[word + 1] = at
    totals[word + 1] = (totals[word] as number) + (tally.persons[word] as number) + (tally.companies[word] as number)
  }
  const bytes = new Uint8Array(starts[words] as number)
  fill(reader, bytes, starts, tally, { rows, persons })
  return { bytes, starts, totals }
}

const headLength = (tally: Tally, word: number): number =>
  varintLength(tally.persons[word] as number) +
  varintLength(tally.personBytes[word] as number) +
  varintLength(tally.solos[word] as number)

const measure = (reader: ForwardReader, words: number, rows: number, persons: number): Tally => {
  const fresh = () => new Uint32Array(words)
  const tally: Tally = {
    ...{ last: fresh(), personBytes: fresh(), companyBytes: fresh(), persons: fresh(), companies: fresh() },
    ...{ lastSolo: fresh(), soloBytes: fresh(), solos: fresh() },
  }
  const { last } = tally
  reader.rewind()
  for (let row = 0; row < rows; row++) {
    // Companies are counted from the first of them on, so that they can be read without reading the persons.
    if (row === persons) last.fill(persons)
    reader.next()
    const bytes = row < persons ? tally.personBytes : tally.companyBytes
    const count = row < persons ? tally.persons : tally.companies
    for (let i = 0; i < reader.count; i++) {
      const word = reader.words[i] as number
      const gap = row + 1 - (last[word] as number)
      if (gap === 0) continue
      last[word] = row + 1
      bytes[word]! += varintLength(gap * 2)
      count[word]!++
    }
    if (reader.coreCount !== 1) continue
    const solo = reader.core[0] as number
    tally.soloBytes[solo]! += varintLength(row + 1 - (tally.lastSolo[solo] as number))
    tally.solos[solo]!++
    tally.lastSolo[solo] = row + 1
  }
  return tally
}

const fill = (
  reader: ForwardReader,
  bytes: Uint8Array,
  starts: Uint32Array,
  tally: Tally,
  size: { rows: number; persons: number },
): void => {
  const { rows, persons } = size
  const words = tally.last.length
  const cursor = new Uint32Array(words)
  const soloCursor = new Uint32Array(words)
  for (let word = 0; word < words; word++) {
    let at = putVarint(bytes, starts[word] as number, tally.persons[word] as number)
    at = putVarint(bytes, at, tally.personBytes[word] as number)
    cursor[word] = putVarint(bytes, at, tally.solos[word] as number)
    soloCursor[word] = (starts[word + 1] as number) - (tally.soloBytes[word] as number)
  }
  const last = tally.last.fill(0)
  const lastSolo = tally.lastSolo.fill(0)
  reader.rewind()
  for (let row = 0; row < rows; row++) {
    if (row === persons) last.fill(persons)
    reader.next()
    const first = reader.core[0] as number
    for (let i = 0; i < reader.count; i++) {
      const word = reader.words[i] as number
      const gap = row + 1 - (last[word] as number)
      if (gap === 0) continue
      last[word] = row + 1
      cursor[word] = putVarint(bytes, cursor[word] as number, gap * 2 + (word === first ? 1 : 0))
    }
    if (reader.coreCount !== 1) continue
    soloCursor[first] = putVarint(bytes, soloCursor[first] as number, row + 1 - (lastSolo[first] as number))
    lastSolo[first] = row + 1
  }
}

const putVarint = (bytes: Uint8Array, at: number, value: number): number => {
  while (value > 0x7f) {
    bytes[at++] = (value & 0x7f) | 0x80
    value >>>= 7
  }
  bytes[at++] = value
  return at
}
