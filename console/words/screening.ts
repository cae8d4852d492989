import type { CoincidenciaLista, MotivoCoincidencia } from '../client.ts'
import { count } from '../format.ts'

/** How people know the lists. */
export const LIST_NAMES = { US: 'OFAC', UN: 'ONU' } as const

export const PARTY_TYPES = {
  individual: 'Persona',
  entity: 'Empresa o entidad',
  vessel: 'Nave',
  aircraft: 'Aeronave',
} as const

export const NAME_TYPES = { principal: 'nombre principal', alias: 'alias', 'alias-debil': 'alias débil' } as const

/** "2 coincidencias, 1 exacta". */
export const matchWords = (matches: readonly Pick<CoincidenciaLista, 'coincidencia'>[], isCut: boolean): string => {
  const exact = matches.filter(({ coincidencia }) => coincidencia === 'exacto').length
  const words = `${isCut ? 'Las primeras ' : ''}${count(matches.length, 'coincidencia', 'coincidencias')}`
  return exact === 0 ? `${words}, ninguna exacta` : `${words}, ${count(exact, 'exacta', 'exactas')}`
}

/** What a word or fact of the question is to that of the list. */
export type Relation = 'igual' | 'parecida' | 'falta' | 'sobra' | 'contradice' | 'sin peso'

export interface Comparison {
  /** What is compared: a word of the name, or a fact. */
  what: string
  asked: string
  listed: string
  relation: Relation
  /** How it is alike, or what is missing where. */
  note: string
  /** Bits for (above 0) or against (below 0) the hit; null when the list gives none. */
  weight: number | null
}

const RELATIONS: Readonly<
  Record<MotivoCoincidencia['tipo'], readonly [what: string, relation: Relation, note: string]>
> = {
  igual: ['Palabra', 'igual', ''],
  variante: ['Palabra', 'parecida', 'otra escritura'],
  sonido: ['Palabra', 'parecida', 'suena igual'],
  parecida: ['Palabra', 'parecida', 'pocas letras distintas'],
  inicial: ['Palabra', 'parecida', 'inicial'],
  unidas: ['Palabra', 'parecida', 'unidas o separadas'],
  'sin-peso': ['Palabra', 'sin peso', 'partícula, título o forma jurídica'],
  falta: ['Palabra', 'falta', 'no está en lo consultado'],
  sobra: ['Palabra', 'sobra', 'no está en la lista'],
  'alias-debil': ['Palabra', 'igual', 'figura en un alias débil'],
  'documento-igual': ['Documento', 'igual', ''],
  'documento-distinto': ['Documento', 'contradice', 'otro número'],
  tipo: ['Tipo', 'igual', ''],
  nacimiento: ['Nacimiento', 'igual', ''],
  pais: ['País', 'igual', ''],
}

/** What the same year of birth weighs. */
const SAME_YEAR_BITS = 6

/** Each reason of a hit as a line of two columns. A fact with bits against it contradicts. */
export const compare = (reasons: readonly MotivoCoincidencia[]): Comparison[] =>
  reasons.map(({ tipo, consulta = '', lista = '', peso }) => {
    const [what, relation, note] = RELATIONS[tipo] ?? ['Dato', 'sin peso', tipo]
    const isFact = what !== 'Palabra'
    const isAgainst = isFact && peso !== undefined && peso < 0
    // Less than the year agrees: within a range, or one digit off.
    const isWeaker = tipo === 'nacimiento' && !isAgainst && (peso ?? 0) < SAME_YEAR_BITS
    return {
      ...{ what, asked: consulta, listed: lista, note: isAgainst ? '' : note, weight: peso ?? null },
      relation: isAgainst ? 'contradice' : isWeaker ? 'parecida' : relation,
    }
  })
