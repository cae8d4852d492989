import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { decodeText } from '../kernel/charset.ts'
import { Failure } from '../kernel/errors.ts'
import * as aggregatorA from './aggregator-a/parse.ts'
import * as aggregatorB from './aggregator-b/parse.ts'
import * as insurance from './insurance-registry/parse.ts'
import * as directory from './public-dni-directory/parse.ts'
import * as taxauth from './taxauth/parse.ts'

const EDITS = 700
const SLOWEST_MS = 50

type Parse = (text: string) => unknown
interface Case {
  room: string
  page: string
  parse: Parse
  /** HTML only: an edit inside the markup must not change what is read. */
  markup?: true
}

const json = (text: string, status = 200) => ({ status, headers: {}, contentType: '', text })
const record = (page: string, ruc: string): Case => ({
  room: 'taxauth',
  page,
  parse: (text) => taxauth.parseTaxpayer(text, ruc),
  markup: true,
})

const CASES: readonly Case[] = [
  record('record-company.html', '20000000125'),
  record('record-struck-off.html', '20600000773'),
  record('record-latin1.html', '20550001234'),
  record('record-mixed.html', '20480004567'),
  record('record-few-rows.html', '20000000125'),
  record('none-ruc.html', '20000000125'),
  record('error.html', '20000000125'),
  record('firewall.html', '20000000125'),
  record('challenge.html', '20000000125'),
  record('redesigned.html', '20000000125'),
  {
    room: 'taxauth',
    page: 'record-person.html',
    parse: (text) => taxauth.parsePersonRecord(text, '10000000120', '00000012'),
    markup: true,
  },
  { room: 'taxauth', page: 'list-by-name.html', parse: taxauth.parseNameList, markup: true },
  { room: 'taxauth', page: 'list-empty.html', parse: taxauth.parseNameList, markup: true },
  ...['list-two-rucs.html', '00003456', 'list-by-dni.html', '00000012', 'none-dni.html', '00000012'].flatMap(
    (page, i, all): Case[] =>
      i % 2 === 1
        ? []
        : [
            {
              room: 'taxauth',
              page,
              parse: (text) => taxauth.parseDniList(text, all[i + 1] as string)?.rows ?? null,
              markup: true,
            },
          ],
  ),
  ...(
    [
      ['result-th.html', '00000012'],
      ['result-td.html', '00003456'],
      ['result-inputs.html', '00007890'],
      ['none.html', '00000012'],
      ['trouble.html', '00000012'],
      ['missing-page.html', '00000012'],
    ] as const
  ).map(
    ([page, dni]): Case => ({
      room: 'public-dni-directory',
      page,
      parse: (text) => directory.parsePerson(text, dni),
      markup: true,
    }),
  ),
  {
    room: 'aggregator-a',
    page: 'taxpayer-full.json',
    parse: (text) => aggregatorA.parseTaxpayer(json(text), '20000000125'),
  },
  { room: 'aggregator-a', page: 'person.json', parse: (text) => aggregatorA.parsePerson(json(text), '00000012') },
  {
    room: 'aggregator-a',
    page: 'not-found.json',
    parse: (text) => aggregatorA.parsePerson(json(text, 404), '00000012'),
  },
  {
    room: 'aggregator-b',
    page: 'taxpayer.json',
    parse: (text) => aggregatorB.parseTaxpayer(json(text), '20000000125'),
  },
  { room: 'aggregator-b', page: 'person.json', parse: (text) => aggregatorB.parsePerson(json(text), '00000012') },
  { room: 'aggregator-b', page: 'not-found.json', parse: (text) => aggregatorB.parsePerson(json(text), '00000012') },
  {
    room: 'insurance-registry',
    page: 'certificates.json',
    parse: (text) => insurance.parseCertificates(text, 'ABC123', '2026-11-15'),
  },
  {
    room: 'insurance-registry',
    page: 'certificates-other-channel.json',
    parse: (text) => insurance.parseCertificates(text, 'F5K910', '2026-11-15'),
  },
  {
    room: 'insurance-registry',
    page: 'none.json',
    parse: (text) => insurance.parseCertificates(text, 'ABC123', '2026-11-15'),
  },
]

/** The same edits every time, so that a finding can be found again. */
const dice = (seed: number): ((sides: number) => number) => {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const SCRAPS = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '&#',
  '<!--',
  '-->',
  '</div>',
  '<p>',
  '<br>',
  '{',
  '}',
  '[',
  ',',
  ':',
  '\\',
  '-',
  ' - ',
  '0',
  '�',
  'Ñ',
  '\u0000',
  ' '.repeat(200),
]

