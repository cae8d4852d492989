import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { matcherOf } from '../../domain/screening/match/matcher.ts'
import { QuestionReader } from '../../domain/screening/match/question.ts'
import type { ListedParty } from '../../domain/screening/party.ts'
import { INDEX_RULES } from '../../domain/screening/politica.ts'
import { readIndex, writeIndex } from './index-file.ts'
import { openScreeningList, shareList, writeScreeningList } from './screening-list.ts'

const folder = mkdtempSync(join(tmpdir(), 'chasqui-index-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const party = (referencia: string, ...texts: string[]): ListedParty => ({
  ...{ fuente: 'US', referencia, tipo: 'individual', programa: 'SDGT', documents: [] },
  names: texts.map((text, position) => ({
    text,
    kind: position === 0 ? 'principal' : position === 1 ? 'alias' : 'alias-debil',
    surnamesEnd: Math.max(0, text.indexOf(',')),
  })),
})

const PARTIES = [
  party('1', 'CHUQUIPOMA RAMOS, Zenobio', 'محمد علي', 'EL ZORRO'),
  party('2', "AL-SA'ADI, Faraj", 'DE LA TORRE, Juan', 'X'),
  party('3', 'Ñandú & Cía.', 'Владимир', ''),
]
const OF = 'a checksum'

test('an index read back is the one that was written, whatever the names', async () => {
  const path = join(folder, 'any.index')
  const parties = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 3 }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(parties, async (names) => {
      const listed = [...PARTIES, ...names.map((texts, at) => party(String(at + 10), ...texts))]
      const { index } = matcherOf(listed)
      await writeIndex(path, index, OF)
      assert.deepEqual(await readIndex(path, listed, OF), index)
    }),
    { numRuns: 30 },
  )
})

test('an index that is missing, cut, altered or of another list is ignored', async () => {
  const path = join(folder, 'one.index')
  assert.equal(await readIndex(path, PARTIES, OF), null)
  await writeIndex(path, matcherOf(PARTIES).index, OF)
  assert.equal(await readIndex(path, PARTIES, 'another'), null)
  const whole = readFileSync(path)
  for (let at = 0; at < whole.length; at += 97) {
    const altered = Buffer.from(whole)
    altered[at] = (altered[at] as number) ^ 1
    writeFileSync(path, altered)
    assert.equal(await readIndex(path, PARTIES, OF), null, `byte ${at}`)
    writeFileSync(path, whole.subarray(0, at))
    assert.equal(await readIndex(path, PARTIES, OF), null, `cut at ${at}`)
  }
})

/** An index file with one piece of its header replaced by another of the same length, and its checksum made right. */
const withHeader = (file: Buffer, piece: string, other: string): Buffer => {
  assert.equal(piece.length, other.length)
  const body = file.subarray(0, -64).toString('latin1')
  assert.ok(body.includes(piece), piece)
  const altered = Buffer.from(body.replace(piece, other), 'latin1')
  return Buffer.concat([altered, Buffer.from(createHash('sha256').update(altered).digest('hex'))])
}

/** The same text with its first digit replaced by another one. */
const otherDigit = (text: string): string => text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))

const { unicode, v8 } = process.versions
const FOREIGN_HEADERS: [string, string, string][] = [
  ['set of rules', `"rules":"${INDEX_RULES}"`, otherDigit(`"rules":"${INDEX_RULES}"`)],
  ['format', 'chasqui-name-index', 'chasqui-name-hedge'],
  ['byte order', '"engine":"LE ', '"engine":"BE '],
  ['Unicode version', ` ${unicode} `, otherDigit(` ${unicode} `)],
  ['V8 version', ` ${v8}"`, otherDigit(` ${v8}"`)],
]

const facts = { edicion: '2026-11-14', filas: PARTIES.length, sha256: '', cargado: '' }

for (const [name, piece, other] of FOREIGN_HEADERS)
  test(`an index of another ${name} is ignored and built again`, async () => {
    const path = join(folder, 'foreign.jsonl')
    const index = join(folder, 'foreign.index')
    await writeScreeningList(path, PARTIES)
    const own = readFileSync(index)
    // On a big-endian machine the byte order is replaced the other way round.
    const [from, to] = own.includes(piece) ? [piece, other] : [other, piece]
    writeFileSync(index, withHeader(own, from, to))
    await openScreeningList(path, facts)
    assert.deepEqual(readFileSync(index), own)
  })

test('a list opens with or without its index, and repairs it', async () => {
  const path = join(folder, 'us.jsonl')
  const index = join(folder, 'us.index')
  await writeScreeningList(path, PARTIES)
  const own = readFileSync(index)
  for (const spoil of [() => {}, () => rmSync(index), () => writeFileSync(index, 'no index')]) {
    spoil()
    const { matcher } = await openScreeningList(path, facts)
    assert.deepEqual(
      matcher.search(new QuestionReader().read('senobio chuquipoma ramos')).map((hit) => hit.party.referencia),
      ['1'],
    )
    assert.deepEqual(readFileSync(index), own)
  }
})

test('threads share the index of a list also where it cannot be stored', async () => {
  const path = join(folder, 'unwritable.jsonl')
  mkdirSync(join(folder, 'unwritable.index'))
  await writeScreeningList(path, PARTIES)
  const shared = await shareList(await openScreeningList(path, facts))
  assert.ok(shared?.index.body.buffer instanceof SharedArrayBuffer)
})

test('a folder in place of an index is ignored', async () => {
  const path = join(folder, 'odd.index')
  mkdirSync(path)
  assert.equal(await readIndex(path, PARTIES, OF), null)
})
