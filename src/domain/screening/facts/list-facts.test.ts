import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emptyRecord, type ListedParty, type PartyRecord } from '../party.ts'
import { readDate } from './births.ts'
import { type AskedFacts, compareFacts } from './compare-facts.ts'
import { factTableSteps } from './fact-table.ts'
import { ListFacts } from './list-facts.ts'

const partyWith = (record: Partial<PartyRecord> | null): ListedParty => ({
  ...{ fuente: 'US', referencia: '1', tipo: 'individual', programa: '', names: [], documents: [] },
  ...(record && { record: { ...emptyRecord(), ...record } }),
})

const factsOf = (parties: readonly ListedParty[]): ListFacts => {
  const steps = factTableSteps(parties)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return new ListFacts(step.value)
}

const two = (number: number): string => String(number).padStart(2, '0')
const year = fc.integer({ min: 1935, max: 1975 })
const month = fc.integer({ min: 1, max: 12 })
const day = fc.integer({ min: 1, max: 28 })
const listedBirth = fc.oneof(
  year.map(String),
  fc.tuple(year, month).map(([y, m]) => `${y}-${two(m)}`),
  fc.tuple(year, month, day).map(([y, m, d]) => `${y}-${two(m)}-${two(d)}`),
  year.map((y) => `circa ${y}`),
  fc.tuple(year, fc.integer({ min: 0, max: 9 })).map(([y, more]) => `${y} to ${y + more}`),
  fc.tuple(year, fc.integer({ min: 0, max: 9 })).map(([y, more]) => `circa ${y} to ${y + more}`),
  fc.constant('unknown'),
)
const country = fc.constantFrom(
  'China',
  'Hong Kong',
  'Macau',
  'Peru',
  'Lima, Peru',
  'Serbia',
  'Kosovo',
  'nowhere',
  'Iran',
)
const record = fc.record({
  births: fc.array(listedBirth, { maxLength: 3 }),
  birthPlaces: fc.array(country, { maxLength: 2 }),
  nationalities: fc.array(country, { maxLength: 2 }),
  countries: fc.array(country, { maxLength: 2 }),
})
const askedBirth = fc
  .oneof(
    year.map(String),
    fc.tuple(year, month, day).map(([y, m, d]) => `${y}-${two(m)}-${two(d)}`),
  )
  .map((text) => ({ text, date: readDate(text) as NonNullable<ReturnType<typeof readDate>> }))
const askedCountry = fc
  .constantFrom('CN', 'HK', 'MO', 'PE', 'RS', 'XK', 'IR', 'NZ')
  .map((code) => ({ text: code, code }))
const asked: fc.Arbitrary<AskedFacts> = fc.record({ birth: askedBirth, country: askedCountry }, { requiredKeys: [] })

const bitsIn = (party: ListedParty, facts: AskedFacts, fact: 'nacimiento' | 'pais'): number =>
  compareFacts(party, facts).find((one) => one.fact === fact)?.bits ?? 0

test('numbers tell of a party what the words of the list tell', () => {
  fc.assert(
    fc.property(fc.array(fc.option(record), { minLength: 1, maxLength: 5 }), fc.array(asked), (records, questions) => {
      const parties = records.map(partyWith)
      const list = factsOf(parties)
      for (const facts of [...questions, {}]) {
        list.ask(facts)
        for (const [partyId, party] of parties.entries()) {
          const [birth, place] = [bitsIn(party, facts, 'nacimiento'), bitsIn(party, facts, 'pais')]
          assert.equal(list.birthBits(partyId), birth)
          assert.equal(list.countryBits(partyId), place)
          assert.equal(list.hasAgreeingFacts(partyId), birth > 0 || place > 0)
        }
      }
    }),
    { numRuns: 500 },
  )
})

test('nothing asked speaks for nobody', () => {
  const list = factsOf([partyWith({ births: ['1960'], nationalities: ['Peru'] })])
  list.ask({ country: { text: 'PE', code: 'PE' } })
  assert.ok(list.isAsked && list.hasAgreeingFacts(0))
  list.ask(null)
  assert.ok(!list.isAsked && !list.hasAgreeingFacts(0))
})
