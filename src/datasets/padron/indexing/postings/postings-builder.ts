import { HOT_CODES } from '../../format/forward-index.ts'
import type { ForwardIndex } from '../names/forward-builder.ts'
import type { SortedWords } from '../names/sort-terms.ts'
import { nameTasks } from '../row-tasks.ts'
import { withHands } from '../workers.ts'
import { emptyMarks, type RowMarks } from './name-bitmaps.ts'
import { emptyCounts } from './posting-counts.ts'
import { type Postings, planPostings } from './postings-plan.ts'

/** Which rows there are: persons come first. */
interface Size {
  rows: number
  persons: number
}

/**
 * Inverts the forward index in two passes, one to count and one to write, so that nothing is held twice. Every part of the
 * rows is counted and written by a hand of its own; in between their counts are made into one plan.
 */
export const buildPostings = async (
  { parts }: ForwardIndex,
  sorted: SortedWords,
  formWords: readonly number[],
  { rows, persons }: Size,
): Promise<Postings & { marks: RowMarks }> => {
  const formCodes = Uint32Array.from(formWords, (word) => sorted.codeOf[word] as number)
  const orders = parts.map((part) => ({
    ...part,
    ...{ formCodes, persons },
    counts: emptyCounts(HOT_CODES + sorted.codeOf.length),
  }))
  await withHands('row-worker', nameTasks, orders, (hand, order) => hand.do('countPostings', order))
  const counts = orders.map((order) => order.counts)
  const postings = planPostings(counts, codesByPlace(sorted), persons)
  const marks = emptyMarks(rows)
  const { bytes } = postings
  await withHands('row-worker', nameTasks, orders, (hand, order) =>
    hand.do('writePostings', { ...order, bytes, marks }),
  )
  return { ...postings, marks }
}

const codesByPlace = ({ codeOf, placeOf }: SortedWords): Uint32Array => {
  const codes = new Uint32Array(codeOf.length)
  for (let word = 0; word < codeOf.length; word++) codes[placeOf[word] as number] = codeOf[word] as number
  return codes
}
