import type { RateHistory } from './datasets/exchange-rate-history/index.ts'
import type { Mirror } from './datasets/index.ts'
import type { Register } from './datasets/padron/index.ts'
import type { SanctionList } from './datasets/procurement-sanctions/index.ts'
import type { ScreeningList } from './datasets/screening-lists/index.ts'
import type { LimaClock } from './domain/lima-time.ts'
import type {
  CompanyMatch,
  ExchangeRate,
  ListedSeries,
  MonthOfRates,
  PersonNames,
  PersonSearch,
  Policy,
  SanctionSearch,
  Screening,
  Series,
  Taxpayer,
} from './domain/records.ts'
import type { Attributes, Trace } from './kernel/tracing/tracer.ts'
import { whenReady } from './kernel/when-ready.ts'
import { type AmlQuery, amlLookup } from './lookups/aml.ts'
import { type DniQuery, dniLookup } from './lookups/dni.ts'
import { type IndicadoresQuery, indicadoresLookup } from './lookups/indicadores.ts'
import { type IndicadoresBuscarQuery, indicadoresBuscarLookup } from './lookups/indicadores-buscar.ts'
import { type NombreQuery, nombreLookup } from './lookups/nombre.ts'
import { type PersonaQuery, personaLookup } from './lookups/persona.ts'
import { type RucQuery, rucLookup } from './lookups/ruc.ts'
import { type SancionesQuery, sancionesLookup } from './lookups/sanciones.ts'
import type { Answer } from './lookups/shared/answer.ts'
import { type SoatQuery, soatLookup } from './lookups/soat.ts'
import { type TipoCambioQuery, tipoCambioLookup } from './lookups/tipo-cambio.ts'
import type { LiveSources } from './sources/source.ts'

type Lookup<Query, Data> = (query: Query, trace?: Trace) => Answer<Data> | Promise<Answer<Data>>

/** The lookups, as HTTP and the command line call them. */
export interface Lookups {
  persona: Lookup<PersonaQuery, PersonSearch>
  ruc: Lookup<RucQuery, Taxpayer>
  dni: Lookup<DniQuery, PersonNames>
  nombre: Lookup<NombreQuery, CompanyMatch[]>
  sanciones: Lookup<SancionesQuery, SanctionSearch>
  soat: Lookup<SoatQuery, Policy>
  tipoCambio: Lookup<TipoCambioQuery, ExchangeRate | MonthOfRates>
  indicadores: Lookup<IndicadoresQuery, Series>
  indicadoresBuscar: Lookup<IndicadoresBuscarQuery, ListedSeries[]>
  aml: Lookup<AmlQuery, Screening>
}

/** What the lookups are made from. */
export interface LookupDeps {
  padron: Mirror<Register>
  sanciones: Mirror<SanctionList>
  us: Mirror<ScreeningList>
  un: Mirror<ScreeningList>
  sources: Pick<LiveSources, 'answering'>
  history: Pick<RateHistory, 'publishedOn' | 'lastPublished' | 'save'>
  clock: LimaClock
  /** HTTP threads of the process, which share the memory for remembered answers. */
  threads?: number | undefined
}

/** Joins sources and lists into the lookups. In every HTTP thread, over what that thread can reach. */
export const joinLookups = ({
  padron: register,
  sanciones: list,
  us,
  un,
  sources,
  history,
  clock,
  threads,
}: LookupDeps): Lookups => {
  const taxpayers = { register, sources }
  return {
    persona: traced('persona', personaLookup(taxpayers)),
    ruc: traced('ruc', rucLookup(taxpayers, threads)),
    dni: traced('dni', dniLookup(taxpayers)),
    nombre: traced('nombre', nombreLookup(taxpayers)),
    sanciones: traced('sanciones', sancionesLookup({ list, clock })),
    soat: traced('soat', soatLookup({ sources, clock })),
    tipoCambio: traced('tipo-cambio', tipoCambioLookup({ sources, history, clock })),
    indicadores: traced('indicadores', indicadoresLookup({ sources, clock })),
    indicadoresBuscar: traced('indicadores/buscar', indicadoresBuscarLookup({ sources, clock })),
    aml: traced('aml', amlLookup({ us, un, clock, threads })),
  }
}

/** The one place where a lookup gets its span: for whoever asks with a trace. */
const traced = <Query, Data>(name: string, lookup: Lookup<Query, Data>): Lookup<Query, Data> => {
  const start = { name: `lookup ${name}`, kind: 'internal', attributes: { 'chasqui.lookup': name } } as const
  return (query, trace) =>
    trace
      ? trace.span(start, (span) =>
          whenReady(lookup(query, span), (answer) => {
            span.set(originAttributes(answer))
            return answer
          }),
        )
      : lookup(query)
}

const originAttributes = ({ origins }: Answer<unknown>): Attributes => ({
  'chasqui.providers': origins.map(({ provider }) => provider),
  'chasqui.channels': origins.map(({ channel }) => channel),
})
