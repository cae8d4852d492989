import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import { readStoredRow } from '../stored-rows.ts'
import type { Row } from '../table.ts'
import { notWhole } from './batch-files.ts'

/** The kept rows of a result: a file, and how many bytes of it count. */
export interface KeptResult {
  path: string
  bytes: number
}

/** The lines of a result behind so many. */
export async function* resultLines({ path, bytes }: KeptResult, from = 0): AsyncGenerator<string> {
  if (bytes === 0) return
  const input = createReadStream(path, { end: bytes - 1 })
  let at = 0
  try {
    for await (const line of createInterface({ input, crlfDelay: 0 })) if (line !== '' && at++ >= from) yield line
  } finally {
    input.destroy()
  }
}

const ROWS_AT_A_TIME = 256

/** The rows of a result. Fails at the end when there were not so many: a file that is not whole reaches nobody. */
export const resultRows = (result: KeptResult, rowCount: number): AsyncGenerator<Row[]> =>
  readLines(result, rowCount, readStoredRow)

/** The same, of each line what is wanted. */
export async function* readLines<One>(
  result: KeptResult,
  rowCount: number,
  read: (line: string) => One,
): AsyncGenerator<One[]> {
  let [rows, count] = [[] as One[], 0]
  for await (const line of resultLines(result)) {
    rows.push(read(line))
    count++
    if (rows.length < ROWS_AT_A_TIME) continue
    yield rows
    rows = []
    // Other batches have their turns meanwhile.
    await yieldToEventLoop()
  }
  if (count !== rowCount) throw notWhole()
  if (rows.length > 0) yield rows
}
