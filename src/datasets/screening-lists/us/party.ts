import {
  emptyRecord,
  type ListedName,
  type ListedParty,
  type NameKind,
  type PartyKind,
  type PartyRecord,
} from '../../../domain/screening/party.ts'
import { addOnce } from '../add-once.ts'
import { comparedNumbers, readStatement, type Statement, weakSpellings } from './remarks.ts'
import { splitRemarks } from './statements.ts'

/** A party of the US list while it is read: it always has its record. */
export type UsParty = ListedParty & { record: PartyRecord }

interface Remarks {
  text: string
  /** True when the publisher cut them and they go on nowhere: their last statement cannot be trusted. */
  isCut: boolean
}

/** The publisher's page of one entry. */
const PAGE = 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id='

/** What the columns of a ship are called, in the order of the file. */
const SHIP_COLUMNS = [
  'Vessel Call Sign',
  'Vessel Type',
  'Vessel Tonnage',
  'Vessel Gross Registered Tonnage',
  'Vessel Flag',
  'Vessel Owner',
]
const FLAG = /Flag$|^Nationality of Registration$/

/** The party of a row of the primary file, and how many statements of its remarks are of an unknown kind. */
export const partyOf = (row: readonly string[], remarks: Remarks): { party: UsParty; unread: number } => {
  const [referencia = '', name = '', type = '', program = '', title = ''] = row
  const tipo: PartyKind = type === 'individual' || type === 'vessel' || type === 'aircraft' ? type : 'entity'
  const programmes = program
    .split(/\]\s*\[/)
    .map((code) => code.replace(/[[\]]/g, '').trim())
    .filter((code) => code !== '')
  const record = { ...emptyRecord(), programmes, page: PAGE + referencia }
  record.positions.push(...positionsIn(title))
  for (const [at, label] of SHIP_COLUMNS.entries()) addParticular(record, label, row[5 + at] ?? '')
  const statements = readRemarks(remarks).map((statement) => asPosition(record, title, statement))
  for (const statement of statements) addStatement(record, statement)
  const names = [
    nameOf(name, 'principal', tipo),
    ...statements
      .flatMap((statement) => (statement.field === 'aliases' ? weakSpellings(statement.names) : []))
      .map((alias) => nameOf(alias, 'alias-debil', tipo)),
  ]
  const documents = statements.flatMap(comparedNumbers)
  return {
    party: { fuente: 'US', referencia, tipo, programa: programmes.join(', '), names, documents, record },
    unread: statements.filter((statement) => statement.field === 'remarks' && !statement.isRead).length,
  }
}

const readRemarks = ({ text, isCut }: Remarks): Statement[] => {
  const statements = splitRemarks(text)
  const cut = isCut ? statements.pop() : undefined
  const read = statements.map(readStatement)
  return cut === undefined ? read : [...read, { field: 'remarks', value: cut, isRead: false }]
}

const positionsIn = (title: string): string[] =>
  title
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The publisher repeats the title among the remarks, without a label. Its full stop may be the one that closes them. */
const asPosition = ({ positions }: PartyRecord, title: string, statement: Statement): Statement => {
  if (statement.field !== 'remarks') return statement
  const known = [title, ...positions].find((position) => unclosed(position) === unclosed(statement.value))
  return known === undefined ? statement : { field: 'positions', value: known }
}

const unclosed = (text: string): string => text.replace(/\.$/, '')

const addStatement = (record: PartyRecord, statement: Statement): void => {
  switch (statement.field) {
    case 'documents':
      record.documents.push(statement.document)
      break
    case 'particulars':
      addParticular(record, statement.name, statement.value)
      break
    case 'aliases':
      for (const name of statement.names) addAliasName(record, statement.kind, name)
      break
    case 'remarks':
      addRemark(record, statement.value)
      // Some parties have a date of listing per list or directive; the first is when they were first listed.
      record.listedOn ||= /^Listing Date(?: \([^)]*\))?:? (.+)$/.exec(statement.value)?.[1] ?? ''
      break
    case 'positions':
      for (const position of positionsIn(statement.value)) addOnce(record.positions, position)
      break
    default:
      addOnce(record[statement.field], statement.value)
  }
}

const addRemark = (record: PartyRecord, remark: string): void => {
  record.remarks += record.remarks === '' ? remark : `; ${remark}`
}

const addParticular = (record: PartyRecord, name: string, value: string): void => {
  if (value === '') return
  record.particulars.push([name, value])
  if (FLAG.test(name) && value !== 'None Identified') addOnce(record.countries, value)
}

/** The list says of some aliases that they are former or new names; that is kept beside them. */
const addAliasName = (record: PartyRecord, kind: string, name: string): void => {
  addOnce(record.aliases, name)
  if (!kind.startsWith('a')) record.particulars.push([kind, name])
}

const KINDS: Record<string, string> = { aka: 'a.k.a.', fka: 'f.k.a.', nka: 'n.k.a.' }

/** Adds the alias of a row of the alternate file to its party. */
export const addAlias = ({ names, tipo, record }: UsParty, row: readonly string[]): void => {
  const [, , kind = '', alias = '', remark = ''] = row
  names.push(nameOf(alias, 'alias', tipo))
  addAliasName(record, KINDS[kind] ?? (kind || 'a.k.a.'), alias)
  if (remark !== '') addRemark(record, `${alias}: ${remark}`)
}

/** Adds the address of a row of the address file to its party; nearly every party has a row, if an empty one. */
export const addAddress = ({ record }: UsParty, row: readonly string[]): void => {
  const [, , street = '', city = '', country = '', remark = ''] = row
  const place = [street, city, country].filter((part) => part !== '').join(', ')
  addOnce(record.addresses, remark === '' ? place : `${place} (${remark})`.trim())
  addOnce(record.countries, country)
}

const nameOf = (text: string, kind: NameKind, tipo: PartyKind): ListedName => ({
  text,
  kind,
  // Companies have commas too (`CO., LTD.`): only in a person's name do they separate surnames from given names.
  surnamesEnd: tipo === 'individual' ? Math.max(0, text.indexOf(',')) : 0,
})
