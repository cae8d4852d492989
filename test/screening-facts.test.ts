import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { readBirth } from '../src/domain/screening/facts/births.ts'
import { type AskedFacts, compareFacts } from '../src/domain/screening/facts/compare-facts.ts'
import { listedCountries } from '../src/domain/screening/facts/countries.ts'
import { explain } from '../src/domain/screening/match/explain.ts'
import type { Hit } from '../src/domain/screening/match/hit.ts'
import { type ListMatcher, matcherOf } from '../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../src/domain/screening/match/question.ts'
import { emptyRecord, type ListedParty, type PartyKind, type PartyRecord } from '../src/domain/screening/party.ts'
import { screen } from '../src/domain/screening/screen.ts'
import { type Customer, customerFacts } from '../src/lookups/aml/customer-input.ts'
import { type FactEffects, scoreFacts } from './helpers/screening/fact-effects.ts'
import { inventLists, listedName } from './helpers/screening/invented-parties.ts'
import { withInventedRecords } from './helpers/screening/invented-records.ts'
import { realLists, sharedData } from './helpers/screening/lists.ts'
import { makeQuestions } from './helpers/screening/made-questions.ts'

const SEED = 15_11_2026
const questions = new QuestionReader()

let entries = 0
const party = (text: string, record: Partial<PartyRecord> | null, tipo: PartyKind = 'individual'): ListedParty => ({
  ...{ fuente: 'US', referencia: String(++entries), tipo, programa: 'SDNTK', documents: [] },
  names: [listedName(text, 'principal', tipo)],
  ...(record && { record: { ...emptyRecord(), ...record } }),
})

const hitsOf = (list: ListMatcher, nombre: string, customer: Customer = {}): Hit[] =>
  screen(questions.read(nombre, undefined, customerFacts(customer)), [list]).hits
const found = (list: ListMatcher, nombre: string, customer?: Customer): string[] =>
  hitsOf(list, nombre, customer).map(
    ({ exact, party: { names, referencia } }) => `${exact ? 'exacto' : 'parcial'} ${referencia} ${names[0]?.text}`,
  )
const reasonsOf = (list: ListMatcher, nombre: string, customer: Customer) => {
  const question = questions.read(nombre, undefined, customerFacts(customer))
  const [hit] = screen(question, [list]).hits
  assert.ok(hit)
  return explain(list, question, hit).filter(({ tipo }) => ['tipo', 'nacimiento', 'pais'].includes(tipo))
}

