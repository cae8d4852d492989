import type { DocumentKind, ListedDocument, ListedName, ListedParty, NameKind } from '../../domain/screening/party.ts'
import { Failure } from '../../kernel/errors.ts'
import { type LinesFormat, readLines, writeLines } from '../editions/lines-file.ts'

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

/** The party that one line of the file holds. */
export const partyOfLine = (line: string, fuente: ListedParty['fuente']): ListedParty =>
  fromLine(JSON.parse(line) as Line, fuente)

/** The failure of a file in the edition folder that is not what was written there. */
export const damaged = (detail: string): Failure =>
  new Failure('dataset-unavailable', 'El archivo guardado de la lista está dañado', { detail })

const FORMAT: LinesFormat = { format: 'chasqui-parties', version: 1, damaged }

/** Writes the parties of one list, one per line. Returns the file's checksum. */
export const writeParties = (path: string, parties: readonly ListedParty[]): Promise<string> =>
  writeLines(path, FORMAT, { values: parties, encode: toLine }, { fuente: parties[0]?.fuente })

/** Reads the parties back; refuses a file that is not what was written. */
export const readParties = async (path: string): Promise<{ parties: ListedParty[]; sha256: string }> => {
  const { values, sha256 } = await readLines(path, FORMAT, (line: Line, { fuente }) =>
    fromLine(line, fuente as ListedParty['fuente']),
  )
  return { parties: values, sha256 }
}
