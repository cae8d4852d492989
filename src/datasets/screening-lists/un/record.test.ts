import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyRecord } from '../../../domain/screening/party.ts'
import { parseUnList } from './parse.ts'

const PAGE = 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list'

const read = async (inner: string) => {
  const entry = `<INDIVIDUAL><FIRST_NAME>UNO</FIRST_NAME><REFERENCE_NUMBER>ZZi.001</REFERENCE_NUMBER>${inner}</INDIVIDUAL>`
  const { parties, unread } = await parseUnList(
    `<CONSOLIDATED_LIST dateGenerated='2026-11-13T00:00:09Z'><INDIVIDUALS>${entry}</INDIVIDUALS></CONSOLIDATED_LIST>`,
  )
  return { record: parties[0]?.record, unread }
}

/** What the record has besides being empty. */
const recordOf = async (inner: string) => {
  const { record, unread } = await read(inner)
  assert.equal(unread, 0)
  const known = Object.entries(record ?? {}).filter(([name, value]) => name !== 'page' && value.length > 0)
  return Object.fromEntries(known)
}

test('an entry with nothing but its name has an empty record with the page of the list', async () => {
  assert.deepEqual((await read('<INDIVIDUAL_DOCUMENT/><SORT_KEY/>')).record, { ...emptyRecord(), page: PAGE })
})

const birth = (...parts: [string, string][]): string =>
  `<INDIVIDUAL_DATE_OF_BIRTH>${parts.map(([name, text]) => `<${name}>${text}</${name}>`).join('')}</INDIVIDUAL_DATE_OF_BIRTH>`

const BIRTHS: [string, string][] = [
  [birth(['TYPE_OF_DATE', 'EXACT'], ['DATE', '1960-01-20']), '1960-01-20'],
  [birth(['TYPE_OF_DATE', 'EXACT'], ['YEAR', '1960']), '1960'],
  [birth(['TYPE_OF_DATE', 'APPROXIMATELY'], ['YEAR', '1960']), 'circa 1960'],
  [birth(['TYPE_OF_DATE', 'BETWEEN'], ['FROM_YEAR', '1960'], ['TO_YEAR', '1965']), '1960 to 1965'],
  [
    birth(['TYPE_OF_DATE', 'EXACT'], ['DATE', '1960-01-20'], ['NOTE', 'from false passport']),
    '1960-01-20 (from false passport)',
  ],
  [birth(['TYPE_OF_DATE', 'APPROXIMATELY'], ['NOTE', '29 years old']), '29 years old'],
]
for (const [element, expected] of BIRTHS)
  test(`a date of birth: ${expected}`, async () => assert.deepEqual(await recordOf(element), { births: [expected] }))