describe('common names', () => {
  const older = party('GONZALEZ LOPEZ, Jose Luis', { births: ['20 May 1950'], nationalities: ['Mexico'] })
  const younger = party('GONZALEZ LOPEZ, Jose Luis', { births: ['11 Nov 1972'], countries: ['Colombia'] })
  const unknown = party('GONZALEZ LOPEZ, Jose Luis', null)
  const near = party('FERNANDEZ LOPEZ, Jose Luis', { births: ['03 Mar 1981', 'circa 1979'] })
  const ship = party('GONZALEZ LOPEZ', { countries: ['Panama'] }, 'vessel')
  const list = matcherOf([older, younger, unknown, near, ship])
  const by = ({ referencia, names }: ListedParty, level: string): string => `${level} ${referencia} ${names[0]?.text}`

  test('with the right birth date a misspelt name rises to the top', () => {
    const [first] = found(list, 'Jose Luis Gonzales Lopes', { nacimiento: '1972-11-11' })
    assert.equal(first, by(younger, 'parcial'))
    assert.equal(found(list, 'Jose Luis Gonzales Lopes', { nacimiento: '1950' })[0], by(older, 'parcial'))
  })

  test('also above an equal name of which no birth is known', () => {
    const spelt = party('GONZALES LOPEZ, Jose Luis', null)
    const both = matcherOf([spelt, younger])
    assert.deepEqual(found(both, 'Jose Luis Gonzales Lopez'), [by(spelt, 'exacto'), by(younger, 'parcial')])
    assert.deepEqual(found(both, 'Jose Luis Gonzales Lopez', { nacimiento: '1972-11-11' }), [
      by(younger, 'parcial'),
      by(spelt, 'exacto'),
    ])
  })

  test('also a name misspelt into another one, which the name alone does not find', () => {
    assert.deepEqual(found(list, 'Jose Luis Hernandez Lopez'), [])
    assert.deepEqual(found(list, 'Jose Luis Hernandez Lopez', { nacimiento: '1981-03-03' }), [by(near, 'parcial')])
  })

  test('with a birth ten years off a partial hit is gone, an equal name stays, lowered, with its reason', () => {
    const asked = { nacimiento: '1960-05-20' }
    assert.deepEqual(found(list, 'Jose Luis Gonzales Lopes', asked), [by(unknown, 'parcial')])
    const [first, ...rest] = hitsOf(list, 'Jose Luis Gonzalez Lopez', asked)
    assert.deepEqual([first?.party, first?.score], [unknown, 1])
    assert.deepEqual(
      rest.map((hit) => [hit.party.referencia, hit.exact, hit.score < 0.75]),
      [
        [older.referencia, true, true],
        [younger.referencia, true, true],
      ],
    )
    assert.deepEqual(reasonsOf(matcherOf([older]), 'Jose Luis Gonzalez Lopez', asked), [
      { tipo: 'nacimiento', consulta: '1960-05-20', lista: '20 May 1950', peso: -14 },
    ])
  })

  test('every fact that can be compared has its reason, in the list’s own words; the others have none', () => {
    const customer: Customer = { tipo: 'persona', nacimiento: '1972', pais: 'Perú' }
    assert.deepEqual(reasonsOf(matcherOf([younger]), 'Jose Luis Gonzalez Lopez', customer), [
      { tipo: 'tipo', consulta: 'persona', lista: 'individual', peso: 1 },
      { tipo: 'nacimiento', consulta: '1972', lista: '11 Nov 1972', peso: 6 },
      { tipo: 'pais', consulta: 'Perú', lista: 'Colombia', peso: -1 },
    ])
    assert.deepEqual(
      reasonsOf(matcherOf([unknown]), 'Jose Luis Gonzalez Lopez', { nacimiento: '1972', pais: 'PE' }),
      [],
    )
  })

  test('of several births the nearest counts', () => {
    const [reason] = reasonsOf(matcherOf([near]), 'Jose Luis Fernandez Lopez', { nacimiento: '1981-03-03' })
    assert.equal(reason?.lista, '03 Mar 1981')
    const [circa] = reasonsOf(matcherOf([near]), 'Jose Luis Fernandez Lopez', { nacimiento: '1977' })
    assert.ok(circa?.lista === 'circa 1979' && (circa.peso ?? 0) > 0)
  })

  test('another kind of party drops a partial hit and lowers an equal name', () => {
    assert.ok(found(list, 'Gonzales Lopes').includes(by(ship, 'parcial')))
    assert.deepEqual(found(matcherOf([ship]), 'Gonzales Lopes', { tipo: 'persona' }), [])
    const [hit] = hitsOf(matcherOf([ship]), 'Gonzalez Lopez', { tipo: 'persona' })
    assert.ok(hit?.exact && hit.score < 0.75)
    assert.equal(hitsOf(matcherOf([ship]), 'Gonzalez Lopez', { tipo: 'nave', pais: 'PA' })[0]?.score, 1)
  })

  test('facts alone make no hit of one shared word, nor of names that contradict each other', () => {
    for (const nombre of ['Maria Fernandez', 'Jose Perez Garcia', 'Jose Luis Castillo Lopez', 'Lopez', 'Ana Ruiz'])
      assert.deepEqual(found(list, nombre, { tipo: 'persona', nacimiento: '1981-03-03', pais: 'CO' }), [], nombre)
  })

  test('a country in common lifts, another one lowers a little, less where only an address is known', () => {
    const score = (of: ListedParty, pais: string): number =>
      hitsOf(matcherOf([of]), 'Jose Luis Gonzales Lopes', { pais })[0]?.score ?? 0
    const plain = hitsOf(matcherOf([older]), 'Jose Luis Gonzales Lopes')[0]?.score ?? 0
    assert.ok(score(older, 'MX') > plain && score(younger, 'Colombia') > plain)
    assert.ok(score(older, 'PE') < score(younger, 'PE') && score(younger, 'PE') < plain)
    assert.ok(score(older, 'PE') > 0.75)
    assert.equal(score(unknown, 'PE'), plain)
  })

  test('an equal name is never cut from a long answer, however much speaks against it', () => {
    const many = Array.from({ length: 80 }, () => party('GONZALEZ LOPEZ, Jose Luiz', null))
    const hits = hitsOf(matcherOf([...many, older]), 'Jose Luis Gonzalez Lopez', { nacimiento: '1990' })
    assert.equal(hits.length, 50)
    assert.ok(hits.some((hit) => hit.exact && hit.party === older))
  })
})

