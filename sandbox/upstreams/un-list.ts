import { once } from '../once.ts'
import { escaped } from '../replies.ts'
import { serveTagged, taggedFile } from '../static-file.ts'
import type { PretendUpstream } from '../upstream.ts'
import { inventFacts } from '../world/listed-facts.ts'
import { inventParties, type PretendParty } from '../world/listed-parties.ts'
import { type PretendUnEntry, UN_SAMPLES } from '../world/screening-samples.ts'

const PATH = '/resources/xml/en/consolidated.xml'
const GENERATED = '2026-11-13T00:00:09.554Z'
const ENTRIES = 640
const REGIMES = ['Al-Qaida', 'DPRK', 'Taliban', 'Iran', 'DRC', 'Libya', 'Somalia', 'Haiti']
const PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

const element = (name: string, content: string): string =>
  content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`

const alias = (kind: string, quality: string, name: string): string =>
  element(`${kind}_ALIAS`, element('QUALITY', quality) + element('ALIAS_NAME', escaped(name)))

const entry = ({ reference, kind, parts, script, regime, good, low, facts }: PretendUnEntry, at: number): string =>
  element(
    kind,
    [
      element('DATAID', String(6_900_000 + at)),
      element('VERSIONNUM', '1'),
      ...parts.map((part, i) => element(PARTS[i] as string, escaped(part))),
      element('UN_LIST_TYPE', regime),
      // A dozen references of the real list have a trailing space.
      element('REFERENCE_NUMBER', at % 50 === 0 ? `${reference} ` : reference),
      element('LISTED_ON', '2012-12-31'),
      script === '' ? '' : element('NAME_ORIGINAL_SCRIPT', script),
      element('COMMENTS1', 'Invented.'),
      // An entry without aliases has an empty node all the same.
      ...(good.length + low.length === 0 ? [alias(kind, '', '')] : []),
      ...good.map((name) => alias(kind, kind === 'ENTITY' ? 'a.k.a.' : 'Good', name)),
      ...low.map((name) => alias(kind, 'Low', name)),
      ...facts,
      // A person without documents has an empty node all the same.
      kind === 'INDIVIDUAL' && !facts.some((fact) => fact.startsWith('<INDIVIDUAL_DOCUMENT>'))
        ? element('INDIVIDUAL_DOCUMENT', '')
        : '',
      element('SORT_KEY', ''),
    ].join('\n      '),
  )

/** The facts of an invented entry, as elements. */
const factsOf = (kind: PretendParty['kind'], at: number): string[] => {
  const person = kind === 'individual'
  const { title, addresses } = inventFacts(at, kind)
  const year = element('TYPE_OF_DATE', 'APPROXIMATELY') + element('YEAR', String(1940 + (at % 60)))
  return [
    ...(title === '' ? [] : [element('DESIGNATION', element('VALUE', title))]),
    ...(person ? [element('INDIVIDUAL_DATE_OF_BIRTH', year)] : []),
    ...addresses.map(({ street, city, country }) =>
      element(
        person ? 'INDIVIDUAL_ADDRESS' : 'ENTITY_ADDRESS',
        element('STREET', street) + element('CITY', city) + element('COUNTRY', country),
      ),
    ),
  ]
}

const invented = (): PretendUnEntry[] =>
  inventParties(ENTRIES, 1, 7).map(({ kind, surnames, name, aliases }, at) => {
    const person = kind === 'individual'
    return {
      reference: `${person ? 'ZZi' : 'ZZe'}.${String(at + 1).padStart(3, '0')}`,
      kind: person ? 'INDIVIDUAL' : 'ENTITY',
      parts: person ? [...name.toUpperCase().split(' '), surnames].slice(0, 4) : [name],
      ...{ script: '', regime: REGIMES[at % REGIMES.length] as string, good: aliases, low: [] },
      facts: factsOf(kind, at),
    }
  })

const write = (): string => {
  const entries = [...UN_SAMPLES, ...invented()]
  const of = (kind: PretendUnEntry['kind']): string =>
    entries
      .filter((one) => one.kind === kind)
      .map((one, at) => `    ${entry(one, at)}`)
      .join('\n')
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://www.un.org/sc/resources/sc-sanctions.xsd" dateGenerated="${GENERATED}">
  <INDIVIDUALS>
${of('INDIVIDUAL')}
  </INDIVIDUALS>
  <ENTITIES>
${of('ENTITY')}
  </ENTITIES>
</CONSOLIDATED_LIST>
`
}

const document = once(() => taggedFile(write(), 'text/xml', new Date(GENERATED).toUTCString()))

/** The UN's consolidated list, with invented entries in the layout of the real document. */
export const unList: PretendUpstream = {
  id: 'un-list',
  settings: (address) => ({ CHASQUI_UN_LIST_URL: `${address}${PATH}` }),
  handle: (request) => (request.path === PATH ? serveTagged(request, document()) : { status: 404, body: 'Not Found' }),
  faults: {
    redesigned: () => ({
      headers: { 'content-type': 'text/xml' },
      body: '<?xml version="1.0" encoding="UTF-8"?>\n<SanctionsList generated="2026-11-13"><Entry id="1"/></SanctionsList>\n',
    }),
  },
}
