import { UN_REFERENCE } from '../../../domain/lists.ts'
import { emptyRecord, type PartyRecord, type StatedDocument } from '../../../domain/screening/party.ts'
import { addOnce } from '../add-once.ts'
import { oneSpaced } from '../names.ts'
import type { XmlElement } from '../xml-entries.ts'

/** Of an entry whose act has no address: the publisher's page of the whole list. */
const PAGE = 'https://webgate.ec.europa.eu/fsd/fsf'

const PLACE = ['city', 'zipCode', 'region', 'place', 'countryIso2Code', 'countryDescription']
/** The attributes of each element whose meaning is known. All have an id, a language, and the act that added them. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  sanctionEntity: ['designationDate', 'designationDetails', 'unitedNationId', 'euReferenceNumber'],
  remark: [],
  regulation: [
    ...['regulationType', 'organisationType', 'publicationDate', 'entryIntoForceDate', 'numberTitle', 'programme'],
  ],
  subjectType: ['code', 'classificationCode'],
  nameAlias: [
    ...['firstName', 'middleName', 'lastName', 'wholeName', 'function', 'gender', 'title', 'nameLanguage', 'strong'],
  ],
  citizenship: PLACE,
  birthdate: [
    ...PLACE,
    ...['circa', 'calendarType', 'birthdate', 'dayOfMonth', 'monthOfYear', 'year', 'yearRangeFrom', 'yearRangeTo'],
  ],
  address: [...PLACE, 'street', 'poBox', 'asAtListingTime'],
  identification: [
    ...PLACE,
    ...['diplomatic', 'knownExpired', 'knownFalse', 'reportedLost', 'revokedByIssuer', 'issueDate', 'issuedBy'],
    ...['latinNumber', 'nameOnDocument', 'number', 'validFrom', 'validTo'],
    ...['identificationTypeCode', 'identificationTypeDescription'],
  ],
}
const OF_EVERY_ELEMENT = ['logicalId', 'regulationLanguage']
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  regulation: ['publicationUrl'],
  address: ['contactInfo'],
}
const OF_EVERY_PARENT = ['remark', 'regulationSummary']

interface Reading {
  record: PartyRecord
  remarks: string[]
  unread: number
}

/** A value that says something: a dash and `none` do not. */
export const saidOf = (value: string | undefined): string => {
  const text = oneSpaced(value ?? '')
  return /^(?:-+|none)$/i.test(text) ? '' : text
}

/** What an element remarks, its lines kept apart. */
export const remarkOf = ({ children }: XmlElement): string =>
  children
    .filter(({ name }) => name === 'remark')
    .map(({ text }) => text.trim())
    .join('\n')

/** What an entry says of its party besides the names, and how many of its elements have an unknown meaning. */
export const readRecord = (entry: XmlElement): { record: PartyRecord; unread: number } => {
  const record: PartyRecord = { ...emptyRecord(), page: PAGE, listedOn: saidOf(entry.attributes.designationDate) }
  const reading: Reading = { record, remarks: [], unread: 0 }
  addRemark(reading, '', entry.attributes.designationDetails)
  const unitedNations = saidOf(entry.attributes.unitedNationId)
  if (unitedNations !== '') record.particulars.push([UN_REFERENCE, unitedNations])
  keepUnknownAttributes(reading, entry)
  for (const element of entry.children) readElement(reading, element)
  record.remarks = reading.remarks.join('; ')
  return { record, unread: reading.unread }
}

const readElement = (reading: Reading, element: XmlElement): void => {
  const { record } = reading
  const { attributes, text } = element
  if (!Object.hasOwn(ATTRIBUTES, element.name)) return keepUnknown(reading, element, element.name)
  keepUnknownAttributes(reading, element)
  switch (element.name) {
    case 'remark':
      addRemark(reading, '', text)
      break
    case 'regulation':
      readRegulation(record, element)
      break
    case 'nameAlias':
      for (const post of [attributes.title, attributes.function]) addOnce(record.positions, saidOf(post))
      addParticular(record, 'Gender', attributes.gender)
      addRemark(reading, `Alias ${oneSpaced(attributes.wholeName ?? '')}`, remarkOf(element))
      break
    case 'citizenship':
      addOnce(record.nationalities, placeOf(attributes, ['region'], countryOf(element)))
      addRemark(reading, 'Citizenship', remarkOf(element))
      break
    case 'birthdate':
      addOnce(record.births, withNote(birthText(attributes), remarkOf(element)))
      addOnce(record.birthPlaces, placeOf(attributes, ['place', 'city', 'region', 'zipCode'], countryOf(element)))
      break
    case 'address':
      readAddress(reading, element)
      break
    case 'identification':
      record.documents.push(documentOf(element))
      break
  }
}

const readRegulation = (record: PartyRecord, { attributes, children }: XmlElement): void => {
  addOnce(record.programmes, saidOf(attributes.programme))
  addParticular(record, 'Regulation', attributes.numberTitle)
  const page = oneSpaced(children.find(({ name }) => name === 'publicationUrl')?.text ?? '')
  if (/^https?:\/\/\S+$/.test(page)) record.page = page
}