const { us } = inventLists(400, SEED)
const known = withInventedRecords(us, SEED)
const asked = makeQuestions(known, 20, SEED)
const list = matcherOf(known)
const bare = matcherOf(us)

const customer = fc.record(
  {
    tipo: fc.constantFrom('persona' as const, 'empresa' as const, 'nave' as const, 'aeronave' as const),
    nacimiento: fc.oneof(
      fc.integer({ min: 1940, max: 2005 }).map(String),
      fc
        .date({ min: new Date('1940-01-01'), max: new Date('2005-12-31'), noInvalidDate: true })
        .map((day) => day.toISOString().slice(0, 10)),
    ),
    pais: fc.constantFrom('CO', 'MX', 'RU', 'Irán', 'Corea del Norte', 'PE', 'Panamá', 'NZ'),
  },
  { requiredKeys: [] },
)
const question = fc.constantFrom(...asked)

const search = (of: ListMatcher, nombre: string, facts: AskedFacts | null): Hit[] =>
  screen(questions.read(nombre, undefined, facts), [of]).hits
const scoresOf = (hits: readonly Hit[]): Map<string, Hit> => new Map(hits.map((hit) => [hit.party.referencia, hit]))

test('a party of which the list says nothing is neither lifted nor lowered', () => {
  fc.assert(
    fc.property(question, customer, ({ nombre }, { tipo: _, ...facts }) => {
      const outline = (hits: readonly Hit[]) => hits.map((hit) => [hit.party.referencia, hit.score, hit.exact])
      assert.deepEqual(outline(search(bare, nombre, customerFacts(facts))), outline(search(bare, nombre, null)))
    }),
  )
})

test('agreement never lowers, contradiction never lifts, and an equal name is never dropped', () => {
  fc.assert(
    fc.property(question, customer, ({ nombre }, facts) => {
      const [plain, weighed] = [search(list, nombre, null), search(list, nombre, customerFacts(facts))]
      const [before, with_] = [scoresOf(plain), scoresOf(weighed)]
      for (const [referencia, hit] of with_) {
        const bits = compareFacts(hit.party, customerFacts(facts) ?? {}).map((one) => one.bits)
        const was = before.get(referencia)
        if (!was) assert.ok(!hit.exact && bits.some((one) => one > 0), `${nombre}: new, and for no reason`)
        else if (bits.every((one) => one >= 0)) assert.ok(hit.score >= was.score, nombre)
        else if (bits.every((one) => one <= 0)) assert.ok(hit.score <= was.score, nombre)
      }
      for (const [referencia, { exact }] of before) if (exact) assert.equal(with_.get(referencia)?.exact, true, nombre)
    }),
    { numRuns: 300 },
  )
})

test('the same question with the same facts gives the same answer', () => {
  fc.assert(
    fc.property(question, customer, ({ nombre }, facts) => {
      const once = search(list, nombre, customerFacts(facts)).map(({ party: { referencia }, score }) => [
        referencia,
        score,
      ])
      search(list, 'OTRO NOMBRE', null)
      const again = search(list, nombre, customerFacts(facts)).map(({ party: { referencia }, score }) => [
        referencia,
        score,
      ])
      assert.deepEqual(again, once)
    }),
  )
})

/** The limits that right and wrong facts keep on any list. */
const checkEffects = (effects: FactEffects): void => {
  const share = (fact: string, of: 'firstBefore' | 'firstAfter' | 'found' | 'droppedPartial'): number =>
    effects.of(fact)[of] / effects.of(fact).n
  for (const [fact, { n, droppedExact }] of effects) {
    assert.ok(n > 50, `${fact}: ${n} questions`)
    assert.equal(droppedExact, 0, fact)
  }
  for (const fact of ['tipo right', 'nacimiento right', 'nacimiento year only', 'pais right']) {
    assert.equal(effects.of(fact).droppedPartial, 0, fact)
    assert.equal(effects.of(fact).lowered, 0, fact)
    assert.ok(share(fact, 'firstAfter') >= share(fact, 'firstBefore'), fact)
  }
  for (const fact of ['tipo wrong', 'nacimiento ten years off', 'pais wrong']) {
    assert.equal(effects.of(fact).lifted, 0, fact)
    assert.equal(effects.of(fact).found, 0, fact)
  }
  assert.ok(share('nacimiento right', 'firstAfter') >= 0.98)
}

