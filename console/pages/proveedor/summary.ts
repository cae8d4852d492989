import { type CoincidenciaLista, type ParteRegistro, type RevisionProveedor, supplierSummary } from '../../client.ts'
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

/** `2 hallazgos, 1 sin revisar`, with its tone. */
export const summaryLine = ({ resumen }: RevisionProveedor): Seen => {
  const tone = resumen.hallazgos > 0 ? 'bad' : resumen.sinRevisar.length > 0 ? 'warn' : 'good'
  return { words: supplierSummary(resumen), tone }
}

/** The strip: each fact is only told when its own part was checked. */
export const factsOf = ({ partes }: RevisionProveedor): Fact[] => {
  const { registro, padrones, sanciones, judicial, listas, vinculados } = partes
  return [
    { name: 'Estado y condición', ...seen(registro, ({ ficha }) => registered(ficha)) },
    { name: 'Padrones tributarios', ...seen(padrones, ({ estado }) => capable(estado)) },
    { name: 'Lista de inhabilitados', ...seen(sanciones, ({ estado }) => banned(estado)) },
    { name: 'Órdenes judiciales', ...seen(judicial, ({ estado }) => banned(estado)) },
    { name: 'Listas de sanciones', ...seen(listas, ({ hallazgos }) => screened(hallazgos)) },
    {
      name: 'Personas vinculadas',
      ...seen(vinculados, ({ hallazgos }) => screened(hallazgos.flatMap(({ coincidencias }) => coincidencias))),
    },
  ]
}

type Tones = Readonly<Record<string, Fact['tone']>>

const STATUS_TONES: Tones = { ACTIVO: 'good', BAJA: 'bad' }
const ADDRESS_TONES: Tones = { HABIDO: 'good', 'NO HABIDO': 'bad' }

/** `ACTIVO, HABIDO`, in the tone of the worse of them. */
const registered = (ficha: ParteRegistro['ficha']): Seen => {
  const said = [told(ficha?.estado, STATUS_TONES), told(ficha?.condicion, ADDRESS_TONES)]
  const tone = (['bad', 'warn'] as const).find((one) => said.some((each) => each.tone === one)) ?? 'good'
  return { words: said.map(({ words }) => words).join(', '), tone }
}

const told = (words = '', tones: Tones): Seen =>
  words ? { words, tone: tones[words] ?? 'warn' } : { words: 'no consta', tone: 'warn' }

const seen = <Of extends Part>(part: Of | undefined, read: (part: Of) => Seen): Seen => {
  if (!part || part.estado === 'no_configurado') return { words: 'No configurado', tone: 'none' }
  return part.estado === 'sin_revisar' ? { words: 'No se pudo revisar', tone: 'warn' } : read(part)
}

const capable = (estado: Part['estado']): Seen =>
  estado === 'hallazgo' ? { words: 'Sin capacidad operativa', tone: 'bad' } : { words: 'No es SSCO', tone: 'good' }

const banned = (estado: Part['estado']): Seen =>
  estado === 'hallazgo' ? { words: 'Inhabilitado', tone: 'bad' } : { words: 'No inhabilitado', tone: 'good' }

const screened = (matches: readonly CoincidenciaLista[]): Seen => {
  if (matches.length === 0) return { words: 'Sin coincidencias', tone: 'good' }
  const exact = matches.filter(({ coincidencia }) => coincidencia === 'exacto').length
  const words = `${count(matches.length, 'coincidencia', 'coincidencias')}, ${exact === 0 ? 'ninguna exacta' : `${exact} ${exact === 1 ? 'exacta' : 'exactas'}`}`
  return { words, tone: exact > 0 || matches.some(hasSameDocument) ? 'bad' : 'warn' }
}
