import { emptyRecord, type PartyRecord, type StatedDocument } from '../../../domain/screening/party.ts'
import { addOnce } from '../add-once.ts'
import { partOf, type UnElement, type UnRecord } from './element.ts'

/** The list has no page per entry; this is the publisher's page of the whole list. */
const PAGE = 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list'

/** Elements that say nothing of the party, or are read with its names. */
const NO_FACTS = new Set([
  ...['DATAID', 'VERSIONNUM', 'SORT_KEY', 'SORT_KEY_LAST_MOD', 'LIST_TYPE', 'REFERENCE_NUMBER'],
  ...['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'],
])

/** Elements that are particulars, under a name of ours. */
const PARTICULARS: Record<string, string> = {
  GENDER: 'Gender',
  SUBMITTED_BY: 'Submitted by',
  SUBMITTED_ON: 'Submitted on',
  LAST_DAY_UPDATED: 'Last updated',
  DELISTED_ON: 'Delisted on',
}

interface Reading {
  record: PartyRecord
  remarks: string[]
  /** The prose about the party, which comes before the other remarks. */
  comments: string[]
  /** Elements, or parts of them, whose meaning is unknown. */
  unread: number
}

/** What an entry says of its party besides the names, and how many of its elements have an unknown meaning. */
export const recordOf = (
  { kind }: Pick<UnRecord, 'kind'>,
  elements: readonly UnElement[],
): { record: PartyRecord; unread: number } => {
  const reading: Reading = { record: { ...emptyRecord(), page: PAGE }, remarks: [], comments: [], unread: 0 }
  for (const element of elements) readElement(reading, element, element.name.replace(`${kind}_`, ''))
  const { record, remarks, comments, unread } = reading
  return { record: { ...record, remarks: [...comments, ...remarks].join('; ') }, unread }
}

const readElement = (reading: Reading, element: UnElement, name: string): void => {
  const { record } = reading
  switch (name) {
    case 'UN_LIST_TYPE':
      return addAll(record.programmes, element)
    case 'LISTED_ON':
      record.listedOn = valuesOf(element).join(', ')
      return
    case 'NATIONALITY':
    case 'NATIONALITY2':
      return addAll(record.nationalities, element)
    case 'TITLE':
    case 'DESIGNATION':
      return addAll(record.positions, element)
    case 'NAME_ORIGINAL_SCRIPT':
      return addAll(record.aliases, element)
    case 'ALIAS':
      return readAlias(reading, element)
    case 'ADDRESS':
      return readAddress(reading, element)
    case 'DATE_OF_BIRTH':
      return readBirth(reading, element)
    case 'PLACE_OF_BIRTH':
      return readBirthPlace(reading, element)
    case 'DOCUMENT':
      return readDocument(reading, element)
    case 'COMMENTS1':
      reading.comments.push(...valuesOf(element))
      return
    default:
      return readOther(reading, element, name)
  }
}

/** The value of a plain element, or those of its `VALUE` elements. */
const valuesOf = ({ text, parts }: UnElement): string[] =>
  [text, ...parts.map(([, value]) => value)].filter((value) => value !== '')

const addAll = (values: string[], element: UnElement): void => {
  for (const value of valuesOf(element)) addOnce(values, value)
}

const readOther = (reading: Reading, element: UnElement, name: string): void => {
  const values = valuesOf(element)
  if (values.length === 0 || NO_FACTS.has(name)) return
  const label = PARTICULARS[name]
  if (label !== undefined) {
    reading.record.particulars.push([label, values.join(', ')])
    return
  }
  reading.unread++
  reading.remarks.push(`${name}: ${values.join(', ')}`)
}

const ALIAS_PARTS = ['QUALITY', 'ALIAS_NAME', 'DATE_OF_BIRTH', 'CITY_OF_BIRTH', 'COUNTRY_OF_BIRTH', 'NOTE']
const PLACE_PARTS = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY', 'NOTE']
const BIRTH_PARTS = ['TYPE_OF_DATE', 'DATE', 'YEAR', 'FROM_YEAR', 'TO_YEAR', 'NOTE']
const DOCUMENT_PARTS = [
  ...['TYPE_OF_DOCUMENT', 'TYPE_OF_DOCUMENT2', 'NUMBER', 'ISSUING_COUNTRY', 'COUNTRY_OF_ISSUE'],
  ...['DATE_OF_ISSUE', 'CITY_OF_ISSUE', 'NOTE'],
]

