import type { Random } from '../../../sandbox/random.ts'
import type { ListedParty } from '../../../src/domain/screening/party.ts'
import { type Maker, makeQuestionsOf, natural, type Parts, withTypo } from './made-questions.ts'

/** A name as a form, a ledger or a bank in Peru has it. A person of two surnames, each with its particles, or a company. */
const HUSBANDS = ['Rojas', 'QUISPE', 'Salazar', 'HUAMANI', 'Vargas', 'Torres', 'CASTRO', 'Espinoza']
const NICKNAMES = ['CHATO', 'El Tuerto', 'Cholo', 'LA CHINA', 'Gringo', 'Peluca', 'EL PROFE', 'Zorro']
const RANKS = [
  'CRNL.',
  'Gral.',
  'Mayor PNP (R)',
  'CAP. EP',
  'Cmdte.',
  'Tnte. FAP',
  'SUBOF. PNP',
  'Alfz.',
  'Crl. EP (r)',
]
const TITLES = [
  'DR.',
  'Ing.',
  'SRA.',
  'Sr.',
  'Lic.',
  'ABOG.',
  'C.P.C.',
  'Econ.',
  'Arq.',
  'Mg.',
  'Blgo.',
  'Rvdo.',
  'Sr. Dr.',
]
const NOTES = [
  '(FALLECIDO)',
  'Q.E.P.D.',
  '(QEPD)',
  'S/N',
  '(E)',
  '(finado)',
  'N.N.',
  '(menor)',
  '(titular)',
  '(difunta)',
]
const TRADE_NAMES = ['BODEGA ROSITA', 'La Casa del Perno', 'EL BUEN SABOR', 'Botica Santa Fe', 'MULTICENTRO SUR']
const ABBREVIATIONS: Record<string, string[]> = {
  MARIA: ['Ma.', 'Mª', 'M.ª', 'Mª.', 'MA'],
  FRANCISCO: ['Fco.', 'FCO', 'Fcisco.', 'Franc.'],
  JOSE: ['Jse.', 'JSE'],
  JUAN: ['Jn.', 'Jno.'],
  GUADALUPE: ['Gpe.', 'Guad.'],
  FERNANDO: ['Fdo.', 'Fern.', 'FDO'],
  ANTONIO: ['Ant.', 'Anto.', 'ANT'],
  ALEJANDRO: ['Alej.', 'Alejo.', 'ALEJ'],
  GUILLERMO: ['Guill.', 'Gmo.', 'Guillmo.'],
  EDUARDO: ['Edo.', 'Edu.', 'Eduar.'],
  ALBERTO: ['Alb.', 'Alberto', 'Alb'],
  MANUEL: ['Man.', 'Mnl.', 'Ml.'],
  ROBERTO: ['Rob.', 'Rbto.'],
  GREGORIO: ['Greg.', 'Grego.'],
  RICARDO: ['Ric.', 'Rdo.'],
  RODRIGO: ['Rodr.', 'Rgo.'],
  ALFREDO: ['Alf.', 'Alfdo.'],
  CARLOS: ['Car.', 'Carl.'],
  DOMINGO: ['Dgo.', 'Dom.'],
  CRISTOBAL: ['Crist.'],
  JOAQUIN: ['Joaq.'],
  MARGARITA: ['Marg.'],
  CONCEPCION: ['Conc.'],
  SANTIAGO: ['Stgo.'],
  ENRIQUE: ['Enr.', 'Enrq.'],
  PATRICIA: ['Pat.', 'Patr.'],
}
const digits = (length: number, random: Random): string =>
  `4${Array.from({ length: length - 1 }, () => random.below(10)).join('')}`

/** The surnames, each with the particles before it: `DE LA CRUZ` and `QUISPE`. */
const surnamesOf = ({ surnames }: Parts): string[] => {
  const units: string[] = []
  let particles = ''
  for (const word of surnames) {
    if (/^(DE|DEL|LA|LAS|LOS|Y|SAN|SANTA)$/i.test(word)) particles += `${word} `
    else units.push(particles + word)
    if (units.at(-1)?.endsWith(word)) particles = ''
  }
  return units
}

interface Person {
  first: string
  second: string
  given: string[]
}

const personOf = (parts: Parts): Person | null => {
  const [first, second, ...more] = surnamesOf(parts)
  const { given } = parts
  if (!parts.person || !first || !second || more.length > 0 || given.length > 3) return null
  return [...given, first, second].every((word) => /^[A-Za-z ]{3,}$/.test(word)) ? { first, second, given } : null
}

