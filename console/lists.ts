import { type HealthRespuesta, LISTAS, type ListaId } from './client.ts'
import { formatAge, formatDate, joinWords } from './format.ts'

/** The lists that answers rest on. */
export type ListId =
  | ('padron' | 'sanciones' | 'judiciales' | 'vinculados' | 'agentes' | 'ssco')
  | (typeof LISTAS)[ListaId]['dataset']

/** The lists that names are screened against, as the report calls them. */
export const SCREENED = Object.values(LISTAS).map(({ dataset }) => dataset) as [ListId, ...ListId[]]

/**
 * How good a list is: `fresh` up to its cadence, `late` past it, `old` when the service says so, `undated` when nobody can
 * tell, `missing` when it was never loaded.
 */
export type ListState = 'fresh' | 'late' | 'old' | 'undated' | 'missing'

export interface ListAge {
  id: ListId
  name: string
  state: ListState
  /** When its publisher was last asked with success, or of when a copy is, in words; null when it was never loaded. */
  age: string | null
  /** The date of the edition in words; one that its publisher did not date says so. */
  edition: string | null
  /** Read from a file of the installation, so that only its own date counts. */
  isCopy: boolean
  words: string
  /** True when the operator does without it. */
  isLeftOut: boolean
  /** Why the last load failed, in the service's words. */
  problem: string | null
}

/** The lists to name in a question: all that are loaded. Undefined where these are the usual ones, which need no naming. */
export const listsToAsk = (health: HealthRespuesta | null): string | undefined => {
  const ids = (Object.keys(LISTAS) as ListaId[]).filter(
    (id) => LISTAS[id].usual || health?.data.datasets[LISTAS[id].dataset]?.cargado,
  )
  return ids.every((id) => LISTAS[id].usual) ? undefined : ids.join(',')
}

/** How a sentence names a list, and how often its publisher is asked. */
const LISTS = {
  padron: { name: 'Padrón', short: 'padrón', cadenceHours: 24 },
  ...Object.fromEntries(
    Object.values(LISTAS).map(({ dataset, nombre, cadenceHours }) => [
      dataset,
      { name: `Lista ${nombre}`, short: nombre, cadenceHours },
    ]),
  ),
  sanciones: { name: 'Lista de inhabilitados', short: 'inhabilitados', cadenceHours: 92 * 24 },
  judiciales: { name: 'Órdenes judiciales', short: 'órdenes judiciales', cadenceHours: 31 * 24 },
  vinculados: { name: 'Personas vinculadas', short: 'personas vinculadas', cadenceHours: 31 * 24 },
  ssco: { name: 'Sujetos sin capacidad operativa', short: 'SSCO', cadenceHours: 24 },
  agentes: { name: 'Padrones de agentes', short: 'agentes', cadenceHours: 24 },
} as Readonly<Record<ListId, { name: string; short: string; cadenceHours: number }>>
/** Asking and building an edition takes a moment: a list is not late while the day's turn is under way. */
const GRACE_HOURS = 2

const HOUR_MS = 3_600_000
/** How far the age that the service tells may be from the true one: it is rounded, and was told up to a minute ago. */
const AGREES_MS = 0.2 * HOUR_MS

/** The state of each list that the service has, in the order in which people know them. */
export const listAges = ({ data }: HealthRespuesta, nowMs = Date.now()): ListAge[] =>
  ([...SCREENED, 'sanciones', 'padron', 'judiciales', 'vinculados', 'ssco', 'agentes'] as const)
    .filter((id) => data.datasets[id] !== undefined)
    .map((id) => {
      const age = ageOf(id, data.datasets[id], nowMs)
      const problem = data.datasets[id]?.error ?? null
      return { ...age, isLeftOut: age.state === 'missing' && data.datasets[id]?.configurado === false, problem }
    })

const STATES = {
  fresh: ['good', 'Al día'],
  late: ['warn', 'Atrasada'],
  old: ['bad', 'Muy atrasada'],
  undated: ['none', 'Sin fecha'],
  missing: ['bad', 'Sin cargar'],
} as const

/** The state of one list in words, with their tone. One that is not loaded is only bad when loading it failed. */
export const stateWords = ({
  state,
  isLeftOut,
  problem,
}: Pick<ListAge, 'state' | 'isLeftOut' | 'problem'>): readonly [
  tone: 'good' | 'warn' | 'bad' | 'none',
  words: string,
] => {
  if (isLeftOut) return ['none', 'No configurada']
  return state === 'missing' && !problem ? ['warn', 'Todavía sin cargar'] : STATES[state]
}

type Dataset = HealthRespuesta['data']['datasets'][ListId]

