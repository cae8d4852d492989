import { once } from '../../once.ts'
import { escaped } from '../../replies.ts'
import { serveTagged, taggedFile } from '../../static-file.ts'
import type { PretendUpstream } from '../../upstream.ts'
import { inventParties } from '../../world/listed-parties.ts'
import type { PretendDesignation } from '../../world/more-samples.ts'
import { designations } from './designations.ts'

const [XML, CSV] = ['/docs/UK-Sanctions-List.xml', '/docs/UK-Sanctions-List.csv']
const PUBLISHED = 'Thu, 12 Nov 2026 09:00:00 GMT'
const [GENERATED, REPORTED] = ['12/11/2026', '12-Nov-2026']
const REGIME = 'The Imaginary Places (Sanctions) Regulations 2020'

/** A value of an entry: its column in the CSV, its path in the XML, and itself. */
type Value = readonly [column: string, path: string, value: string]

interface PretendEntry {
  id: string
  kind: 'Individual' | 'Entity' | 'Ship'
  unReference: string
  /** Names 1 to 6, type, strength. */
  names: readonly (readonly [given: string, name: string, type: string, strength: string])[]
  script: string
  details: readonly Value[]
}

const ofDesignation = ({ id, person, ...party }: PretendDesignation): PretendEntry => {
  const { given, name, aliases, weakAliases, script, born, passport, unReference } = party
  const [year, month = 'mm', day = 'dd'] = born.split('-')
  return {
    ...{ id: `ZZZ${id}`, kind: person ? 'Individual' : 'Entity', unReference, script },
    names: [
      [given, name, 'Primary Name', ''],
      ...aliases.map((one) => ['', one, 'Alias', 'Good quality a.k.a'] as const),
      ...weakAliases.map((one) => ['', one, 'Alias', 'Low quality a.k.a'] as const),
    ],
    details: [
      ['D.O.B', 'IndividualDetails/Individual/DOBs/DOB', born && `${day}/${month}/${year}`],
      ['Passport number', 'IndividualDetails/Individual/PassportDetails/Passport/PassportNumber', passport],
    ],
  }
}

const ships = (): PretendEntry[] =>
  inventParties(300, 1, 29)
    .filter(({ kind }) => kind === 'vessel')
    .map(({ entry, name }, at) => ({
      ...{ id: `ZZS${1_000 + entry}`, kind: 'Ship', unReference: '', script: '' },
      names: [['', name, 'Primary Name', '']],
      details: [['IMO number', 'ShipDetails/Ship/IMONumbers/IMONumber', `IMO${9_000_000 + at}`]],
    }))

const entries = once((): PretendEntry[] => [...designations(420, 17).map(ofDesignation), ...ships()])

const nested = (path: string, value: string): string =>
  value === '' ? '' : path.split('/').reduceRight((inside, name) => `<${name}>${inside}</${name}>`, escaped(value))

const toXml = ({ id, kind, unReference, names, script, details }: PretendEntry): string =>
  [
    '<Designation>',
    ...[nested('LastUpdated', '01/10/2026'), nested('DateDesignated', '05/04/2023'), nested('UniqueID', id)],
    nested('UNReferenceNumber', unReference),
    `<Names>${names
      .map(
        ([given, name, type, strength]) =>
          `<Name>${nested('Name1', given)}${nested('Name6', name)}${nested('NameType', type)}${nested('AliasStrength', strength)}</Name>`,
      )
      .join('')}</Names>`,
    nested('NonLatinNames/NonLatinName/NameNonLatinScript', script),
    ...[nested('RegimeName', REGIME), nested('IndividualEntityShip', kind), nested('DesignationSource', 'UK')],
    nested('SanctionsImposed', kind === 'Ship' ? 'Prohibition of port entry' : 'Asset freeze|Travel Ban'),
    ...details.map(([, path, value]) => nested(path, value)),
    '</Designation>',
  ]
    .filter((line) => line !== '')
    .join('\n    ')

const xml = once(() =>
  taggedFile(
    `<?xml version="1.0" encoding="utf-8"?>
<Designations xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <DateGenerated>${GENERATED}</DateGenerated>
  ${entries().map(toXml).join('\n  ')}
</Designations>
`,
    'application/octet-stream',
    PUBLISHED,
  ),
)

const numbered = (name: string): string[] => ['1', '2', '3', '4', '5', '6'].map((at) => `${name} ${at}`)
const COLUMNS = [
  ...['Last Updated', 'Unique ID', 'OFSI Group ID', 'UN Reference Number', 'Name 6', ...numbered('Name').slice(0, 5)],
  ...['Name type', 'Alias strength', 'Title', 'Name non-latin script', 'Non-latin script type'],
  ...['Non-latin script language', 'Regime Name', 'Designation Type', 'Designation source', 'Sanctions Imposed'],
  ...['Other Information', 'UK Statement of Reasons', ...numbered('Address Line'), 'Address Postal Code'],
  ...['Address Country', 'Phone number', 'Website', 'Email address', 'Date Designated', 'D.O.B', 'Nationality(/ies)'],
  ...['National Identifier number', 'National Identifier additional information', 'Passport number'],
  ...['Passport additional information', 'Position', 'Gender', 'Town of birth', 'Country of birth', 'Type of entity'],
  ...['Subsidiaries', 'Parent company', 'Business registration number (s)', 'IMO number'],
  ...['Current owner/operator (s)', 'Previous owner/operator (s)', 'Current believed flag of ship', 'Previous flags'],
  ...['Type of ship', 'Tonnage of ship', 'Length of ship', 'Year Built', 'Hull identification number (HIN)'],
]

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const toRows = ({ id, kind, unReference, names, script, details }: PretendEntry): string[] =>
  names.map(([given, name, type, strength]) => {
    const cells: Record<string, string> = {
      ...{ 'Last Updated': '01/10/2026', 'Unique ID': id, 'UN Reference Number': unReference, 'Name 6': name },
      ...{ 'Name 1': given, 'Name type': type, 'Alias strength': strength, 'Name non-latin script': script },
      ...{ 'Regime Name': REGIME, 'Designation Type': kind, 'Designation source': 'UK' },
      ...{ 'Sanctions Imposed': kind === 'Ship' ? 'Prohibition of port entry' : 'Asset freeze|Travel Ban' },
      ...{ 'Date Designated': '05/04/2023' },
      ...Object.fromEntries(details.map(([column, , value]) => [column, value])),
    }
    return COLUMNS.map((column) => quoted(cells[column] ?? '')).join(',')
  })

/** The CSV has a line with its date before the header, and a row for every name. */
const csv = once(() => {
  const rows = [`Report Date: ${REPORTED}`, COLUMNS.join(','), ...entries().flatMap(toRows)]
  return taggedFile(`${rows.join('\r\n')}\r\n`, 'application/octet-stream', PUBLISHED)
})

/** The UK's list as the content network gives it: XML or CSV, with an ETag that is honoured. */
export const ukList: PretendUpstream = {
  id: 'uk-list',
  settings: (address) => ({ CHASQUI_UK_LIST_URL: `${address}${XML}` }),
  handle: (request) => {
    if (request.path === XML) return serveTagged(request, xml())
    return request.path === CSV ? serveTagged(request, csv()) : { status: 404, body: 'Not Found' }
  },
  faults: {
    // The address of the list that was closed in January 2026 goes on answering.
    redesigned: () => ({
      headers: { 'content-type': 'application/octet-stream' },
      body: 'Last Updated,28/01/2026\r\nName 6,Name 1,Group Type\r\nNADIE,Nunca,Individual\r\n',
    }),
  },
}
