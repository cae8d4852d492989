/** One entry of the list, as its XML and its CSV both have it: values and groups of values by the names of the XML. */
export interface UkEntry {
  /** Every value of an element once, in the order in which they come. */
  values: Map<string, Set<string>>
  /** Elements that belong together: a name, an address, a document. */
  groups: Map<Group, UkGroup[]>
  /** What has no meaning that we know. */
  unknown: [name: string, value: string][]
}

export type UkGroup = Readonly<Record<string, string>>
export type Group = keyof typeof GROUPS

const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}${at + 1}`)

/** Groups of the XML, and what is in one. */
export const GROUPS = {
  Name: [...numbered('Name', 6), 'NameType', 'AliasStrength'],
  NonLatinName: ['NameNonLatinScript', 'NonLatinScriptType', 'NonLatinScriptLanguage'],
  Address: [...numbered('AddressLine', 6), 'AddressPostalCode', 'AddressCountry'],
  Passport: ['PassportNumber', 'PassportAdditionalInformation'],
  NationalIdentifier: ['NationalIdentifierNumber', 'NationalIdentifierAdditionalInformation'],
  Location: ['TownOfBirth', 'CountryOfBirth'],
} as const satisfies Record<string, readonly string[]>

/** Elements of one value that are known. */
const VALUES: ReadonlySet<string> = new Set([
  ...['LastUpdated', 'DateDesignated', 'UniqueID', 'OFSIGroupID', 'UNReferenceNumber', 'Title', 'RegimeName'],
  ...['IndividualEntityShip', 'DesignationSource', 'SanctionsImposed', 'OtherInformation', 'UKStatementofReasons'],
  ...['PhoneNumber', 'Website', 'EmailAddress', 'DOB', 'Nationality', 'Position', 'Gender', 'TypeOfEntity'],
  ...['Subsidiary', 'ParentCompany', 'BusinessRegistrationNumber', 'IMONumber', 'CurrentOwnerOperator'],
  ...['PreviousOwnerOperator', 'CurrentBelievedFlagOfShip', 'PreviousFlag', 'TypeOfShip', 'TonnageOfShip'],
  ...['LengthOfShip', 'YearBuilt', 'HullIdentificationNumber'],
])

export const emptyEntry = (): UkEntry => ({ values: new Map(), groups: new Map(), unknown: [] })

export const addValue = ({ values, unknown }: UkEntry, name: string, raw: string): void => {
  const value = raw.trim()
  if (value === '') return
  if (!VALUES.has(name)) {
    if (!unknown.some(([known, same]) => known === name && same === value)) unknown.push([name, value])
    return
  }
  const known = values.get(name)
  if (known) known.add(value)
  else values.set(name, new Set([value]))
}

/** Adds a group that says something and is not there yet: one passport is repeated once per birth date. */
export const addGroup = ({ groups }: UkEntry, name: Group, raw: UkGroup): void => {
  const group = Object.fromEntries(
    Object.entries(raw)
      .map(([field, value]) => [field, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )
  if (Object.keys(group).length === 0) return
  const known = groups.get(name) ?? []
  const text = JSON.stringify(group)
  if (!known.some((one) => JSON.stringify(one) === text)) groups.set(name, [...known, group])
}

export const valuesOf = ({ values }: UkEntry, name: string): string[] => [...(values.get(name) ?? [])]
export const firstOf = (entry: UkEntry, name: string): string => valuesOf(entry, name)[0] ?? ''
export const groupsOf = ({ groups }: UkEntry, name: Group): UkGroup[] => groups.get(name) ?? []