test('right facts help and wrong ones count against, on invented lists', (t) => {
  const effects = scoreFacts([list], 60, SEED)
  t.diagnostic(effects.print('invented lists'))
  checkEffects(effects)
})

/** One person of the list in ten has a name this common or commoner. */
const COMMON_BITS = 22

/** Persons of a list with a common name and one full birth date, the first of January aside. */
const commonPeople = ({ index }: ListMatcher): { party: ListedParty; birth: string }[] =>
  index.parties.flatMap((party, partyId) => {
    const { births = [] } = party.record ?? {}
    const read = births.length === 1 ? readBirth(births[0] as string) : null
    const weight = index.nameWeights[index.firstName[partyId] as number] as number
    if (!read || read.circa || read.from !== read.to || read.from.day < 2 || weight > COMMON_BITS) return []
    const { year, month, day } = read.from
    return [{ party, birth: [year, month, Math.min(day, 28)].map((part) => String(part).padStart(2, '0')).join('-') }]
  })

const naturalOrder = ({ names: [name] }: ListedParty): string => (name?.text ?? '').split(', ').reverse().join(' ')

/** The longest word without a letter from its middle. */
const withoutLetter = (name: string): string => {
  const longest = name.split(' ').reduce((a, b) => (b.length > a.length ? b : a))
  const middle = longest.length >> 1
  return name.replace(longest, longest.slice(0, middle) + longest.slice(middle + 1))
}

/** What the lists write where they name no country. */
const NO_COUNTRY = ['undetermined', 'na', 'None Identified', 'Region: Commonwealth of Independent States']

describe('on the real lists', { skip: !sharedData() && 'no ../shared/data beside the project' }, () => {
  let lists: ListMatcher[] = []
  const records = (): PartyRecord[] => lists.flatMap(({ index }) => index.parties.flatMap(({ record }) => record ?? []))
  before(async () => {
    lists = await realLists()
  })

  test('every country they name is known, and all but a few births are read', (t) => {
    if (records().length === 0) return t.skip('the lists are read without records')
    const unknown = records()
      .flatMap(({ nationalities, countries }) => [...nationalities, ...countries])
      .filter((text) => listedCountries(text).length === 0)
    assert.deepEqual(
      [...new Set(unknown)].filter((text) => !NO_COUNTRY.includes(text)),
      [],
    )
    const births = records().flatMap((record) => record.births)
    const unread = births.filter((text) => readBirth(text) === null)
    t.diagnostic(`births: ${births.length}, unreadable: ${unread.length}`)
    assert.ok(births.length > 1_000 && unread.length < births.length / 1_000)
  })

  test('common names: the birth brings a misspelt one to the top, one ten years off drops it and lowers an equal one', (t) => {
    if (records().length === 0) return t.skip('the lists are read without records')
    const people = lists.flatMap(commonPeople)
    const [n, first] = [people.length, { without: 0, with: 0 }]
    let stillPartial = 0
    for (const { party, birth } of people) {
      const name = naturalOrder(party)
      const top = (nombre: string, nacimiento?: string): Hit | undefined =>
        screen(questions.read(nombre, undefined, nacimiento ? customerFacts({ nacimiento }) : null), lists).hits.find(
          (hit) => hit.party.fuente === party.fuente,
        )
      const own = (nombre: string, nacimiento: string): Hit | undefined =>
        screen(questions.read(nombre, undefined, customerFacts({ nacimiento })), lists).hits.find(
          (hit) => hit.party === party,
        )
      const misspelt = withoutLetter(name)
      if (top(misspelt)?.party === party) first.without++
      if (top(misspelt, birth)?.party === party) first.with++
      const tenYearsOff = `${Number(birth.slice(0, 4)) + 10}${birth.slice(4)}`
      if (own(misspelt, tenYearsOff)?.exact === false) stillPartial++
      const equal = own(name, tenYearsOff)
      assert.ok(equal?.exact && equal.score < 0.8, `${name} is equal`)
    }
    t.diagnostic(`${n} names, first: ${first.without} without the birth, ${first.with} with it`)
    t.diagnostic(`still partial with a birth ten years off: ${stillPartial}`)
    assert.ok(n > 100 && first.with > first.without && first.with / n >= 0.97 && stillPartial / n <= 0.01)
  })

  test('right facts help and wrong ones count against', (t) => {
    if (records().length === 0) return t.skip('the lists are read without records')
    const effects = scoreFacts(lists, 60, SEED)
    t.diagnostic(effects.print('real lists'))
    checkEffects(effects)
  })
})
