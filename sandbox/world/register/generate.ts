import { type Random, seededRandom } from '../../random.ts'
import { LOCALITIES, NO_ADDRESS, type PretendAddress, type PretendTaxpayer, rucOf } from './taxpayer.ts'
import {
  BRANDS,
  COMPOUND_SURNAMES,
  FOREIGN_GIVEN_NAMES,
  FOREIGN_SURNAMES,
  GIVEN_NAMES,
  GIVEN_PHRASES,
  LEGAL_FORMS,
  STREET_TYPES,
  STREETS,
  SURNAMES,
  TRADES,
  ZONES,
} from './words.ts'

const SEED = 0x9e3779b9

/** How many of each kind, in the real register's proportions. Their numbers are in ranges that were never assigned. */
const KINDS = [
  { prefix: '10', from: 99_000_000, count: 20_200 },
  { prefix: '15', from: 0, count: 620 },
  { prefix: '17', from: 0, count: 130 },
  { prefix: '20', from: 0, count: 3_100 },
] as const
const RANGE = 1_000_000
/** Numbers below this belong to the samples. */
const RESERVED = 1_000

/** Frequent ones first, because they are picked by rank. */
const ESTADOS = [
  'ACTIVO',
  'BAJA DE OFICIO',
  'BAJA DEFINITIVA',
  'SUSPENSION TEMPORAL',
  'BAJA MULT.INSCR. Y OTROS',
  'BAJA PROV. POR OFICIO',
  'BAJA PROVISIONAL',
  'ANULACION - ERROR SUNAT',
  'ANULACION - ACTO ILICITO',
  'ANUL.PROVI.-ACTO ILICITO',
  'PENDIENTE DE INI. DE OPERACIONES',
  'INHABILITADO-VENT.UNICA',
  'NUM. INTERNO IDENTIF.',
  'OTROS OBLIGADOS',
]
const CONDICIONES = [
  'HABIDO',
  'NO HALLADO',
  'NO HABIDO',
  'PENDIENTE',
  'NO HALLADO SE MUDO DE DOMICILIO',
  'NO HALLADO OTROS MOTIVOS',
  'NO HALLADO NRO.PUERTA NO EXISTE',
  'NO HALLADO DESTINATARIO DESCONOCIDO',
  'NO HALLADO NO EXISTE DOMICILIO',
  'NO HALLADO FALLECIO',
  'NO HALLADO CERRADO',
  'NO HALLADO RECHAZADO',
  'POR VERIFICAR',
  'NO APLICABLE',
  'NO EXISTE LA DIRECCION DECLARADA',
  'DOMICILIO CERRADO',
  'NEGATIVA RECEPCION X PERSONA CAPAZ',
  'AUSENCIA DE PERSONA CAPAZ',
  'NO APLICABLE X TRAMITE DE REVERSION',
  'DEVUELTO',
  '',
]
const LOCALITY_LIST = Object.values(LOCALITIES)

const surname = (random: Random): string =>
  random.onceIn(30) ? random.pick(COMPOUND_SURNAMES) : random.pickByRank(SURNAMES)

const givenNames = (random: Random): string => {
  if (random.onceIn(40)) return random.pick(GIVEN_PHRASES)
  const first = random.pickByRank(GIVEN_NAMES)
  return random.onceIn(3) ? first : `${first} ${random.pick(GIVEN_NAMES)}`
}

const personName = (random: Random): string => {
  const paternal = surname(random)
  if (random.onceIn(150)) return `${paternal} VDA DE ${surname(random)} ${givenNames(random)}`
  const name = `${paternal} ${surname(random)} ${givenNames(random)}`
  // The publisher's file has lost some of its Ñ.
  return random.onceIn(400) ? name.replaceAll('Ñ', '?') : name
}

const foreignName = (random: Random): string =>
  `${random.pick(FOREIGN_SURNAMES)} ${random.onceIn(2) ? `${random.pickByRank(SURNAMES)} ` : ''}${random.pick(FOREIGN_GIVEN_NAMES)}`

const companyName = (random: Random, form: string): string => {
  const brand = random.onceIn(4)
    ? `${random.pickByRank(SURNAMES)} ${random.pickByRank(SURNAMES)}`
    : random.pickByRank(BRANDS)
  const more = random.onceIn(2) ? ` ${random.pick(BRANDS)}` : ''
  const link = random.onceIn(10) ? random.pick([' & ', ' Y ', ' - ']) : ' '
  const name = `${random.pickByRank(TRADES)}${link}${brand}${more} ${form}`
  return random.onceIn(60) ? `"${name.replace(' ', random.onceIn(2) ? '" \\' : '" ')}` : name
}

const address = (random: Random): PretendAddress => {
  const [tipoZona, nombreZona] = random.pick(ZONES)
  const some = (limit: number, times: number): string => (random.onceIn(times) ? String(1 + random.below(limit)) : '')
  return {
    ...NO_ADDRESS,
    tipoVia: random.pickByRank(STREET_TYPES),
    nombreVia: random.pick(STREETS),
    tipoZona,
    nombreZona,
    numero: random.onceIn(12) ? 'S/N' : String(100 + random.below(2_900)),
    interior: some(900, 4),
    departamento: some(1_200, 9),
    manzana: random.onceIn(8) ? random.pick(['A', 'B', 'C1', 'Ñ']) : '',
    lote: some(40, 8),
    kilometro: some(60, 40),
  }
}

const status = (random: Random): Pick<PretendTaxpayer, 'estado' | 'condicion'> => ({
  estado: random.onceIn(2) ? 'ACTIVO' : random.pickByRank(ESTADOS),
  condicion: random.onceIn(3) ? random.pickByRank(CONDICIONES) : 'HABIDO',
})

const person = (ruc: string, random: Random): PretendTaxpayer => {
  const inBusiness = random.onceIn(3)
  const published = ruc.startsWith('10') && !random.onceIn(10)
  return {
    ruc,
    nombre: ruc.startsWith('10') ? personName(random) : foreignName(random),
    ...status(random),
    locality: null,
    address: null,
    tipo: `PERSONA NATURAL ${inBusiness ? 'CON' : 'SIN'} NEGOCIO`,
    publishedTipo: published ? `PERSONA NATURAL ${inBusiness ? 'CON' : 'SIN'} EMPRESA` : null,
  }
}

const company = (ruc: string, random: Random): PretendTaxpayer => {
  const { text, tipo, published } = random.pickByRank(LEGAL_FORMS)
  return {
    ruc,
    nombre: companyName(random, text),
    ...status(random),
    locality: random.onceIn(1_000) ? null : random.pickByRank(LOCALITY_LIST),
    address: address(random),
    tipo,
    publishedTipo: random.onceIn(3) ? null : published,
  }
}

/** The invented taxpayers besides the samples: always the same ones. */
export const generateTaxpayers = (): PretendTaxpayer[] => {
  const random = seededRandom(SEED)
  return KINDS.flatMap(({ prefix, from, count }) => {
    const step = Math.floor((RANGE - RESERVED) / count)
    return Array.from({ length: count }, (_, i) => {
      const number = from + RESERVED + i * step + random.below(step)
      const ruc = rucOf(`${prefix}${String(number).padStart(8, '0')}`)
      return prefix === '20' ? company(ruc, random) : person(ruc, random)
    })
  })
}
