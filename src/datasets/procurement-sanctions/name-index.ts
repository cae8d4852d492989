import { yieldToEventLoop } from '../../kernel/event-loop.ts'

// Letters, digits and the space of folded names. Other characters share the last code and are compared in the name itself.
const ALPHABET = ' ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const CODES = ALPHABET.length + 1
const CODE_OF = new Uint8Array(65_536).fill(CODES - 1)
for (let i = 0; i < ALPHABET.length; i++) CODE_OF[ALPHABET.charCodeAt(i)] = i

/** A question's N also finds Ñ; its Ñ does not find N. Both are one letter, so positions stay the same. */
const withoutTilde = (folded: string): string => (folded.includes('Ñ') ? folded.replaceAll('Ñ', 'N') : folded)

/** The three letters at a position, as a number. */
const trigramAt = (text: string, at: number): number =>
  ((CODE_OF[text.charCodeAt(at)] as number) * CODES + (CODE_OF[text.charCodeAt(at + 1)] as number)) * CODES +
  (CODE_OF[text.charCodeAt(at + 2)] as number)

/** Whether a name contains the question, given both also without tildes. */
const contains = (name: string, plain: string, wanted: string, plainWanted: string): boolean => {
  if (wanted === plainWanted) return plain.includes(plainWanted)
  for (let start = plain.indexOf(plainWanted); start >= 0; start = plain.indexOf(plainWanted, start + 1)) {
    let at = wanted.indexOf('Ñ')
    while (at >= 0 && name[start + at] === 'Ñ') at = wanted.indexOf('Ñ', at + 1)
    if (at < 0) return true
  }
  return false
}

// Names indexed before the event loop may run.
const BATCH = 1_000

interface TrigramPostings {
  rowsOf(trigram: number): Uint32Array
}

/** For each trigram, the rows that contain it, in one array: first counted, then filled in. */
const postTrigrams = async (names: readonly string[]): Promise<TrigramPostings> => {
  const eachTrigram = async (use: (trigram: number, row: number) => void) => {
    for (const [row, name] of names.entries()) {
      for (let at = 0; at + 2 < name.length; at++) use(trigramAt(name, at), row)
      if (row % BATCH === 0) await yieldToEventLoop()
    }
  }
  const ends = new Uint32Array(CODES ** 3 + 1)
  await eachTrigram((trigram) => ends[trigram + 1]!++)
  for (let trigram = 1; trigram < ends.length; trigram++) ends[trigram]! += ends[trigram - 1] as number
  const rows = new Uint32Array(ends.at(-1) as number)
  const next = ends.slice()
  await eachTrigram((trigram, row) => {
    rows[next[trigram]!++] = row
  })
  return { rowsOf: (trigram) => rows.subarray(ends[trigram], ends[trigram + 1]) }
}

/** Finds the rows whose folded name contains a folded text, in row order. Only rows with its rarest trigram are compared. */
export const indexNames = async (names: readonly string[]): Promise<(wanted: string) => number[]> => {
  const plain = names.map(withoutTilde)
  const postings = await postTrigrams(plain)

  const candidates = (plainWanted: string): Iterable<number> => {
    if (plainWanted.length < 3) return plain.keys()
    let rarest = postings.rowsOf(trigramAt(plainWanted, 0))
    for (let at = 1; at + 2 < plainWanted.length; at++) {
      const other = postings.rowsOf(trigramAt(plainWanted, at))
      if (other.length < rarest.length) rarest = other
    }
    return rarest
  }

  return (wanted) => {
    const plainWanted = withoutTilde(wanted)
    const found: number[] = []
    for (const row of candidates(plainWanted)) {
      // A trigram that occurs twice in a name lists its row twice.
      if (found.at(-1) === row) continue
      if (contains(names[row] as string, plain[row] as string, wanted, plainWanted)) found.push(row)
    }
    return found
  }
}
