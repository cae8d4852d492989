import type { PartialDate } from './births.ts'
import { compareBirths } from './compare-births.ts'
import { type AskedFacts, countryBits } from './compare-facts.ts'
import { namesOfCountry } from './countries.ts'
import { BirthReader, countryNumber, type FactTable, OWN_COUNTRY } from './fact-table.ts'

/** Compares what is known of a customer with the parties of one list, by numbers alone: no record is read. */
export class ListFacts {
  readonly #table: FactTable
  readonly #reader = new BirthReader()
  #birth: PartialDate | null = null
  #country = ''
  /** The asked country, and those that it is part of or that are part of it. */
  #codes: readonly number[] = []
  /** Was a birth or a country asked? No other fact makes a hit. */
  isAsked = false

  constructor(table: FactTable) {
    this.#table = table
  }

  ask(asked: AskedFacts | null): void {
    const country = asked?.country?.code ?? ''
    this.#birth = asked?.birth?.date ?? null
    if (country !== '' && country !== this.#country) this.#codes = namesOfCountry(country).map(countryNumber)
    this.#country = country
    this.isAsked = this.#birth !== null || country !== ''
  }

  /** Do birth or country speak for the party? */
  hasAgreeingFacts(partyId: number): boolean {
    return this.birthBits(partyId) > 0 || this.countryBits(partyId) > 0
  }

  /** What the birth tells: of several the one that fits best; 0 where it is not known. */
  birthBits(partyId: number): number {
    const { birthStarts } = this.#table
    const end = birthStarts[partyId + 1] as number
    let at = birthStarts[partyId] as number
    if (this.#birth === null || at === end) return 0
    let best = Number.NEGATIVE_INFINITY
    for (; at < end; at += 2) best = Math.max(best, compareBirths(this.#birth, this.#reader.read(this.#table, at)))
    return best
  }

  /** What the country tells; 0 where it is not known. */
  countryBits(partyId: number): number {
    const { countryStarts, countries } = this.#table
    const end = countryStarts[partyId + 1] as number
    if (this.#country === '') return 0
    let hasOwn = false
    let hasOther = false
    for (let at = countryStarts[partyId] as number; at < end; at++) {
      const listed = countries[at] as number
      if (this.#codes.includes(listed & ~OWN_COUNTRY)) return countryBits(this.#country, 'same')
      if (listed & OWN_COUNTRY) hasOwn = true
      else hasOther = true
    }
    return hasOwn ? countryBits(this.#country, 'other') : hasOther ? countryBits(this.#country, 'otherAddress') : 0
  }
}
