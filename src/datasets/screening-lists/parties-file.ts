import type {
  DocumentKind,
  ListedDocument,
  ListedName,
  ListedParty,
  NameKind,
  PartyFacts,
  PartyRecord,
} from '../../domain/screening/party.ts'
import { Failure } from '../../kernel/errors.ts'
import { type LinesFormat, readLines, writeLines } from '../editions/lines-file.ts'
import type { RecordImage } from './record-image.ts'

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

type Line = [
  referencia: string,
  tipo: ListedParty['tipo'],
  programa: string,
  names: StoredName[],
  documents: StoredDocument[],
  inForce?: [from: string, until: string],
]

const STORED_KINDS = { RUC: 'RUC', DNI: 'DNI', passport: 'PASAPORTE', other: 'OTRO' } as const
const DOCUMENT_KINDS: Record<StoredDocument['clase'], DocumentKind> = {
  RUC: 'RUC',
  DNI: 'DNI',
  PASAPORTE: 'passport',
  OTRO: 'other',
}

const toLine = ({ referencia, tipo, programa, names, documents, inForce }: ListedParty): Line => {
  const line: Line = [
    referencia,
    tipo,
    programa,
    names.map(({ text, kind, surnamesEnd }) => ({ texto: text, clase: kind, apellidosHasta: surnamesEnd })),
    documents.map(({ kind, country, number }) => ({ clase: STORED_KINDS[kind], pais: country, numero: number })),
  ]
  if (inForce) line.push([inForce.from, inForce.until])
  return line
}

/** A party of an edition. Its record stays in the bytes of the edition until it is asked for. */
class StoredParty implements ListedParty {
  readonly fuente: ListedParty['fuente']
  readonly referencia: string
  readonly tipo: ListedParty['tipo']
  readonly programa: string
  readonly names: ListedName[]
  readonly documents: ListedDocument[]
  readonly inForce: ListedParty['inForce']
  readonly #records: RecordImage | null
  readonly #partyId: number

  constructor(line: Line, fuente: ListedParty['fuente'], records: RecordImage | null, partyId: number) {
    const [referencia, tipo, programa, names, documents, inForce] = line
    this.fuente = fuente
    this.referencia = referencia
    this.tipo = tipo
    this.programa = programa
    this.names = names.map(({ texto, clase, apellidosHasta }) => ({
      text: texto,
      kind: clase,
      surnamesEnd: apellidosHasta,
    }))
    this.documents = documents.map(({ clase, pais, numero }) => ({
      kind: DOCUMENT_KINDS[clase],
      country: pais,
      number: numero,
    }))
    this.inForce = inForce && { from: inForce[0], until: inForce[1] }
    this.#records = records
    this.#partyId = partyId
  }

  get record(): PartyRecord | undefined {
    return this.#records?.at(this.#partyId)
  }

  get facts(): PartyFacts | undefined {
    return this.#records?.factsAt(this.#partyId)
  }
}

/** The party that one line of the file holds, without its record. */
export const partyOfLine = (line: string, fuente: ListedParty['fuente']): ListedParty =>
  new StoredParty(JSON.parse(line) as Line, fuente, null, 0)

/** The failure of a file in the edition folder that is not what was written there. */
export const damaged = (detail: string): Failure =>
  new Failure('dataset-unavailable', 'El archivo guardado de la lista está dañado', { detail })

const FORMAT: LinesFormat = { format: 'chasqui-parties', version: 1, damaged }

/** Writes the parties of one list, one per line. Returns the file's checksum. */
export const writeParties = (path: string, parties: readonly ListedParty[]): Promise<string> =>
  writeLines(path, FORMAT, { values: parties, encode: toLine }, { fuente: parties[0]?.fuente })

/** Reads the parties back, with their records when the edition has them; refuses a file that is not what was written. */
export const readParties = async (
  path: string,
  records: RecordImage | null = null,
): Promise<{ parties: ListedParty[]; sha256: string }> => {
  let partyId = 0
  const { values, sha256 } = await readLines(
    path,
    FORMAT,
    (line: Line, { fuente }): ListedParty => new StoredParty(line, fuente as ListedParty['fuente'], records, partyId++),
  )
  return { parties: values, sha256 }
}
