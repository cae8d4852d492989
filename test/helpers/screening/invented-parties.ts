import { type Random, seededRandom } from '../../../sandbox/random.ts'
import type {
  ListedDocument,
  ListedName,
  ListedParty,
  NameKind,
  PartyKind,
} from '../../../src/domain/screening/party.ts'

/** Sanctioned parties that exist nowhere, as the two lists have them: the mix of origins, name orders, aliases and documents. */
interface InventedLists {
  us: ListedParty[]
  un: ListedParty[]
}

interface Person {
  surnames: string
  given: string
}

const words = (text: string): string[] => text.split(' ')

const SURNAME_STARTS = words('BRE CAL DOR FEN GAL HUR JOR KEL LOM MUR NAR OLV PRA QUIL ROV SUL TOR URB VEL ZAN CHU YAR')
const SURNAME_MIDDLES = words('AMI EBO IDU OKA URE ANTO ESTI ILVA ORME UBRI ACHI OCA UMBA')
const SPANISH_ENDS = words('NDEZ RRERO RGA QUEZ LTAN RRO NTE GUI ZABAL LLO')
const ARABIC_ENDS = words('WI ZANI MADI RASHI BANI TARI SHAMI QALI')
const RUSSIAN_ENDS = words('VENKO SKIY NOV LIN CHUK REV TSEV')
const PARTICLES = words('DE DEL')
const SPANISH_GIVEN = words(
  'Ardelio Brunilda Casimiro Dorotea Eulogio Fredesvinda Isauro Jovita Luis Maria Jose Carlos Rosa Jorge',
)
const ARABIC_GIVEN = words(
  'Mohammed Ahmed Hussein Hassan Ibrahim Abdullah Yusuf Khalid Mustafa Mahmoud Nasser Omar Saleh Faraj Zuhayr',
)
const RUSSIAN_GIVEN = words('Aleksandr Sergey Dmitry Yevgeny Yury Aristarkh Dobrynya Konstantin')
const PATRONYMICS = words('Aleksandrovich Sergeevich Dobrynich Nikolaevich Yuryevich Aristarkhovich')
const KOREAN = words('Chol Hyon Song Nam Kyong Il Su Ryong Mun Gwang')
const TRADES = words(
  'NAVIERA COMERCIALIZADORA TRADING INDUSTRIAS SHIPPING MINERA ENERGY AGROPECUARIA LOGISTICS INVERSIONES',
)
const FORMS = ['S.A.', 'S.A. DE C.V.', 'LTDA', 'LLC', 'CO., LTD.', 'S.A.C.', 'LIMITED', 'JOINT STOCK COMPANY', 'INC.']
const PROGRAMS = {
  spanish: 'SDNTK',
  arabic: 'SDGT',
  russian: 'RUSSIA-EO14024',
  korean: 'DPRK',
  company: 'VENEZUELA-EO13850',
}
const COUNTRIES = words('Panama Colombia Iran Russia Mexico China')

/** The same lists for the same seed: `size` entries on the US list, a third as many on the UN list. */
export const inventLists = (size: number, seed: number): InventedLists => {
  const inventor = new Inventor(seededRandom(seed))
  return {
    us: Array.from({ length: size }, (_, at) => inventor.usParty(String(10_000 + at))),
    un: Array.from({ length: Math.floor(size / 3) }, (_, at) => inventor.unParty(`ZZi.${100 + at}`)),
  }
}

/** A listed name; in a person's name on the US list the comma separates surnames from given names. */
export const listedName = (text: string, kind: NameKind, tipo: PartyKind): ListedName => ({
  text,
  kind,
  surnamesEnd: tipo === 'individual' ? Math.max(0, text.indexOf(',')) : 0,
})

class Inventor {
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  usParty(referencia: string): ListedParty {
    const draw = this.#random.next()
    if (draw < 0.26) return this.#usPerson(referencia, PROGRAMS.spanish, this.#spanish())
    if (draw < 0.4) return this.#usPerson(referencia, PROGRAMS.arabic, this.#arabic())
    if (draw < 0.52) return this.#usPerson(referencia, PROGRAMS.russian, this.#russian())
    if (draw < 0.55) return this.#usPerson(referencia, PROGRAMS.korean, this.#korean())
    const tipo: PartyKind = draw < 0.92 ? 'entity' : draw < 0.98 ? 'vessel' : 'aircraft'
    return this.#thing(referencia, tipo)
  }

