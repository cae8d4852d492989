import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ListedBirth, MIN_BIRTH_YEAR, type PartialDate, readBirth, readDate } from './births.ts'
import { compareBirths } from './compare-births.ts'

const date = (year: number, month = 0, day = 0): PartialDate => ({ year, month, day })

const READ: [text: string, from: PartialDate, to?: PartialDate, circa?: true][] = [
  ['20 Jan 1960', date(1960, 1, 20)],
  ['01 Dec 1960', date(1960, 12, 1)],
  ['Jan 1960', date(1960, 1)],
  ['August 1960', date(1960, 8)],
  ['Nov. 1960', date(1960, 11)],
  ['00 Jan 1960', date(1960, 1)],
  ['29 Feb 1960', date(1960, 2, 29)],
  ['29 Feb 1961', date(1961)],
  ['31 Apr 1960', date(1960)],
  ['1960', date(1960)],
  ['1960-01-20', date(1960, 1, 20)],
  ['1960-01', date(1960, 1)],
  ['1960-01-20-05:00', date(1960, 1, 20)],
  ['1960-01-20Z', date(1960, 1, 20)],
  ['1960-01-20 (from false passport)', date(1960, 1, 20)],
  [' 1960 ', date(1960)],
  ['circa 1960', date(1960), date(1960), true],
  ['Circa 12 Jan 1960', date(1960, 1, 12), date(1960, 1, 12), true],
  ['approximately 1960', date(1960), date(1960), true],
  ['circa 1960 to 1965', date(1960), date(1965), true],
  ['circa 1960-1965', date(1960), date(1965), true],
  ['1960 to 1965', date(1960), date(1965)],
  ['1960 to circa 1965', date(1960), date(1965)],
  ['between 1960 and 1965', date(1960), date(1965)],
  ['01 Jan 1960 to 31 Dec 1965', date(1960, 1, 1), date(1965, 12, 31)],
  ['Aug 1960 to Sep 1960', date(1960, 8), date(1960, 9)],
]

for (const [text, from, to = from, circa = false] of READ)
  test(`a list may state a birth as ${text}`, () => {
    assert.deepEqual(readBirth(text), { from, to, circa })
  })

const UNREADABLE = [
  ...[
    '',
    'late 1950s',
    '1950s',
    '01/02/1960',
    '20-01-1960',
    'unknown',
    '35-40 years old',
    'Between Aug. and Sep. 1960',
  ],
  ...['20 Foo 1960', '30 Feb 1360', '1960-13-01', '1960-00', '1349'],
  ...['1965 to 1960', '1960 to 1961 to 1962', '1960 to', 'to 1960', 'circa', '20 1960', '196', '19601'],
]

for (const text of UNREADABLE)
  test(`a birth stated as "${text}" tells nothing`, () => {
    assert.equal(readBirth(text), null)
  })

test('callers write a year, a month or a day that exists', () => {
  for (const good of ['1850', '1960-12', '2000-02-29', '1960-01-01']) assert.ok(readDate(good), good)
  for (const bad of [
    '1849',
    '60',
    '1960-1',
    '1960-1-2',
    '1960-02-30',
    '1900-02-29',
    '1960-00-01',
    '1960-01-00',
    'x',
    '',
  ])
    assert.equal(readDate(bad), null, bad)
})

const listedAs = (text: string): ListedBirth => readBirth(text) as ListedBirth
const bits = (asked: string, listed: string): number => compareBirths(readDate(asked) as PartialDate, listedAs(listed))

test('dates compare by what both have, and the more agrees the more it tells', () => {
  const day = bits('1960-05-20', '20 May 1960')
  const month = bits('1960-05', '20 May 1960')
  const year = bits('1960', '20 May 1960')
  assert.ok(day > month && month > year && year > 0)
  assert.equal(bits('1960-05-20', 'May 1960'), month)
  assert.equal(bits('1960-05-20', '1960'), year)
  assert.equal(bits('1960-05', '1960'), year)
})