test('values, addresses, places and documents keep the words of the list', async () => {
  assert.deepEqual(
    await recordOf(
      '<UN_LIST_TYPE>Taliban</UN_LIST_TYPE><LISTED_ON>2014-05-13-04:00</LISTED_ON>' +
        '<TITLE><VALUE>Mullah</VALUE></TITLE><DESIGNATION><VALUE>Deputy\n     Minister</VALUE><VALUE/></DESIGNATION>' +
        '<NATIONALITY><VALUE>Peru</VALUE><VALUE>Panama</VALUE></NATIONALITY><NAME_ORIGINAL_SCRIPT>زهير</NAME_ORIGINAL_SCRIPT>' +
        '<INDIVIDUAL_ADDRESS><STREET>Calle 1</STREET><CITY>Lima</CITY><ZIP_CODE>15001</ZIP_CODE><COUNTRY>Peru</COUNTRY><NOTE>(previous)</NOTE></INDIVIDUAL_ADDRESS>' +
        '<INDIVIDUAL_ADDRESS><NOTE>location unknown</NOTE></INDIVIDUAL_ADDRESS>' +
        '<INDIVIDUAL_PLACE_OF_BIRTH><CITY>Lima</CITY><STATE_PROVINCE>Lima</STATE_PROVINCE><COUNTRY>Peru</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>' +
        '<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><TYPE_OF_DOCUMENT2>diplomatic</TYPE_OF_DOCUMENT2><NUMBER>A 1</NUMBER>' +
        '<ISSUING_COUNTRY>Peruvian</ISSUING_COUNTRY><COUNTRY_OF_ISSUE>Peru</COUNTRY_OF_ISSUE><DATE_OF_ISSUE>2001-03-27</DATE_OF_ISSUE>' +
        '<CITY_OF_ISSUE>Lima</CITY_OF_ISSUE><NOTE>expired</NOTE></INDIVIDUAL_DOCUMENT>',
    ),
    {
      programmes: ['Taliban'],
      listedOn: '2014-05-13-04:00',
      positions: ['Mullah', 'Deputy Minister'],
      nationalities: ['Peru', 'Panama'],
      aliases: ['زهير'],
      addresses: ['Calle 1, Lima, 15001, Peru (previous)', 'location unknown'],
      countries: ['Peru'],
      birthPlaces: ['Lima, Lima, Peru'],
      documents: [
        {
          kind: 'Passport',
          number: 'A 1',
          country: 'Peru',
          note: 'diplomatic; Peruvian; issued 2001-03-27, Lima; expired',
        },
      ],
    },
  )
})

test('an alias keeps its whole text, and gives its own birth and note', async () => {
  assert.deepEqual(
    await recordOf(
      '<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Dos; Tres, born 1 Jan. 1953 (invented)</ALIAS_NAME>' +
        '<DATE_OF_BIRTH>1953-01-01</DATE_OF_BIRTH><CITY_OF_BIRTH>Lima</CITY_OF_BIRTH><COUNTRY_OF_BIRTH>Peru</COUNTRY_OF_BIRTH>' +
        '<NOTE>nom de guerre</NOTE></INDIVIDUAL_ALIAS>',
    ),
    {
      aliases: ['Dos; Tres, born 1 Jan. 1953 (invented)'],
      births: ['1953-01-01'],
      birthPlaces: ['Lima, Peru'],
      remarks: 'Alias Dos; Tres, born 1 Jan. 1953 (invented): nom de guerre',
    },
  )
})

test('the comments are the remarks; gender, submission and amendments are particulars', async () => {
  assert.deepEqual(
    await recordOf(
      '<COMMENTS1> Mother’s name:\n   Nadie. </COMMENTS1><GENDER>Male</GENDER><SUBMITTED_BY>Peru</SUBMITTED_BY>' +
        '<LAST_DAY_UPDATED><VALUE>2010-01-01</VALUE><VALUE>2011-02-02</VALUE></LAST_DAY_UPDATED>',
    ),
    {
      particulars: [
        ['Gender', 'Male'],
        ['Submitted by', 'Peru'],
        ['Last updated', '2010-01-01, 2011-02-02'],
      ],
      remarks: 'Mother’s name: Nadie.',
    },
  )
})

test('elements of an unknown meaning are kept as they are, and counted', async () => {
  const { record, unread } = await read(
    '<SHOE_SIZE>42</SHOE_SIZE><INDIVIDUAL_ADDRESS><COUNTRY>Peru</COUNTRY><PLANET>Earth</PLANET></INDIVIDUAL_ADDRESS>' +
      '<INDIVIDUAL_ALIAS><ALIAS_NAME>Dos</ALIAS_NAME><ALIAS_NAME>Tres</ALIAS_NAME></INDIVIDUAL_ALIAS><EMPTY/>',
  )
  assert.equal(record?.remarks, 'SHOE_SIZE: 42; INDIVIDUAL_ADDRESS/PLANET: Earth; INDIVIDUAL_ALIAS/ALIAS_NAME: Tres')
  assert.equal(unread, 3)
})