  /** The UN list gives the parts in natural order, in capitals, and does not say which are surnames. */
  unParty(referencia: string): ListedParty {
    const isArabic = this.#random.chance(0.75)
    const { surnames, given } = isArabic ? this.#arabic() : this.#korean()
    const alias = { ...this.#arabic(), surnames }
    return {
      ...{ fuente: 'UN', referencia, tipo: 'individual', programa: isArabic ? 'Al-Qaida' : 'DPRK' },
      names: [
        { text: `${given} ${surnames}`.toUpperCase(), kind: 'principal', surnamesEnd: 0 },
        ...(isArabic ? [{ text: `${alias.given} ${surnames}`, kind: 'alias' as const, surnamesEnd: 0 }] : []),
        ...(this.#random.chance(0.2)
          ? [{ text: `Abu ${this.#surname(ARABIC_ENDS)}`, kind: 'alias-debil' as const, surnamesEnd: 0 }]
          : []),
      ],
      documents: [],
    }
  }

  #usPerson(referencia: string, programa: string, person: Person): ListedParty {
    const random = this.#random
    const name = (text: string, kind: NameKind): ListedName => listedName(text, kind, 'individual')
    return {
      ...{ fuente: 'US', referencia, tipo: 'individual', programa },
      names: [
        name(`${person.surnames}, ${person.given}`, 'principal'),
        ...(random.chance(0.4) ? [name(`${this.#surname(SPANISH_ENDS)}, ${random.pick(SPANISH_GIVEN)}`, 'alias')] : []),
        ...(random.chance(0.15) ? [name(this.#surname(SPANISH_ENDS), 'alias-debil')] : []),
      ],
      documents: random.chance(0.6) ? [this.#passport()] : [],
    }
  }

  #thing(referencia: string, tipo: PartyKind): ListedParty {
    const random = this.#random
    const own = this.#surname(SPANISH_ENDS)
    const name =
      tipo === 'entity' ? `${random.pick(TRADES)} ${own} ${random.pick(FORMS)}` : `${own} ${1 + random.below(90)}`
    return {
      ...{ fuente: 'US', referencia, tipo, programa: PROGRAMS.company, documents: [] },
      names: [
        listedName(name, 'principal', tipo),
        ...(random.chance(0.3)
          ? [listedName(`${this.#surname(SPANISH_ENDS)} ${random.pick(TRADES)}`, 'alias', tipo)]
          : []),
      ],
    }
  }

  #spanish(): Person {
    const random = this.#random
    const first = this.#surname(SPANISH_ENDS)
    const second = `${random.chance(0.15) ? `${random.pick(PARTICLES)} ` : ''}${this.#surname(SPANISH_ENDS)}`
    const given = random.pick(SPANISH_GIVEN)
    return {
      surnames: random.chance(0.8) ? `${first} ${second}` : first,
      given: random.chance(0.6) ? `${given} ${random.pick(SPANISH_GIVEN)}` : given,
    }
  }

  #arabic(): Person {
    const random = this.#random
    return {
      surnames: `AL-${this.#surname(ARABIC_ENDS)}`,
      given: `${random.pick(ARABIC_GIVEN)} ${random.pick(ARABIC_GIVEN)}`,
    }
  }

  #russian(): Person {
    const random = this.#random
    return { surnames: this.#surname(RUSSIAN_ENDS), given: `${random.pick(RUSSIAN_GIVEN)} ${random.pick(PATRONYMICS)}` }
  }

  #korean(): Person {
    const random = this.#random
    return {
      surnames: random.pick(['KIM', 'RI', 'PAK', 'CHOE', 'JANG']),
      given: `${random.pick(KOREAN)} ${random.pick(KOREAN)}`,
    }
  }

  #surname(ends: readonly string[]): string {
    const random = this.#random
    const middle = random.pick(SURNAME_MIDDLES) + (random.chance(0.4) ? random.pick(SURNAME_MIDDLES) : '')
    return random.pick(SURNAME_STARTS) + middle + random.pick(ends)
  }

  #passport(): ListedDocument {
    const number = Array.from({ length: 8 }, () => this.#random.below(10)).join('')
    return { kind: 'passport', country: this.#random.pick(COUNTRIES), number }
  }
}
