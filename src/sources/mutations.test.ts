import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { seededRandom } from '../../sandbox/random.ts'
import { cpuMs } from '../../test/helpers/cpu-time.ts'
import { editAnywhere, editMarkup } from '../../test/helpers/mutate.ts'
import { repeated } from '../../test/helpers/repeated.ts'
import { SEED } from '../../test/helpers/seed.ts'
import { Failure } from '../kernel/errors.ts'
import { decodeText } from '../kernel/http/charset.ts'
import * as aggregatorA from './aggregators/a/parse.ts'
import * as aggregatorB from './aggregators/b/parse.ts'
import * as insurance from './insurance-registry/parse.ts'
import * as directory from './public-dni-directory/parse.ts'
import * as taxauth from './taxauth/parse.ts'

/** Many edits from a seed that never changes, and some from the seed of the run, which is a new one in CI. */
const FIXED_SEED = 1
const EDITS = repeated(100)
const MARKUP_EDITS = repeated(70)
const NEW_EDITS = repeated(40)
/** Only a reader that blows up takes so long. */
const SLOWEST_MS = 500

/** Reads a page as the answer about a number; the page of a fixture is about that number or says it is not. */
type Read = (text: string, number: string) => unknown

const json = (text: string, status = 200) => ({ status, headers: {}, contentType: '', text })
const record: Read = taxauth.parseTaxpayer
const person: Read = (text, dni) => taxauth.parsePersonRecord(text, `10${dni}0`, dni)
const byName: Read = (text) => taxauth.parseNameList(text)
const byDni: Read = (text, dni) => taxauth.parseDniList(text, dni)?.rows ?? null
const listed: Read = directory.parsePerson
const policy: Read = (text, plate) => insurance.parseCertificates(text, plate, '2026-11-15')
const taxpayerA: Read = (text, ruc) => aggregatorA.parseTaxpayer(json(text), ruc)
const personA: Read = (text, dni) => aggregatorA.parsePerson(json(text), dni)
const missingA: Read = (text, dni) => aggregatorA.parsePerson(json(text, 404), dni)
const taxpayerB: Read = (text, ruc) => aggregatorB.parseTaxpayer(json(text), ruc)
const personB: Read = (text, dni) => aggregatorB.parsePerson(json(text), dni)

const CASES: readonly [fixture: string, read: Read, number: string][] = [
  ['taxauth/record-company.html', record, '20000000125'],
  ['taxauth/record-struck-off.html', record, '20600000773'],
  ['taxauth/record-latin1.html', record, '20550001234'],
  ['taxauth/record-mixed.html', record, '20480004567'],
  ['taxauth/record-few-rows.html', record, '20000000125'],
  ['taxauth/record-person.html', person, '00000012'],
  ['taxauth/none-ruc.html', record, '20000000125'],
  ['taxauth/none-dni.html', byDni, '00000012'],
  ['taxauth/list-by-name.html', byName, ''],
  ['taxauth/list-empty.html', byName, ''],
  ['taxauth/list-by-dni.html', byDni, '00000012'],
  ['taxauth/list-two-rucs.html', byDni, '00003456'],
  ['taxauth/error.html', record, '20000000125'],
  ['taxauth/firewall.html', record, '20000000125'],
  ['taxauth/challenge.html', record, '20000000125'],
  ['taxauth/redesigned.html', record, '20000000125'],
  ['public-dni-directory/result-th.html', listed, '00000012'],
  ['public-dni-directory/result-td.html', listed, '00003456'],
  ['public-dni-directory/result-inputs.html', listed, '00007890'],
  ['public-dni-directory/none.html', listed, '00000012'],
  ['public-dni-directory/trouble.html', listed, '00000012'],
  ['public-dni-directory/missing-page.html', listed, '00000012'],
  ['aggregators/a/taxpayer-full.json', taxpayerA, '20000000125'],
  ['aggregators/a/person.json', personA, '00000012'],
  ['aggregators/a/not-found.json', missingA, '00000012'],
  ['aggregators/b/taxpayer.json', taxpayerB, '20000000125'],
  ['aggregators/b/person.json', personB, '00000012'],
  ['aggregators/b/not-found.json', personB, '00000012'],
  ['insurance-registry/certificates.json', policy, 'ABC123'],
  ['insurance-registry/certificates-other-channel.json', policy, 'F5K910'],
  ['insurance-registry/none.json', policy, 'ABC123'],
]