test('the first of January tells little more than its year', () => {
  const year = bits('1960', '1960')
  assert.ok(bits('1960-01-01', '01 Jan 1960') > year && bits('1960-01-01', '01 Jan 1960') < bits('1960-01', 'Jan 1960'))
  for (const [asked, listed] of [
    ['1960-01-01', 'Jan 1960'],
    ['1960-07', '01 Jan 1960'],
  ] as const)
    assert.equal(bits(asked, listed), year)
})

test('a date written a little wrong is weak agreement', () => {
  const strong = bits('1960-05-20', '20 May 1960')
  for (const [asked, listed] of [
    ['1961', '1960'],
    ['1959-05-20', '20 May 1960'],
    ['1960-03-05', '03 May 1960'],
    ['1960-05-21', '20 May 1960'],
    ['1960-05-02', '20 May 1960'],
    ['1946-05-20', '20 May 1964'],
    ['1960-08-17', '01 Jan 1960'],
  ] as const) {
    const weak = bits(asked, listed)
    assert.ok(weak > 0 && weak < strong / 2, `${asked} ${listed} ${weak}`)
  }
})

test('another day of the same year is a mild contradiction, a year far off a strong one', () => {
  const otherDay = bits('1960-05-20', '11 Nov 1960')
  assert.ok(otherDay < 0 && otherDay > -3)
  assert.ok(bits('1963', '1960') < 0 && bits('1963', '1960') > -4)
  assert.ok(bits('1970', '1960') <= -10)
  assert.ok(bits('1970-05-20', '20 May 1960') <= -10, 'the same day ten years later is no slip')
  assert.ok(bits('1946', '1964') < 0)
})

test('ranges and guesses contain their years, and tell less than a year', () => {
  const year = bits('1962', '1962')
  for (const listed of [
    '1960 to 1965',
    'circa 1960',
    'circa 1962',
    'circa 1960 to 1965',
    '01 Jan 1960 to 31 Dec 1965',
  ]) {
    const within = bits('1962-07-01', listed)
    assert.ok(within > 0 && within < year, listed)
  }
  assert.ok(bits('1962', '1960 to 1965') > bits('1962', '1950 to 1975'))
  assert.ok(bits('1975', '1960 to 1965') <= -10)
  assert.ok(bits('1973', 'circa 1960') <= -10)
})

const partialDate = fc
  .record({ year: fc.integer({ min: MIN_BIRTH_YEAR, max: 2026 }), month: fc.nat(12), day: fc.nat(28) })
  .map(({ year, month, day }) => ({ year, month, day: month === 0 ? 0 : day }))
const only = (at: PartialDate): ListedBirth => ({ from: at, to: at, circa: false })

test('it does not matter which side has which date', () => {
  fc.assert(
    fc.property(partialDate, partialDate, (one, other) => {
      assert.equal(compareBirths(one, only(other)), compareBirths(other, only(one)))
    }),
  )
})

test('no other date tells more than the date itself, and further off never tells more', () => {
  fc.assert(
    fc.property(partialDate, partialDate, (one, other) => {
      assert.ok(compareBirths(one, only(other)) <= compareBirths(one, only(one)))
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 1950 }), fc.nat(40), (year, years) => {
      const apart = (distance: number): number => compareBirths(date(year), listedAs(`circa ${year + distance}`))
      assert.ok(apart(years + 1) <= apart(years))
    }),
  )
})

test('a stated date is read back, whatever follows the form of the list', () => {
  const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  fc.assert(
    fc.property(partialDate, ({ year, month, day }) => {
      const two = (part: number): string => String(part).padStart(2, '0')
      const us = [day && two(day), month && MONTHS[month - 1], year].filter(Boolean).join(' ')
      const un = [year, month && two(month), day && two(day)].filter(Boolean).join('-')
      assert.deepEqual(readBirth(us), only({ year, month, day }))
      assert.deepEqual(readBirth(un), only({ year, month, day }))
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => void readBirth(text)))
})
