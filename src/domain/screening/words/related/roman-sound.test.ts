import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { areRomanisations, romanKeysOf } from './roman-sound.ts'

const pairs = (text: string): [string, string][] => text.split(' ').map((pair) => pair.split('/') as [string, string])

test('one name in several romanisations sounds alike', () => {
  const SAME =
    'MIKHAIL/MICHAIL MIKHAIL/MIHAIL KHODORKOVSKY/CHODORKOWSKI KHODORKOVSKY/JODORKOVSKIY SHCHERBAKOV/SCHTSCHERBAKOW YURIEV/JURIEW TSVETKOV/TZVETKOFF ' +
    'ZHUKOV/JUKOV IVANOVICH/IVANOVIC PUSHKIN/PUSCHKIN ALEKSEY/ALEXEI ABDULLAH/ABDULLA YUSUF/YOUSOUF QADHAFI/KADAFI RASHID/RASCHID DJAMAL/ZHAMAL'
  for (const [a, b] of pairs(SAME)) assert.ok(areRomanisations(a, b), `${a} ${b}`)
})

test('other names do not, and short words never', () => {
  for (const [a, b] of pairs('MIKHAIL/MIKHAEL IVANOV/IVANIN MARIA/MARIO KHAN/HAN HASSAN/HUSSEIN PETROV/PETRIN'))
    assert.ok(!areRomanisations(a, b), `${a} ${b}`)
})

test('a word sounds like itself, the same both ways, with six keys at most', () => {
  const word = fc.string({ unit: fc.constantFrom(...'AEIOUYCHJKSTZXW'), minLength: 5, maxLength: 14 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      assert.ok(areRomanisations(a, a))
      assert.equal(areRomanisations(a, b), areRomanisations(b, a))
      assert.ok(romanKeysOf(a).length <= 6)
    }),
  )
})