/** A value, null, or a Failure; any other exception fails the test. */
const outcome = (read: Read, text: string, number: string): unknown => {
  try {
    return read(text, number)
  } catch (error) {
    assert.ok(error instanceof Failure, `an exception of another kind: ${String(error)}`)
    return error
  }
}

/** The shortest of three more runs counts, because the first one may pay for the compiler or the garbage collector. */
const isSlow = (read: Read, text: string, number: string): boolean =>
  [1, 2, 3].every(() => cpuMs(() => outcome(read, text, number)) > SLOWEST_MS)

/** Parts of a name may be cut out of the whole name, in which an edit can put a dash as a word of its own. */
const NAME_PARTS = ['apellidoPaterno', 'apellidoMaterno', 'nombres']

/** An edit may hit a letter of a value; it can never make it another number's, untidy, or none. */
const checkValue = (value: unknown, whole: unknown, edit: string): void => {
  assert.equal(value === null, whole === null, edit)
  const rows = Array.isArray(value) ? value : [value ?? {}]
  for (const [key, text] of rows.flatMap((row) => Object.entries(row as object))) {
    if (typeof text === 'string') assert.equal(text.trim(), text, `${key} is untidy: ${edit}`)
    if (!NAME_PARTS.includes(key)) assert.notEqual(text, '-', `${key} is untidy: ${edit}`)
    if (key === 'ubigeo') assert.match(text, /^(?:[0-9]{6})?$/, edit)
  }
  for (const key of ['numero', 'placa', 'fuente'] as const) {
    const [now, then] = [value, whole].map((one) => (one as Record<string, unknown> | null)?.[key])
    assert.equal(now, then, `${key}: ${edit}`)
  }
}

for (const [i, [fixture, read, number]] of CASES.entries()) {
  const at = fixture.lastIndexOf('/')
  const [room, page] = [fixture.slice(0, at), fixture.slice(at + 1)]
  const text = decodeText(readFileSync(new URL(`${room}/fixtures/${page}`, import.meta.url)))
  const whole = outcome(read, text, number)

  test(`${fixture}: any edit leaves the record asked for, a proven none, or a failure`, () => {
    const seeds = [seededRandom(FIXED_SEED + i), seededRandom(SEED + i)] as const
    for (let n = 0; n < EDITS + NEW_EDITS; n++) {
      const random = seeds[n < EDITS ? 0 : 1]
      const edited = editAnywhere(text, random)
      let value: unknown
      const spentMs = cpuMs(() => {
        value = outcome(read, edited, number)
      })
      if (spentMs > SLOWEST_MS) assert.ok(!isSlow(read, edited, number), `edit ${n} is slow, FC_SEED=${SEED}`)
      if (value instanceof Failure) continue
      assert.ok(!(whole instanceof Failure), `edit ${n}: an answer out of a failure, FC_SEED=${SEED}`)
      checkValue(value, whole, `edit ${n}, FC_SEED=${SEED}`)
    }
  })

  if (!fixture.endsWith('.html')) continue
  test(`${fixture}: an edit of the markup changes nothing or is noticed`, () => {
    const seeds = [seededRandom(FIXED_SEED + 1_000 + i), seededRandom(SEED + 1_000 + i)] as const
    for (let n = 0; n < MARKUP_EDITS + NEW_EDITS; n++) {
      const random = seeds[n < MARKUP_EDITS ? 0 : 1]
      const value = outcome(read, editMarkup(text, random), number)
      if (!(value instanceof Failure)) assert.deepEqual(value, whole, `edit ${n}, FC_SEED=${SEED}`)
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
  test(`${name}: a Failure within two seconds`, () => {
    // One fixture of each reader: what is read here is not the fixture.
    for (const [fixture, read, number] of new Map(CASES.map((one) => [one[1], one])).values()) {
      const isFailure = () => assert.ok(outcome(read, text, number) instanceof Failure, fixture)
      assert.ok(cpuMs(isFailure) < 2_000, fixture)
    }
  })
}
