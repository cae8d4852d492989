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
import type { Voucher, VoucherQuestion } from '../domain/voucher.ts'
import type { CallContext, GuardActivity, GuardPolicy, SourceAnswer } from '../kernel/guard/guard.ts'
import type { Upstream } from '../kernel/http/client.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'

export type { CallContext, SourceAnswer } from '../kernel/guard/guard.ts'

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

/** The central bank's catalogue, as one text: threads and processes pass it on, and thousands of objects would take long. */
export interface SeriesCatalogue {
  /** The same for the same text. */
  edition: string
  /** A line per series: `codigo`, `desde`, `hasta`, group, name and category, with tabs in between. */
  text: string
}

/**
 * Every question a live source can be asked. `null` is "I don't have it"; not finding out is thrown as a Failure.
 * The last argument is the guarded call: its signal goes into every request.
 */
export interface Questions {
  taxpayerByRuc(ruc: string, call: CallContext): Promise<Taxpayer | null>
  taxpayersByName(text: string, call: CallContext): Promise<{ rows: ListedTaxpayer[]; truncated: boolean } | null>
  taxpayersByDni(dni: string, call: CallContext): Promise<ListedTaxpayer[] | null>
  personByDni(dni: string, call: CallContext): Promise<PersonNames | null>
  policyByPlate(plate: string, call: CallContext): Promise<Policy | null>
  /** What the tax authority knows of a voucher; null when it refuses the question. */
  voucher(asked: VoucherQuestion, call: CallContext): Promise<Voucher | null>
  /** What the publisher shows now: one publication. */
  currentRate(call: CallContext): Promise<PublishedRate | null>
  /** The publications of one month (`YYYY-MM`); an empty list when it had none. */
  ratesOfMonth(month: string, call: CallContext): Promise<PublishedRate[]>
  series(window: SeriesWindow, call: CallContext): Promise<Series | null>
  /** Every series there is. */
  seriesCatalogue(call: CallContext): Promise<SeriesCatalogue>
}

/** The arguments of a question without the call: what is given to `Provider.ask`. */
export type QuestionInput<Question extends keyof Questions> =
  Parameters<Questions[Question]> extends [...infer Input, CallContext] ? Input : never

export interface SourceAccount {
  ruc: string
  clientId: string
  clientSecret: string
  tokenOrigin: string
  /** What is said when it is refused: it names the settings. */
  refused: string
}

export interface SourceSettings {
  origin: string
  token?: string | undefined
  /** A second address, where a source has one (the exchange-rate text file). */
  textUrl?: string | undefined
  /** The operator's own account, where a source gives tokens for one. */
  account?: SourceAccount | undefined
  /** Names it among processes that share it, in place of its origin. */
  sharedAs?: string | undefined
}

/** A source only fetches and parses. Time-outs, retries, breaker, spacing and cache are put around it by `sources/index.ts`. */
export interface Source {
  id: ProviderId
  policy: GuardPolicy
  /**
   * Without a token this source cannot be asked: `open` then still gives its questions, each of which throws
   * `upstream-blocked` with the words of a missing account, and health shows it as not configured and `captchaBlocked`.
   */
  blockedWithoutToken?: true
  /** It downloads a large file, which takes the time it takes: no setting shortens its time-out. */
  isDownload?: true
  /** Questions this installation can ask of it: without its credential a source may answer none. */
  open(upstream: Upstream, settings: SourceSettings, clock: LimaClock): Partial<Questions>
}

/** One source that answers one question, behind its guard. */
export interface Provider<Question extends keyof Questions> {
  id: ProviderId
  ask(...input: QuestionInput<Question>): Promise<SourceAnswer<Awaited<ReturnType<Questions[Question]>>>>
}

/** All live sources, opened once. */
export interface LiveSources {
  /**
   * The sources that can answer a question in this installation, in the order in which they are tried. The calls that
   * they make get a span under `trace`.
   */
  answering<Question extends keyof Questions>(question: Question, trace?: Trace): readonly Provider<Question>[]
  health(): Record<ProviderId, ProviderHealth>
  /** What the sources that can be asked have done so far, for metrics. */
  activity(): ReadonlyMap<ProviderId, GuardActivity>
  close(): Promise<void>
}
