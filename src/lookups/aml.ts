import type { Mirror } from '../datasets/index.ts'
import type { ScreeningList } from '../datasets/screening-lists/index.ts'
import { foldName } from '../domain/names/normalise.ts'
import type { Origin, Screening, ScreeningMatch } from '../domain/records.ts'
import { explain } from '../domain/screening/match/explain.ts'
import type { Hit } from '../domain/screening/match/matcher.ts'
import { type Question, QuestionReader } from '../domain/screening/match/question.ts'
import type { ListId } from '../domain/screening/party.ts'
import { screen } from '../domain/screening/screen.ts'
import { Failure } from '../kernel/errors.ts'
import type { Answer } from './shared/answer.ts'
import { askedBefore } from './shared/asked-before.ts'
import { editionMemory } from './shared/edition-memory.ts'
import { flagInput, nameInput } from './shared/input.ts'

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

// A screening desk asks about the same counterparties again and again. Nearly all answers have no match or a few;
// the rare long ones, some 20 KB, are not worth their place.
const REMEMBERED = 8_192
const MOST_MATCHES = 10
const LATELY_ASKED = 4 * REMEMBERED

/** Who on the two lists a name may be. Half a screening is none: both lists must be there. */
export const amlLookup = ({ us, un }: AmlLists) => {
  const questions = new QuestionReader()
  const memory = editionMemory<Answer<Screening>>(REMEMBERED)
  const isAskedAgain = askedBefore(LATELY_ASKED)
  const originsOf = originsTeller()
  const tell = (lists: Lists, asked: Asked): Answer<Screening> => ({
    data: screenName(lists, asked, questions),
    origins: originsOf(lists),
    maxAgeSeconds: MAX_AGE_SECONDS,
    dependsOnToday: false,
  })
  const recall = (lists: Lists, asked: Asked): Answer<Screening> => {
    const editions = [lists.US, lists.UN] as const
    const key = `${asked.detailed}|${asked.documento ?? ''}|${asked.nombre}`
    const recalled = memory.recall(editions, key)
    if (recalled) return recalled
    const told = tell(lists, asked)
    if (told.data.total > MOST_MATCHES) return told
    told.recurring = {}
    memory.keep(editions, key, told)
    return told
  }
  return (query: AmlQuery): Answer<Screening> => {
    const nombre = nameInput('nombre', query.nombre)
    const documento = documentInput(query.documento)
    const detailed = flagInput('detalle', query.detalle)
    const asked = { nombre, documento, detailed }
    const isAsked = isAskedAgain(nombre, documento)
    // Both editions are taken in one breath: a swap falls between two questions, never into one.
    return us.read((usEdition) =>
      un.read((unEdition) => {
        const lists = { US: usEdition, UN: unEdition }
        // What is asked for the first time is neither remembered nor looked for.
        return isAsked ? recall(lists, asked) : tell(lists, asked)
      }),
    )
  }
}

interface Asked {
  nombre: string
  documento: string | undefined
  detailed: boolean
}

type Lists = Record<ListId, ScreeningList>

const screenName = (lists: Lists, asked: Asked, questions: QuestionReader): Screening => {
  const { nombre, documento, detailed } = asked
  const question = questions.read(nombre, documento)
  const { hits, truncated } = screen(question, [lists.US.matcher, lists.UN.matcher])
  return {
    query: foldName(nombre),
    ...(documento ? { documento } : {}),
    total: hits.length,
    listasActualizadas: older(lists.US.facts.cargado, lists.UN.facts.cargado),
    ...(truncated ? { truncado: true } : {}),
    matches: hits.map((hit) => (detailed ? detailedMatch(lists, question, hit) : plainMatch(hit))),
  }
}

/** The same array for the same pair of editions: the edge writes it into a header once. */
const originsTeller = (): ((lists: Lists) => readonly Origin[]) => {
  let of: Lists | undefined
  let origins: readonly Origin[] = []
  return (lists) => {
    if (lists.US !== of?.US || lists.UN !== of.UN) {
      of = lists
      origins = [
        { provider: 'us-list', channel: 'list', edition: lists.US.facts.edicion },
        { provider: 'un-list', channel: 'list', edition: lists.UN.facts.edicion },
      ]
    }
    return origins
  }
}

const documentInput = (value: string | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (/^[A-Za-z0-9-]{5,20}$/.test(value)) return value
  throw new Failure('invalid-input', 'documento debe tener de 5 a 20 letras, dígitos o guiones', {
    campo: 'documento',
  })
}

const older = (a: string, b: string): string => (a < b ? a : b)

const plainMatch = ({ party, exact }: Hit): ScreeningMatch => ({
  nombre: party.names[0]?.text ?? '',
  fuente: party.fuente,
  ...(party.programa ? { programa: party.programa } : {}),
  tipo: party.tipo,
  coincidencia: exact ? 'exacto' : 'parcial',
})

const detailedMatch = (lists: Lists, question: Question, hit: Hit): ScreeningMatch => ({
  ...plainMatch(hit),
  puntaje: Math.round(hit.score * 100),
  nombreCoincidente: hit.name.text,
  tipoNombre: hit.name.kind,
  motivos: explain(lists[hit.party.fuente].matcher, question, hit),
  referencia: hit.party.referencia,
})
