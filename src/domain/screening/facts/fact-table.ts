import type { ListedParty } from '../party.ts'
import { type ListedBirth, type PartialDate, readBirth } from './births.ts'
import { listedCountries } from './countries.ts'

/**
 * What a list says of births and countries, in numbers: read once, because a question compares thousands of parties. Party p
 * has the births and countries from starts[p] up to starts[p + 1].
 */
export interface FactTable {
  birthStarts: Uint32Array
  /** Two dates each: from and to, 0 where it is one date. */
  births: Uint32Array
  countryStarts: Uint32Array
  countries: Uint16Array
}

const CIRCA = 1 << 21
/** On a country of the party itself; without it, the country of an address. */
export const OWN_COUNTRY = 1 << 10
const PARTIES_PER_STEP = 200

/** Reads the facts of a list in steps of a few milliseconds. */
export function* factTableSteps(parties: readonly ListedParty[]): Generator<void, FactTable> {
  const births: number[] = []
  const countries: number[] = []
  const birthStarts = new Uint32Array(parties.length + 1)
  const countryStarts = new Uint32Array(parties.length + 1)
  // Few different texts name the countries of many parties.
  const known = new Map<string, readonly number[]>()
  const codesIn = (text: string): readonly number[] => {
    const codes = known.get(text) ?? listedCountries(text).map(countryNumber)
    known.set(text, codes)
    return codes
  }
  let first = 0
  const addCountries = (texts: readonly string[], flag: number): void => {
    for (const text of texts)
      for (const code of codesIn(text)) if (countries.indexOf(code | flag, first) < 0) countries.push(code | flag)
  }
  for (const [partyId, party] of parties.entries()) {
    first = countries.length
    if (partyId % PARTIES_PER_STEP === 0) yield
    const facts = party.facts ?? party.record
    for (const text of facts?.births ?? []) {
      const birth = readBirth(text)
      if (birth) births.push(...birthNumbers(birth))
    }
    addCountries(facts?.nationalities ?? [], OWN_COUNTRY)
    addCountries(facts?.birthPlaces ?? [], OWN_COUNTRY)
    addCountries(facts?.countries ?? [], 0)
    birthStarts[partyId + 1] = births.length
    countryStarts[partyId + 1] = countries.length
  }
  return { birthStarts, births: Uint32Array.from(births), countryStarts, countries: Uint16Array.from(countries) }
}

/** A country's code of two letters as a number below `OWN_COUNTRY`. */
export const countryNumber = (code: string): number => (code.charCodeAt(0) - 65) * 26 + code.charCodeAt(1) - 65

const birthNumbers = ({ from, to, circa }: ListedBirth): [from: number, to: number] => [
  dateNumber(from) | (circa ? CIRCA : 0),
  // A range within one year is a range all the same.
  to === from ? 0 : dateNumber(to),
]

const dateNumber = ({ year, month, day }: PartialDate): number => (year << 9) | (month << 5) | day

/** Reads births out of a table into the same object again and again. */
export class BirthReader {
  readonly #first: PartialDate = { year: 0, month: 0, day: 0 }
  readonly #last: PartialDate = { year: 0, month: 0, day: 0 }
  readonly #birth: ListedBirth = { from: this.#first, to: this.#first, circa: false }

  read({ births }: FactTable, at: number): ListedBirth {
    const from = births[at] as number
    const to = births[at + 1] as number
    readDateNumber(from & ~CIRCA, this.#first)
    if (to !== 0) readDateNumber(to, this.#last)
    this.#birth.to = to === 0 ? this.#first : this.#last
    this.#birth.circa = (from & CIRCA) !== 0
    return this.#birth
  }
}

const readDateNumber = (number: number, date: PartialDate): void => {
  date.year = number >>> 9
  date.month = (number >>> 5) & 15
  date.day = number & 31
}
