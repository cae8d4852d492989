import type { ListedParty, PartyKind, PartyRecord } from '../party.ts'
import { type PartialDate, readBirth } from './births.ts'
import { compareBirths } from './compare-births.ts'
import { isSameCountry, listedCountries } from './countries.ts'
import { FACT_POLICY } from './fact-policy.ts'

/** What else a caller knows of the customer: each with the text of the question. At least one is there. */
export interface AskedFacts {
  kind?: { text: string; kind: PartyKind }
  birth?: { text: string; date: PartialDate }
  country?: { text: string; code: string }
}

/** How one fact of the customer compares with what the list says of the party. */
export interface FactComparison {
  fact: 'tipo' | 'nacimiento' | 'pais'
  asked: string
  /** In the list's own words. */
  listed: string
  /** Above 0 they agree, below 0 they contradict each other. */
  bits: number
}

/** Compares what is known on both sides; what one side does not know is left out. */
export const compareFacts = (party: ListedParty, asked: AskedFacts): FactComparison[] => {
  const found: FactComparison[] = []
  if (asked.kind) found.push(compareKinds(party.tipo, asked.kind))
  // The record is decoded when it is read, so it is read once.
  const record = asked.birth || asked.country ? party.record : undefined
  if (!record) return found
  const birth = asked.birth && nearestBirth(record.births, asked.birth)
  if (birth) found.push(birth)
  const country = asked.country && compareCountries(record, asked.country)
  if (country) found.push(country)
  return found
}

const compareKinds = (listed: PartyKind, { text, kind }: NonNullable<AskedFacts['kind']>): FactComparison => ({
  ...{ fact: 'tipo', asked: text, listed },
  bits: listed === kind ? FACT_POLICY.kind.same[kind] : FACT_POLICY.kind.other,
})

/** Of several births the one that fits best counts. */
const nearestBirth = (
  births: readonly string[],
  { text, date }: NonNullable<AskedFacts['birth']>,
): FactComparison | null => {
  let nearest: FactComparison | null = null
  for (const listed of births) {
    const birth = readBirth(listed)
    if (!birth) continue
    const bits = compareBirths(date, birth)
    if (!nearest || bits > nearest.bits) nearest = { fact: 'nacimiento', asked: text, listed, bits }
  }
  return nearest
}

/** One country in common is enough. Without one they contradict each other, weakly: people move, companies have branches. */
const compareCountries = (
  { nationalities, birthPlaces, countries }: PartyRecord,
  { text, code }: NonNullable<AskedFacts['country']>,
): FactComparison | null => {
  const own = firstReadable([...nationalities, ...birthPlaces], code)
  if (own?.isSame) return countryComparison(text, own.listed, sameCountryBits(code))
  const other = firstReadable(countries, code)
  if (other?.isSame) return countryComparison(text, other.listed, sameCountryBits(code))
  if (own) return countryComparison(text, own.listed, FACT_POLICY.country.other)
  return other && countryComparison(text, other.listed, FACT_POLICY.country.otherAddress)
}

const countryComparison = (asked: string, listed: string, bits: number): FactComparison => ({
  ...{ fact: 'pais', asked, listed, bits },
})

/** The text that names the asked country; else the first one that names any. */
const firstReadable = (texts: readonly string[], code: string): { listed: string; isSame: boolean } | null => {
  let first: string | null = null
  for (const listed of texts) {
    const codes = listedCountries(listed)
    if (codes.some((one) => isSameCountry(one, code))) return { listed, isSame: true }
    if (codes.length > 0) first ??= listed
  }
  return first === null ? null : { listed: first, isSame: false }
}

/** What an equal country tells: the fewer listed parties it has, the more. */
export const sameCountryBits = (code: string): number =>
  (FACT_POLICY.country.common as Readonly<Record<string, number>>)[code] ?? FACT_POLICY.country.rare
