import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { matcherOf } from '../../domain/screening/match/matcher.ts'
import { ask } from '../../domain/screening/match/question.ts'
import type { ListedParty } from '../../domain/screening/party.ts'
import { readIndex, writeIndex } from './index-file.ts'
import { openScreeningList, writeParties } from './screening-list.ts'

const folder = mkdtempSync(join(tmpdir(), 'chasqui-index-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const party = (referencia: string, ...texts: string[]): ListedParty => ({
  ...{ fuente: 'US', referencia, tipo: 'individual', programa: 'SDGT', documentos: [] },
  nombres: texts.map((texto, place) => ({
    texto,
    clase: place === 0 ? 'principal' : place === 1 ? 'alias' : 'alias-debil',
    apellidosHasta: Math.max(0, texto.indexOf(',')),
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

test('an index that is missing, cut, altered or of another list is none', async () => {
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

test('a list opens with or without its index, and mends it', async () => {
  const path = join(folder, 'us.jsonl')
  const index = join(folder, 'us.index')
  const facts = { edicion: '2026-11-14', filas: PARTIES.length, sha256: '', cargado: '' }
  await writeParties(path, PARTIES)
  const { size } = statSync(index)
  for (const spoil of [() => {}, () => rmSync(index), () => writeFileSync(index, 'no index')]) {
    spoil()
    const { matcher } = await openScreeningList(path, facts)
    assert.deepEqual(
      matcher.search(ask('senobio chuquipoma ramos')).map((hit) => hit.party.referencia),
      ['1'],
    )
    assert.equal(statSync(index).size, size)
  }
})

test('an index made by other code is none, also for a process that was running before the code changed', async () => {
  const copy = join(folder, 'project')
  const source = fileURLToPath(new URL('../..', import.meta.url))
  for (const part of ['domain', 'kernel', 'datasets/screening-lists/index-file.ts'])
    cpSync(join(source, part), join(copy, 'src', part), { recursive: true })
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }')
  const module = pathToFileURL(join(copy, 'src/datasets/screening-lists/index-file.ts')).href
  const running = (await import(module)) as typeof import('./index-file.ts')
  appendFileSync(join(copy, 'src/domain/screening/words/word-hash.ts'), '// another version\n')
  const updated = (await import(`${module}?updated`)) as typeof import('./index-file.ts')

  const path = join(folder, 'of-two.index')
  const { index } = matcherOf(PARTIES)
  await updated.writeIndex(path, index, OF)
  assert.notEqual(await updated.readIndex(path, PARTIES, OF), null)
  assert.equal(await running.readIndex(path, PARTIES, OF), null)
  await running.writeIndex(path, index, OF)
  assert.equal(await updated.readIndex(path, PARTIES, OF), null)
})

test('a folder in place of an index is none', async () => {
  const path = join(folder, 'odd.index')
  mkdirSync(path)
  assert.equal(await readIndex(path, PARTIES, OF), null)
})
