import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { ListedParty } from '../../domain/screening/party.ts'
import { readParties, writeParties } from './parties-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'chasqui-parties-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const PARTY: ListedParty = {
  ...{ fuente: 'US', referencia: '7', tipo: 'individual', programa: 'SDNTK' },
  names: [
    { text: 'CHUQUIPOMA, Zenobio', kind: 'principal', surnamesEnd: 10 },
    { text: 'EL ZORRO', kind: 'alias-debil', surnamesEnd: 0 },
  ],
  documents: [
    { kind: 'DNI', country: 'Peru', number: '00000174' },
    { kind: 'passport', country: 'Panama', number: 'AB123' },
    { kind: 'other', country: '', number: '998877' },
  ],
}

const plain = ({ fuente, referencia, tipo, programa, names, documents }: ListedParty): ListedParty => ({
  ...{ fuente, referencia, tipo, programa, names, documents },
})

test('editions of earlier versions stay readable: the stored names and values do not change', async () => {
  const path = join(folder, 'stored.jsonl')
  await writeParties(path, [PARTY])
  const [header, line] = readFileSync(path, 'utf8').split('\n')
  assert.equal(header, '{"format":"chasqui-parties","version":1,"fuente":"US"}')
  assert.equal(
    line,
    '["7","individual","SDNTK",' +
      '[{"texto":"CHUQUIPOMA, Zenobio","clase":"principal","apellidosHasta":10},{"texto":"EL ZORRO","clase":"alias-debil","apellidosHasta":0}],' +
      '[{"clase":"DNI","pais":"Peru","numero":"00000174"},{"clase":"PASAPORTE","pais":"Panama","numero":"AB123"},{"clase":"OTRO","pais":"","numero":"998877"}]]',
  )
})

test('parties read back are those that were written', async () => {
  const path = join(folder, 'back.jsonl')
  const sha256 = await writeParties(path, [PARTY, { ...PARTY, referencia: '8', documents: [] }])
  const back = await readParties(path)
  assert.deepEqual(back.parties.map(plain), [PARTY, { ...PARTY, referencia: '8', documents: [] }])
  assert.equal(back.sha256, sha256)
  assert.equal(back.parties[0]?.record, undefined)
})

test('a file that is missing, cut, altered or foreign is refused', async () => {
  const path = join(folder, 'damaged.jsonl')
  await writeParties(path, [PARTY])
  const whole = readFileSync(path, 'utf8')
  const damages = [whole.slice(0, -20), whole.slice(whole.indexOf('\n') + 1), whole.replace('ZORRO', 'TORRO'), '', '{}']
  for (const text of damages) {
    writeFileSync(path, text)
    await assert.rejects(readParties(path), { kind: 'dataset-unavailable' }, text.slice(0, 40))
  }
  await assert.rejects(readParties(join(folder, 'none.jsonl')), { kind: 'dataset-unavailable', detail: 'ENOENT' })
})