const ageOf = (id: ListId, dataset: Dataset, nowMs: number): Omit<ListAge, 'isLeftOut' | 'problem'> => {
  const { name } = LISTS[id]
  if (!dataset?.cargado || dataset.antiguedadHoras === null)
    return { id, name, state: 'missing', age: null, edition: null, isCopy: false, words: `${name} sin cargar` }
  const { copia: isCopy, cargado, antiguedadHoras, revisado } = dataset
  const ageHours = isCopy ? antiguedadHoras : checkedHours(cargado, antiguedadHoras, revisado, nowMs)
  const isLate = ageHours > LISTS[id].cadenceHours + GRACE_HOURS
  const good = isCopy && !dataset.publicado ? 'undated' : 'fresh'
  const state = dataset.atrasado ? 'old' : isLate ? 'late' : good
  const edition = dataset.edicion && editionText(dataset.edicion, !dataset.publicado)
  const age = isCopy ? copyAge(ageHours) : formatAge(ageHours)
  return { id, name, state, age, edition, isCopy, words: `${name} ${state === 'undated' ? 'sin fecha' : `de ${age}`}` }
}

/** Of a copy only the day is known: its hours count from the end of it. */
const copyAge = (hours: number): string => {
  const days = Math.ceil(hours / 24)
  return days > 1 ? formatAge(days * 24) : days === 1 ? 'ayer' : 'hoy'
}

/** Hours since the publisher was last asked with success. */
const checkedHours = (loaded: string, loadedHours: number, checked: string | null, nowMs: number): number => {
  const loadedMs = Date.parse(loaded)
  const checkedMs = Math.max(loadedMs, Date.parse(checked ?? loaded))
  // The service tells its own time by the age of what was loaded, rounded. The browser's clock is more exact, where it agrees.
  const serviceMs = loadedMs + loadedHours * HOUR_MS
  const atMs = Math.abs(nowMs - serviceMs) <= AGREES_MS ? nowMs : serviceMs
  return Math.max(0, atMs - checkedMs) / HOUR_MS
}

/** `14/11/2026`; of an edition that its publisher did not date, `sin fecha, copia del 16/11/2026`. */
const editionText = (edition: string, isUndated: boolean): string =>
  `${isUndated ? 'sin fecha, copia del ' : ''}${formatDate(edition)}`

const BAD_FIRST: readonly ListState[] = ['missing', 'old', 'late', 'undated', 'fresh']

/** All lists in few words: "Listas al día", or what is not well. */
export const listsSummary = (lists: readonly ListAge[]): { state: ListState; words: string } => {
  const bad = lists.filter(({ state, isLeftOut }) => state !== 'fresh' && !isLeftOut)
  const worst = bad.toSorted((a, b) => BAD_FIRST.indexOf(a.state) - BAD_FIRST.indexOf(b.state))[0]
  if (!worst) return { state: 'fresh', words: 'Listas al día' }
  return { state: worst.state, words: bad.length > 1 ? `${worst.words} y ${bad.length - 1} más` : worst.words }
}

/** The lists of a page that are past their cadence. */
export const staleLists = (health: HealthRespuesta | null, ids: readonly ListId[]): ListAge[] =>
  health ? listAges(health).filter(({ id, state }) => ids.includes(id) && (state === 'late' || state === 'old')) : []

const LIST_OF_SOURCE: Readonly<Record<string, ListId>> = {
  ...Object.fromEntries(Object.values(LISTAS).map(({ proveedor, dataset }) => [proveedor, dataset])),
  'procurement-list': 'sanciones',
  'procurement-courts': 'judiciales',
  'procurement-people': 'vinculados',
  'taxauth-scraper': 'padron',
  ssco: 'ssco',
}

interface NamedSource {
  /** Its id; the own name of a list whose publisher has several. */
  proveedor: string
  edicion?: string | null | undefined
  sinFecha?: boolean | undefined
}

/** `OFAC 14/11/2026 y ONU 12/11/2026`: the editions that an answer rests on, as it names them. */
export const editionWords = (sources: readonly NamedSource[]): string =>
  joinWords(
    sources.flatMap(({ proveedor, edicion, sinFecha = false }) => {
      const list = LIST_OF_SOURCE[proveedor]
      if (!list || !edicion) return []
      const text = editionText(edicion, sinFecha)
      return [`${LISTS[list].short} ${sinFecha ? `(${text})` : text}`]
    }),
  )

/** The same of editions by the lists' names in the report. */
export const editionsByList = (editions: Readonly<Record<string, string>> | null): string =>
  joinWords(
    ([...SCREENED, 'padron'] as const).flatMap((id) =>
      editions?.[id] ? [`${LISTS[id].short} ${formatDate(editions[id])}`] : [],
    ),
  )

/** The edition of a list in service in words, for answers that name none. */
export const editionInService = (health: HealthRespuesta | null, id: ListId): string | null =>
  health ? (listAges(health).find((list) => list.id === id)?.edition ?? null) : null
