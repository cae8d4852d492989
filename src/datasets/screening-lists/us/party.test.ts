import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lehmerRandom } from '../../../../sandbox/random.ts'
import { editAnywhere } from '../../../../test/helpers/mutate.ts'
import { emptyRecord } from '../../../domain/screening/party.ts'
import { Failure } from '../../../kernel/errors.ts'
import { mergeParts } from './merge.ts'
import { parsePart, type UsPart } from './parse.ts'
import { splitRemarks } from './statements.ts'

const NONE = '-0- '
const quoted = (text: string): string => (text === '' ? NONE : `"${text}"`)
const row = (...cells: string[]): string => `${cells.join(',')}\r\n`

/** One entry with its columns from the title on, an alias of each kind, and addresses. */
const part = (columns: string[], remarks: string, comments = ''): UsPart => ({
  primary: row('7', '"ESTRELLA II"', '"vessel"', '"TCO] [SDGT"', ...columns.map(quoted), quoted(remarks)),
  alternate: row('7', '1', '"aka"', '"ESTRELLA"', NONE) + row('7', '2', '"fka"', '"LUCERO"', '"until 1999"'),
  address:
    row('7', '1', '"Jr. Ninguno 1"', '"Lima 15999"', '"Peru"', NONE) +
    row('7', '2', NONE, NONE, '"Panama"', '"registered office"') +
    row('7', '3', NONE, NONE, NONE, NONE),
  comments: comments === '' ? '' : row('7', quoted(comments)),
})

const read = async (one: UsPart) => {
  const { parties, unreadRemarks, cutRemarks } = await parsePart(one, 'sdn')
  return { party: parties.get('7'), record: parties.get('7')?.record, unreadRemarks, cutRemarks }
}

const SHIP = ['', 'OB42', 'General Cargo', '12,400', '8,015', 'Panama', 'Naviera Imaginaria S.A.']

test('columns, aliases, addresses and remarks of a ship become its record', async () => {
  const { record, unreadRemarks } = await read(
    part(
      SHIP,
      "MMSI 42; Former Vessel Flag Tanzania; a.k.a. 'LA VIEJA'; Gender Male; rebuilt twice; Linked To: OTRA S.A.",
    ),
  )
  assert.deepEqual(record, {
    ...emptyRecord(),
    countries: ['Panama', 'Tanzania', 'Peru'],
    addresses: ['Jr. Ninguno 1, Lima 15999, Peru', 'Panama (registered office)'],
    programmes: ['TCO', 'SDGT'],
    aliases: ['LA VIEJA', 'ESTRELLA', 'LUCERO'],
    links: ['OTRA S.A.'],
    particulars: [
      ['Vessel Call Sign', 'OB42'],
      ['Vessel Type', 'General Cargo'],
      ['Vessel Tonnage', '12,400'],
      ['Vessel Gross Registered Tonnage', '8,015'],
      ['Vessel Flag', 'Panama'],
      ['Vessel Owner', 'Naviera Imaginaria S.A.'],
      ['MMSI', '42'],
      ['Former Vessel Flag', 'Tanzania'],
      ['f.k.a.', 'LUCERO'],
    ],
    remarks: 'Gender Male; rebuilt twice; LUCERO: until 1999',
    page: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=7',
  })
  assert.equal(unreadRemarks, 1)
})

test('the title repeated among the remarks is one post, and no unread remark', async () => {
  const { record, unreadRemarks } = await read(
    part(['Mayor of Nada; Dr.', '', '', '', '', '', ''], 'DOB 1960; Mayor of Nada; Dr.'),
  )
  assert.deepEqual(record?.positions, ['Mayor of Nada', 'Dr.'])
  assert.equal(record?.remarks, 'LUCERO: until 1999')
  assert.equal(unreadRemarks, 0)
})

