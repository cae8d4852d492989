import type { RegisterRow, Sighting, Step, TaxpayerDetail } from '../../src/datasets/padron/index.ts'
import type { LimaClock } from '../../src/domain/lima-time.ts'
import type { ProviderId, PublishedRate } from '../../src/domain/records.ts'
import { ENDPOINTS } from '../../src/endpoints/index.ts'
import type { AnyLookup, LookupDeps } from '../../src/endpoints/shared/endpoint.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { purchaseLookup } from '../../src/lookups/compras/purchase-day.ts'
import type { Lookups } from '../../src/services.ts'
import type { LiveSources } from '../../src/sources/source.ts'
import { registerNotLoaded, registerOf, type sourcesOf } from './taxpayers.ts'
import type { Reply } from './upstream-server.ts'

/** What the sources and datasets of one test say. */
export interface World {
  /** By provider and question: an answer, null for "I don't have it", or the kind of failure. */
  sources?: Parameters<typeof sourcesOf>[0]
  /** What a provider's server sends instead, read by the real source. `no token`: this installation has none for it. */
  pages?: Partial<Record<ProviderId, Reply | ((path: string) => Reply) | 'connection lost' | 'no token'>>
  /** Rows of the padrón, none unless given. */
  register?: readonly RegisterRow[] | 'not loaded'
  /** What earlier editions said, by RUC. */
  past?: Record<string, Step[]>
  /** Activity and branches, by RUC. */
  detail?: Record<string, TaxpayerDetail>
  /** What monthly copies said, by RUC. */
  monthly?: Record<string, Sighting[]>
  /** The tax authority's small lists; not loaded and not configured unless given. */
  agentes?: LookupDeps['agentes']
  ssco?: LookupDeps['ssco']
  /** Exchange rates that were seen published before. */
  published?: readonly PublishedRate[]
  /** The lists that a lookup of this test reads. */
  lists?: Partial<Pick<LookupDeps, 'list' | 'courtBans' | 'related' | 'us' | 'un' | 'bid'>>
  partDeadlineMs?: number
  /** Whole lookups: the lists, or one with a bug. */
  lookups?: Partial<Lookups>
}

const unreachable = (): never => {
  throw new Error('this list is not part of the test')
}

const NO_LIST = { current: unreachable, read: unreachable } as unknown as never

const NOT_CONFIGURED = {
  current: () => null,
  read: () => {
    throw new Failure('not-configured', 'Esta instalación no la carga')
  },
} as unknown as never

const NO_TAX_LIST: LookupDeps['agentes'] = { current: () => null, read: unreachable }

const MAKERS = await Promise.all(ENDPOINTS.map(async ({ path, lookup }) => [path, await lookup()] as const))

/** The real lookups over what the world says. Each is made when it is first asked: its caches are large, and most tests ask one. */
export const lookupsIn = (world: World, sources: LiveSources, clock: LimaClock): Lookups => {
  const register =
    world.register === 'not loaded' ? registerNotLoaded : registerOf(world.register ?? [], world.past, world)
  const history = historyOf(world.published ?? [])
  const tax = { agentes: world.agentes ?? NO_TAX_LIST, ssco: world.ssco ?? NOT_CONFIGURED }
  const lists = { list: NO_LIST, courtBans: NOT_CONFIGURED, related: NOT_CONFIGURED, us: NO_LIST, un: NO_LIST, ...tax }
  const { partDeadlineMs } = world
  const deps: LookupDeps = { register, ...lists, ...world.lists, sources, history, clock, partDeadlineMs }
  const lookups = Object.fromEntries(MAKERS.map(([path, make]) => [path, whenAsked(() => make(deps))]))
  return { ...(lookups as Lookups), compras: purchaseLookup(deps), ...world.lookups }
}

const whenAsked = (make: () => AnyLookup): AnyLookup => {
  let made: AnyLookup | undefined
  return (query) => {
    made ??= make()
    return made(query)
  }
}

const historyOf = (published: readonly PublishedRate[]) => ({
  publishedOn: async (fecha: string) => published.find((rate) => rate.fecha === fecha) ?? null,
  lastPublished: async (desde: string, hasta: string) =>
    published.filter(({ fecha }) => fecha >= desde && fecha <= hasta).at(-1) ?? null,
  save: () => {},
  close: async () => {},
})
