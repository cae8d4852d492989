import type { ListedParty, PartyFacts, PartyKind } from '../party.ts'
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

/** Compares what is known on both sides, in words, for those who read it; what one side does not know is left out. */
export const compareFacts = (party: ListedParty, asked: AskedFacts): FactComparison[] => {
  const found: FactComparison[] = []
  if (asked.kind) found.push(compareKinds(party.tipo, asked.kind))
  // They are decoded when they are read, so they are read once.
  const facts = asked.birth || asked.country ? (party.facts ?? party.record) : undefined
  if (!facts) return found
  const birth = asked.birth && nearestBirth(facts.births, asked.birth)
  if (birth) found.push(birth)
  const country = asked.country && compareCountries(facts, asked.country)
  if (country) found.push(country)
  return found
}

const compareKinds = (listed: PartyKind, { text, kind }: NonNullable<AskedFacts['kind']>): FactComparison => ({
  ...{ fact: 'tipo', asked: text, listed },
  bits: kindBits(listed, kind),
})

/** What the kind of a party tells. */
export const kindBits = (listed: PartyKind, asked: PartyKind): number =>
  listed === asked ? FACT_POLICY.kind.same[asked] : FACT_POLICY.kind.other

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
  { nationalities, birthPlaces, countries }: PartyFacts,
  { text, code }: NonNullable<AskedFacts['country']>,
): FactComparison | null => {
  const own = firstReadable([...nationalities, ...birthPlaces], code)
  if (own?.isSame) return countryComparison(text, own.listed, countryBits(code, 'same'))
  const other = firstReadable(countries, code)
  if (other?.isSame) return countryComparison(text, other.listed, countryBits(code, 'same'))
  if (own) return countryComparison(text, own.listed, countryBits(code, 'other'))
  return other && countryComparison(text, other.listed, countryBits(code, 'otherAddress'))
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

const COMMON: Readonly<Record<string, number>> = FACT_POLICY.country.common

/** What the country of a party tells. An equal one: the fewer listed parties it has, the more. */
export const countryBits = (code: string, found: 'same' | 'other' | 'otherAddress'): number =>
  found === 'same' ? (COMMON[code] ?? FACT_POLICY.country.rare) : FACT_POLICY.country[found]
