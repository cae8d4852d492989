import { lehmerRandom, type Random } from '../random.ts'

/** An invented sanctioned party, before it is written the way a publisher writes it. */
export interface PretendParty {
  entry: number
  kind: 'individual' | 'entity' | 'vessel' | 'aircraft'
  surnames: string
  /** Given names of a person; the whole name of anything else. */
  name: string
  aliases: string[]
  weakAliases: string[]
  remarks: string[]
  program: string
  /** Post or title of a person. */
  title?: string
  /** Call sign, type, tonnage, gross tonnage, flag and owner of a ship. */
  ship?: string[]
  addresses?: PretendAddress[]
}

export interface PretendAddress {
  street: string
  city: string
  country: string
}

const STARTS = [
  'Bre',
  'Cal',
  'Dor',
  'Fen',
  'Gal',
  'Hur',
  'Jor',
  'Kel',
  'Lom',
  'Mur',
  'Nar',
  'Olv',
  'Pra',
  'Quil',
  'Rov',
  'Sul',
  'Tor',
  'Urb',
  'Vel',
  'Zan',
]
const MIDDLES = ['ami', 'ebo', 'idu', 'oka', 'ure', 'anto', 'esti', 'ilva', 'orme', 'ubri']
const ENDS = ['ndez', 'rrero', 'lski', 'vich', 'nova', 'ssar', 'mud', 'rga', 'quez', 'ltán', 'rro', 'nte']
const GIVEN = [
  'Ardelio',
  'Brunilda',
  'Casimiro',
  'Dorotea',
  'Eulogio',
  'Fredesvinda',
  'Gumersindo',
  'Hermelinda',
  'Isauro',
  'Jovita',
  'Leovigildo',
  'Melquiades',
]
const TRADES = [
  'NAVIERA',
  'COMERCIALIZADORA',
  'TRADING',
  'HOLDING',
  'INDUSTRIAS',
  'SHIPPING',
  'MINERA',
  'ENERGY',
  'AGROPECUARIA',
  'LOGISTICS',
]
const FORMS = ['S.A.', 'S.A. DE C.V.', 'LTDA.', 'LLC', 'CO., LTD.', 'S.A.C.', 'LIMITED', 'JOINT STOCK COMPANY']
const PROGRAMS = [
  'SDNTK',
  'SDGT',
  'SDGT] [IFSR',
  'ILLICIT-DRUGS-EO14059',
  'RUSSIA-EO14024',
  'NPWMD',
  'VENEZUELA-EO13850',
  'TCO',
]
const COUNTRIES = ['Panama', 'Colombia', 'Iran', 'Russia', 'Mexico', 'China']

const plain = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')

/** `count` invented parties, always the same for a seed. */
export const inventParties = (count: number, firstEntry: number, seed: number): PretendParty[] => {
  const random = lehmerRandom(seed)
  return Array.from({ length: count }, (_, at) => {
    const drawn = random.next()
    if (drawn < 0.45) return inventPerson(firstEntry + at, random)
    return inventThing(firstEntry + at, drawn < 0.9 ? 'entity' : drawn < 0.97 ? 'vessel' : 'aircraft', random)
  })
}

const inventWord = ({ pick, chance }: Random): string =>
  plain(pick(STARTS) + pick(MIDDLES) + (chance(0.4) ? pick(MIDDLES) : '') + pick(ENDS))

const digits = (length: number, { below }: Random): string => Array.from({ length }, () => below(10)).join('')

// The order of the draws below decides what every later party is called.
const inventPerson = (entry: number, random: Random): PretendParty => {
  const { pick, chance, below } = random
  const word = (): string => inventWord(random)
  const surnames = chance(0.5) ? `${word()} ${word()}` : word()
  const name = chance(0.5) ? `${pick(GIVEN)} ${pick(GIVEN)}` : pick(GIVEN)
  return {
    ...{ entry, kind: 'individual', surnames: surnames.toUpperCase(), name, program: pick(PROGRAMS) },
    aliases: chance(0.4) ? [`${word().toUpperCase()}, ${pick(GIVEN)}`] : [],
    weakAliases: chance(0.15) ? [word().toUpperCase()] : [],
    remarks: [`DOB ${1 + below(28)} Mar 19${50 + below(49)}`, `Passport ${digits(8, random)} (${pick(COUNTRIES)})`],
  }
}

const inventThing = (entry: number, kind: 'entity' | 'vessel' | 'aircraft', random: Random): PretendParty => {
  const { pick, chance, below } = random
  const word = (): string => inventWord(random).toUpperCase()
  return {
    ...{ entry, kind, surnames: '', program: pick(PROGRAMS), weakAliases: [] },
    name: kind === 'entity' ? `${pick(TRADES)} ${word()} ${pick(FORMS)}` : `${word()} ${1 + below(90)}`,
    aliases: chance(0.3) ? [`${word()} ${pick(TRADES)}`] : [],
    remarks: kind === 'entity' ? [`Tax ID No. ${digits(10, random)} (${pick(COUNTRIES)})`] : [],
  }
}