test('a first listing date among the remarks is when the party was listed', async () => {
  const remarks = 'Listing Date (CMIC) 03 Jun 2021; Listing Date (EO 14024 Directive 2): 24 Feb 2022.'
  const { record } = await read(part(Array(7).fill(''), remarks))
  assert.equal(record?.listedOn, '03 Jun 2021')
  assert.equal(record?.remarks, `${remarks.slice(0, -1)}; LUCERO: until 1999`)
})

/** Remarks whose 1,000 characters of the column end where `tail` ends. */
const filled = (tail: string): string => `Linked To: ${'V'.repeat(1_000 - 11 - tail.length)}${tail}`

test('remarks cut at a space go on in the comments, which are joined as they are', async () => {
  const cut = filled('; Passport 12345 ')
  const { record, party, cutRemarks } = await read(part(Array(7).fill(''), cut, '(Peru) issued 1999.'))
  assert.deepEqual(record?.documents, [{ kind: 'Passport', number: '12345', country: 'Peru', note: 'issued 1999' }])
  assert.equal(party?.documents[0]?.number, '12345')
  assert.equal(cutRemarks, 0)
})

test('the statement in which remarks were cut for good is kept as it is, and not read', async () => {
  const cut = filled('; DOB 1960; Passport 1234')
  const { record, party, unreadRemarks, cutRemarks } = await read(part(Array(7).fill(''), cut))
  assert.deepEqual([record?.births, record?.documents, party?.documents], [['1960'], [], []])
  assert.match(record?.remarks ?? '', /^Passport \d+; /)
  assert.deepEqual([unreadRemarks, cutRemarks], [1, 1])
})

test('an entry of both lists has all that both say, each thing once', async () => {
  const one = await parsePart(part(SHIP, 'DOB 1960; Passport 1 (Peru); Gender Male; seen once.'), 'sdn')
  const other = part(SHIP, 'DOB 1960; alt. DOB 1961; Passport 1 (Peru); Gender Male; seen twice.')
  other.primary = other.primary.replace('ESTRELLA II', 'ESTRELLA DOS').replace('TCO', 'NS-PLC')
  const [party] = mergeParts(one.parties, (await parsePart(other, 'cons')).parties)
  const { record } = party ?? {}
  assert.deepEqual(record?.births, ['1960', '1961'])
  assert.deepEqual(record?.documents, [{ kind: 'Passport', number: '1', country: 'Peru', note: '' }])
  assert.deepEqual(record?.programmes, ['TCO', 'SDGT', 'NS-PLC'])
  assert.deepEqual(record?.aliases, ['ESTRELLA', 'LUCERO', 'ESTRELLA DOS'])
  assert.deepEqual(record?.addresses, one.parties.get('7')?.record.addresses)
  assert.equal(record?.particulars.length, 7)
  assert.deepEqual(splitRemarks(record?.remarks ?? '').toSorted(), [
    'Gender Male',
    'LUCERO: until 1999',
    'seen once',
    'seen twice',
  ])
})

test('mutated rows are read or refused, and what is read keeps every statement of its remarks', async () => {
  const good = part(SHIP, "DOB 1960; a.k.a. 'LA VIEJA'; Passport 1 (Peru) issued 1999; rebuilt; Linked To: OTRA S.A.")
  let read = 0
  for (let seed = 1; seed <= 400; seed++) {
    const random = lehmerRandom(seed)
    const primary = editAnywhere(good.primary, random)
    try {
      const { parties } = await parsePart({ ...good, primary }, 'sdn')
      const { record } = parties.get('7') ?? {}
      if (!record) continue
      read++
      const kept = JSON.stringify(record)
      for (const piece of ['1960', 'LA VIEJA', 'rebuilt', 'OTRA S.A'])
        if (primary.includes(piece)) assert.ok(kept.includes(piece), `${seed}: ${piece}: ${kept}`)
    } catch (error) {
      assert.ok(error instanceof Failure && error.kind === 'upstream-changed', `${seed}: ${String(error)}`)
    }
  }
  assert.ok(read > 100, String(read))
})
