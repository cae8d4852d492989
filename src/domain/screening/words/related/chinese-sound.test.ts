import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chineseKey, isChineseSyllable } from './chinese-sound.ts'
import { longFormsOf } from './long-forms.ts'

test('syllables of one name share their key in pinyin, Wade-Giles and French', () => {
  const SAME =
    'TSETUNG/ZEDONG HSIAOPING/XIAOPING KUOFENG/GUOFENG WENCHING/WENQING TCHAOTCHI/ZHAOQI CHINPING/JINPING SHAOCHI/SHAOQI'
  for (const [other, pinyin] of SAME.split(' ').map((pair) => pair.split('/') as [string, string]))
    assert.equal(chineseKey(other), chineseKey(pinyin), pinyin)
})

test('other names have other keys, and names of other languages none', () => {
  assert.notEqual(chineseKey('ZEDONG'), chineseKey('ZEMIN'))
  for (const name of ['RAMIREZ', 'IVANOV', 'LIN', 'SMITH', '11420']) assert.equal(chineseKey(name), null, name)
  for (const syllable of ['TSE', 'TUNG', 'HSIAO', 'KUO', 'XI']) assert.ok(isChineseSyllable(syllable), syllable)
  for (const name of ['RAMIREZ', 'LUIS', 'ABDUL']) assert.ok(!isChineseSyllable(name), name)
})

test('short forms are read as everyday words of company names', () => {
  assert.ok(longFormsOf('CONSTR').some((word) => word.startsWith('CONSTRU')))
  for (const [short, name] of [
    ['RODZ', 'RODRIGUEZ'],
    ['HDZ', 'HERNANDEZ'],
    ['GTZ', 'GUTIERREZ'],
  ] as const)
    assert.ok(longFormsOf(short).includes(name), short)
  for (const word of ['XQ', 'LAGUNAN', 'PAREZ', '1ST', '']) assert.deepEqual(longFormsOf(word), [], word)
})
