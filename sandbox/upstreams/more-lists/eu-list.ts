import { once } from '../../once.ts'
import { escaped } from '../../replies.ts'
import type { PretendUpstream } from '../../upstream.ts'
import type { PretendDesignation } from '../../world/more-samples.ts'
import { designations, fullName } from './designations.ts'

const PATH = '/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content'
const TOKEN = 'dG9rZW4tMjAxNw'
const GENERATED = '2026-11-12T16:47:04.449+01:00'
const PROGRAMMES = ['UKR', 'IRN', 'SYR', 'TAQA', 'PRK', 'VEN']

const attributes = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ')

const unknownPlace = { region: '', countryIso2Code: '00', countryDescription: 'UNKNOWN' }

const entry = (party: PretendDesignation, at: number): string => {
  const { id, person, given, name, aliases, weakAliases, script, born, passport, unReference } = party
  let logicalId = at * 100
  const common = (): Record<string, string> => ({ regulationLanguage: 'en', logicalId: String(++logicalId) })
  const alias = (wholeName: string, parts = ['', ''], remark = ''): string => {
    const [firstName = '', lastName = ''] = parts
    const values = { firstName, middleName: '', lastName, wholeName, function: '', title: '', nameLanguage: '' }
    return `<nameAlias ${attributes({ ...values, strong: 'true', ...common() })}>${remark && `<remark>${remark}</remark>`}</nameAlias>`
  }
  const details = { designationDate: '2023-04-05', designationDetails: '', unitedNationId: unReference }
  const reference = { euReferenceNumber: `EU.${id}.${10 + (id % 90)}`, logicalId: String(id) }
  const act = { regulationType: 'amendment', organisationType: 'council', publicationDate: '2026-01-01' }
  const programme = PROGRAMMES[at % PROGRAMMES.length] as string
  const birth = born.length > 4 ? { birthdate: born } : { year: born }
  const document = { number: passport, identificationTypeCode: 'passport' }
  return [
    `<sanctionEntity ${attributes({ ...details, ...reference })}>`,
    `<regulation ${attributes({ ...act, numberTitle: '2026/1 (OJ L1)', programme, logicalId: '1' })}><publicationUrl>https://eur-lex.example/${id}</publicationUrl></regulation>`,
    `<subjectType code="${person ? 'person' : 'enterprise'}" classificationCode="${person ? 'P' : 'E'}"/>`,
    ...aliases.map((one) => alias(one)),
    ...weakAliases.map((one) => alias(one, ['', ''], 'low quality alias')),
    alias(fullName(party), person ? [given, name] : ['', '']),
    ...(script === '' ? [] : [alias(script)]),
    ...(born === ''
      ? []
      : [
          `<birthdate ${attributes({ circa: 'false', calendarType: 'GREGORIAN', ...birth, ...unknownPlace, ...common() })}/>`,
        ]),
    ...(passport === ''
      ? []
      : [
          `<identification ${attributes({ ...document, identificationTypeDescription: 'National passport', ...unknownPlace, ...common() })}/>`,
        ]),
    '</sanctionEntity>',
  ].join('\n    ')
}

const document = once(
  () => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="${GENERATED}" globalFileId="1">
  ${designations(420, 11).map(entry).join('\n  ')}
</export>
`,
)

/** The EU's list, made anew for every request: the token is part of the address, and nothing is ever "not modified". */
export const euList: PretendUpstream = {
  id: 'eu-list',
  settings: (address) => ({ CHASQUI_EU_LIST_URL: `${address}${PATH}?token=${TOKEN}` }),
  handle: ({ path, query }) => {
    if (path !== PATH) return { status: 404, body: 'Not Found' }
    const token = query.get('token')
    if (token !== TOKEN) return { status: token === null ? 403 : 500, body: 'Error' }
    const headers = {
      'content-type': 'application/xml',
      'last-modified': new Date(GENERATED).toUTCString(),
      'cache-control': 'no-store',
    }
    return { headers, body: document() }
  },
  faults: {
    redesigned: () => ({
      headers: { 'content-type': 'application/xml' },
      body: '<?xml version="1.0"?>\n<sanctions generated="2026-11-12"><subject id="1"/></sanctions>\n',
    }),
  },
}
