import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { temporaryFolder } from '../../../../test/helpers/cleanup.ts'
import { limaClock } from '../../../domain/lima-time.ts'
import type { RefreshJob } from '../../editions/dataset.ts'
import { readRows } from './csv.ts'
import { usList } from './index.ts'
import { mergeParts } from './merge.ts'
import { parsePart } from './parse.ts'

const rows = (text: string, columns = 5): string[][] => [...readRows(text, columns)].map(({ cells }) => cells)

test('`-0- ` is an empty value; the end mark and headers are no rows', () => {
  assert.deepEqual(rows('ent_num,b,c,d,e\r\n1,2,"aka","ZULU",-0- \r\n\x1a'), [['1', '2', 'aka', 'ZULU', '']])
})

test('bare quotes inside a value stay inside it', () => {
  assert.deepEqual(rows('7,"the "so-called" group, limited"\r\n8,"x"\r\n', 2), [
    ['7', 'the "so-called" group, limited'],
    ['8', 'x'],
  ])
})

test('a comma too many belongs to the last column', () => {
  assert.deepEqual(rows('1,2,"aka","ZULU",a, b, c\r\n')[0]?.[4], 'a, b, c')
})

const value = fc.string({ unit: fc.constantFrom(..."ABCdef ,.'()-/0189"), minLength: 1, maxLength: 20 })
test('what a publisher writes is read back, with or without carriage returns', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), value, value), { maxLength: 20 }), fc.boolean(), (written, dos) => {
      const end = dos ? '\r\n' : '\n'
      const text = written.map(([entry, a, b]) => `${entry},"${a}","${b}"${end}`).join('')
      const clean = (one: string) => (one.trim() === '-0-' ? '' : one.trim())
      assert.deepEqual(
        rows(`${text}\x1a`, 3),
        written.map(([entry, a, b]) => [String(entry), clean(a), clean(b)]),
      )
    }),
  )
})

const part = (entries: number[], program: string, comments = '') => ({
  primary: entries
    .map(
      (n) =>
        `${n},"INVENTADO ${n}, Uno","individual","${program}",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"a.k.a. 'UNO"\r\n`,
    )
    .join(''),
  alternate: entries.map((n) => `${n},${n},"aka","OTRO ${n}, Dos",-0- \r\n`).join(''),
  address: entries.map((n) => `${n},${n},-0- ,-0- ,-0- ,-0- \r\n`).join(''),
  comments,
})

test('entries of both lists are one party, and comments go on where the remarks were cut', async () => {
  const sdn = await parsePart(part([1, 2], 'SDGT] [IFSR', `1,"'; Passport Z12345 (Panama)."\r\n`), 'sdn')
  const merged = mergeParts(sdn.parties, (await parsePart(part([2, 3], 'NS-PLC'), 'cons')).parties)
  assert.deepEqual(
    merged.map(({ referencia, programa }) => [referencia, programa]),
    [
      ['1', 'SDGT, IFSR'],
      ['2', 'SDGT, IFSR, NS-PLC'],
      ['3', 'NS-PLC'],
    ],
  )
  assert.deepEqual(
    merged[0]?.names.map(({ text, kind, surnamesEnd }) => [text, kind, surnamesEnd]),
    [
      ['INVENTADO 1, Uno', 'principal', 11],
      ['UNO', 'alias-debil', 0],
      ['OTRO 1, Dos', 'alias', 6],
    ],
  )
  assert.deepEqual(merged[0]?.documents, [{ kind: 'passport', country: 'Panama', number: 'Z12345' }])
})

const ENTRIES = Array.from({ length: 20 }, (_, at) => at + 1)
/** The files of twenty entries, in which some rows are spoiled. */
const spoiled = (file: 'primary' | 'alternate' | 'address', rows: number, spoil: (row: string) => string) => {
  const whole = part(ENTRIES, 'SDGT')
  const lines = whole[file].split('\r\n').map((row, at) => (at >= 3 && at < 3 + rows ? spoil(row) : row))
  return parsePart({ ...whole, [file]: lines.join('\r\n') }, 'sdn')
}

const DAMAGES: [string, (row: string) => string][] = [
  ['a number that is none', (row) => row.replace(/^\d+/, 'x7')],
  ['missing columns', (row) => row.split(',').slice(0, 4).join(',')],
  ['no name', (row) => row.replace(/"(?:INVENTADO|OTRO) [^"]*"/, '-0- ')],
  ['a quote that never closes', (row) => row.replace(/(INVENTADO|OTRO)[^"]*",/, '$1 ')],
]
for (const [what, spoil] of DAMAGES)
  for (const file of ['primary', 'alternate'] as const) {
    test(`${file} rows with ${what}: a few are counted, and more refuse the list`, async () => {
      const { parties, lost } = await spoiled(file, 2, spoil)
      assert.equal(lost, 2)
      assert.equal(parties.size, file === 'primary' ? 18 : 20)
      // The rows around them are whole.
      assert.equal(parties.get('6')?.names.at(-1)?.text, 'OTRO 6, Dos')
      await assert.rejects(spoiled(file, 6, spoil), { kind: 'upstream-changed' })
    })
  }

test('address rows that cannot be read are counted, and the others are kept', async () => {
  const { parties, lost } = await spoiled('address', 2, (row) => row.split(',').slice(0, 3).join(','))
  assert.deepEqual([parties.size, lost], [20, 2])
})

test('a file without the end mark that the others have was cut', async () => {
  const whole = part(ENTRIES, 'SDGT')
  const ended = { ...whole, primary: `${whole.primary}\x1a`, alternate: `${whole.alternate}\x1a` }
  await assert.rejects(parsePart(ended, 'sdn'), { detail: 'sdn address: no end mark' })
  const cut = whole.alternate.slice(0, whole.alternate.lastIndexOf('20,20'))
  await assert.rejects(parsePart({ ...ended, address: `${whole.address}\x1a`, alternate: cut }, 'sdn'), {
    detail: 'sdn alternate: no end mark',
  })
})

test('entries without any row of addresses are of another publication', async () => {
  const whole = part(ENTRIES, 'SDGT')
  const address = whole.address.split('\r\n').slice(0, 14).join('\r\n')
  await assert.rejects(parsePart({ ...whole, address: `${address}\r\n` }, 'sdn'), { detail: /addresses of 14/ })
})

test('a file that only the end of a connection ended has to end with a line or its mark', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'sdn.csv')
  const { verify } = usList({ from: folder, clock: limaClock('2026-11-15') })
  const verified = (text: string, whole?: boolean) => {
    writeFileSync(path, text)
    const file = { name: 'sdn.csv', path, sha256: '', bytes: text.length, ...(whole === undefined ? {} : { whole }) }
    return verify({} as RefreshJob, [file])
  }
  for (const [text, whole] of [
    ['1,"ZULU"', true],
    ['1,"ZULU"', undefined],
    ['1,"ZULU"\r\n', false],
    ['1,"ZULU"\r\n\x1a', false],
  ] as const)
    await verified(text, whole)
  await assert.rejects(verified('1,"ZUL', false), { kind: 'upstream-changed', detail: 'sdn.csv: cut in its last row' })
})
