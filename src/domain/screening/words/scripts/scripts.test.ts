import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { screeningWords } from '../fold.ts'
import { relationBetween } from '../related/related-words.ts'
import { latinReading } from './latin-reading.ts'

const folded = (name: string): string => screeningWords(name).join(' ')

test('writings that say every sound are folded to Latin letters', () => {
  const NAMES = {
    'Володимир Зеленський': 'VOLODYMYR ZELENSKYY',
    'Сергій Гончар': 'SERHIY HONCHAR',
    'Сергей Гончар': 'SERGEY GONCHAR',
    'Нұрсұлтан Назарбаев': 'NURSULTAN NAZARBAEV',
    'Ђорђевић Милош': 'DJORDJEVIC MILOS',
    'Ευάγγελος Μπακογιάννη': 'EVANGELOS BAKOGIANNI',
    'Παπαδόπουλος Ευθύμιος': 'PAPADOPOULOS EFTHYMIOS',
    'ბიძინა ივანიშვილი': 'BIDZINA IVANISHVILI',
    'Նիկոլ Հարություն': 'NIKOL HARUTYUN',
    'नरेन्द्र मोदी': 'NARENDRA MODI',
    とうきょう: 'TOKYO',
    サッポロ: 'SAPPORO',
    シャープ: 'SHAPU',
    김정은: 'KIM JEONG EUN',
    이명박: 'LEE MYEONG BAK',
  }
  for (const [name, latin] of Object.entries(NAMES)) assert.equal(folded(name), latin)
})

test('a Korean syllable meets the ways its name is written', () => {
  for (const [syllable, latin] of [
    ['EUN', 'UN'],
    ['JEONG', 'JONG'],
    ['PARK', 'PAK'],
    ['LEE', 'RI'],
  ] as const)
    assert.equal(relationBetween(syllable, latin), 'romanisation', latin)
})

test('writings without vowels, and Chinese, have a second reading', () => {
  const NAMES = {
    习近平: 'XI JINPING',
    歐陽修: 'OUYANG XIU',
    中国石油天然气集团公司: 'CHINA PETROLEUM NATURAL GAS GROUP COMPANY',
    华为技术有限公司: 'HUAWEI TECHNOLOGY CO LTD',
    조선무역은행: 'KOREA TRADING BANK',
    'محمد حسن': 'MOHAMMED HASSAN',
    'شركة النفط الوطنية': 'COMPANY OIL NATIONAL',
    'דוד כהן': 'DAVID COHEN',
  }
  for (const [name, latin] of Object.entries(NAMES)) assert.equal(latinReading(name), latin)
})

test('names in other writings have no second reading', () => {
  for (const name of ['JUAN PEREZ', 'Иванов', 'Ñandú', '', 'トヨタ']) assert.equal(latinReading(name), null, name)
})

test('Chinese stays as it is written, so that names of one sound are not equal', () => {
  assert.notEqual(folded('习近平'), folded('席晋平'))
  assert.equal(latinReading('席晋平'), latinReading('习近平'))
})

test('folding what is folded changes nothing, in any writing', () => {
  const unit = fc.constantFrom(...'АЖІЩЬґΑΥΜΠςάაჯՈՒևकि्तかっょヴ김은값ÄßŁı習محמ A-.'.split(''))
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 24 }), (name) => {
      assert.equal(folded(folded(name)), folded(name))
    }),
    { numRuns: 1_000 },
  )
})

test('a second reading is in Latin letters alone', () => {
  const unit = fc.constantFrom(...'习近平公司欧阳鑫龘محمدال بנתשו김정은행 '.split(''))
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 16 }), (name) => {
      assert.match(latinReading(name) ?? '', /^[A-Z ]*$/)
    }),
  )
})
