import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import type { NameIndex } from '../../domain/screening/index/name-index.ts'
import { buildIndex, type ListMatcher, readyMatcher } from '../../domain/screening/match/matcher.ts'
import type { ListedParty } from '../../domain/screening/party.ts'
import { Failure } from '../../kernel/errors.ts'
import type { EditionFacts, EditionReader } from '../editions/dataset.ts'
import { readIndex, writeIndex } from './index-file.ts'

/** A list of sanctioned parties, ready to be screened against. */
export interface ScreeningList extends EditionReader {
  readonly matcher: ListMatcher
}

const FORMAT = 'chasqui-parties'
const VERSION = 1
/** Parties handled between two breaths of the event loop. */
const AT_ONCE = 1_000

type Line = [ListedParty['referencia'], ListedParty['tipo'], string, ListedParty['nombres'], ListedParty['documentos']]

const damaged = (detail: string): Failure =>
  new Failure('dataset-unavailable', 'El archivo guardado de la lista está dañado', { detail })

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Writes the parties of one list, one line each, under a header and above a line with their count and checksum; and
 * beside them their index, so that it need not be made again at every start.
 */
export const writeParties = async (path: string, parties: readonly ListedParty[]): Promise<void> => {
  const lines = [JSON.stringify({ format: FORMAT, version: VERSION, fuente: parties[0]?.fuente })]
  for (const { referencia, tipo, programa, nombres, documentos } of parties) {
    lines.push(JSON.stringify([referencia, tipo, programa, nombres, documentos] satisfies Line))
    if (lines.length % AT_ONCE === 0) await breathe()
  }
  const body = `${lines.join('\n')}\n`
  const sha256 = digest(body)
  await writeFile(path, `${body}${JSON.stringify({ rows: parties.length, sha256 })}\n`)
  await makeIndex(path, parties, sha256)
}

const indexPath = (path: string): string => path.replace(/\.jsonl$/, '.index')

/** Reads the parties back, refusing a file that is foreign, of another version, cut or altered. */
const readParties = async (path: string): Promise<{ parties: ListedParty[]; sha256: string }> => {
  try {
    const text = await readFile(path, 'utf8')
    const body = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
    const end = JSON.parse(text.slice(body.length)) as { rows?: number; sha256?: string }
    if (end.sha256 !== digest(body)) throw damaged('checksum')
    return { parties: await partiesIn(body, end.rows ?? -1), sha256: end.sha256 }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw damaged((error as { code?: string }).code ?? (error as Error).name)
  }
}

const partiesIn = async (body: string, rows: number): Promise<ListedParty[]> => {
  const [first = '', ...lines] = body.trimEnd().split('\n')
  const header = JSON.parse(first) as { format?: string; version?: number; fuente: ListedParty['fuente'] }
  if (header.format !== FORMAT || header.version !== VERSION) throw damaged('foreign file or version')
  if (lines.length !== rows) throw damaged('rows')
  const parties: ListedParty[] = []
  for (const line of lines) {
    const [referencia, tipo, programa, nombres, documentos] = JSON.parse(line) as Line
    parties.push({ fuente: header.fuente, referencia, tipo, programa, nombres, documentos })
    if (parties.length % AT_ONCE === 0) await breathe()
  }
  return parties
}

/** Opens an edition: its parties from disk, and their index, without keeping anybody waiting. */
export const openScreeningList = async (path: string, facts: EditionFacts): Promise<ScreeningList> => {
  const { parties, sha256 } = await readParties(path)
  if (parties.length !== facts.filas) throw damaged('another edition')
  const kept = await readIndex(indexPath(path), parties, sha256)
  const matcher = kept && (await readyMatcher(kept, breathe).catch(() => null))
  if (matcher) return { facts, matcher, close: async () => {} }
  const index = await makeIndex(path, parties, sha256)
  return { facts, matcher: await readyMatcher(index, breathe), close: async () => {} }
}

/** An index that is missing, damaged or of other code is made again; where it cannot be written, at every start. */
const makeIndex = async (path: string, parties: readonly ListedParty[], sha256: string): Promise<NameIndex> => {
  const index = await buildIndex(parties, breathe)
  await writeIndex(indexPath(path), index, sha256).catch(() => {})
  return index
}

/** Refuses what is implausible next to the edition in service; `date` is absent when the publisher told none. */
export const refuseImplausible = (
  { inService }: { inService: EditionFacts | null },
  entries: number,
  date: string | undefined,
): void => {
  if (!inService) return
  if (entries < 0.9 * inService.filas)
    throw new Failure(
      'upstream-changed',
      'La lista llegó incompleta: tiene menos entradas que la que está en servicio',
      {
        detail: `${entries} entries, ${inService.filas} in service`,
      },
    )
  if (date && date < inService.edicion)
    throw new Failure('upstream-changed', 'La lista recibida es más antigua que la que está en servicio', {
      detail: `${date} before ${inService.edicion}`,
    })
}
