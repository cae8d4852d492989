import type { TProperties, TSchema } from 'typebox'
import type { CourtBans } from '../../datasets/court-bans/index.ts'
import type { RateHistory } from '../../datasets/exchange-rate-history/index.ts'
import type { DatasetId, Mirror } from '../../datasets/index.ts'
import type { Register } from '../../datasets/padron/index.ts'
import type { SanctionList } from '../../datasets/procurement-sanctions/index.ts'
import type { RelatedParties } from '../../datasets/related-parties/index.ts'
import type { ListMirrors } from '../../datasets/screening-lists/index.ts'
import type { TaxLists } from '../../datasets/tax-lists/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { choice } from '../../domain/records/schema.ts'
import type { ProviderId } from '../../domain/records.ts'
import type { QuestionReader } from '../../domain/screening/match/question.ts'
import type { FailureKind } from '../../kernel/errors.ts'
import type { Trace } from '../../kernel/tracing/tracer.ts'
import type { Answer } from '../../lookups/shared/answer.ts'
import type { LiveSources } from '../../sources/source.ts'
import type { Query } from './clean-query.ts'

/** What the lookups are made from. The lists that names are screened against are under the ids of their datasets. */
export interface LookupDeps extends ListMirrors {
  register: Mirror<Register>
  /** Of suppliers that the state may not hire. */
  list: Mirror<SanctionList>
  /** Suppliers that a court has banned. */
  courtBans: Mirror<CourtBans>
  /** Partners, representatives and boards of suppliers. */
  related: Mirror<RelatedParties>
  agentes: Mirror<TaxLists>
  ssco: Mirror<TaxLists>
  sources: Pick<LiveSources, 'answering'>
  history: Pick<RateHistory, 'publishedOn' | 'lastPublished' | 'save'>
  clock: LimaClock
  /** Reads the names that are screened. One for all: a list forgets what it found for the words of another one's questions. */
  questions?: QuestionReader | undefined
  /** HTTP threads of the process, which share the memory for remembered answers. */
  threads?: number | undefined
  /** Datasets that this installation has no address of. */
  unconfigured?: readonly DatasetId[] | undefined
  /** How long an answer of several parts waits for one of them. */
  partDeadlineMs?: number | undefined
}

export type AnyLookup = (query: never, trace?: Trace) => Answer<unknown> | Promise<Answer<unknown>>
type DataOf<Found extends AnyLookup> = Awaited<ReturnType<Found>>['data']
type Asks<Asked, Data> = (query: Asked, trace?: Trace) => Answer<Data> | Promise<Answer<Data>>
/** A lookup as the edges call it. */
export type LookupOf<Found extends AnyLookup> = Asks<Parameters<Found>[0], DataOf<Found>>

/** Rules between parameters, which the schemas of single parameters cannot say. The OpenAPI document has them as `x-reglas`. */
export interface ParameterRules {
  /** Exactly one of these is needed. */
  exactamenteUno?: readonly string[]
  /** At least one of these is needed. */
  alMenosUno?: readonly string[]
  /** At most one of these may be given. */
  comoMaximoUno?: readonly string[]
  /** The first may not be later than the next one that is given; `hoy` is today in Lima, which always is. */
  enOrden?: readonly string[]
  /** A parameter (key) that is not looked at when the other one (value) was given. */
  seIgnoraCon?: Readonly<Record<string, string>>
}

/** The argument of a command. */
interface CommandArgument {
  /** The parameter that it is. */
  field: string
  /** Its name in the help, where that is another. */
  label?: string
  /** How a sentence about it begins. */
  subject: string
  description: string
  /** All words that follow belong to it, so that a name needs no quotes. */
  words?: boolean
  /** The parameter that it is when it has nothing but digits. */
  digits?: string
  /** What a shell offers for it. */
  values?: readonly string[]
}

/** An option is named after its parameter. A shell offers `values`, or those of the parameter. */
type CommandOption = readonly [flag: string, description: string, values?: readonly string[]]

/** The words of an endpoint as a command. */
interface CommandWords<Data> {
  /** Where it is a command of its own and not one inside that of its path. */
  name?: string
  description: string
  argument?: CommandArgument
  options: readonly CommandOption[]
  examples: readonly (readonly [line: string, does: string])[]
  /** What `--alerta` watches for; commands without it have no such option. */
  isHit?(data: Data): boolean
}

/** All that is said of one question: HTTP, command line, tools, OpenAPI document, client and scopes are made of it. */
export interface EndpointRecord<Path extends string = string, Found extends AnyLookup = AnyLookup> {
  /** Below `/api/`. Its first part is the name that scopes, quota, metrics and the log know. */
  path: Path
  /** What a person calls it. */
  title: string
  /** What it does, in a line of the documentation. */
  summary: string
  /** For programmers who read the documentation, in Spanish. */
  description: string
  /** The first one is what a client is given when it is given one value alone. */
  parameters: TProperties
  data: TSchema
  /** Fields of the answer beside `data`. */
  extras?: TProperties
  /** Its own failures; those that every endpoint has are added. */
  failures: readonly FailureKind[]
  /** What holds between its parameters. */
  rules?: ParameterRules
  /** A bad parameter (key) does not count when the other one (value) was given. */
  ignoredWhen?: Readonly<Record<string, string>>
  /** Other names of a parameter, each taken when the parameter itself is absent. */
  aliases?: Readonly<Record<string, string>>
  /** Values that absent parameters take by the date; a certificate states them. */
  dated?(query: Query, today: string): Query
  /** Units that an answer to this question costs at most; one unless said. */
  price?(query: Query): number
  /** The datasets it reads; a command opens no others. */
  datasets: readonly DatasetId[]
  /** Loads what makes the lookup; help and tools that ask a server never do. */
  lookup(): Promise<(deps: LookupDeps) => Found>
  command: CommandWords<DataOf<Found>>
  /** For the model that chooses among the tools and the person who allows its use: sentences in Spanish. */
  tool: readonly string[]
}

export interface Endpoint<Path extends string = string, Found extends AnyLookup = AnyLookup>
  extends EndpointRecord<Path, Found> {
  /** As scopes, quota, metrics and the log know it. */
  name: string
}

/** Describes one question. */
export const endpoint = <const Path extends string, Found extends AnyLookup>(
  record: EndpointRecord<Path, Found>,
): Endpoint<Path, Found> => ({ ...record, name: record.path.replace(/\/.*/, '') })

/** The failures of every endpoint that needs a parameter, and of every one that asks a live source. */
export const BAD_INPUT = ['invalid-input', 'missing-input'] as const
export const SOURCE_AWAY = ['upstream-unavailable', 'upstream-changed', 'upstream-blocked'] as const

/** The `proveedor` field of an answer. */
export const answeredBy = (providers: readonly ProviderId[]) => choice(providers, 'Proveedor que respondió')

// Every description of a tool says these itself: many clients show a model the tools without the server's instructions.
export const NOT_FOUND = 'estado "no_encontrado" es un hecho: todas las fuentes respondieron y ninguna lo tiene.'
export const AWAY =
  'Un error (fuente_no_disponible, fuente_cambio, fuente_captcha, lista_no_cargada) significa que no se pudo consultar; no significa que no exista.'
export const COST = 'Cuesta una unidad de la cuota, también cuando no encuentra; un error no cuesta.'
export const PERSONAL =
  'Contiene datos personales: úselos solo para lo que se pidió y no repita los que no hagan falta.'
