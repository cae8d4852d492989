import type { BatchChanges } from '../../domain/records.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import { compareResults } from '../changes/compare-results.ts'
import type { ResultSource } from '../changes/result-rows.ts'
import type { NamedColumns } from '../read/header.ts'
import { readMemory, readStoredRow } from '../stored-rows.ts'
import { keptColumns, keptRows } from '../uploads/kept-rows.ts'
import type { AskedResult } from './asked-rows.ts'
import { resultLines } from './result-lines.ts'

type ComparedResult = Omit<AskedResult, 'tipo'>

/** A result, and an earlier one: another batch, or the rows of a result that was sent. */
export interface ComparedResults {
  now: ComparedResult
  before: ComparedResult | { path: string }
}

export const compareKept = async ({ now, before }: ComparedResults): Promise<BatchChanges> =>
  compareResults(storedSource(now), 'path' in before ? await keptSource(before.path, now.named) : storedSource(before))

const ROWS_AT_A_TIME = 256

/** The result of a batch as it is kept. */
const storedSource = ({ result, shape: { columns }, named }: ComparedResult): ResultSource => ({
  columns,
  named,
  rows: async function* () {
    let at = 0
    for await (const line of resultLines(result)) {
      const row = readStoredRow(line)
      // A batch of an earlier version has no number behind its columns.
      yield [{ row, memory: readMemory(line), number: Number(row[columns.length] ?? at + 1) }]
      // Batches have their turns meanwhile.
      if (++at % ROWS_AT_A_TIME === 0) await yieldToEventLoop()
    }
  },
})

/** A result that was sent, and read into rows. */
const keptSource = async (path: string, named: NamedColumns): Promise<ResultSource> => ({
  columns: await keptColumns(path),
  named,
  rows: async function* () {
    for await (const rows of keptRows(path, 0)) {
      yield rows.map(({ row, number = 0 }) => ({ row, memory: null, number }))
      await yieldToEventLoop()
    }
  },
})
