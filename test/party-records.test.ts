import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { parseUnList } from '../src/datasets/screening-lists/un/parse.ts'
import { readRows } from '../src/datasets/screening-lists/us/csv.ts'
import { partyOf } from '../src/datasets/screening-lists/us/party.ts'
import { splitRemarks } from '../src/datasets/screening-lists/us/statements.ts'
import type { ListedParty, PartyRecord } from '../src/domain/screening/party.ts'
import { copiesWith, copyText } from './helpers/screening/copies.ts'
import { realLists, sharedData } from './helpers/screening/lists.ts'

const shared = sharedData()
const skip = shared ? false : 'the copies of the lists are not beside the project (../shared/data)'
const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim()
/** Letters and digits: what is left of a text without its separators and quotes. */
const squeezed = (text: string): string => text.replace(/[;.\s]/g, '')

const TITLE_LABELS = [
  'Position:',
  'Title',
  'Title:',
  'Title,',
  'Alternate Title',
  'Alternate Title:',
  'Alternate Title,',
]

/** Every statement that a record holds, the way the US list writes it, by the field it is in. */
const statementsIn = (record: PartyRecord): Record<string, string[]> => ({
  births: record.births.map((one) => `DOB ${one}`),
  birthPlaces: record.birthPlaces.map((one) => `POB ${one}`),
  nationalities: record.nationalities.flatMap((one) => [`nationality ${one}`, `citizen ${one}`]),
  links: record.links.map((one) => `Linked To: ${one}`),
  positions: [
    ...record.positions.flatMap((one) => ['', ...TITLE_LABELS].map((label) => `${label} ${one}`)),
    record.positions.join('; '),
  ],
  documents: record.documents.map(({ kind, number, country, note }) => {
    const [, region = '', rest = ''] = /^((?:\([^()]*\) ?)*)(.*)$/.exec(note) ?? []
    return [kind, number, region, country && `(${country})`, rest].filter(Boolean).join(' ')
  }),
  particulars: record.particulars.map((pair) => pair.join(' ')),
  aliases: ['a', 'f', 'n'].flatMap((kind) => [
    ...record.aliases.map((alias) => `${kind}.k.a. '${alias}'`),
    ...record.aliases.map((alias, at) => `${kind}.k.a. '${alias}', '${record.aliases[at + 1]}'`),
  ]),
  remarks: splitRemarks(record.remarks),
})

/** Each statement of the remarks is in exactly one field, and together they are the remarks. */
const checkRemarks = (remarks: string, record: PartyRecord, where: string): void => {
  const statements = splitRemarks(remarks)
  assert.equal(squeezed(statements.join('')), squeezed(remarks), where)
  const fields = Object.entries(statementsIn(record)).map(
    ([field, texts]) => [field, new Set(texts.map((text) => squeezed(text)))] as const,
  )
  for (const statement of statements) {
    const [whole, bare] = [squeezed(statement), squeezed(statement.replace(/^alt\. /i, ''))]
    const found = fields.filter(([, texts]) => texts.has(bare) || texts.has(whole)).map(([field]) => field)
    assert.equal(found.length, 1, `${where}: ${statement}: ${found}`)
  }
}

/** Title, ship columns and programmes of a row of the primary file. */
const checkColumns = (row: readonly string[], record: PartyRecord, where: string): void => {
  for (const title of (row[4] ?? '').split(';'))
    assert.ok(title.trim() === '' || record.positions.includes(title.trim()), where)
  for (const value of row.slice(5, 11))
    assert.ok(value === '' || record.particulars.some(([, one]) => one === value), `${where}: ${value}`)
  for (const code of (row[3] ?? '').split(/[[\]]/))
    assert.ok(code.trim() === '' || record.programmes.includes(code.trim()), where)
  assert.equal(record.page, `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${row[0]}`)
}

const CUT = 1_000
const commentsOf = (folder: string, name: string): Map<string, string> =>
  new Map(
    [...readRows(copyText(folder, name, 'latin1'), 2)].map(({ cells, untrimmed }) => [cells[0] as string, untrimmed]),
  )

const usCopies = shared
  ? [
      ...copiesWith(shared, 'us-list', 'sdn.csv').map((folder) => [folder, 'sdn.csv', 'sdn_comments.csv'] as const),
      ...copiesWith(shared, 'us-list', 'cons_prim.csv').map(
        (folder) => [folder, 'cons_prim.csv', 'cons_comments.csv'] as const,
      ),
    ]
  : []

test('US: every copy has every statement of every entry in exactly one field', { skip }, () => {
  let entries = 0
  for (const [folder, primary, comments] of usCopies) {
    const more = commentsOf(folder, comments)
    for (const { cells, untrimmed, isUnreadable } of readRows(copyText(folder, primary, 'latin1'), 12)) {
      if (isUnreadable) continue
      const continued = more.get(cells[0] as string)
      const isCut = untrimmed.length >= CUT && continued === undefined
      const text = untrimmed + (continued ?? '')
      const { record } = partyOf(cells, { text, isCut }).party
      const where = `${basename(folder)} ${cells[0]}`
      checkRemarks(text, record, where)
      checkColumns(cells, record, where)
      entries++
    }
  }
  assert.ok(entries > 38_000, String(entries))
})