/** Parts nobody knows, and second values of those we know, are kept among the remarks. */
const keepStrangers = (reading: Reading, { name, text, parts }: UnElement, known: readonly string[]): void => {
  const seen = new Set<string>()
  for (const [part, value] of text === '' ? parts : [...parts, ['', text] as const]) {
    if (known.includes(part) && !seen.has(part)) seen.add(part)
    else {
      reading.unread++
      reading.remarks.push(`${[name, part].filter(Boolean).join('/')}: ${value}`)
    }
  }
}

const inOrder = (element: UnElement, names: readonly string[]): string =>
  names
    .map((name) => partOf(element, name))
    .filter((part) => part !== '')
    .join(', ')

const withNote = (text: string, note: string): string => {
  if (note === '' || text === '') return text || note
  return /^\(.*\)$/.test(note) ? `${text} ${note}` : `${text} (${note})`
}

const readAlias = (reading: Reading, element: UnElement): void => {
  const { record, remarks } = reading
  const [alias, note, quality] = ['ALIAS_NAME', 'NOTE', 'QUALITY'].map((name) => partOf(element, name)) as [
    string,
    string,
    string,
  ]
  addOnce(record.aliases, alias)
  if (/^[fn]\.k\.a\./.test(quality) && alias !== '') record.particulars.push([quality, alias])
  addOnce(record.births, partOf(element, 'DATE_OF_BIRTH'))
  addOnce(record.birthPlaces, inOrder(element, ['CITY_OF_BIRTH', 'COUNTRY_OF_BIRTH']))
  if (note !== '') remarks.push(alias === '' ? `Alias: ${note}` : `Alias ${alias}: ${note}`)
  keepStrangers(reading, element, ALIAS_PARTS)
}

const readAddress = (reading: Reading, element: UnElement): void => {
  const { record } = reading
  addOnce(record.addresses, withNote(inOrder(element, PLACE_PARTS.slice(0, -1)), partOf(element, 'NOTE')))
  addOnce(record.countries, partOf(element, 'COUNTRY'))
  keepStrangers(reading, element, PLACE_PARTS)
}

const readBirthPlace = (reading: Reading, element: UnElement): void => {
  const place = inOrder(element, PLACE_PARTS.slice(0, -1))
  addOnce(reading.record.birthPlaces, withNote(place, partOf(element, 'NOTE')))
  keepStrangers(reading, element, PLACE_PARTS)
}

/** `1960-01-20`, `1960`, `circa 1960`, `1960 to 1965`, as its type says. */
const readBirth = (reading: Reading, element: UnElement): void => {
  const range = ['FROM_YEAR', 'TO_YEAR'].map((name) => partOf(element, name)).filter((year) => year !== '')
  const date = [inOrder(element, ['DATE', 'YEAR']), range.join(' to ')].filter((part) => part !== '').join(', ')
  const isAbout = /^approx/i.test(partOf(element, 'TYPE_OF_DATE')) && date !== ''
  addOnce(reading.record.births, withNote(isAbout ? `circa ${date}` : date, partOf(element, 'NOTE')))
  keepStrangers(reading, element, BIRTH_PARTS)
}

const readDocument = (reading: Reading, element: UnElement): void => {
  if (element.parts.length > 0) reading.record.documents.push(documentOf(element))
  keepStrangers(reading, element, DOCUMENT_PARTS)
}

/** A number of the party. The second type, and a second country, say more of it. */
export const documentOf = (element: UnElement): StatedDocument => {
  const part = (name: string): string => partOf(element, name)
  const [type, more] = [part('TYPE_OF_DOCUMENT'), part('TYPE_OF_DOCUMENT2')]
  const [country, other] = [part('COUNTRY_OF_ISSUE'), part('ISSUING_COUNTRY')]
  const issued = [part('DATE_OF_ISSUE'), part('CITY_OF_ISSUE')].filter((one) => one !== '').join(', ')
  return {
    kind: type || more,
    number: part('NUMBER'),
    country: country || other,
    note: [
      type !== '' && more !== type ? more : '',
      country !== '' && other !== country ? other : '',
      issued === '' ? '' : `issued ${issued}`,
      part('NOTE'),
    ]
      .filter((one) => one !== '')
      .join('; '),
  }
}
