import type { CoincidenciaLista, RevisionProveedor } from '../../client.ts'
import { count } from '../../format.ts'
import { hasSameDocument } from '../../words/screening.ts'
import type { Part } from './part-card.tsx'

/** One of the facts above the cards. */
export interface Fact {
  name: string
  words: string
  tone: 'good' | 'warn' | 'bad' | 'none'
}

type Seen = Pick<Fact, 'words' | 'tone'>

/** `2 hallazgos, 1 sin revisar`. Nothing found is only said of what was checked. */
export const summaryLine = ({ resumen: { hallazgos, sinRevisar } }: RevisionProveedor): Seen => {
  const unchecked = sinRevisar.length > 0 ? `, ${sinRevisar.length} sin revisar` : ''
  if (hallazgos > 0) return { words: `${count(hallazgos, 'hallazgo', 'hallazgos')}${unchecked}`, tone: 'bad' }
  return { words: `Sin hallazgos en lo revisado${unchecked}`, tone: unchecked ? 'warn' : 'good' }
}

/** The strip: each fact is only told when its own part was checked. */
export const factsOf = ({ partes }: RevisionProveedor): Fact[] => {
  const { registro, sanciones, judicial, listas, vinculados } = partes
  return [
    {
      name: 'Estado',
      ...seen(registro, ({ ficha }) => told(ficha?.estado, STATUS_TONES)),
    },
    { name: 'Condición', ...seen(registro, ({ ficha }) => told(ficha?.condicion, ADDRESS_TONES)) },
    { name: 'Lista de inhabilitados', ...seen(sanciones, ({ estado }) => banned(estado)) },
    { name: 'Órdenes judiciales', ...seen(judicial, ({ estado }) => banned(estado)) },
    { name: 'Listas de sanciones', ...seen(listas, ({ hallazgos }) => screened(hallazgos)) },
    {
      name: 'Personas vinculadas',
      ...seen(vinculados, ({ hallazgos }) => screened(hallazgos.flatMap(({ coincidencias }) => coincidencias))),
    },
  ]
}

const STATUS_TONES: Readonly<Record<string, Fact['tone']>> = { ACTIVO: 'good', BAJA: 'bad' }
const ADDRESS_TONES: Readonly<Record<string, Fact['tone']>> = { HABIDO: 'good', 'NO HABIDO': 'bad' }

const told = (words = '', tones: Readonly<Record<string, Fact['tone']>>): Seen =>
  words ? { words, tone: tones[words] ?? 'warn' } : { words: 'No consta', tone: 'warn' }

const seen = <Of extends Part>(part: Of | undefined, read: (part: Of) => Seen): Seen => {
  if (!part || part.estado === 'no_configurado') return { words: 'No configurado', tone: 'none' }
  return part.estado === 'sin_revisar' ? { words: 'No se pudo revisar', tone: 'warn' } : read(part)
}

const banned = (estado: Part['estado']): Seen =>
  estado === 'hallazgo' ? { words: 'Inhabilitado', tone: 'bad' } : { words: 'No inhabilitado', tone: 'good' }

const screened = (matches: readonly CoincidenciaLista[]): Seen => {
  if (matches.length === 0) return { words: 'Sin coincidencias', tone: 'good' }
  const exact = matches.filter(({ coincidencia }) => coincidencia === 'exacto').length
  const words = `${count(matches.length, 'coincidencia', 'coincidencias')}, ${exact === 0 ? 'ninguna exacta' : `${exact} ${exact === 1 ? 'exacta' : 'exactas'}`}`
  return { words, tone: exact > 0 || matches.some(hasSameDocument) ? 'bad' : 'warn' }
}
