import type { LimaClock } from '../domain/lima-time.ts'
import type {
  PersonNames,
  Policy,
  ProviderHealth,
  ProviderId,
  PublishedRate,
  Series,
  Taxpayer,
} from '../domain/records.ts'
import type { GuardPolicy } from '../kernel/guard/guard.ts'
import type { Upstream } from '../kernel/http/client.ts'

/** A row of the tax authority's result lists: it carries no `condicion`. */
export interface ListedTaxpayer {
  numero: string
  razonSocial: string
  estado: string
}

export interface SeriesWindow {
  codigo: string
  desde: string
  hasta: string
}

/** Every question a live source can be asked. `null` is "I don't have it"; not finding out is thrown as a Failure. */
export interface Questions {
  taxpayerByRuc(ruc: string): Promise<Taxpayer | null>
  taxpayersByName(text: string): Promise<{ rows: ListedTaxpayer[]; truncated: boolean } | null>
  taxpayersByDni(dni: string): Promise<ListedTaxpayer[] | null>
  personByDni(dni: string): Promise<PersonNames | null>
  policyByPlate(plate: string): Promise<Policy | null>
  /** What the publisher shows now: one publication. */
  currentRate(): Promise<PublishedRate | null>
  /** The publications of one month (`YYYY-MM`); an empty list when it had none. */
  ratesOfMonth(month: string): Promise<PublishedRate[]>
  series(window: SeriesWindow): Promise<Series | null>
}

export interface SourceSettings {
  origin: string
  token?: string | undefined
  /** A second address, where a source has one (the exchange-rate text file). */
  textUrl?: string | undefined
}

/** A source only fetches and parses. Time-outs, retries, breaker, spacing and cache are put around it by `sources/index.ts`. */
export interface Source {
  id: ProviderId
  policy: GuardPolicy
  /**
   * Without a token this source stands behind a verification: `open` then still gives its questions, each of which
   * throws `upstream-blocked`, and health shows it as blocked from the start.
   */
  blockedWithoutToken?: true
  /** Questions this installation can ask of it: without its credential a source may answer none. */
  open(upstream: Upstream, settings: SourceSettings, clock: LimaClock): Partial<Questions>
}

/** A guarded answer: the value, and whether it was asked for just now. */
export interface Told<Value> {
  value: Value
  channel: 'live' | 'cache'
}

/** One source as an answerer of one question. */
export interface Provider<Question extends keyof Questions> {
  id: ProviderId
  ask(...args: Parameters<Questions[Question]>): Promise<Told<Awaited<ReturnType<Questions[Question]>>>>
}

/** All live sources, opened once. */
export interface LiveSources {
  /** Who can answer a question in this installation, in the order of trial. */
  answering<Question extends keyof Questions>(question: Question): readonly Provider<Question>[]
  health(): Record<ProviderId, ProviderHealth>
  close(): Promise<void>
}
