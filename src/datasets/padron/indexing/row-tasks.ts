import {
  inlineWorker,
  startWorker,
  type TaskInput,
  type TaskResult,
  type TaskWorker,
  workerScript,
} from '../../../kernel/worker.ts'
import { SHORT_CODES } from '../format/forward-index.ts'
import { ForwardReader } from '../format/forward-reader.ts'
import { writeForward } from './names/forward-writer.ts'
import { type CountedRows, countPostings, type PostingCounts } from './postings/posting-counts.ts'
import { type WrittenRows, writePostings } from './postings/postings-writer.ts'
import { writePrefixPostings } from './postings/prefix-postings-writer.ts'

/** Rows, and the part of the forward index that holds their names. */
interface NamedRows extends CountedRows {
  codes: Uint8Array
  /** The codes of the class names of legal forms. */
  formCodes: Uint32Array
  counts: PostingCounts
}

type RowTasks = typeof rowTasks

/** Stages that run for some of the rows while other threads do the same for the others. All data is in shared memory. */
export const rowTasks = {
  writeForward,
  countPostings: (rows: NamedRows): void => countPostings(readerOf(rows), rows, rows.counts),
  writePostings: (rows: NamedRows & WrittenRows): void => writePostings(readerOf(rows), rows),
  writePrefixPostings,
}

/** Runs a task for several inputs at once, each in a thread of its own; a single input runs in this thread. */
export const runRowTasks = async <Name extends keyof RowTasks>(
  task: Name,
  inputs: readonly TaskInput<RowTasks, Name>[],
): Promise<TaskResult<RowTasks, Name>[]> => {
  const script = workerScript('./row-worker', import.meta.url)
  const workers: TaskWorker<RowTasks>[] = inputs.map(() =>
    inputs.length === 1 ? inlineWorker(rowTasks) : startWorker<RowTasks>(script),
  )
  try {
    return await Promise.all(inputs.map((input, n) => (workers[n] as TaskWorker<RowTasks>).run(task, input)))
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}

/** Reads terms by their codes instead of their termIds: counters of frequent terms are then neighbours, and stay cached. */
const readerOf = ({ codes, formCodes }: NamedRows): ForwardReader => {
  const shortCodes = Uint32Array.from({ length: SHORT_CODES }, (_, code) => code)
  return new ForwardReader(
    { forward: codes, forwardBlocks: new Uint32Array(0), shortCodeTerms: shortCodes, formTerms: formCodes },
    SHORT_CODES,
  )
}
