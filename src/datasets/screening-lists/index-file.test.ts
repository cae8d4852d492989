import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { matcherOf } from '../../domain/screening/match/matcher.ts'
import { QuestionReader } from '../../domain/screening/match/question.ts'
import type { ListedParty } from '../../domain/screening/party.ts'
import { INDEX_SOURCES_SHA256, INDEX_VERSION, readIndex, writeIndex } from './index-file.ts'
import { openScreeningList, writeScreeningList } from './screening-list.ts'

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
  ['version', `"version":${INDEX_VERSION}`, otherDigit(`"version":${INDEX_VERSION}`)],
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

test('a folder in place of an index is ignored', async () => {
  const path = join(folder, 'odd.index')
  mkdirSync(path)
  assert.equal(await readIndex(path, PARTIES, OF), null)
})

const SRC = fileURLToPath(new URL('../../', import.meta.url))
const ENTRIES = ['domain/screening/index/build-index.ts', 'domain/screening/index/index-image.ts']

/** A file without comments and layout. */
const codeOf = (path: string): string =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/\*|\*)/.test(line))
    .join(' ')
    .replace(/\s+/g, ' ')

/** The code that builds an index: the two entries and all that they import, in the order of their paths. */
const indexSources = (): [string, string][] => {
  const found = new Map<string, string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    const code = codeOf(path)
    found.set(path, code)
    for (const [, to] of code.matchAll(/import (?!type )[^']*? from '(\.[^']+)'/g))
      visit(join(path, '..', to as string))
  }
  for (const entry of ENTRIES) visit(join(SRC, entry))
  return [...found].map(([path, code]): [string, string] => [relative(SRC, path), code]).toSorted()
}

test('the version of the index is bumped when the code that builds it changes', () => {
  const sources = indexSources()
  assert.ok(sources.some(([path]) => path === 'domain/screening/words/population.ts'))
  assert.ok(sources.some(([path]) => path === 'domain/names/legal-forms.ts'))
  const hash = createHash('sha256')
  for (const [path, code] of sources) hash.update(`${path}\n${code}\n`)
  const sha256 = hash.digest('hex')
  assert.equal(
    INDEX_SOURCES_SHA256,
    sha256,
    `The code that builds the screening index changed. In index-file.ts, bump INDEX_VERSION and set INDEX_SOURCES_SHA256 to ${sha256}`,
  )
})
