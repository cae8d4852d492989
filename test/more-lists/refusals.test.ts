import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Dataset } from '../../src/datasets/editions/dataset.ts'
import { openMirror } from '../../src/datasets/editions/mirror.ts'
import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { bidList } from '../../src/datasets/screening-lists/bid/index.ts'
import { euList } from '../../src/datasets/screening-lists/eu/index.ts'
import type { ListSettings, ScreeningList } from '../../src/datasets/screening-lists/screening-list.ts'
import { ukList } from '../../src/datasets/screening-lists/uk/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { writeMorePretendFiles } from '../helpers/screening/lists.ts'

const work = temporaryFolder()
const clock = limaClock('2026-11-14')
const log = { info: () => {}, warn: () => {}, error: () => {} }
const settings = { dataDir: join(work, 'data'), clock, log, floor: 50, swapDelayMs: 0 }

type Change = (text: string) => string | Buffer
type Fault = [name: string, change: Change, detail: RegExp]

const half = (text: string): string => text.slice(0, Math.floor(text.length / 2))
const HTML: Fault = ['a web page', () => '<!DOCTYPE html><html><body>Service unavailable</body></html>', /html|root/]
const EMPTY: Fault = ['empty', () => '', /empty/]
const JSON_ERROR: Fault = ['an error as JSON', () => '{"success":false,"error":{"message":"no"}}', /upstream-changed/]

