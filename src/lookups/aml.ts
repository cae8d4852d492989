import type { Mirror } from '../datasets/dataset.ts'
import type { ScreeningList } from '../datasets/screening-list.ts'
import { foldName } from '../domain/names/normalise.ts'
import type { Screening, ScreeningMatch } from '../domain/records.ts'
import { explain } from '../domain/screening/explain.ts'
import type { Hit } from '../domain/screening/matcher.ts'
import type { ListId } from '../domain/screening/party.ts'
import { ask, type Question } from '../domain/screening/question.ts'
import { screen } from '../domain/screening/screen.ts'
import { Failure } from '../kernel/errors.ts'
import type { Answer } from './answer.ts'
import { flagInput, textInput } from './input.ts'

export interface AmlQuery {
  nombre?: string | undefined
  documento?: string | undefined
  detalle?: string | undefined
}

export interface AmlLists {
  us: Mirror<ScreeningList>
  un: Mirror<ScreeningList>
}

// The lists are refreshed daily; an hour keeps a caller close to them.
const MAX_AGE_SECONDS = 3_600
const MOST_RECENT = 2_048

/** Who on the two lists a name may be. Half a screening is none: both lists must be there. */
export const amlLookup = ({ us, un }: AmlLists) => {
  const memory = editionMemory()
  return (query: AmlQuery): Answer<Screening> => {
    const asked: Asked = {
      nombre: nameInput(query.nombre),
      documento: documentInput(query.documento),
      detailed: flagInput('detalle', query.detalle),
    }
    // Both editions are taken in one breath: a swap falls between two questions, never into one.
    return us.read((usEdition) =>
      un.read((unEdition) => {
        const lists = { US: usEdition, UN: unEdition }
        const key = `${asked.nombre}\n${asked.documento ?? ''}\n${asked.detailed}`
        return memory.of(lists, key) ?? memory.keep(key, screenBoth(lists, asked))
      }),
    )
  }
}

interface Asked {
  nombre: string
  documento: string | undefined
  detailed: boolean
}

type Editions = Record<ListId, ScreeningList>

const screenBoth = (lists: Editions, { nombre, documento, detailed }: Asked): Answer<Screening> => {
  const question = ask(nombre, documento)
  const { hits, truncated } = screen(question, [lists.US.matcher, lists.UN.matcher])
  return {
    data: {
      query: foldName(nombre),
      ...(documento ? { documento } : {}),
      total: hits.length,
      listasActualizadas: earlier(lists.US.facts.cargado, lists.UN.facts.cargado),
      ...(truncated ? { truncado: true } : {}),
      matches: hits.map((hit) => (detailed ? detailedMatch(lists, question, hit) : plainMatch(hit))),
    },
    origins: [
      { provider: 'us-list', channel: 'list', edition: lists.US.facts.edicion },
      { provider: 'un-list', channel: 'list', edition: lists.UN.facts.edicion },
    ],
    maxAgeSeconds: MAX_AGE_SECONDS,
    dependsOnToday: false,
  }
}

/** The last answers of the editions in service: the same question of the same editions has the same answer. */
const editionMemory = () => {
  // Two generations: forgetting a whole one at a time is cheaper than finding the oldest answer each time.
  let recent = new Map<string, Answer<Screening>>()
  let older = new Map<string, Answer<Screening>>()
  let known: Editions | null = null
  return {
    of(lists: Editions, key: string): Answer<Screening> | undefined {
      if (known?.US === lists.US && known.UN === lists.UN) return recent.get(key) ?? older.get(key)
      known = lists
      recent = new Map()
      older = new Map()
      return undefined
    },
    keep(key: string, answer: Answer<Screening>): Answer<Screening> {
      if (recent.size >= MOST_RECENT) {
        older = recent
        recent = new Map()
      }
      recent.set(key, answer)
      return answer
    },
  }
}

const nameInput = (value: string | undefined): string => {
  const nombre = textInput('nombre', value)
  if (!/[\p{L}\p{N}]/u.test(nombre))
    throw new Failure('invalid-input', 'nombre debe tener letras o dígitos', { campo: 'nombre' })
  return nombre
}

const documentInput = (value: string | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (/^[A-Za-z0-9-]{5,20}$/.test(value)) return value
  throw new Failure('invalid-input', 'documento debe tener de 5 a 20 letras, dígitos o guiones', {
    campo: 'documento',
  })
}

const earlier = (a: string, b: string): string => (a < b ? a : b)

const plainMatch = ({ party, exacto }: Hit): ScreeningMatch => ({
  nombre: party.nombres[0]?.texto ?? '',
  fuente: party.fuente,
  ...(party.programa ? { programa: party.programa } : {}),
  tipo: party.tipo,
  coincidencia: exacto ? 'exacto' : 'parcial',
})

const detailedMatch = (lists: Editions, question: Question, hit: Hit): ScreeningMatch => ({
  ...plainMatch(hit),
  puntaje: Math.round(hit.score * 100),
  nombreCoincidente: hit.name.texto,
  tipoNombre: hit.name.clase,
  motivos: explain(lists[hit.party.fuente].matcher, question, hit),
  referencia: hit.party.referencia,
})
