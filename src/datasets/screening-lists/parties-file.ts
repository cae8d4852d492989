import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { DocumentKind, ListedDocument, ListedName, ListedParty, NameKind } from '../../domain/screening/party.ts'
import { Failure } from '../../kernel/errors.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'

const FORMAT = 'chasqui-parties'
const VERSION = 1
/** Parties handled before the event loop gets its turn. */
const PARTIES_PER_STEP = 1_000

/** The file has Spanish names and values inside; only this file knows them. */
interface StoredName {
  texto: string
  clase: NameKind
  apellidosHasta: number
}

interface StoredDocument {
  clase: 'RUC' | 'DNI' | 'PASAPORTE' | 'OTRO'
  pais: string
  numero: string
}

type Line = [ListedParty['referencia'], ListedParty['tipo'], string, StoredName[], StoredDocument[]]

const STORED_KINDS = { RUC: 'RUC', DNI: 'DNI', passport: 'PASAPORTE', other: 'OTRO' } as const
const DOCUMENT_KINDS: Record<StoredDocument['clase'], DocumentKind> = {
  RUC: 'RUC',
  DNI: 'DNI',
  PASAPORTE: 'passport',
  OTRO: 'other',
}

const toLine = ({ referencia, tipo, programa, names, documents }: ListedParty): Line => [
  referencia,
  tipo,
  programa,
  names.map(({ text, kind, surnamesEnd }) => ({ texto: text, clase: kind, apellidosHasta: surnamesEnd })),
  documents.map(({ kind, country, number }) => ({ clase: STORED_KINDS[kind], pais: country, numero: number })),
]

const fromLine = (
  [referencia, tipo, programa, names, documents]: Line,
  fuente: ListedParty['fuente'],
): ListedParty => ({
  ...{ fuente, referencia, tipo, programa },
  names: names.map(
    ({ texto, clase, apellidosHasta }): ListedName => ({ text: texto, kind: clase, surnamesEnd: apellidosHasta }),
  ),
  documents: documents.map(
    ({ clase, pais, numero }): ListedDocument => ({ kind: DOCUMENT_KINDS[clase], country: pais, number: numero }),
  ),
})

/** The failure of a file in the edition folder that is not what was written there. */
export const damaged = (detail: string): Failure =>
  new Failure('dataset-unavailable', 'El archivo guardado de la lista está dañado', { detail })

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Writes the parties of one list, one per line, with a header and a last line of count and checksum. Returns the checksum. */
export const writeParties = async (path: string, parties: readonly ListedParty[]): Promise<string> => {
  const lines = [JSON.stringify({ format: FORMAT, version: VERSION, fuente: parties[0]?.fuente })]
  for (const party of parties) {
    lines.push(JSON.stringify(toLine(party)))
    if (lines.length % PARTIES_PER_STEP === 0) await yieldToEventLoop()
  }
  const body = `${lines.join('\n')}\n`
  const sha256 = checksum(body)
  await writeFile(path, `${body}${JSON.stringify({ rows: parties.length, sha256 })}\n`)
  return sha256
}

/** Reads the parties back; refuses a file that is foreign, of another version, cut or altered. */
export const readParties = async (path: string): Promise<{ parties: ListedParty[]; sha256: string }> => {
  try {
    const text = await readFile(path, 'utf8')
    const body = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
    const end = JSON.parse(text.slice(body.length)) as { rows?: number; sha256?: string }
    if (end.sha256 !== checksum(body)) throw damaged('checksum')
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
    parties.push(fromLine(JSON.parse(line) as Line, header.fuente))
    if (parties.length % PARTIES_PER_STEP === 0) await yieldToEventLoop()
  }
  return parties
}
