import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { PartyRecord } from '../../domain/screening/party.ts'
import { readRecords, writeRecords } from './records-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'chasqui-records-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const texts = fc.array(text, { maxLength: 4 })
const anyRecord: fc.Arbitrary<PartyRecord> = fc.record({
  births: texts,
  birthPlaces: texts,
  nationalities: texts,
  countries: texts,
  addresses: texts,
  programmes: texts,
  aliases: texts,
  documents: fc.array(fc.record({ kind: text, number: text, country: text, note: text }), { maxLength: 3 }),
  links: texts,
  positions: texts,
  particulars: fc.array(fc.tuple(text, text), { maxLength: 3 }),
  remarks: text,
  listedOn: text,
  page: text,
})

test('records read back are those that were written', async () => {
  const path = join(folder, 'any.records')
  await fc.assert(
    fc.asyncProperty(fc.array(anyRecord, { maxLength: 12 }), async (records) => {
      await writeRecords(path, records, 'a checksum')
      const { image, of } = await readRecords(path)
      assert.equal(of, 'a checksum')
      assert.equal(image.records, records.length)
      // In any order, and more than once.
      for (const at of [...records.keys(), ...[...records.keys()].reverse()])
        assert.deepEqual(plain(image.at(at)), plain(records[at]))
    }),
    { numRuns: 40 },
  )
})

/** fast-check makes objects without a prototype. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('more strings than one byte can number, each stored once', async () => {
  const path = join(folder, 'many.records')
  const remarks = Array.from({ length: 40_000 }, (_, at) => `remark ${at % 20_000}`)
  const [empty] = fc.sample(anyRecord, 1) as [PartyRecord]
  await writeRecords(
    path,
    remarks.map((one) => ({ ...empty, remarks: one })),
    '',
  )
  const { image } = await readRecords(path)
  assert.equal(image.at(39_999).remarks, 'remark 19999')
  assert.equal(readFileSync(path).toString('latin1').split('remark 19999').length, 2)
})

test('a file that is missing, cut, altered or foreign is refused', async () => {
  const path = join(folder, 'damaged.records')
  await writeRecords(path, fc.sample(anyRecord, 3), 'a checksum')
  const whole = readFileSync(path)
  for (let at = 0; at < whole.length; at += 53) {
    const altered = Buffer.from(whole)
    altered[at] = (altered[at] as number) ^ 1
    for (const bytes of [altered, whole.subarray(0, at)]) {
      writeFileSync(path, bytes)
      await assert.rejects(readRecords(path), { kind: 'dataset-unavailable' }, `byte ${at}`)
    }
  }
  await assert.rejects(readRecords(join(folder, 'none.records')), { kind: 'dataset-unavailable', detail: 'ENOENT' })
})
