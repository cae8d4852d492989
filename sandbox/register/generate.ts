import { type Chance, chanceOf } from './chance.ts'
import { NO_ADDRESS, PLACES, type PretendAddress, type PretendTaxpayer, rucOf } from './taxpayer.ts'
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

/** How many of each kind, in the real register's proportions. The numbers stay in ranges that were never given out. */
const KINDS = [
  { prefix: '10', from: 99_000_000, count: 20_200 },
  { prefix: '15', from: 0, count: 620 },
  { prefix: '17', from: 0, count: 130 },
  { prefix: '20', from: 0, count: 3_100 },
] as const
const RANGE = 1_000_000
/** Below this, the samples have their numbers. */
const RESERVED = 1_000

/** Frequent ones first: they are drawn by rank. */
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
const PLACE_LIST = Object.values(PLACES)

const surname = (chance: Chance): string =>
  chance.onceIn(30) ? chance.oneOf(COMPOUND_SURNAMES) : chance.common(SURNAMES)

const givenNames = (chance: Chance): string => {
  if (chance.onceIn(40)) return chance.oneOf(GIVEN_PHRASES)
  const first = chance.common(GIVEN_NAMES)
  return chance.onceIn(3) ? first : `${first} ${chance.oneOf(GIVEN_NAMES)}`
}

const personName = (chance: Chance): string => {
  const paternal = surname(chance)
  if (chance.onceIn(150)) return `${paternal} VDA DE ${surname(chance)} ${givenNames(chance)}`
  const name = `${paternal} ${surname(chance)} ${givenNames(chance)}`
  // The publisher has lost some of its Ñ on the way.
  return chance.onceIn(400) ? name.replaceAll('Ñ', '?') : name
}

const foreignName = (chance: Chance): string =>
  `${chance.oneOf(FOREIGN_SURNAMES)} ${chance.onceIn(2) ? `${chance.common(SURNAMES)} ` : ''}${chance.oneOf(FOREIGN_GIVEN_NAMES)}`

const companyName = (chance: Chance, form: string): string => {
  const brand = chance.onceIn(4) ? `${chance.common(SURNAMES)} ${chance.common(SURNAMES)}` : chance.common(BRANDS)
  const more = chance.onceIn(2) ? ` ${chance.oneOf(BRANDS)}` : ''
  const link = chance.onceIn(10) ? chance.oneOf([' & ', ' Y ', ' - ']) : ' '
  const name = `${chance.common(TRADES)}${link}${brand}${more} ${form}`
  return chance.onceIn(60) ? `"${name.replace(' ', chance.onceIn(2) ? '" \\' : '" ')}` : name
}

const address = (chance: Chance): PretendAddress => {
  const [tipoZona, nombreZona] = chance.oneOf(ZONES)
  const some = (limit: number, times: number): string => (chance.onceIn(times) ? String(1 + chance.below(limit)) : '')
  return {
    ...NO_ADDRESS,
    tipoVia: chance.common(STREET_TYPES),
    nombreVia: chance.oneOf(STREETS),
    tipoZona,
    nombreZona,
    numero: chance.onceIn(12) ? 'S/N' : String(100 + chance.below(2_900)),
    interior: some(900, 4),
    departamento: some(1_200, 9),
    manzana: chance.onceIn(8) ? chance.oneOf(['A', 'B', 'C1', 'Ñ']) : '',
    lote: some(40, 8),
    kilometro: some(60, 40),
  }
}

const status = (chance: Chance): Pick<PretendTaxpayer, 'estado' | 'condicion'> => ({
  estado: chance.onceIn(2) ? 'ACTIVO' : chance.common(ESTADOS),
  condicion: chance.onceIn(3) ? chance.common(CONDICIONES) : 'HABIDO',
})

const person = (ruc: string, chance: Chance): PretendTaxpayer => {
  const inBusiness = chance.onceIn(3)
  const published = ruc.startsWith('10') && !chance.onceIn(10)
  return {
    ruc,
    nombre: ruc.startsWith('10') ? personName(chance) : foreignName(chance),
    ...status(chance),
    place: null,
    address: null,
    tipo: `PERSONA NATURAL ${inBusiness ? 'CON' : 'SIN'} NEGOCIO`,
    publishedTipo: published ? `PERSONA NATURAL ${inBusiness ? 'CON' : 'SIN'} EMPRESA` : null,
  }
}

const company = (ruc: string, chance: Chance): PretendTaxpayer => {
  const { text, tipo, published } = chance.common(LEGAL_FORMS)
  return {
    ruc,
    nombre: companyName(chance, text),
    ...status(chance),
    place: chance.onceIn(1_000) ? null : chance.common(PLACE_LIST),
    address: address(chance),
    tipo,
    publishedTipo: chance.onceIn(3) ? null : published,
  }
}

/** The invented taxpayers besides the samples: always the same ones. */
export const generateTaxpayers = (): PretendTaxpayer[] => {
  const chance = chanceOf(SEED)
  return KINDS.flatMap(({ prefix, from, count }) => {
    const step = Math.floor((RANGE - RESERVED) / count)
    return Array.from({ length: count }, (_, i) => {
      const number = from + RESERVED + i * step + chance.below(step)
      const ruc = rucOf(`${prefix}${String(number).padStart(8, '0')}`)
      return prefix === '20' ? company(ruc, chance) : person(ruc, chance)
    })
  })
}
