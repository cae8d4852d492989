import { createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readStart } from '../read/text.ts'
import type { PlacedRow } from '../run-batch.ts'
import { readStoredRow, storedRow } from '../stored-rows.ts'
import { numberOf, type Row, stylesOf, type Table } from '../table.ts'

const MARK = '{"chasquiRows":'
/** Earlier versions kept no numbers and styles. */
const UNNUMBERED = `${MARK}1,`
const ROWS_AT_A_TIME = 256

/**
 * Writes the rows of an upload beside it, one in a line behind a line of columns. The file is read once, where reading can be
 * ended; whoever works on the batch then reads lines, and begins anywhere.
 */
export const writeRows = async (path: string, table: Table): Promise<void> => {
  let count = 0
  const lines = async function* (): AsyncGenerator<string> {
    yield `${MARK}2,"columns":${JSON.stringify(table.columns)}}\n`
    for await (const rows of table.rows()) {
      count += rows.length
      yield rows
        .map((row) => storedRow([numberOf(row), stylesOf(row), table.problemOf(row), ...withoutEnd(row)]))
        .join('')
    }
  }
  await pipeline(Readable.from(lines(), { objectMode: false }), createWriteStream(`${path}.rows`, { mode: 0o600 }))
  if (count !== table.rowCount) throw new Error('the rows of an upload are not those that were counted')
}

/** Puts the rows that were written in place of their file. Apart, because a reading that was ended may begin again. */
export const placeRows = (path: string): Promise<void> => rename(`${path}.rows`, path)

/** Cells that a row does not have cost nothing. */
const withoutEnd = (row: Row): Row => row.slice(0, row.findLastIndex((cell) => cell !== undefined) + 1)

/** False for an upload as it came, which earlier versions kept. */
export const hasKeptRows = async (path: string): Promise<boolean> =>
  (await readStart(path, MARK.length)).toString() === MARK

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    yield* file.readLines()
  } finally {
    await file.close()
  }
}

export const keptColumns = async (path: string): Promise<string[]> => {
  const lines = linesOf(path)
  const { value } = await lines.next()
  await lines.return(undefined)
  return (JSON.parse(value ?? '') as { columns: string[] }).columns
}

/** A row with the reason why it is not asked about. A file of an earlier version has no number and no styles. */
export interface KeptRow extends PlacedRow {
  problem: string | null
}

/** The rows behind so many, some at a time. */
export async function* keptRows(path: string, from: number): AsyncGenerator<KeptRow[]> {
  let at = -1
  let rows: KeptRow[] = []
  let isNumbered = true
  for await (const line of linesOf(path)) {
    // The first line has the columns.
    if (at < 0) isNumbered = !line.startsWith(UNNUMBERED)
    if (at++ < from) continue
    const cells = readStoredRow(line)
    const [number, styles, problem, ...row] = isNumbered ? cells : [undefined, undefined, ...cells]
    rows.push({
      number: number as number | undefined,
      styles: styles as string | undefined,
      problem: problem as string | null,
      row,
    })
    if (rows.length < ROWS_AT_A_TIME) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}