const readAddress = (reading: Reading, element: XmlElement): void => {
  const { record } = reading
  const { attributes, children } = element
  const box = saidOf(attributes.poBox)
  const place = placeOf(attributes, ['street', 'place', 'city', 'region', 'zipCode'], countryOf(element))
  const whole = [box && `P.O. Box ${box}`, place].filter(Boolean).join(', ')
  addOnce(record.addresses, withNote(whole, remarkOf(element)))
  addOnce(record.countries, countryOf(element))
  for (const { name, attributes: contact } of children)
    if (name === 'contactInfo') addRemark(reading, saidOf(contact.key), contact.value)
}

/** The country in the list's words; empty where it says that it is not known. */
export const countryOf = ({ attributes }: XmlElement): string => {
  const code = saidOf(attributes.countryIso2Code)
  return code === '00' ? '' : saidOf(attributes.countryDescription) || code
}

const placeOf = (attributes: XmlElement['attributes'], parts: readonly string[], country: string): string =>
  [...parts.map((part) => saidOf(attributes[part]).replace(/[,\s]+$/, '')), country]
    .filter((part) => part !== '')
    .join(', ')

const withNote = (text: string, note: string): string => {
  const said = saidOf(note)
  return said === '' || text === '' ? text || said : `${text} (${said})`
}

/** `1960-01-20`, `1960-01`, `1960`, `1960 to 1965`, with `circa` in front of a guess. Hijri parts are no date of ours. */
const birthText = (attributes: XmlElement['attributes']): string => {
  const value = (name: string): string => saidOf(attributes[name])
  const [year, month, day] = [value('year'), value('monthOfYear'), value('dayOfMonth')]
  const known = month === '' ? [year] : [year, month, day].filter((part) => part !== '')
  const parts = known.map((part) => part.padStart(2, '0')).join('-')
  const [from, to] = [value('yearRangeFrom'), value('yearRangeTo')]
  const range = from !== '' && to !== '' ? `${from} to ${to}` : from && `from ${from}`
  const isOther = !['', 'GREGORIAN'].includes(value('calendarType').toUpperCase())
  const stated = year === '' ? range || (to && `to ${to}`) : parts
  const own = stated !== '' && isOther ? `${stated} (${value('calendarType').toLowerCase()} calendar)` : stated
  const date = value('birthdate') || own
  return date !== '' && value('circa').toLowerCase() === 'true' ? `circa ${date}` : date
}

const FLAGS = {
  diplomatic: 'diplomatic',
  knownExpired: 'known to be expired',
  knownFalse: 'known to be false',
  reportedLost: 'reported lost',
  revokedByIssuer: 'revoked by issuer',
} as const

const documentOf = (element: XmlElement): StatedDocument => {
  const { attributes } = element
  const labelled = (label: string, name: string): string => {
    const value = saidOf(attributes[name])
    return value === '' ? '' : `${label} ${value}`
  }
  const notes = [
    ...Object.entries(FLAGS).map(([name, words]) => (attributes[name] === 'true' ? words : '')),
    labelled('in Latin letters', 'latinNumber'),
    labelled('name on it', 'nameOnDocument'),
    labelled('issued', 'issueDate'),
    labelled('issued by', 'issuedBy'),
    labelled('valid from', 'validFrom'),
    labelled('valid to', 'validTo'),
    ...['place', 'city', 'region', 'zipCode'].map((part) => saidOf(attributes[part])),
    saidOf(remarkOf(element)),
  ]
  return {
    kind: saidOf(attributes.identificationTypeDescription) || saidOf(attributes.identificationTypeCode),
    number: saidOf(attributes.number),
    country: countryOf(element),
    note: notes.filter((note) => note !== '').join('; '),
  }
}

const addParticular = (record: PartyRecord, name: string, value: string | undefined): void => {
  const said = saidOf(value)
  if (said !== '' && !record.particulars.some(([known, same]) => known === name && same === said))
    record.particulars.push([name, said])
}

const addRemark = ({ remarks }: Reading, label: string, value: string | undefined): void => {
  const said = saidOf(value)
  if (said !== '') remarks.push(label === '' ? said : `${label}: ${said}`)
}

/** Attributes and children that nobody knows are kept among the remarks. */
const keepUnknownAttributes = (reading: Reading, { name, attributes, children }: XmlElement): void => {
  for (const [attribute, value] of Object.entries(attributes))
    if (![...OF_EVERY_ELEMENT, ...(ATTRIBUTES[name] ?? [])].includes(attribute) && saidOf(value) !== '') {
      reading.unread++
      addRemark(reading, `${name}/${attribute}`, value)
    }
  if (name === 'sanctionEntity') return
  for (const child of children)
    if (![...OF_EVERY_PARENT, ...(CHILDREN[name] ?? [])].includes(child.name))
      keepUnknown(reading, child, `${name}/${child.name}`)
}

const keepUnknown = (reading: Reading, element: XmlElement, path: string): void => {
  const values = [...Object.values(element.attributes), element.text, ...element.children.flatMap(({ text }) => text)]
  const said = values.map(saidOf).filter((value) => value !== '')
  reading.unread++
  addRemark(reading, path, said.join(', ') || 'sin valor')
}
