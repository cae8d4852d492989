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
}

/** Numbers that look random and are always the same. */
export const lehmer = (seed: number) => () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647

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
const PLACES = ['Panama', 'Colombia', 'Iran', 'Russia', 'Mexico', 'China']

const plain = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')

/** `count` parties that exist nowhere, always the same for a seed. */
export const inventParties = (count: number, firstEntry: number, seed: number): PretendParty[] => {
  const chance = lehmer(seed)
  const one = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T
  const word = (): string => plain(one(STARTS) + one(MIDDLES) + (chance() < 0.4 ? one(MIDDLES) : '') + one(ENDS))
  const digits = (length: number): string => Array.from({ length }, () => Math.floor(chance() * 10)).join('')

  const person = (entry: number): PretendParty => {
    const surnames = chance() < 0.5 ? `${word()} ${word()}` : word()
    const name = chance() < 0.5 ? `${one(GIVEN)} ${one(GIVEN)}` : one(GIVEN)
    return {
      ...{ entry, kind: 'individual', surnames: surnames.toUpperCase(), name, program: one(PROGRAMS) },
      aliases: chance() < 0.4 ? [`${word().toUpperCase()}, ${one(GIVEN)}`] : [],
      weakAliases: chance() < 0.15 ? [word().toUpperCase()] : [],
      remarks: [
        `DOB ${1 + Math.floor(chance() * 28)} Mar 19${50 + Math.floor(chance() * 49)}`,
        `Passport ${digits(8)} (${one(PLACES)})`,
      ],
    }
  }
  const thing = (entry: number, kind: 'entity' | 'vessel' | 'aircraft'): PretendParty => ({
    ...{ entry, kind, surnames: '', program: one(PROGRAMS), weakAliases: [] },
    name:
      kind === 'entity'
        ? `${one(TRADES)} ${word().toUpperCase()} ${one(FORMS)}`
        : `${word().toUpperCase()} ${1 + Math.floor(chance() * 90)}`,
    aliases: chance() < 0.3 ? [`${word().toUpperCase()} ${one(TRADES)}`] : [],
    remarks: kind === 'entity' ? [`Tax ID No. ${digits(10)} (${one(PLACES)})`] : [],
  })
  return Array.from({ length: count }, (_, at) => {
    const draw = chance()
    if (draw < 0.45) return person(firstEntry + at)
    return thing(firstEntry + at, draw < 0.9 ? 'entity' : draw < 0.97 ? 'vessel' : 'aircraft')
  })
}