const inEitherOrder = (surnames: string, given: string, random: Random): string =>
  random.pick([`${given} ${surnames}`, `${surnames} ${given}`, `${surnames}, ${given}`])
const initialOf = (word: string, random: Random): string => `${word[0]}${random.pick(['.', '', '.'])}`

type PersonMaker = (person: Person, random: Random) => string | null
const ofPerson =
  (make: PersonMaker): Maker =>
  (parts, random) => {
    const person = personOf(parts)
    return person && make(person, random)
  }
const fullName = ({ first, second, given }: Person, random: Random): string =>
  inEitherOrder(`${first} ${second}`, given.join(' '), random)
const ofCompany =
  (make: (name: string, random: Random) => string): Maker =>
  ({ person, whole }, random) =>
    person || whole.split(' ').length < 3 ? null : make(whole, random)

const WRITTEN: Record<string, Maker> = {
  'initial of the second surname': ofPerson(({ first, second, given }, random) =>
    inEitherOrder(`${first} ${initialOf(second, random)}`, given.join(' '), random),
  ),
  'initial of the first surname': ofPerson(({ first, second, given }, random) =>
    second.length > 5 ? inEitherOrder(`${initialOf(first, random)} ${second}`, given.join(' '), random) : null,
  ),
  'initials of given names': ofPerson(({ first, second, given }, random) => {
    const initials = given.map((word) => `${word[0]}.`)
    return inEitherOrder(`${first} ${second}`, initials.join(random.pick([' ', ''])), random)
  }),
  'initials of all but a surname': ofPerson(({ first, second, given }) =>
    given.length === 2 && first.length > 6
      ? `${first} ${second[0]}. ${given.map((word) => `${word[0]}.`).join(' ')}`
      : null,
  ),
  'married name': ofPerson(({ first, second, given }, random) => {
    const of = random.pick(['DE', 'de', 'VDA. DE', 'Vda. de', 'VIUDA DE', 'VDA DE'])
    return inEitherOrder(
      `${first}${random.chance(0.5) ? ` ${second}` : ''} ${of} ${random.pick(HUSBANDS)}`,
      given.join(' '),
      random,
    )
  }),
  'second given name left out': ofPerson(({ first, second, given }, random) =>
    given.length < 2 ? null : inEitherOrder(`${first} ${second}`, given[0] as string, random),
  ),
  'surnames swapped': ofPerson(({ first, second, given }, random) =>
    inEitherOrder(`${second} ${first}`, given.join(' '), random),
  ),
  'given name in short': ofPerson(({ first, second, given }, random) => {
    const at = given.findIndex((word) => ABBREVIATIONS[word.toUpperCase()])
    if (at < 0) return null
    const short = random.pick(ABBREVIATIONS[(given[at] as string).toUpperCase()] as string[])
    return inEitherOrder(`${first} ${second}`, given.with(at, short).join(' '), random)
  }),
  'with a nickname': ofPerson((person, random) => {
    const [name, nickname] = [fullName(person, random), random.pick(NICKNAMES)]
    return random.pick([
      `${name} (a) ${nickname}`,
      `${name} (a) "${nickname}"`,
      `${name} alias ${nickname}`,
      `${name}, conocido como ${nickname}`,
      `${name} a.k.a. '${nickname}'`,
      `${person.given[0]} "${nickname}" ${person.first} ${person.second}`,
      `${name} (${nickname})`,
    ])
  }),
  'title or rank': ofPerson((person, random) => {
    const [name, title] = [fullName(person, random), random.pick([...TITLES, ...RANKS])]
    return random.chance(0.8) ? `${title} ${name}` : `${name}, ${title}`
  }),
  'surnames glued': ofPerson(({ first, second, given }, random) =>
    inEitherOrder(`${first}${second}`.replaceAll(' ', ''), given.join(' '), random),
  ),
  'compound surname cut': ofPerson(({ first, second, given }, random) => {
    const cut = (surname: string): string => {
      const [last = ''] = surname.split(' ').slice(-1)
      return random.pick([last, /^DE LA /i.test(surname) ? `DL${last}` : last, surname.replaceAll(' ', '')])
    }
    return /^(DE|DEL) /i.test(first + second.padStart(99)) || /^(DE|DEL) /i.test(second)
      ? inEitherOrder(`${cut(first)} ${cut(second)}`, given.join(' '), random)
      : null
  }),
  'number in the text': ofPerson((person, random) => {
    const [name, dni] = [fullName(person, random), digits(8, random)]
    return random.pick([
      `${name} DNI ${dni}`,
      `${dni} - ${name}`,
      `${name} (D.N.I. N° ${dni})`,
      `RUC 10${dni}9 ${name}`,
    ])
  }),
  'note beside the name': ofPerson((person, random) => {
    const name = fullName(person, random)
    return random.pick([
      `${name} ${random.pick(NOTES)}`,
      `SUC. ${name}`,
      `SUCESION DE ${name}`,
      `Sucesión Indivisa ${name}`,
      `${name} E HIJOS`,
      `${name} HNOS.`,
    ])
  }),
  'broken letters': ofPerson((person, random) => {
    const name = fullName(person, random).toUpperCase()
    const spoiled = random.chance(0.5)
      ? name.replace(
          /(?<=[A-Z][AEIOU])N(?=[AEIOU])/,
          random.pick(['/', '?', '&Ntilde;', '#', 'Ã‘', '&#209;', '\uFFFD']),
        )
      : name.replace(/(?<=[BCDFGLMNPRSTZ])I(?=[AO]\b)|(?<=[BCDGLMNPRST])[AEO](?=[LNR])/, random.pick(['?', '\uFFFD']))
    return spoiled === name ? null : spoiled
  }),
  'cut by an old system': (parts, random) => {
    const length = random.pick([20, 30, 40])
    const name = parts.person ? `${parts.surnames.join(' ')} ${parts.given.join(' ')}`.trim() : parts.whole
    const cut = name.slice(0, length).trim()
    return name.length > length + 1 && cut.split(' ').filter((word) => word.length > 3).length > 2 ? cut : null
  },
  'company with its trade name': ofCompany((name, random) => {
    const trade = random.pick(TRADE_NAMES)
    return random.pick([
      `${name} (${trade})`,
      `${name} - NOMBRE COMERCIAL ${trade}`,
      `${name} N.C. ${trade}`,
      `${trade} (${name})`,
      ...(/(S\.A\.?|LTDA\.?|C\.V\.?|INC\.?|CORP\.?)$/.test(name) ? [`${trade} DE ${name}`] : []),
    ])
  }),
  'company as a ledger has it': ofCompany((name, random) =>
    random.pick([
      name.replace('&', '&amp;').replaceAll(' ', '  '),
      `${name} RUC ${20}${digits(9, random)}`,
      `${name} - SUCURSAL DEL PERU`,
      `"${name}"`,
      `EMPRESA ${name}`,
    ]),
  ),
}

