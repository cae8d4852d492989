import type { ListedName, ListedParty, NameKind, PartyKind } from '../../../domain/screening/party.ts'
import { Failure } from '../../../kernel/errors.ts'
import { yieldToEventLoop } from '../../../kernel/event-loop.ts'
import { readRows } from './csv.ts'
import { documentsIn, weakAliases } from './remarks.ts'

/** The texts of one half of the list: the SDN files, or the consolidated ones. */
export interface UsPart {
  primary: string
  alternate: string
  address: string
  /** What did not fit into the remarks; absent when the publisher has no such file. */
  comments: string
}

const PRIMARY_COLUMNS = 12
const ALTERNATE_COLUMNS = 5
const ADDRESS_COLUMNS = 6
const COMMENT_COLUMNS = 2
/** Rows read before the event loop gets its turn. */
const ROWS_PER_STEP = 1_500
const LEAST_ADDRESS_COVER = 0.95
// Aliases spread over the whole list; a file that stops before this share of the entries has been cut.
const LEAST_ALIAS_REACH = 0.75

const incomplete = (detail: string): Failure =>
  new Failure('upstream-changed', 'La lista de Estados Unidos llegó incompleta o con otro formato', { detail })
const mixed = (detail: string): Failure =>
  new Failure('upstream-changed', 'Los archivos de la lista de Estados Unidos no son de la misma publicación', {
    detail,
  })

/** Reads one half of the list and refuses it unless its files belong together and are whole. */
export const parsePart = async (part: UsPart, name: string): Promise<Map<string, ListedParty>> => {
  const comments = new Map<string, string>()
  await eachRow(part.comments, COMMENT_COLUMNS, `${name} comments`, (row) =>
    comments.set(row[0] as string, row[1] as string),
  )
  const parties = new Map<string, ListedParty>()
  await eachRow(part.primary, PRIMARY_COLUMNS, `${name} primary`, (row) => {
    const party = partyOf(row, comments.get(row[0] as string) ?? '')
    if (parties.has(party.referencia)) throw incomplete(`${name}: entry number repeated`)
    if (party.names[0]?.text === '') throw incomplete(`${name}: entry without name`)
    parties.set(party.referencia, party)
  })
  await addAliases(parties, part.alternate, name)
  await checkAddresses(parties, part.address, name)
  return parties
}

/** SDN and consolidated entries share their numbers: one party, with the programs and names of both. */
export const mergeParts = (sdn: Map<string, ListedParty>, consolidated: Map<string, ListedParty>): ListedParty[] => {
  for (const [referencia, other] of consolidated) {
    const known = sdn.get(referencia)
    if (known) mergeInto(known, other)
    else sdn.set(referencia, other)
  }
  return [...sdn.values()].sort((a, b) => Number(a.referencia) - Number(b.referencia))
}

export const countAliases = (parties: Iterable<ListedParty>): number => {
  let aliases = 0
  for (const party of parties) aliases += party.names.filter(({ kind }) => kind === 'alias').length
  return aliases
}

const eachRow = async (text: string, columns: number, file: string, take: (row: string[]) => void): Promise<void> => {
  let rows = 0
  let last: string[] | undefined
  for (const row of readRows(text, columns)) {
    if (row.length < columns) throw incomplete(`${file}: row with ${row.length} columns of ${columns}`)
    take(row)
    last = row
    if (++rows % ROWS_PER_STEP === 0) await yieldToEventLoop()
  }
  // A file cut inside its last column ends in a piece of `-0-`, the mark for an empty value.
  if (last && /^-0?$/.test(last[columns - 1] as string)) throw incomplete(`${file}: cut in its last row`)
}

const partyOf = (row: string[], moreRemarks: string): ListedParty => {
  const [referencia = '', name = '', type = '', program = ''] = row
  // The remarks are cut at 1,000 characters, in the middle of a word, and go on in the comments file.
  const remarks = (row[11] ?? '') + moreRemarks
  const tipo: PartyKind = type === 'individual' || type === 'vessel' || type === 'aircraft' ? type : 'entity'
  return {
    fuente: 'US',
    referencia,
    tipo,
    programa: program
      .split(/\]\s*\[/)
      .map((code) => code.replace(/[[\]]/g, '').trim())
      .filter((code) => code !== '')
      .join(', '),
    names: [
      nameOf(name, 'principal', tipo),
      ...weakAliases(remarks).map((alias) => nameOf(alias, 'alias-debil', tipo)),
    ],
    documents: documentsIn(remarks),
  }
}

const nameOf = (text: string, kind: NameKind, tipo: PartyKind): ListedName => ({
  text,
  kind,
  // Companies have commas too (`CO., LTD.`): only in a person's name do they separate surnames from given names.
  surnamesEnd: tipo === 'individual' ? Math.max(0, text.indexOf(',')) : 0,
})

const addAliases = async (parties: Map<string, ListedParty>, text: string, name: string): Promise<void> => {
  let last = 0
  await eachRow(text, ALTERNATE_COLUMNS, `${name} alternate`, ([referencia = '', , , alias = '']) => {
    const party = parties.get(referencia)
    if (!party) throw mixed(`${name}: alias of an entry that is not listed`)
    last = Math.max(last, Number(referencia))
    if (alias !== '') party.names.push(nameOf(alias, 'alias', party.tipo))
  })
  const reached = [...parties.keys()].filter((referencia) => Number(referencia) <= last).length
  if (reached < LEAST_ALIAS_REACH * parties.size) throw incomplete(`${name}: aliases stop early`)
}

const checkAddresses = async (parties: Map<string, ListedParty>, text: string, name: string): Promise<void> => {
  const covered = new Set<string>()
  await eachRow(text, ADDRESS_COLUMNS, `${name} address`, ([referencia = '']) => {
    if (!parties.has(referencia)) throw mixed(`${name}: address of an entry that is not listed`)
    covered.add(referencia)
  })
  if (covered.size < LEAST_ADDRESS_COVER * parties.size)
    throw mixed(`${name}: addresses of ${covered.size} entries out of ${parties.size}`)
}

const mergeInto = (party: ListedParty, other: ListedParty): void => {
  const programs = new Set([...party.programa.split(', '), ...other.programa.split(', ')])
  party.programa = [...programs].filter((code) => code !== '').join(', ')
  const names = new Set(party.names.map(({ text }) => text))
  for (const name of other.names)
    if (!names.has(name.text)) party.names.push(name.kind === 'principal' ? { ...name, kind: 'alias' } : name)
  const numbers = new Set(party.documents.map(({ number }) => number))
  party.documents.push(...other.documents.filter(({ number }) => !numbers.has(number)))
}
