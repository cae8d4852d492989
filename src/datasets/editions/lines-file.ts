import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { Failure } from '../../kernel/errors.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'

/** What tells the files of one dataset from others. */
export interface LinesFormat {
  format: string
  version: number
  /** Versions that can still be read. */
  earlier?: readonly number[]
  /** The failure of a file that is not what was written. */
  damaged(detail: string): Failure
}

/** The values of a file, and how one is written. */
interface Rows<Value> {
  values: readonly Value[]
  encode(value: Value): unknown
}

/** Lines written at once, or read before the event loop may run. */
const BATCH = 1_000

/**
 * Writes a file of an edition: a header with format, version and `facts`, one JSON value per line, and a last line with
 * row count and checksum. Returns the checksum.
 */
export const writeLines = async <Value>(
  path: string,
  { format, version }: LinesFormat,
  { values, encode }: Rows<Value>,
  facts: object = {},
): Promise<string> => {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  let batch = [JSON.stringify({ format, version, ...facts })]
  const writeBatch = async (): Promise<void> => {
    const text = `${batch.join('\n')}\n`
    batch = []
    hash.update(text)
    await file.appendFile(text)
  }
  try {
    for (const value of values) {
      if (batch.length >= BATCH) await writeBatch()
      batch.push(JSON.stringify(encode(value)))
    }
    await writeBatch()
    const sha256 = hash.digest('hex')
    await file.appendFile(`${JSON.stringify({ rows: values.length, sha256 })}\n`)
    return sha256
  } finally {
    await file.close()
  }
}

/** Reads such a file back, each row through `decode`. Refuses one that is foreign, of another version, cut or altered. */
export const readLines = async <Row, Value>(
  path: string,
  format: LinesFormat,
  decode: (row: Row, header: Record<string, unknown>) => Value,
): Promise<{ values: Value[]; sha256: string }> => {
  try {
    const text = await readFile(path, 'utf8')
    const body = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
    const end = JSON.parse(text.slice(body.length)) as { rows?: number; sha256?: string }
    const sha256 = createHash('sha256').update(body).digest('hex')
    if (end.sha256 !== sha256) throw format.damaged('checksum')
    const [first = '', ...lines] = body.trimEnd().split('\n')
    const header = JSON.parse(first) as Record<string, unknown>
    const isKnown = [format.version, ...(format.earlier ?? [])].includes(header.version as number)
    if (header.format !== format.format || !isKnown) throw format.damaged('foreign file or version')
    if (lines.length !== end.rows) throw format.damaged('rows')
    return { values: await decodeLines(lines, (line) => decode(JSON.parse(line) as Row, header)), sha256 }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw format.damaged((error as { code?: string }).code ?? (error as Error).name)
  }
}

const decodeLines = async <Value>(lines: readonly string[], decode: (line: string) => Value): Promise<Value[]> => {
  const values: Value[] = []
  for (const line of lines) {
    values.push(decode(line))
    if (values.length % BATCH === 0) await yieldToEventLoop()
  }
  return values
}
