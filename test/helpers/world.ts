import type { RegisterRow } from '../../src/datasets/padron/index.ts'
import type { LimaClock } from '../../src/domain/lima-time.ts'
import type { ProviderId, PublishedRate } from '../../src/domain/records.ts'
import { dniLookup } from '../../src/lookups/dni.ts'
import { indicadoresLookup } from '../../src/lookups/indicadores.ts'
import { indicadoresBuscarLookup } from '../../src/lookups/indicadores-buscar.ts'
import { nombreLookup } from '../../src/lookups/nombre.ts'
import { personaLookup } from '../../src/lookups/persona.ts'
import { rucLookup } from '../../src/lookups/ruc.ts'
import { soatLookup } from '../../src/lookups/soat.ts'
import { tipoCambioLookup } from '../../src/lookups/tipo-cambio.ts'
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
  /** Exchange rates that were seen published before. */
  published?: readonly PublishedRate[]
  /** Whole lookups: the lists, or one with a bug. */
  lookups?: Partial<Lookups>
}

const unreachable = (): never => {
  throw new Error('this lookup is not part of the test')
}

/** The real lookups over what the world says. Each is made when it is first asked: its caches are large, and most tests ask one. */
export const lookupsIn = (world: World, sources: LiveSources, clock: LimaClock): Lookups => {
  const register = world.register === 'not loaded' ? registerNotLoaded : registerOf(world.register ?? [])
  return {
    persona: whenAsked(() => personaLookup({ register, sources })),
    ruc: whenAsked(() => rucLookup({ register, sources })),
    dni: whenAsked(() => dniLookup({ register, sources })),
    nombre: whenAsked(() => nombreLookup({ register, sources })),
    soat: whenAsked(() => soatLookup({ sources, clock })),
    tipoCambio: whenAsked(() => tipoCambioLookup({ sources, history: historyOf(world.published ?? []), clock })),
    indicadores: whenAsked(() => indicadoresLookup({ sources, clock })),
    indicadoresBuscar: whenAsked(() => indicadoresBuscarLookup({ sources, clock })),
    sanciones: unreachable,
    aml: unreachable,
    ...world.lookups,
  }
}

const whenAsked = <Query, Found>(make: () => (query: Query) => Found): ((query: Query) => Found) => {
  let made: ((query: Query) => Found) | undefined
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
