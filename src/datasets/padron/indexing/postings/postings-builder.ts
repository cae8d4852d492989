import { SHORT_CODES } from '../../format/forward-index.ts'
import type { ForwardParts } from '../names/forward-builder.ts'
import type { SortedTerms } from '../names/sort-terms.ts'
import { runRowTasks } from '../row-tasks.ts'
import { emptyBitmaps, type NameBitmaps } from './name-bitmaps.ts'
import { emptyCounts } from './posting-counts.ts'
import { type Postings, planPostings } from './postings-plan.ts'

/** What the postings are built from. */
export interface NamesToInvert {
  forward: ForwardParts
  sorted: SortedTerms
  /** The wordIds of the class names of legal forms. */
  formWords: readonly number[]
  rows: number
  persons: number
}

/**
 * Inverts the forward index in two passes, one that counts and one that writes, so that nothing is held twice. Each part of
 * the rows has a worker of its own in both; in between, the counts of all parts are made into one plan.
 */
export const buildPostings = async (names: NamesToInvert): Promise<Postings & { bitmaps: NameBitmaps }> => {
  const { forward, sorted, formWords, rows, persons } = names
  const formCodes = Uint32Array.from(formWords, (wordId) => sorted.codeOf[wordId] as number)
  const inputs = forward.parts.map((part) => ({
    ...part,
    ...{ formCodes, persons },
    counts: emptyCounts(SHORT_CODES + sorted.codeOf.length),
  }))
  await runRowTasks('countPostings', inputs)
  const counts = inputs.map((input) => input.counts)
  const postings = planPostings(counts, codesByTerm(sorted), persons)
  const bitmaps = emptyBitmaps(rows)
  const { bytes } = postings
  await runRowTasks(
    'writePostings',
    inputs.map((input) => ({ ...input, bytes, bitmaps })),
  )
  return { ...postings, bitmaps }
}

const codesByTerm = ({ codeOf, termOf }: SortedTerms): Uint32Array => {
  const codes = new Uint32Array(codeOf.length)
  for (let wordId = 0; wordId < codeOf.length; wordId++) codes[termOf[wordId] as number] = codeOf[wordId] as number
  return codes
}
