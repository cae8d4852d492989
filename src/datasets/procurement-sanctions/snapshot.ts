import type { Sanction } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { type LinesFormat, readLines, writeLines } from '../editions/lines-file.ts'
import type { ListedSanction } from './sanction-collector.ts'

/** A sanction as the index holds it, ready for the wire. */
export interface IndexedSanction extends Pick<ListedSanction, 'listedInForce' | 'datesReadable' | 'lastCut'> {
  sanction: Sanction
}

type Line = [string, string, 0 | 1, string, string, string, string, string, 0 | 1, 0 | 1, string?]

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
  one.lastCut ?? '',
]

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The order of every answer: newest first, with a fixed order of ties. Snapshots are sorted, so that searches need not. */
export const newestFirst = (a: Sanction, b: Sanction): number =>
  compare(b.desde, a.desde) ||
  compare(b.resolucion, a.resolucion) ||
  compare(a.ruc, b.ruc) ||
  compare(a.razonSocial, b.razonSocial)

/** Version of the snapshot's file. The first one knew no rows that a later cut lacks. */
export const SNAPSHOT_FORMAT = 2

const FORMAT: LinesFormat = {
  format: 'chasqui-sanciones',
  version: SNAPSHOT_FORMAT,
  earlier: [1],
  damaged: (detail) =>
    new Failure('dataset-unavailable', 'El archivo guardado de la lista de inhabilitados está dañado', { detail }),
}

/** Writes the sanctions of an edition, one per line, in the order of the answers. */
export const writeSnapshot = async (path: string, listed: readonly ListedSanction[]): Promise<void> => {
  await writeLines(path, FORMAT, { values: listed.toSorted(newestFirst), encode: toLine })
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
  ...(line[10] && { lastCut: line[10] }),
})

/** Reads a snapshot. Throws when it is of another format or version, incomplete or altered. */
export const readSnapshot = async (path: string): Promise<IndexedSanction[]> => {
  // Thousands of rows have the same few dozen texts; one copy of each is enough.
  const texts = new Map<string, string>()
  const pooled = (text: string): string => {
    if (!texts.has(text)) texts.set(text, text)
    return texts.get(text) as string
  }
  return (await readLines(path, FORMAT, (line: Line) => fromLine(line, pooled))).values
}
