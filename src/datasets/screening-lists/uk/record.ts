import { UN_REFERENCE } from '../../../domain/lists.ts'
import { emptyRecord, type PartyRecord, type StatedDocument } from '../../../domain/screening/party.ts'
import { addOnce } from '../add-once.ts'
import { oneSpaced } from '../names.ts'
import { firstOf, groupsOf, type UkEntry, valuesOf } from './entry.ts'

/** The list has no page per entry in its files; this is the publisher's page of the whole list. */
const PAGE = 'https://www.gov.uk/government/publications/the-uk-sanctions-list'

/** Values that are particulars, under a name of ours. */
const PARTICULARS: readonly (readonly [element: string, label: string])[] = [
  ['SanctionsImposed', 'Sanctions imposed'],
  ['DesignationSource', 'Designation source'],
  ['OFSIGroupID', 'OFSI group ID'],
  ['LastUpdated', 'Last updated'],
  ['Gender', 'Gender'],
  ['TypeOfEntity', 'Type of entity'],
  ['TypeOfShip', 'Vessel type'],
  ['TonnageOfShip', 'Vessel tonnage'],
  ['LengthOfShip', 'Vessel length'],
  ['YearBuilt', 'Vessel year of build'],
  ['HullIdentificationNumber', 'Hull identification number'],
  ['CurrentOwnerOperator', 'Current owner or operator'],
  ['PreviousOwnerOperator', 'Previous owner or operator'],
  ['CurrentBelievedFlagOfShip', 'Vessel flag'],
  ['PreviousFlag', 'Former vessel flag'],
]

/** Values that have no field of their own, each with what it is. */
const REMARKS: readonly (readonly [element: string, label: string])[] = [
  ['OtherInformation', ''],
  ['UKStatementofReasons', 'Statement of reasons'],
  ['PhoneNumber', 'Phone'],
  ['Website', 'Website'],
  ['EmailAddress', 'Email'],
]

/** What an entry says of its party besides the names. */
export const readRecord = (entry: UkEntry): PartyRecord => {
  const said = (name: string): string[] => valuesOf(entry, name).map(oneSpaced).filter(Boolean)
  const record: PartyRecord = {
    ...emptyRecord(),
    page: PAGE,
    listedOn: dateText(firstOf(entry, 'DateDesignated')),
    programmes: said('RegimeName'),
    births: distinct(said('DOB').map(dateText)),
    nationalities: said('Nationality'),
    positions: distinct([...said('Title'), ...said('Position').flatMap(parts)]),
    birthPlaces: groupsOf(entry, 'Location').map(({ TownOfBirth = '', CountryOfBirth = '' }) =>
      joined([TownOfBirth, CountryOfBirth]),
    ),
    addresses: distinct(groupsOf(entry, 'Address').map((address) => joined(Object.values(inOrder(address))))),
    countries: distinct([
      ...groupsOf(entry, 'Address').map(({ AddressCountry = '' }) => oneSpaced(AddressCountry)),
      ...said('CurrentBelievedFlagOfShip'),
    ]),
    links: [
      ...said('Subsidiary').map((name) => `${name} (subsidiary)`),
      ...said('ParentCompany').map((name) => `${name} (parent company)`),
    ],
    documents: documentsOf(entry),
    particulars: [
      ...unReferences(entry).map((number): [string, string] => [UN_REFERENCE, number]),
      ...PARTICULARS.flatMap(([element, label]) =>
        said(element).map((value): [string, string] => [label, distinct(parts(value)).join(', ')]),
      ),
    ],
    remarks: [
      ...REMARKS.flatMap(([element, label]) => said(element).map((value) => (label ? `${label}: ${value}` : value))),
      ...entry.unknown.map(([name, value]) => `${name}: ${oneSpaced(value)}`),
    ].join('; '),
  }
  return record
}

const distinct = (texts: readonly string[]): string[] => {
  const once: string[] = []
  for (const text of texts) addOnce(once, text)
  return once
}

const joined = (texts: readonly string[]): string => texts.map(oneSpaced).filter(Boolean).join(', ')

/** Values that the list joins into one. */
const parts = (value: string): string[] => value.split('|').map(oneSpaced).filter(Boolean)

const ADDRESS = ['AddressLine1', 'AddressLine2', 'AddressLine3', 'AddressLine4', 'AddressLine5', 'AddressLine6']
const inOrder = (address: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries([...ADDRESS, 'AddressPostalCode', 'AddressCountry'].map((name) => [name, address[name] ?? '']))

const unReferences = (entry: UkEntry): string[] =>
  valuesOf(entry, 'UNReferenceNumber').filter((number) => !/^n\/?a$/i.test(number))

const documentsOf = (entry: UkEntry): StatedDocument[] => [
  ...groupsOf(entry, 'Passport').map(({ PassportNumber: number = '', PassportAdditionalInformation: info = '' }) =>
    documentOf('Passport', number, info),
  ),
  ...groupsOf(entry, 'NationalIdentifier').map(
    ({ NationalIdentifierNumber: number = '', NationalIdentifierAdditionalInformation: info = '' }) =>
      documentOf('National identifier', number, info),
  ),
  ...valuesOf(entry, 'BusinessRegistrationNumber').map((number) =>
    documentOf('Business registration number', number, ''),
  ),
  ...valuesOf(entry, 'IMONumber').map((number) => documentOf('IMO number', number, '')),
]

/** The country of a number stands in the prose about it alone. */
const documentOf = (kind: string, number: string, info: string): StatedDocument => ({
  ...{ kind, number: oneSpaced(number), country: '', note: oneSpaced(info) },
})

/** `12/11/1967`, `dd/mm/1962`, `00/07/1978`, `1975`: as a date as far as it is known; what has no year stays as it is written. */
export const dateText = (written: string): string => {
  const text = oneSpaced(written)
  const found = /^(?:(\d{2}|dd)\/(\d{2}|mm)\/)?(\d{4})$/i.exec(text)
  if (!found) return text
  const [, day = '', month = '', year] = found
  const known = (part: string): string => (/^\d\d$/.test(part) && part !== '00' ? `-${part}` : '')
  return `${year}${known(month)}${known(month) && known(day)}`
}
