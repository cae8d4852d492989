import { type Random, seededRandom } from '../../../sandbox/random.ts'
import { rucCheckDigit } from '../../../src/domain/ruc.ts'
import { COMPANY_WORDS, GIVEN_NAMES, SURNAMES, type Tier } from '../../../src/domain/screening/words/population.ts'

/** Somebody invented, who must not be found on any list. */
interface InventedName {
  kind: 'person' | 'common-person' | 'company' | 'initial-person'
  nombre: string
  documento?: string
}

const wordsOf = (tiers: readonly Tier[]): string[] => tiers.flatMap(([, words]) => words.split(' '))
const weighted = (tiers: readonly Tier[]): string[] =>
  tiers.flatMap(([share, words]) => words.split(' ').flatMap((word) => Array<string>(Math.ceil(share / 15)).fill(word)))

const surnames = weighted(SURNAMES)
const given = weighted(GIVEN_NAMES)
const common = { surnames: wordsOf(SURNAMES.slice(0, 3)), given: wordsOf(GIVEN_NAMES.slice(0, 2)) }
const trades = wordsOf(COMPANY_WORDS.slice(0, 3)).filter((word) => word.length > 4)
const localities = wordsOf(COMPANY_WORDS.slice(3))
const FORMS = [
  'S.A.C.',
  'SAC',
  'S.R.L.',
  'E.I.R.L.',
  'EIRL',
  'S.A.',
  'S.R.LTDA.',
  'S.A.C',
  'S.A.A.',
  'SOCIEDAD ANONIMA CERRADA',
]
const TAILS = [
  'DEL NORTE',
  'DEL CENTRO',
  'Y HERMANOS',
  'E HIJOS',
  'VIRGEN DE CHAPI',
  'SAN ISIDRO',
  'LOS OLIVOS',
  'EXPRESS',
  'ANDINA',
  'DEL PERU',
]
const STARTS = ['CCA', 'HUA', 'QUI', 'CHU', 'YA', 'SA', 'PU', 'TI', 'CO', 'MA', 'LLA', 'A', 'PA', 'CU']
const ENDS = [
  'RI',
  'MACHI',
  'NCA',
  'LLPA',
  'QUE',
  'PAZA',
  'CUSI',
  'ROCA',
  'MANI',
  'YTA',
  'TICO',
  'RACA',
  'HUANCA',
  'LLA',
]

/** Surnames that are in no table, as every register has them. */
const rareSurname = (random: Random): string =>
  random.pick(STARTS) + random.pick(ENDS) + (random.chance(0.3) ? random.pick(ENDS) : '')

const familyOf = (random: Random): string[] =>
  [0, 1].map(() => (random.chance(0.2) ? rareSurname(random) : random.pick(surnames)))

const givenOf = (random: Random): string[] =>
  random.chance(0.65) ? [random.pick(given), random.pick(given)] : [random.pick(given)]

const person = (random: Random): InventedName => {
  const family = familyOf(random)
  return {
    kind: 'person',
    nombre: inSomeOrder(family, givenOf(random), random),
    ...(random.chance(0.25) ? { documento: digits(8, random) } : {}),
  }
}

/** A person whose second surname is written as its initial. */
const initialPerson = (random: Random): InventedName => {
  const [first = '', second = ''] = familyOf(random)
  const initial = `${second[0]}${random.chance(0.7) ? '.' : ''}`
  return { kind: 'initial-person', nombre: inSomeOrder([first, initial], givenOf(random), random) }
}

const inSomeOrder = (family: string[], names: string[], random: Random): string => {
  const order = random.below(3)
  if (order === 0) return `${family.join(' ')} ${names.join(' ')}`
  return order === 1 ? `${family.join(' ')}, ${names.join(' ')}` : `${names.join(' ')} ${family.join(' ')}`
}

const commonPerson = (random: Random): InventedName => ({
  kind: 'common-person',
  nombre: inSomeOrder(
    [random.pick(common.surnames), random.pick(common.surnames)],
    [random.pick(common.given), random.pick(common.given)],
    random,
  ),
})

const company = (random: Random): InventedName => {
  const middle = random.chance(0.5)
    ? random.pick(localities)
    : random.chance(0.5)
      ? random.pick(surnames)
      : rareSurname(random)
  const words = [
    random.pick(random.chance(0.8) ? trades : localities),
    middle,
    ...(random.chance(0.4) ? [random.pick(TAILS)] : []),
  ]
  const ten = `20${digits(8, random)}`
  return {
    kind: 'company',
    nombre: `${words.join(' ')} ${random.pick(FORMS)}`,
    ...(random.chance(0.25) ? { documento: ten + rucCheckDigit(ten) } : {}),
  }
}

const digits = (length: number, random: Random): string =>
  Array.from({ length }, (_, at) => (at === 0 ? 4 + random.below(4) : random.below(10))).join('')

/** `perKind` invented names of every kind, always the same for a seed. */
export const inventNames = (perKind: number, seed: number): InventedName[] => {
  const random = seededRandom(seed)
  return [person, commonPerson, company, initialPerson].flatMap((invent) =>
    Array.from({ length: perKind }, () => invent(random)),
  )
}