/** The same with a slip of the keys in one word, or with an initial, a title and a note together. */
const COMBINED: Record<string, Maker> = {
  'any of these, mistyped': (parts, random) => {
    const make = WRITTEN[random.pick(Object.keys(WRITTEN).filter((kind) => !/cut|broken|initial/.test(kind)))] as Maker
    const typed = (words: readonly string[]): string[] => withTypo(words.join(' '), random)?.split(' ') ?? [...words]
    if (natural(parts).length < 19) return null
    if (!parts.person) return make({ ...parts, whole: typed([parts.whole]).join(' ') }, random)
    return make(
      random.chance(0.7) ? { ...parts, surnames: typed(parts.surnames) } : { ...parts, given: typed(parts.given) },
      random,
    )
  },
  'initial, title and more': ofPerson(({ first, second, given }, random) => {
    const name = inEitherOrder(`${first} ${initialOf(second, random)}`, given.join(' '), random)
    return random.pick([
      `${random.pick(TITLES)} ${name}`,
      `${name} (a) ${random.pick(NICKNAMES)}`,
      `${name} DNI ${digits(8, random)}`,
      `${random.pick(RANKS)} ${name} ${random.pick(NOTES)}`,
    ])
  }),
}

const isLatin = ({ programa, fuente }: ListedParty): boolean =>
  fuente === 'US' && /SDNT|VENEZUELA|TCO|ILLICIT|CUBA|NICARAGUA/.test(programa)

/**
 * Questions made from the Latin American entries of a list, as people in Peru write names. Rules are tuned on the parties
 * of one half, figures are those of the other.
 */
export const peruvianQuestions = (
  parties: readonly ListedParty[],
  perKind: number,
  seed: number,
  half: 'tune' | 'held',
) => {
  const own = parties.filter(({ referencia }) => (Number(referencia.at(-1)) % 2 === 0) === (half === 'tune'))
  const latin = own.filter(isLatin)
  return makeQuestionsOf({ ...WRITTEN, ...COMBINED }, [latin.length > 0 ? latin : own], perKind, seed)
}