/** A small edit of a stretch: deleted, doubled, replaced, or something put in. */
const editWithin = (text: string, from: number, to: number, roll: (sides: number) => number): string => {
  const start = from + roll(Math.max(to - from, 1))
  const end = Math.min(start + 1 + roll(12), to)
  const scrap = SCRAPS[roll(SCRAPS.length)] as string
  const inserted = [scrap, text.slice(start, end).repeat(2), '', scrap][roll(4)] as string
  return text.slice(0, start) + inserted + text.slice(roll(3) === 0 ? start : end)
}

/** A tag, with what stands between it and the next, taken away, doubled or swapped: values keep their letters. */
const editMarkup = (text: string, roll: (sides: number) => number): string => {
  const tags = [...text.matchAll(/<[^>]*>/g)]
  const tag = tags[roll(tags.length)] as RegExpExecArray
  const other = tags[roll(tags.length)] as RegExpExecArray
  const replacement = ['', tag[0] + tag[0], other[0], `${tag[0]}<!-- -->`, '<span>', '</div>', tag[0].toUpperCase()][
    roll(7)
  ] as string
  return text.slice(0, tag.index) + replacement + text.slice(tag.index + tag[0].length)
}

const outcome = (parse: Parse, text: string): unknown => {
  try {
    return parse(text)
  } catch (error) {
    assert.ok(error instanceof Failure, `an exception of another kind: ${String(error)}`)
    return error
  }
}

/** The shortest of three runs, because the machine may be doing something else. */
const isSlow = (parse: Parse, text: string): boolean =>
  [1, 2, 3].every(() => {
    const start = performance.now()
    outcome(parse, text)
    return performance.now() - start > SLOWEST_MS
  })

const checkShape = (value: unknown, whole: unknown, why: string): void => {
  if (value instanceof Failure) return
  if (whole instanceof Failure || whole === null) assert.equal(value, null, why)
  else assert.notEqual(value, null, why)
  if (Array.isArray(whole)) return
  for (const key of ['numero', 'placa', 'fuente'] as const) {
    assert.equal(
      (value as Record<string, unknown> | null)?.[key],
      (whole as Record<string, unknown> | null)?.[key],
      why,
    )
  }
  for (const [key, text] of Object.entries(value ?? {})) {
    if (typeof text !== 'string') continue
    assert.ok(text.trim() === text && text !== '-', `${why}: ${key} is untidy`)
    if (key === 'ubigeo') assert.match(text, /^(?:[0-9]{6})?$/, why)
  }
}

for (const [i, { room, page, parse, markup }] of CASES.entries()) {
  const text = decodeText(readFileSync(new URL(`${room}/fixtures/${page}`, import.meta.url)))
  const whole = outcome(parse, text)

  test(`${room}/${page}: any edit leaves the record asked for, an honest none, or a failure`, () => {
    const roll = dice(i + 1)
    for (let n = 0; n < EDITS; n++) {
      let edited = text
      for (let edits = 0; edits <= roll(3); edits++) edited = editWithin(edited, 0, edited.length, roll)
      const why = `edit ${n}`
      const start = performance.now()
      const value = outcome(parse, edited)
      if (performance.now() - start > SLOWEST_MS) assert.ok(!isSlow(parse, edited), `${why} is slow`)
      if (whole instanceof Failure && value === null) continue
      checkShape(value, whole, why)
    }
  })

  if (!markup) continue
  test(`${room}/${page}: an edit of the markup changes nothing or is noticed`, () => {
    const roll = dice(1_000 + i)
    for (let n = 0; n < EDITS; n++) {
      const value = outcome(parse, editMarkup(text, roll))
      if (!(value instanceof Failure)) assert.deepEqual(value, whole, `edit ${n}`)
    }
  })
}

const HOSTILE: Record<string, string> = {
  'deeply nested': '<h4>'.repeat(50_000),
  'tags that never end': `${'<a '.repeat(50_000)}>`,
  'comments that never end': '<!--'.repeat(50_000),
  'spaces without end': `<h4>N&uacute;mero de RUC:</h4><p>${' '.repeat(200_000)}</p>`,
  'entities without end': '&amp'.repeat(50_000),
  'rows without end': `<table>${'<tr><td>1</td><td>2</td><td>3</td><td>4</td></tr>'.repeat(5_000)}</table>`,
  'brackets without end': '['.repeat(100_000),
}

for (const [name, text] of Object.entries(HOSTILE)) {
  test(`${name}: a failure of ours, soon`, () => {
    for (const { room, page, parse } of CASES) {
      const start = performance.now()
      assert.ok(outcome(parse, text) instanceof Failure, `${room}/${page}`)
      assert.ok(performance.now() - start < 2_000, `${room}/${page}`)
    }
  })
}
