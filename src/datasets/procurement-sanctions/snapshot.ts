import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Sanction } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import type { ListedSanction } from './rows.ts'

/** A sanction as the index holds it, ready for the wire. */
export interface IndexedSanction extends Pick<ListedSanction, 'vigente' | 'fechado'> {
  sanction: Sanction
}

const FORMAT = 'chasqui-sanciones'
const VERSION = 1
// Lines written at once, and read before the event loop gets its turn.
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
  one.vigente ? 1 : 0,
  one.fechado ? 1 : 0,
]

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The order of every answer: newest first, ties always alike. Editions are kept in it, so a question sorts nothing. */
export const newestFirst = (a: Sanction, b: Sanction): number =>
  compare(b.desde, a.desde) ||
  compare(b.resolucion, a.resolucion) ||
  compare(a.ruc, b.ruc) ||
  compare(a.razonSocial, b.razonSocial)

/** Writes one line per sanction, between a header that names format and version and a last line with count and checksum. */
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

const fromLine = (line: Line, shared: (text: string) => string): IndexedSanction => ({
  sanction: {
    ruc: line[0],
    razonSocial: line[1],
    tipo: line[2] ? 'Definitivo' : 'Temporal',
    resolucion: line[3],
    periodo: shared(line[4]),
    desde: line[5],
    hasta: line[6],
    infraccion: shared(line[7]),
  },
  vigente: line[8] === 1,
  fechado: line[9] === 1,
})

/** Reads a snapshot back, refusing one that is foreign, of another version, cut or altered. */
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
  const texts = new Map<string, string>()
  const shared = (text: string): string => {
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
    else sanctions.push(fromLine(JSON.parse(line), shared))
    if (!end) hash.update(`${line}\n`)
    if (number % BATCH === 0) await yieldToEventLoop()
  }
  if (end?.rows !== sanctions.length || end.sha256 !== hash.digest('hex')) throw damaged('checksum')
  return sanctions
}
