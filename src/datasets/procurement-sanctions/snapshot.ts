import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Sanction } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import type { ListedSanction } from './sanction-collector.ts'

/** A sanction as the index holds it, ready for the wire. */
export interface IndexedSanction extends Pick<ListedSanction, 'listedInForce' | 'datesReadable'> {
  sanction: Sanction
}

const FORMAT = 'chasqui-sanciones'
const VERSION = 1
// Lines written at once, or read before the event loop may run.
const BATCH = 500

type Line = [string, string, 0 | 1, string, string, string, string, string, 0 | 1, 0 | 1]

const toLine = (one: ListedSanction): Line => [
  one.ruc,
  one.razonSocial,
  one.tipo === 'Definitivo' ? 1 : 0,
  one.resolucion,
  one.periodo,
  one.desde,
  one.hasta,
  one.infraccion,
  one.listedInForce ? 1 : 0,
  one.datesReadable ? 1 : 0,
]

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The order of every answer: newest first, with a fixed order of ties. Snapshots are sorted, so that searches need not. */
export const newestFirst = (a: Sanction, b: Sanction): number =>
  compare(b.desde, a.desde) ||
  compare(b.resolucion, a.resolucion) ||
  compare(a.ruc, b.ruc) ||
  compare(a.razonSocial, b.razonSocial)

/** Writes a header with format and version, one line per sanction, and a last line with row count and checksum. */
export const writeSnapshot = async (path: string, listed: readonly ListedSanction[]): Promise<void> => {
  const sanctions = listed.toSorted(newestFirst)
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  try {
    const put = async (text: string) => {
      hash.update(text)
      await file.appendFile(text)
    }
    await put(`${JSON.stringify({ format: FORMAT, version: VERSION })}\n`)
    for (let start = 0; start < sanctions.length; start += BATCH) {
      const lines = sanctions.slice(start, start + BATCH).map((one) => `${JSON.stringify(toLine(one))}\n`)
      await put(lines.join(''))
    }
    await file.appendFile(`${JSON.stringify({ rows: sanctions.length, sha256: hash.digest('hex') })}\n`)
  } finally {
    await file.close()
  }
}

const damaged = (detail: string): Failure =>
  new Failure('dataset-unavailable', 'El archivo guardado de proveedores sancionados está dañado', { detail })

const readHeader = (line: string): void => {
  const header = JSON.parse(line) as { format?: string; version?: number }
  if (header.format !== FORMAT) throw damaged('foreign file')
  if (header.version !== VERSION) throw damaged(`version ${header.version}`)
}

const fromLine = (line: Line, pooled: (text: string) => string): IndexedSanction => ({
  sanction: {
    ruc: line[0],
    razonSocial: line[1],
    tipo: line[2] ? 'Definitivo' : 'Temporal',
    resolucion: line[3],
    periodo: pooled(line[4]),
    desde: line[5],
    hasta: line[6],
    infraccion: pooled(line[7]),
  },
  listedInForce: line[8] === 1,
  datesReadable: line[9] === 1,
})

/** Reads a snapshot. Throws when it is of another format or version, incomplete or altered. */
export const readSnapshot = async (path: string): Promise<IndexedSanction[]> => {
  try {
    return await readLines(path)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw damaged((error as { code?: string }).code ?? (error as Error).name)
  }
}

const readLines = async (path: string): Promise<IndexedSanction[]> => {
  const hash = createHash('sha256')
  // Thousands of rows have the same few dozen texts; one copy of each is enough.
  const texts = new Map<string, string>()
  const pooled = (text: string): string => {
    if (!texts.has(text)) texts.set(text, text)
    return texts.get(text) as string
  }
  const sanctions: IndexedSanction[] = []
  let end: { rows: number; sha256: string } | null = null
  let number = 0
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (end) throw damaged('text after the end')
    if (number++ === 0) readHeader(line)
    else if (line.startsWith('{')) end = JSON.parse(line)
    else sanctions.push(fromLine(JSON.parse(line), pooled))
    if (!end) hash.update(`${line}\n`)
    if (number % BATCH === 0) await yieldToEventLoop()
  }
  if (end?.rows !== sanctions.length || end.sha256 !== hash.digest('hex')) throw damaged('checksum')
  return sanctions
}
