import type { HealthRespuesta } from './client.ts'
import { formatAge, formatDate, joinWords } from './format.ts'

/** The lists that answers rest on. */
export type ListId = 'padron' | 'sanciones' | 'us' | 'un'

/** How good a list is: `fresh` up to its cadence, `late` past it, `old` when the service says so, `missing` when it was never loaded. */
export type ListState = 'fresh' | 'late' | 'old' | 'missing'

export interface ListAge {
  id: ListId
  name: string
  state: ListState
  /** Hours since its publisher was last asked with success; null when it was never loaded. */
  ageHours: number | null
  /** The date of the edition, as the list states it. */
  edition: string | null
  words: string
  /** True when the operator does without it. */
  isLeftOut: boolean
  /** Why the last load failed, in the service's words. */
  problem: string | null
}

/** How a sentence names a list, and how often its publisher is asked. */
const LISTS: Readonly<Record<ListId, { name: string; short: string; cadenceHours: number }>> = {
  padron: { name: 'Padrón', short: 'padrón', cadenceHours: 24 },
  us: { name: 'Lista OFAC', short: 'OFAC', cadenceHours: 24 },
  un: { name: 'Lista ONU', short: 'ONU', cadenceHours: 24 },
  sanciones: { name: 'Lista de inhabilitados', short: 'inhabilitados', cadenceHours: 92 * 24 },
}
/** Asking and building an edition takes a moment: a list is not late while the day's turn is under way. */
const GRACE_HOURS = 2

const HOUR_MS = 3_600_000
/** How far the age that the service tells may be from the true one: it is rounded, and was told up to a minute ago. */
const AGREES_MS = 0.2 * HOUR_MS

/** The state of each list, in the order in which people know them. */
export const listAges = ({ data }: HealthRespuesta, nowMs = Date.now()): ListAge[] =>
  (['us', 'un', 'sanciones', 'padron'] as const).map((id) => {
    const age = ageOf(id, data.datasets[id], nowMs)
    const problem = data.datasets[id]?.error ?? null
    return { ...age, isLeftOut: age.state === 'missing' && data.datasets[id]?.configurado === false, problem }
  })

const STATES = {
  fresh: ['good', 'Al día'],
  late: ['warn', 'Atrasada'],
  old: ['bad', 'Muy atrasada'],
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
    return { id, name, state: 'missing', ageHours: null, edition: null, words: `${name} sin cargar` }
  const loadedMs = Date.parse(dataset.cargado)
  const checkedMs = Math.max(loadedMs, Date.parse(dataset.revisado ?? dataset.cargado))
  // The service tells its own time by the age of what was loaded, rounded. The browser's clock is more exact, where it agrees.
  const serviceMs = loadedMs + dataset.antiguedadHoras * HOUR_MS
  const atMs = Math.abs(nowMs - serviceMs) <= AGREES_MS ? nowMs : serviceMs
  const ageHours = Math.max(0, atMs - checkedMs) / HOUR_MS
  const isLate = ageHours > LISTS[id].cadenceHours + GRACE_HOURS
  const state = dataset.atrasado ? 'old' : isLate ? 'late' : 'fresh'
  return { id, name, state, ageHours, edition: dataset.edicion, words: `${name} de ${formatAge(ageHours)}` }
}

const BAD_FIRST: readonly ListState[] = ['missing', 'old', 'late', 'fresh']

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
  'us-list': 'us',
  'un-list': 'un',
  'procurement-list': 'sanciones',
  'taxauth-scraper': 'padron',
}

/** `OFAC 14/11/2026 y ONU 12/11/2026`: the editions that an answer rests on, as it names them. */
export const editionWords = (sources: readonly { proveedor: string; edicion?: string | null | undefined }[]): string =>
  joinWords(
    sources.flatMap(({ proveedor, edicion }) => {
      const list = LIST_OF_SOURCE[proveedor]
      return list && edicion ? [`${LISTS[list].short} ${formatDate(edicion)}`] : []
    }),
  )

/** The edition of a list in service, for answers that name none. */
export const editionInService = (health: HealthRespuesta | null, id: ListId): string | null =>
  health?.data.datasets[id]?.edicion ?? null