const realParties = async (): Promise<[us: readonly ListedParty[], un: readonly ListedParty[]]> => {
  const [us, un] = await realLists()
  return [us.index.parties, un.index.parties]
}

/** The rows of a file of the copies that the real list is made of. */
const rowsOf = (copy: string, name: string, columns: number): string[][] =>
  [...readRows(copyText(`${shared}/us-list/${copy}`, name, 'latin1'), columns)].map(({ cells }) => cells)

test('US: an edition read from disk has every row of the files it was made of', { skip }, async () => {
  const [parties] = await realParties()
  const byNumber = new Map(parties.map((party) => [party.referencia, party.record as PartyRecord]))
  for (const [copy, prefix] of [
    ['2025-05-rebuilt', ''],
    ['2025-12-consolidated', 'cons_'],
  ] as const) {
    for (const row of rowsOf(copy, prefix === '' ? 'sdn.csv' : 'cons_prim.csv', 12))
      checkColumns(row, byNumber.get(row[0] as string) as PartyRecord, `${copy} ${row[0]}`)
    for (const [number = '', , street = '', city = '', country = ''] of rowsOf(copy, `${prefix}add.csv`, 6).map(
      ([number = '', , ...rest]) => [number, '', ...rest],
    )) {
      const record = byNumber.get(number)
      const address = [street, city, country].filter(Boolean).join(', ')
      assert.ok(address === '' || record?.addresses.includes(address), `${number}: ${address}`)
      assert.ok(country === '' || record?.countries.includes(country), `${number}: ${country}`)
    }
    for (const [number = '', , , alias = ''] of rowsOf(copy, `${prefix}alt.csv`, 5))
      assert.ok(byNumber.get(number)?.aliases.includes(alias), `${number}: ${alias}`)
  }
  for (const party of parties) {
    const record = party.record as PartyRecord
    for (const values of [record.addresses, record.aliases, record.links, record.births, record.countries])
      assert.equal(new Set(values).size, values.length, party.referencia)
    for (const { text, kind } of party.names.slice(1))
      assert.ok(
        record.aliases.some((alias) => alias.startsWith(text)),
        `${party.referencia}: ${kind} ${text}`,
      )
  }
})

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string): string =>
  spaced(
    text.replace(
      /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
      (_, dec, hex, name) => ENTITIES[name] ?? String.fromCodePoint(Number(dec ?? `0x${hex}`)),
    ),
  )

/** Elements that are no statement about the party. */
const TECHNICAL = /^(?:DATAID|VERSIONNUM|SORT_KEY|SORT_KEY_LAST_MOD|QUALITY|TYPE_OF_DATE|REFERENCE_NUMBER)$/

/** Every text of an entry is somewhere in its party. */
const checkEntry = (entry: string, party: ListedParty): void => {
  const { record } = party
  const said = [...Object.values(record as PartyRecord).flat(3), ...party.names.map(({ text }) => text)]
    .flatMap((value) => (typeof value === 'object' ? Object.values(value) : [value]))
    .join('\n')
  for (const [, name = '', raw = ''] of entry.matchAll(/<([A-Z_0-9]+)>([^<]*[^<\s][^<]*)<\/\1>/g)) {
    const text = decoded(raw)
    if (TECHNICAL.test(name) || (/_NAME$/.test(name) && name !== 'ALIAS_NAME') || text === 'UN List') continue
    assert.ok(said.includes(text), `${party.referencia} ${name}: ${text}`)
  }
  for (const birth of entry.matchAll(/<TYPE_OF_DATE>APPROXIMATELY<\/TYPE_OF_DATE>\s*<YEAR>(\d+)/g))
    assert.match(said, new RegExp(`circa ${birth[1]}`))
  for (const [, from, to] of entry.matchAll(/<FROM_YEAR>(\d+)<\/FROM_YEAR>\s*<TO_YEAR>(\d+)/g))
    assert.match(said, new RegExp(`${from} to ${to}`))
}

const entriesIn = (document: string): string[] =>
  [...document.matchAll(/<(INDIVIDUAL|ENTITY)>(.*?)<\/\1>/gs)].map(([, , inner = '']) => inner)
const referenceIn = (entry: string): string => spaced(/<REFERENCE_NUMBER>([^<]*)/.exec(entry)?.[1] ?? '')

test('UN: every text of every entry of every copy is in its record, and nothing has an unknown meaning', {
  skip,
}, async () => {
  for (const folder of copiesWith(shared as string, 'un-list', 'consolidated.xml')) {
    if (folder.endsWith('damaged')) continue
    const document = copyText(folder, 'consolidated.xml', 'utf8')
    const { parties, unread } = await parseUnList(document)
    const byReference = new Map(parties.map((party) => [party.referencia, party]))
    const entries = entriesIn(document)
    assert.ok(entries.length > 800)
    for (const entry of entries) checkEntry(entry, byReference.get(referenceIn(entry)) as ListedParty)
    assert.equal(unread, 0)
  }
})

test('UN: an edition read from disk says the same', { skip }, async () => {
  const [, parties] = await realParties()
  const document = copyText(`${shared}/un-list/2026-02-27`, 'consolidated.xml', 'utf8')
  const byReference = new Map(parties.map((party) => [party.referencia, party]))
  for (const entry of entriesIn(document)) checkEntry(entry, byReference.get(referenceIn(entry)) as ListedParty)
})