/** Faults that every XML document can have. */
const xmlFaults = (root: string): Fault[] => [
  HTML,
  EMPTY,
  JSON_ERROR,
  ['cut', half, /closing/],
  ['cut and closed by hand', (text) => `${half(text)}</${root}>`, /upstream-changed/],
  ['another root', (text) => text.replaceAll(root, 'Other'), /root/],
  ['a document type', (text) => text.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'), /document type/],
  ['another encoding', (text) => Buffer.from(text.replace('CHUQUIPOMA', 'CHUQUIPÓMA'), 'latin1'), /UTF-8/],
]

const everyThird = (text: string, entry: RegExp): string => {
  let at = 0
  return text.replace(entry, (found) => (at++ % 3 === 0 ? '' : found))
}

const LISTS: [
  name: string,
  make: (from: ListSettings) => Dataset<ScreeningList, never>,
  file: string,
  faults: Fault[],
][] = [
  [
    'EU',
    euList as never,
    'eu.xml',
    [
      ...xmlFaults('export'),
      ['entries missing', (text) => everyThird(text, /<sanctionEntity .*?<\/sanctionEntity>/gs), /in service/],
      ['older', (text) => text.replace('2026-11-12T', '2026-10-01T'), /before/],
      ['no date', (text) => text.replace(/ generationDate="[^"]*"/, ''), /date/],
      ['other attributes', (text) => text.replaceAll('wholeName=', 'fullName='), /floor/],
      ['no births', (text) => text.replace(/<birthdate [^>]*>/g, ''), /nacimientos/],
      ['no persons', (text) => text.replaceAll('code="person"', 'code="enterprise"'), /personas/],
      ['a reference twice', (text) => text.replace('EU.90002.12', 'EU.90001.11'), /repeated/],
    ],
  ],
  [
    'UK',
    ukList as never,
    'uk.xml',
    [
      ...xmlFaults('Designations'),
      ['entries missing', (text) => everyThird(text, /<Designation>.*?<\/Designation>/gs), /in service/],
      ['older', (text) => text.replace('12/11/2026', '01/10/2026'), /before/],
      ['no date', (text) => text.replace(/<DateGenerated>.*?<\/DateGenerated>/, ''), /date/],
      ['other elements', (text) => text.replaceAll('Name6>', 'FamilyName>'), /without/],
      [
        'no ships',
        (text) => text.replace(/<Designation>(?:(?!<\/Designation>).)*>Ship<.*?<\/Designation>/gs, ''),
        /naves|in service/,
      ],
      ['the list that was closed', () => 'Last Updated,28/01/2026\r\nName 6,Name 1\r\nNADIE,Nunca\r\n', /closed/],
    ],
  ],
  [
    'UK as CSV',
    ukList as never,
    'uk.csv',
    [
      HTML,
      EMPTY,
      JSON_ERROR,
      ['cut in a row', (text) => text.slice(0, text.lastIndexOf(',') - 10), /cells/],
      ['cut between rows', (text) => text.slice(0, text.indexOf('\r\n', text.length / 2) + 2), /in service|naves/],
      ['no header', (text) => text.split('\r\n').slice(2).join('\r\n'), /header/],
      ['a column missing', (text) => text.replace('Passport number', 'Travel paper'), /columns missing/],
      ['semicolons', (text) => text.replaceAll(',', ';'), /header/],
      ['older', (text) => text.replace('12-Nov-2026', '01-Oct-2026'), /before/],
      ['another encoding', (text) => Buffer.from(text.replace('CHUQUIPOMA', 'CHUQUIPÓMA'), 'latin1'), /UTF-8/],
      ['the list that was closed', () => 'Last Updated,28/01/2026\r\nName 6,Name 1\r\nNADIE,Nunca\r\n', /closed/],
    ],
  ],
  [
    'IDB',
    bidList as never,
    'bid.csv',
    [
      HTML,
      EMPTY,
      JSON_ERROR,
      ['cut in a row', (text) => text.slice(0, text.lastIndexOf(',') - 10), /cells/],
      ['cut between rows', (text) => text.slice(0, text.indexOf('\n', text.length / 2) + 1), /in service|floor/],
      ['other columns', (text) => text.replace('Title,', 'Nombre,'), /columns/],
      ['semicolons', (text) => text.replaceAll(',', ';'), /columns/],
      ['first days unreadable', (text) => text.replaceAll(/20(\d\d)-/g, '$1/'), /first days/],
      [
        'kinds unknown',
        (text) => text.replaceAll(',Firm,', ',Company,').replaceAll(',Individual,', ',Natural,'),
        /kinds/,
      ],
      ['older', (text) => text.replaceAll('2024-02-09', '2023-02-09').replaceAll('2023-05-02', '2022-05-02'), /newest/],
      ['another encoding', (text) => Buffer.from(text.replace('Gumersindo', 'Gumersíndo'), 'latin1'), /UTF-8/],
    ],
  ],
]

before(() => writeMorePretendFiles(work))

for (const [name, make, file, faults] of LISTS)
  test(`${name}: ${faults.length} broken copies are refused, and the edition in service goes on answering`, async () => {
    const to = { ...settings, dataDir: join(work, name) }
    const good = join(work, file)
    const dataset = make({ from: good, clock })
    assert.equal((await refreshDataset(dataset, to)).outcome, 'switched')
    const mirror = await openMirror(dataset, to)
    const rows = mirror.current()?.facts.filas
    for (const [fault, change, detail] of faults) {
      const path = join(work, `broken-${file}`)
      writeFileSync(path, change(readFileSync(good, 'utf8')))
      const outcome = await refreshDataset(make({ from: path, clock }), to)
      assert.equal(outcome.outcome, 'failed', fault)
      if (outcome.outcome === 'failed') assert.match(`${outcome.failure.kind} ${outcome.failure.detail}`, detail, fault)
      await mirror.check()
      assert.equal(mirror.current()?.facts.filas, rows, fault)
    }
    await mirror.close()
  })

test('elements, attributes and columns that nobody knows are kept and counted', async () => {
  const [eu, uk, csv, bid] = (['eu.xml', 'uk.xml', 'uk.csv', 'bid.csv'] as const).map((file) =>
    readFileSync(join(work, file), 'utf8'),
  ) as [string, string, string, string]
  const strange: [Dataset<ScreeningList, never>, string, number, RegExp][] = [
    [
      euList({ from: join(work, 's.xml'), clock }) as never,
      eu.replace('<subjectType ', '<crypto wallet="bc1q"/><subjectType risk="high" '),
      2,
      /crypto: bc1q; subjectType\/risk: high/,
    ],
    [
      ukList({ from: join(work, 's.xml'), clock }) as never,
      uk.replace('<RegimeName>', '<Wallets><Wallet>bc1q</Wallet></Wallets><RegimeName>'),
      1,
      /Wallet: bc1q/,
    ],
    [
      ukList({ from: join(work, 's.xml'), clock }) as never,
      csv.replace('Last Updated,', 'Wallet,Last Updated,').replace(/^(?=\d)/gm, 'bc1q,'),
      -1,
      /Wallet: bc1q/,
    ],
    [
      bidList({ from: join(work, 's.xml'), clock }) as never,
      bid.replace(/\n/g, ',bc1q\n').replace(',bc1q', ',Wallet'),
      -1,
      /Wallet: bc1q/,
    ],
  ]
  for (const [at, [dataset, text, count, kept]] of strange.entries()) {
    writeFileSync(join(work, 's.xml'), text)
    const to = { ...settings, dataDir: join(work, `strange-${at}`) }
    const outcome = await refreshDataset(dataset, to)
    assert.ok(outcome.outcome === 'switched', JSON.stringify(outcome))
    const { filas, observacionesSinLeer } = outcome.facts
    assert.equal(observacionesSinLeer, count < 0 ? filas : count)
    const mirror = await openMirror(dataset, to)
    assert.match(mirror.current()?.matcher.index.parties[0]?.record?.remarks ?? '', kept)
    await mirror.close()
  }
})
