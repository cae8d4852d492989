import { yieldToEventLoop } from '../../kernel/event-loop.ts'

// Letters, digits and the space of folded names; anything else shares the last class and is told apart by the name itself.
const ALPHABET = ' ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const CLASSES = ALPHABET.length + 1
const CLASS_OF = new Uint8Array(65_536).fill(CLASSES - 1)
for (let i = 0; i < ALPHABET.length; i++) CLASS_OF[ALPHABET.charCodeAt(i)] = i

/** N found where a name has Ñ; not the other way round. Both are one letter, so places stay the same. */
const withoutTilde = (folded: string): string => (folded.includes('Ñ') ? folded.replaceAll('Ñ', 'N') : folded)

const gramAt = (text: string, place: number): number =>
  ((CLASS_OF[text.charCodeAt(place)] as number) * CLASSES + (CLASS_OF[text.charCodeAt(place + 1)] as number)) *
    CLASSES +
  (CLASS_OF[text.charCodeAt(place + 2)] as number)

const holds = (name: string, plain: string, wanted: string, needle: string): boolean => {
  if (wanted === needle) return plain.includes(needle)
  for (let place = plain.indexOf(needle); place >= 0; place = plain.indexOf(needle, place + 1)) {
    let at = wanted.indexOf('Ñ')
    while (at >= 0 && name[place + at] === 'Ñ') at = wanted.indexOf('Ñ', at + 1)
    if (at < 0) return true
  }
  return false
}

// Names handled before the event loop gets its turn.
const BATCH = 1_000

/** Finds the rows whose folded name holds a folded text, in row order: three letters at a time, the rarest three first. */
export const indexNames = async (names: readonly string[]): Promise<(wanted: string) => number[]> => {
  const plain = names.map(withoutTilde)
  const eachGram = async (use: (gram: number, row: number) => void) => {
    for (const [row, name] of plain.entries()) {
      for (let at = 0; at + 2 < name.length; at++) use(gramAt(name, at), row)
      if (row % BATCH === 0) await yieldToEventLoop()
    }
  }
  const ends = new Uint32Array(CLASSES ** 3 + 1)
  await eachGram((gram) => ends[gram + 1]!++)
  for (let gram = 1; gram < ends.length; gram++) ends[gram]! += ends[gram - 1] as number
  const rows = new Uint32Array(ends.at(-1) as number)
  const next = ends.slice()
  await eachGram((gram, row) => {
    rows[next[gram]!++] = row
  })

  const rowsOfGram = (gram: number): Uint32Array => rows.subarray(ends[gram], ends[gram + 1])

  const candidates = (needle: string): Iterable<number> => {
    if (needle.length < 3) return plain.keys()
    let rarest = rowsOfGram(gramAt(needle, 0))
    for (let at = 1; at + 2 < needle.length; at++) {
      const other = rowsOfGram(gramAt(needle, at))
      if (other.length < rarest.length) rarest = other
    }
    return rarest
  }

  return (wanted) => {
    const needle = withoutTilde(wanted)
    const found: number[] = []
    for (const row of candidates(needle))
      if (found.at(-1) !== row && holds(names[row] as string, plain[row] as string, wanted, needle)) found.push(row)
    return found
  }
}
