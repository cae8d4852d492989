import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { slipsBetween } from './edit-distance.ts'
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

test('what sounds alike has one key, what does not has two', () => {
  for (const [a, b] of ALIKE) assert.equal(soundKey(a), soundKey(b), `${a} ${b}`)
  for (const [a, b] of DIFFERENT) assert.notEqual(consonantKey(soundKey(a)), consonantKey(soundKey(b)), `${a} ${b}`)
})

test('romanisations meet in their consonants', () => {
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
test('slips: none between equals, the same both ways, and never more than was asked for', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      assert.equal(slipsBetween(a, a, 2), 0)
      assert.equal(slipsBetween(a, b, 2), slipsBetween(b, a, 2))
      assert.ok(slipsBetween(a, b, 1) <= 2)
    }),
  )
  for (const slip of ['GASTELMU', 'GASTELU', 'GASTELUUM', 'GASTEKUM'])
    assert.equal(slipsBetween('GASTELUM', slip, 1), 1, slip)
})
