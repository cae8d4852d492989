import { type ListedBirth, readBirth } from '../../../src/domain/screening/facts/births.ts'
import type { AskedFacts } from '../../../src/domain/screening/facts/compare-facts.ts'
import { listedCountries } from '../../../src/domain/screening/facts/countries.ts'
import type { Hit } from '../../../src/domain/screening/match/hit.ts'
import type { ListMatcher } from '../../../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../../../src/domain/screening/match/question.ts'
import type { ListedParty, PartyKind } from '../../../src/domain/screening/party.ts'
import { screen } from '../../../src/domain/screening/screen.ts'
import { customerFacts } from '../../../src/lookups/aml/customer-input.ts'
import { makeQuestions } from './made-questions.ts'

/** What one fact did to the hit on the party a question was made from. */
export interface FactEffect {
  n: number
  /** No hit without the fact, a hit with it; the other way round, by the kind of hit it was. */
  found: number
  droppedPartial: number
  droppedExact: number
  /** A hit in both cases. */
  lifted: number
  lowered: number
  same: number
  /** The party was the first hit of its list without the fact, and with it. */
  firstBefore: number
  firstAfter: number
}

/** Effects by fact; right and wrong facts are told apart. */
export class FactEffects extends Map<string, FactEffect> {
  of(fact: string): FactEffect {
    const none = { n: 0, found: 0, droppedPartial: 0, droppedExact: 0, lifted: 0, lowered: 0, same: 0 }
    const known = this.get(fact) ?? { ...none, firstBefore: 0, firstAfter: 0 }
    this.set(fact, known)
    return known
  }

  print(title: string): string {
    const share = (part: number, { n }: FactEffect): string => `${((100 * part) / n).toFixed(1)} %`.padStart(8)
    const rows = [...this].map(
      ([fact, effect]) =>
        `  ${fact.padEnd(24)}${String(effect.n).padStart(6)}  found ${share(effect.found, effect)}` +
        `  lifted ${share(effect.lifted, effect)}  same ${share(effect.same, effect)}` +
        `  lowered ${share(effect.lowered, effect)}  dropped ${share(effect.droppedPartial, effect)}` +
        `  exact dropped ${effect.droppedExact}` +
        `  @1 ${share(effect.firstBefore, effect)} ->${share(effect.firstAfter, effect)}`,
    )
    return [title, ...rows].join('\n')
  }
}

const KINDS = { individual: 'persona', entity: 'empresa', vessel: 'nave', aircraft: 'aeronave' } as const
const TEN_YEARS = 10

/** The first birth of a party that is one date and no guess. */
const birthOf = ({ record }: ListedParty): ListedBirth['from'] | null => {
  for (const text of record?.births ?? []) {
    const birth = readBirth(text)
    if (birth && !birth.circa && birth.from === birth.to) return birth.from
  }
  return null
}

/** Ten years after the latest birth that the list states. */
const tenYearsOff = ({ record }: ListedParty): number => {
  const years = (record?.births ?? []).map((text) => readBirth(text)?.to.year ?? 0)
  return Math.max(...years) + TEN_YEARS
}

const written = ({ year, month, day }: ListedBirth['from']): string =>
  [year, month, day]
    .filter((part) => part > 0)
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

const countryOf = ({ record }: ListedParty): string | undefined =>
  [...(record?.nationalities ?? []), ...(record?.countries ?? [])].flatMap(listedCountries)[0]

const otherKind = (tipo: PartyKind): 'persona' | 'empresa' => (tipo === 'individual' ? 'empresa' : 'persona')

/** Facts of the party itself, and others; null where the list does not say. No listed party is of Niue. */
const FACTS: Record<string, (party: ListedParty) => AskedFacts | null> = {
  'tipo right': ({ tipo }) => customerFacts({ tipo: KINDS[tipo] }),
  'tipo wrong': ({ tipo }) => customerFacts({ tipo: otherKind(tipo) }),
  'nacimiento right': (party) => withBirth(party, (birth) => written(birth)),
  'nacimiento year only': (party) => withBirth(party, ({ year }) => String(year)),
  'nacimiento ten years off': (party) =>
    withBirth(party, (birth) => written({ ...birth, year: tenYearsOff(party), day: Math.min(birth.day, 28) })),
  'pais right': (party) => withCountry(party, countryOf(party)),
  'pais wrong': (party) => withCountry(party, 'NU'),
}

const withBirth = (party: ListedParty, write: (birth: ListedBirth['from']) => string): AskedFacts | null => {
  const birth = birthOf(party)
  return birth && customerFacts({ nacimiento: write(birth) })
}

const withCountry = (party: ListedParty, pais: string | undefined): AskedFacts | null =>
  pais !== undefined && countryOf(party) !== undefined ? customerFacts({ pais }) : null

/** Asks `perKind` questions of every kind, made from the lists, without and with each fact. */
export const scoreFacts = (lists: readonly ListMatcher[], perKind: number, seed: number): FactEffects => {
  const parties = lists.flatMap(({ index }) => index.parties)
  const questions = new QuestionReader()
  const effects = new FactEffects()
  for (const { nombre, party } of makeQuestions(parties, perKind, seed)) {
    const hitsWith = (facts: AskedFacts | null): Hit[] => screen(questions.read(nombre, undefined, facts), lists).hits
    const before = hitsWith(null)
    for (const [fact, of] of Object.entries(FACTS)) {
      const facts = of(party)
      if (facts) addEffect(effects.of(fact), party, before, hitsWith(facts))
    }
  }
  return effects
}

/** The first hit of the party's own list: many people are on both. */
const firstOf = (hits: readonly Hit[], { fuente }: ListedParty): Hit | undefined =>
  hits.find(({ party }) => party.fuente === fuente)

const addEffect = (effect: FactEffect, party: ListedParty, before: readonly Hit[], after: readonly Hit[]): void => {
  const isOwn = (hit: Hit | undefined): boolean => hit?.party === party
  const [plain, known] = [before.find(isOwn), after.find(isOwn)]
  effect.n++
  if (isOwn(firstOf(before, party))) effect.firstBefore++
  if (isOwn(firstOf(after, party))) effect.firstAfter++
  if (!plain && !known) return
  if (!plain) effect.found++
  else if (!known) effect[plain.exact ? 'droppedExact' : 'droppedPartial']++
  else if (known.score === plain.score) effect.same++
  else effect[known.score > plain.score ? 'lifted' : 'lowered']++
}
