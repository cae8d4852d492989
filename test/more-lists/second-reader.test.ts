import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { parseBidList } from '../../src/datasets/screening-lists/bid/index.ts'
import { parseEuList } from '../../src/datasets/screening-lists/eu/index.ts'
import { parseUkList } from '../../src/datasets/screening-lists/uk/index.ts'
import type { ListedParty } from '../../src/domain/screening/party.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { sharedData, writeMorePretendFiles } from '../helpers/screening/lists.ts'
import {
  bidCountries,
  type SecondBan,
  type SecondEntry,
  secondBid,
  secondEu,
  secondUkCsv,
  secondUkXml,
} from './second-reader.ts'

const work = temporaryFolder()
before(() => writeMorePretendFiles(work))

/** The sandbox's file, and every real copy that lies beside the project, unpacked. */
const copiesOf = (list: string, pretend: string, name: RegExp): string[] => {
  const shared = sharedData()
  const real = shared ? readdirSync(join(shared, list), { recursive: true, encoding: 'utf8' }) : []
  const unpacked = real
    .filter((path) => name.test(path))
    .map((path, at) => {
      const bytes = readFileSync(join(shared as string, list, path))
      const to = join(work, `${list}-${at}-${pretend}`)
      writeFileSync(to, path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
      return to
    })
  return [join(work, pretend), ...unpacked]
}

const sorted = (texts: Iterable<string>): string[] => [...new Set(texts)].sort()
const withoutNote = (text: string): string => text.replace(/ \(.*$/s, '')

/** What the first reader has of a party, as the second tells it. */
const seen = ({ tipo, names, record }: ListedParty): SecondEntry => ({
  kind: tipo,
  names: sorted(names.map(({ text }) => text)),
  // Dates of another calendar, and those with an open end, are kept as text.
  births: sorted((record?.births ?? []).filter((text) => !/islamic|^from|^to/.test(text)).map(withoutNote)),
  documents: sorted((record?.documents ?? []).map(({ number }) => number).filter(Boolean)),
})

const compare = (parties: readonly ListedParty[], second: ReadonlyMap<string, SecondEntry>, file: string): void => {
  assert.ok(second.size > 0, file)
  assert.equal(parties.length, second.size, file)
  for (const party of parties) {
    const { births = [], ...other } = second.get(party.referencia) ?? {}
    const { births: own, ...rest } = seen(party)
    assert.deepEqual(rest, other, `${file} ${party.referencia}`)
    // A remark without a date stands among the births of the first reader.
    assert.deepEqual(
      own.filter((text) => births.includes(text)),
      births,
      `${file} ${party.referencia}`,
    )
  }
}

test('the EU list reads the same to a second reader', async () => {
  for (const path of copiesOf('eu-list', 'eu.xml', /\.xml(\.gz)?$/)) {
    const { parties, lost, unread } = await parseEuList(path)
    assert.deepEqual([lost, unread], [0, 0], path)
    compare(parties, secondEu(path), path)
  }
})

test('the UK list reads the same to a second reader, as XML and as CSV', async () => {
  for (const path of copiesOf('uk-list', 'uk.xml', /\.xml(\.gz)?$/)) {
    const { parties, lost, unread } = await parseUkList(path)
    assert.deepEqual([lost, unread], [0, 0], path)
    compare(parties, secondUkXml(path), path)
  }
  for (const path of copiesOf('uk-list', 'uk.csv', /\.csv$/)) {
    const { parties, lost, unread } = await parseUkList(path)
    assert.deepEqual([lost, unread], [0, 0], path)
    compare(parties, secondUkCsv(path), path)
  }
})

test('the XML and the CSV of the UK give the same parties', async () => {
  const [xml, csv] = await Promise.all(['uk.xml', 'uk.csv'].map((file) => parseUkList(join(work, file))))
  assert.deepEqual(csv?.parties, xml?.parties)
})

/** What the first reader has of a ban. Of the names those that the second has, since most come from the title. */
const banOf = ({ tipo, programa, record, names, inForce }: ListedParty, second: SecondBan | undefined): SecondBan => {
  const told = (what: string): string => record?.particulars.find(([name]) => name === what)?.[1] ?? ''
  return {
    title: told('Title') || (names[0]?.text ?? ''),
    ...{ kind: tipo, from: record?.listedOn ?? '', until: inForce?.until ?? '', source: programa },
    practice: told('Prohibited practice'),
    sanctionType: told('Sanction type'),
    sanctionSource: told('Sanction source'),
    nationalities: bidCountries(record?.nationalities ?? []),
    countries: bidCountries(told('Country of the project').split('; ')),
    otherNames: sorted(names.map(({ text }) => text).filter((text) => second?.otherNames.includes(text))),
  }
}

test('the IDB list reads the same to a second reader, as CSV and as the workbook of its report', async () => {
  const files = [...copiesOf('bid-list', 'bid.csv', /\.csv$/), ...copiesOf('bid-list', 'bid.csv', /\.xlsx$/).slice(1)]
  for (const path of files) {
    const { parties, lost, unread } = await parseBidList([path])
    assert.deepEqual([lost, unread], [0, 0], path)
    const second = secondBid(path)
    assert.equal(parties.length, second.length, path)
    for (const [at, party] of parties.entries()) assert.deepEqual(banOf(party, second[at]), second[at], path)
  }
})
