import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EditDistance } from './edit-distance.ts'
import { consonantKey, soundKey } from './sound.ts'
import { romaniseArabic, romaniseCyrillic } from './transliterate.ts'

const ALIKE = [
  ['GONZALEZ', 'GONSALES'],
  ['VIVAS', 'BIBAS'],
  ['GIMENEZ', 'JIMENEZ'],
  ['LLANOS', 'YANOS'],
  ['HERNAN', 'ERNAN'],
  ['YSABEL', 'ISABEL'],
  ['XIMENA', 'SIMENA'],
  ['QUISPE', 'KISPE'],
  ['CCAMA', 'KAMA'],
  ['HUAMAN', 'GUAMAN'],
  ['HUAMAN', 'WAMAN'],
  ['PAVLOVICH', 'PAVLOVITCH'],
  ['MAHMOUD', 'MAHMUD'],
  ['ROSSI', 'ROSI'],
] as const
const DIFFERENT = [
  ['MARIO', 'MARIA'],
  ['LUIS', 'LUISA'],
  ['CARLOS', 'CARLA'],
  ['GARCIA', 'GARZON'],
  ['CASA', 'CASI'],
] as const

test('words that sound alike share a key, others do not', () => {
  for (const [a, b] of ALIKE) assert.equal(soundKey(a), soundKey(b), `${a} ${b}`)
  for (const [a, b] of DIFFERENT) assert.notEqual(consonantKey(soundKey(a)), consonantKey(soundKey(b)), `${a} ${b}`)
})

test('romanisations of one name share their consonants', () => {
  for (const [a, b] of [
    ['MUHAMMAD', 'MOHAMED'],
    ['ALEKSANDR', 'ALEXANDER'],
    ['QADDAFI', 'KADAFI'],
  ] as const)
    assert.equal(consonantKey(soundKey(a)), consonantKey(soundKey(b)), `${a} ${b}`)
  for (const [arabic, latin] of [
    ['محمود', 'MAHMOUD'],
    ['القرمزاني', 'QARMAZANI'],
    ['خالد', 'KHALID'],
    ['وليد', 'WALID'],
  ] as const)
    assert.equal(consonantKey(soundKey(romaniseArabic(arabic))), consonantKey(soundKey(latin)), latin)
  assert.equal(romaniseCyrillic('ВОЛКОВЕНКО ЩУКА'), 'VOLKOVENKO SHCHUKA')
})

const word = fc.string({ unit: fc.constantFrom(...'ABCDE'), maxLength: 8 })
test('edit distance: none between equals, the same both ways, and never more than one above the limit', () => {
  const distance = new EditDistance()
  fc.assert(
    fc.property(word, word, (a, b) => {
      assert.equal(distance.between(a, a, 2), 0)
      assert.equal(distance.between(a, b, 2), distance.between(b, a, 2))
      assert.ok(distance.between(a, b, 1) <= 2)
    }),
  )
  for (const misspelt of ['GASTELMU', 'GASTELU', 'GASTELUUM', 'GASTEKUM'])
    assert.equal(distance.between('GASTELUM', misspelt, 1), 1, misspelt)
})
