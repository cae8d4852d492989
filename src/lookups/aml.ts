import type { Mirror } from '../datasets/index.ts'
import type { ListMirrors, ScreeningList } from '../datasets/screening-lists/index.ts'
import type { LimaClock } from '../domain/lima-time.ts'
import { DEFAULT_LISTS, LIST_IDS, type ListId, listRow } from '../domain/lists.ts'
import { isLoneNumber } from '../domain/names/lone-number.ts'
import { foldName } from '../domain/names/normalise.ts'
import type { Origin, Screening, ScreeningMatch } from '../domain/records.ts'
import { type PartyReference, SameParties } from '../domain/same-party.ts'
import { hasTooManyHolders, MOST_HOLDERS } from '../domain/screening/holders.ts'
import { explain } from '../domain/screening/match/explain.ts'
import type { Hit } from '../domain/screening/match/hit.ts'
import { QuestionReader } from '../domain/screening/match/question.ts'
import type { ListedParty } from '../domain/screening/party.ts'
import { POLITICA } from '../domain/screening/politica.ts'
import { type Screened, screenText } from '../domain/screening/screen.ts'
import { Failure } from '../kernel/errors.ts'
import { type Customer, type CustomerQuery, customerFacts, customerInput } from './aml/customer-input.ts'
import { discardedMatch, listedParty, noticeOf } from './aml/notices.ts'
import { partyFile } from './aml/party-file.ts'
import type { Answer } from './shared/answer.ts'
import { editionOrigin } from './shared/edition-origin.ts'
import { flagInput, listsInput, nameInput } from './shared/input.ts'
import { listMirror } from './shared/list-mirror.ts'
import { oncePerEdition } from './shared/once-per-edition.ts'
import { remembered } from './shared/remembered.ts'

export interface AmlQuery extends CustomerQuery {
  nombre?: string | undefined
  documento?: string | undefined
  detalle?: string | undefined
  listas?: string | undefined
}

interface AmlDeps extends ListMirrors {
  clock: Pick<LimaClock, 'limaDate'>
  questions?: QuestionReader | undefined
  /** HTTP threads of the process. */
  threads?: number | undefined
}

// Callers may keep an answer for an hour, so a caller's copy is at most an hour behind.
const MAX_AGE_SECONDS = 3_600

// A compliance desk asks about the same counterparties again and again. Nearly all answers have no match or a few; the
// rare long ones, some 20 KB, and those with all that the lists say of a party are not worth their memory.
const REMEMBERED = 8_192
const MOST_MATCHES_KEPT = 10

/** Whom on the sanctions lists a name or a document may be. */
export const amlLookup = (deps: AmlDeps) => {
  const screening = remembered(screenLists(deps), {
    limit: REMEMBERED,
    threads: deps.threads,
    keyOf: ({ nombre, documento, customer, detailed, lists, today }) =>
      `${detailed}|${lists?.join() ?? ''}|${today ?? ''}|${documento ?? ''}|${customer ? keyOfCustomer(customer) : ''}|${nombre}`,
    mirrors: LIST_IDS.map((id) => listMirror(deps, id)),
    fromSecondAsking: true,
    isWorthKeeping: ({ data }) => data.total <= MOST_MATCHES_KEPT && data.matches.every(({ ficha }) => !ficha),
  })
  return (query: AmlQuery): Answer<Screening> => {
    const lists = listsInput(query.listas)
    return screening({
      nombre: screenedNameInput(query),
      documento: documentInput(query.documento),
      customer: customerInput(query, deps.clock),
      detailed: flagInput('detalle', query.detalle),
      lists,
      today: lists?.some((id) => listRow(id).ends) ? deps.clock.limaDate() : undefined,
    })
  }
}

/** Empty when a document alone is asked about. A number in the place of the name would be found on no list. */
const screenedNameInput = ({ nombre, documento }: AmlQuery): string => {
  if (nombre === undefined && documento !== undefined) return ''
  const name = nameInput('nombre', nombre)
  if (isLoneNumber(name)) throw badName('nombre es solo un número: si es un documento, envíelo como documento')
  if (hasTooManyHolders(name))
    throw badName(`nombre tiene más de ${MOST_HOLDERS} titulares: pregunte por ellos en varias consultas`)
  return name
}

const badName = (mensaje: string): Failure => new Failure('invalid-input', mensaje, { campo: 'nombre' })

interface Asked {
  nombre: string
  documento: string | undefined
  customer: Customer | null
  detailed: boolean
  /** The lists that the question names; undefined when it names none. */
  lists: readonly ListId[] | undefined
  /** Lima's date, where the answer depends on it. */
  today: string | undefined
}

// No checked value has a bar in it.
const keyOfCustomer = ({ tipo, nacimiento, pais }: Customer): string =>
  `${tipo ?? ''}|${nacimiento ?? ''}|${pais ?? ''}`

const screenLists = (deps: AmlDeps) => {
  const questions = deps.questions ?? new QuestionReader()
  const links = new SameParties()
  const origins = new Map<string, (...readers: readonly ScreeningList[]) => readonly Origin[]>()
  /** One object as long as the editions last: who writes an answer again compares it. */
  const originsOf = (ids: readonly ListId[], readers: readonly ScreeningList[]): readonly Origin[] => {
    const key = ids.join()
    const known = origins.get(key) ?? oncePerEdition((...each: readonly ScreeningList[]) => listOrigins(ids, each))
    origins.set(key, known)
    return known(...readers)
  }
  const loaded = LIST_IDS.filter((id) => deps[listRow(id).dataset])
  /** The entries of other lists that are the same party, of all lists that are loaded. */
  const linksOf = (asked: Asked) => {
    // Without lists the answer is what it was before there were others.
    if (!asked.detailed || !asked.lists) return null
    const readers = loaded.map((id) => [id, listMirror(deps, id).current()?.matcher.index] as const)
    const indexes = new Map(readers.flatMap(([id, index]) => (index ? [[id, index] as const] : [])))
    return (party: ListedParty) => links.of(party, indexes)
  }
  return (asked: Asked): Answer<Screening> => {
    const ids = asked.lists ?? DEFAULT_LISTS
    return readAll(
      ids.map((id) => listMirror(deps, id)),
      (readers) => ({
        ...screenName(
          new Map(readers.map((reader, at) => [ids[at] as ListId, reader])),
          asked,
          questions,
          linksOf(asked),
        ),
        origins: originsOf(ids, readers),
        maxAgeSeconds: MAX_AGE_SECONDS,
        dependsOnToday: asked.today !== undefined,
      }),
    )
  }
}

