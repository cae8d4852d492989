import { type AmlRespuesta, type CoincidenciaLista, LISTAS, type ListaId, type MotivoCoincidencia } from '../client.ts'
import { count, listedDate } from '../format.ts'

/** How people know the lists. */
export const LIST_NAMES = Object.fromEntries(
  Object.entries(LISTAS).map(([id, { nombre }]) => [id, nombre]),
) as Readonly<Record<ListaId, string>>

/** Whether a result names one of them. */
export const isListed = (lista: string): lista is ListaId => Object.hasOwn(LIST_NAMES, lista)

export const PARTY_TYPES = {
  individual: 'Persona',
  entity: 'Empresa o entidad',
  vessel: 'Nave',
  aircraft: 'Aeronave',
} as const

export const NAME_TYPES = {
  principal: 'nombre principal',
  alias: 'alias',
  'alias-debil': 'alias débil, poco fiable según la lista',
} as const

type MatchFacts = Pick<CoincidenciaLista, 'coincidencia' | 'motivos'>

/** The listed party has the very document that was asked about: it outweighs every name. */
export const hasSameDocument = ({ motivos }: { motivos?: MotivoCoincidencia[] | undefined }): boolean =>
  motivos?.some(({ tipo }) => tipo === 'documento-igual') ?? false

/** "2 coincidencias, 1 exacta, 1 con el mismo documento". */
export const matchWords = (matches: readonly MatchFacts[], isCut: boolean): string => {
  const exact = matches.filter(({ coincidencia }) => coincidencia === 'exacto').length
  const same = matches.filter(hasSameDocument).length
  return [
    `${isCut ? 'Las primeras ' : ''}${count(matches.length, 'coincidencia', 'coincidencias')}`,
    exact === 0 ? 'ninguna exacta' : count(exact, 'exacta', 'exactas'),
    ...(same === 0 ? [] : [`${same} con el mismo documento`]),
  ].join(', ')
}

/** What an answer comes to. */
export interface Outcome {
  /** One sentence, without its full stop where there are hits. */
  sentence: string
  /** What must be known besides; null when nothing. */
  note: string | null
  /** Nothing was found, and yet nobody is cleared. */
  isReserved: boolean
  /** For a place of few words. */
  short: string
}

type Answer = Partial<AmlRespuesta['data']> & Pick<AmlRespuesta['data'], 'matches'>

/** An answer in words. "Sin coincidencias" is said of a question only that could have found somebody. */
export const outcomeOf = (data: Answer, aviso: string | undefined, editions: string): Outcome => {
  const reserve = [thinWords(data), discardedWords(data)].filter(Boolean).join(' ') || aviso
  if (data.matches.length > 0) {
    const sentence = matchWords(data.matches, data.truncado === true)
    return { sentence, note: (aviso && reserve) || null, isReserved: false, short: sentence }
  }
  const where = editions
    ? `en ${/ [ye] /.test(editions) ? 'las ediciones' : 'la edición'} ${editions}.`
    : 'en las listas.'
  if (data.query === '') {
    const note = 'No se revisó ningún nombre: un documento solo no descarta a nadie.'
    return { sentence: `Ningún documento igual ${where}`, note, isReserved: true, short: 'Solo se revisó el documento' }
  }
  if (reserve) {
    const short = data.unaPalabra || !data.descartadas ? 'No descarta a nadie' : leftOutWords(data)
    return { sentence: reserve, note: `Consultado ${where}`, isReserved: true, short }
  }
  return { sentence: `Sin coincidencias ${where}`, note: null, isReserved: false, short: 'Sin coincidencias' }
}

const thinWords = ({ unaPalabra, documento = '', tipo = 'persona' }: Answer): string | null => {
  if (!unaPalabra) return null
  const { partes } = unaPalabra
  const isPerson = tipo === 'persona' && !/^20\d{9}$/.test(documento)
  const [one, it] = isPerson ? ['Un solo apellido', 'lo'] : ['Una sola palabra', 'la']
  const none = `ninguna parte listada ${it} lleva`
  const who = partes === 0 ? none : count(partes, `parte listada ${it} lleva`, `partes listadas ${it} llevan`)
  return `${one} no basta para descartar a nadie: ${who}.`
}

const leftOutWords = ({ descartadas = [], descartadasTotal = descartadas.length }: Answer): string =>
  count(descartadasTotal, 'nombre parecido quedó fuera', 'nombres parecidos quedaron fuera')

/** What was told of the customer: one of these, or several, spoke against the names that were left out. */
const FACTS = [
  ['documento', 'el documento'],
  ['nacimiento', 'la fecha de nacimiento'],
  ['pais', 'el país'],
  ['tipo', 'el tipo'],
] as const

const discardedWords = (data: Answer): string | null => {
  if (!data.descartadas?.length) return null
  const facts = FACTS.filter(([name]) => data[name]).map(([, words]) => words)
  return `${leftOutWords(data)} por ${facts.join(' o ') || 'los datos'}.`
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

const LISTED_TYPES: Readonly<Record<string, string>> = {
  ...PARTY_TYPES,
  persona: 'Persona',
  empresa: 'Empresa',
  nave: 'Nave',
  aeronave: 'Aeronave',
}

/** A fact in the words of the console, whoever wrote it. */
const shown = (reason: MotivoCoincidencia['tipo'], text: string): string => {
  if (reason === 'nacimiento') return listedDate(text)
  return reason === 'tipo' ? (LISTED_TYPES[text] ?? text) : text
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
      ...{ what, asked: shown(tipo, consulta), listed: shown(tipo, lista), note: isAgainst ? '' : note },
      weight: peso ?? null,
      relation: isAgainst ? 'contradice' : isWeaker ? 'parecida' : relation,
    }
  })