/**
 * All lists must be loaded: without one of them, a listed name could seem unlisted. They are read synchronously, so that
 * none can be switched in between.
 */
const readAll = <Found>(
  mirrors: readonly Mirror<ScreeningList>[],
  use: (readers: readonly ScreeningList[]) => Found,
  readers: readonly ScreeningList[] = [],
): Found => {
  const next = mirrors[readers.length]
  return next ? next.read((reader) => readAll(mirrors, use, [...readers, reader])) : use(readers)
}

const listOrigins = (ids: readonly ListId[], readers: readonly ScreeningList[]): readonly Origin[] =>
  readers.map(({ facts }, at) => ({
    provider: listRow(ids[at] as ListId).provider,
    channel: 'list',
    ...editionOrigin(facts),
  }))

type Lists = ReadonlyMap<ListId, ScreeningList>
type LinksOf = (party: ListedParty) => PartyReference[]

const screenName = (
  lists: Lists,
  { nombre, documento, customer, detailed, lists: named, today }: Asked,
  questions: QuestionReader,
  linksOf: LinksOf | null,
): Pick<Answer<Screening>, 'data' | 'aviso'> => {
  const facts = customer && customerFacts(customer)
  const found = screenText(
    { nombre, documento, facts },
    questions,
    [...lists.values()].map(({ matcher }) => matcher),
  )
  const screened = today === undefined ? found : inForceOn(found, today)
  const { hits, truncated } = screened
  const aviso = noticeOf(screened)
  const data: Screening = {
    query: foldName(nombre),
    ...(documento ? { documento } : {}),
    ...customer,
    ...(named ? { listas: [...named] } : {}),
    total: hits.length,
    listasActualizadas: earliestOf([...lists.values()].map(({ facts }) => facts.cargado)),
    ...(detailed ? detailsOf(screened) : {}),
    ...(truncated ? { truncado: true } : {}),
    matches: hits.map((hit) => (detailed ? detailedMatch(lists, screened, hit, linksOf) : plainMatch(hit))),
  }
  return aviso === undefined ? { data } : { data, aviso }
}

/** Without what had ended by that day, or had not begun. */
const inForceOn = (screened: Screened, today: string): Screened => {
  const isInForce = ({ party: { inForce } }: { party: ListedParty }): boolean =>
    !inForce || (inForce.from <= today && (inForce.until === '' || today <= inForce.until))
  const { hits, discarded, thin } = screened
  const some = thin?.some.filter((party) => isInForce({ party })) ?? []
  return {
    ...screened,
    hits: hits.filter(isInForce),
    discarded: discarded.filter(isInForce),
    thin: thin && { ...thin, some, parties: thin.parties - (thin.some.length - some.length) },
  }
}

const MOST_DISCARDED = 20

const detailsOf = ({ holders, thin, discarded }: Screened): Partial<Screening> => ({
  politica: POLITICA,
  ...(holders.length > 0 ? { titulares: [...holders] } : {}),
  ...(thin ? { unaPalabra: { palabra: thin.word, partes: thin.parties, llevan: thin.some.map(listedParty) } } : {}),
  ...(discarded.length > 0 ? { descartadas: discarded.slice(0, MOST_DISCARDED).map(discardedMatch) } : {}),
  ...(discarded.length > MOST_DISCARDED ? { descartadasTotal: discarded.length } : {}),
})

const documentInput = (value: string | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (/^[A-Za-z0-9-]{5,20}$/.test(value)) return value
  throw new Failure('invalid-input', 'documento debe tener de 5 a 20 letras, dígitos o guiones', {
    campo: 'documento',
  })
}

const earliestOf = (moments: readonly string[]): string => moments.reduce((a, b) => (a < b ? a : b))

const plainMatch = ({ party, exact }: Hit): ScreeningMatch => ({
  nombre: party.names[0]?.text ?? '',
  fuente: party.fuente,
  ...(party.programa ? { programa: party.programa } : {}),
  tipo: party.tipo,
  coincidencia: exact ? 'exacto' : 'parcial',
})

const detailedMatch = (
  lists: Lists,
  { holders, holderOf }: Screened,
  hit: Hit,
  linksOf: LinksOf | null,
): ScreeningMatch => {
  // An edition made before records were kept has none until it is read again: that is not an empty one.
  const { record } = hit.party
  return {
    ...plainMatch(hit),
    puntaje: Math.round(hit.score * 100),
    nombreCoincidente: hit.name.text,
    tipoNombre: hit.name.kind,
    motivos: explain((lists.get(hit.party.fuente) as ScreeningList).matcher, hit.asked, hit),
    referencia: hit.party.referencia,
    ...(linksOf ? { mismaParte: linksOf(hit.party) } : {}),
    ...(holders.length > 0 ? { titular: holderOf(hit) } : {}),
    ...(record ? { ficha: partyFile(hit.party, record) } : {}),
  }
}
