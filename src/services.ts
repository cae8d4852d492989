import { type Accounts, openAccounts, openSharedStore } from './accounts/index.ts'
import { type Config, MISSING_ADDRESS, NOT_LOADED } from './config.ts'
import { openRateHistory, openSharedHistory } from './datasets/exchange-rate-history/index.ts'
import {
  type DatasetId,
  type DatasetStatus,
  keepPublished,
  listDatasets,
  openDatasets,
  openPlace,
  type Publication,
  type PublicationStatus,
  takeDatasets,
} from './datasets/index.ts'
import type { LimaClock } from './domain/lima-time.ts'
import type {
  CompanyMatch,
  ExchangeRate,
  PersonNames,
  PersonSearch,
  Policy,
  SanctionSearch,
  Screening,
  Series,
  Taxpayer,
} from './domain/records.ts'
import { errorFacts, type Log } from './kernel/log.ts'
import type { Database } from './kernel/postgres/database.ts'
import { version } from './kernel/version.ts'
import { type AmlQuery, amlLookup } from './lookups/aml.ts'
import { type DniQuery, dniLookup } from './lookups/dni.ts'
import { type IndicadoresQuery, indicadoresLookup } from './lookups/indicadores.ts'
import { type NombreQuery, nombreLookup } from './lookups/nombre.ts'
import { type PersonaQuery, personaLookup } from './lookups/persona.ts'
import { type RucQuery, rucLookup } from './lookups/ruc.ts'
import { type SancionesQuery, sancionesLookup } from './lookups/sanciones.ts'
import type { Answer } from './lookups/shared/answer.ts'
import { type SoatQuery, soatLookup } from './lookups/soat.ts'
import { type TipoCambioQuery, tipoCambioLookup } from './lookups/tipo-cambio.ts'
import { fleetTurnOf, openSharedDatabase } from './shared-database.ts'
import { logSourceEvent, type OpenFleet, openFleets, openSources, type SourcesSettings } from './sources/index.ts'
import type { LiveSources } from './sources/source.ts'

/** How long a start waits for a database that is away. */
const DATABASE_START_MS = 60_000

type Lookup<Query, Data> = (query: Query) => Answer<Data> | Promise<Answer<Data>>

/** The nine lookups, as HTTP and the command line call them. */
export interface Lookups {
  persona: Lookup<PersonaQuery, PersonSearch>
  ruc: Lookup<RucQuery, Taxpayer>
  dni: Lookup<DniQuery, PersonNames>
  nombre: Lookup<NombreQuery, CompanyMatch[]>
  sanciones: Lookup<SancionesQuery, SanctionSearch>
  soat: Lookup<SoatQuery, Policy>
  tipoCambio: Lookup<TipoCambioQuery, ExchangeRate>
  indicadores: Lookup<IndicadoresQuery, Series>
  aml: Lookup<AmlQuery, Screening>
}

/** The lookups with everything below them; no accounts and no HTTP. */
export interface Answers {
  lookups: Lookups
  sources: LiveSources
  clock: LimaClock
  datasetStatuses(): readonly DatasetStatus[]
  /** Resolves when every dataset has been loaded or has failed to load. */
  firstEditions(): Promise<void>
  close(): Promise<void>
}

export interface Services extends Answers {
  accounts: Accounts
  version: string
  mode: Config['mode']
  startedAt: Date
  /** The date that a setting of a live service holds as today; undefined when the clock rules. */
  fixedToday: string | undefined
  /** How often the store of accounts has failed. */
  storeErrors(): number
  /** How the publication of editions goes; null when none was asked for. */
  publication(): PublicationStatus | null
}

interface AnswersOptions {
  /** The mirrored lists to open; all of them unless said. */
  only?: readonly DatasetId[] | undefined
  /** Opened by the caller, who closes it after the answers. */
  database?: Database | null
}

/** Opens the live sources and the mirrored lists, and joins them into the nine lookups. */
export const openAnswers = async (
  config: Config,
  clock: LimaClock,
  log: Log,
  { only, database = null }: AnswersOptions = {},
): Promise<Answers> => {
  const history = database ? await openSharedHistory(database, ratePublisher(config)) : openHistory(config, log)
  const sources = openLiveSources(config, clock, log, database ? await openFleets(database) : undefined)
  const datasets = await openDatasets(datasetsOf(config, clock), {
    dataDir: config.dataDir,
    clock,
    log,
    floor: config.datasetFloor ?? undefined,
    refresh: config.refresh,
    fleetTurn: fleetTurnOf(config),
    only,
    notLoaded: NOT_LOADED,
  }).catch(async (error) => {
    await Promise.all([sources.close(), history.close()])
    throw error
  })
  const { padron: register, sanciones: list, us, un } = datasets.mirrors
  const taxpayers = { register, sources }
  return {
    lookups: {
      persona: personaLookup(taxpayers),
      ruc: rucLookup(taxpayers),
      dni: dniLookup(taxpayers),
      nombre: nombreLookup(taxpayers),
      sanciones: sancionesLookup({ list, clock }),
      soat: soatLookup({ sources, clock }),
      tipoCambio: tipoCambioLookup({ sources, history, clock }),
      indicadores: indicadoresLookup({ sources, clock }),
      aml: amlLookup({ us, un, clock }),
    },
    sources,
    clock,
    datasetStatuses: () => datasets.statuses(),
    firstEditions: () => datasets.firstEditions(),
    close: async () => {
      await Promise.all([datasets.close(), sources.close(), history.close()])
    },
  }
}

const openLiveSources = (config: Config, clock: LimaClock, log: Log, openFleet?: OpenFleet): LiveSources =>
  openSources(sourceSettings(config), {
    clock,
    userAgent: sourceUserAgent(config),
    timeoutMs: config.sourceTimeoutMs ?? undefined,
    spacingMs: config.sourceSpacingMs ?? undefined,
    // Nobody who tries out faults should wait half a minute after each.
    recoveryMs: config.mode === 'sandbox' ? 2_000 : undefined,
    openFleet,
    onEvent: logSourceEvent(log),
  })

const openHistory = (config: Config, log: Log) =>
  openRateHistory({
    dir: config.dataDir,
    publisher: ratePublisher(config),
    onSetAside: (file, code) => log.error({ file, code }, 'the rate history was damaged: set aside, begun anew'),
    onTrouble: (code) =>
      code ? log.error({ code }, 'the rate history cannot be written') : log.info('the rate history is written again'),
  })

/** Names whose publications the rate history holds. The sandbox has new addresses at every start, but is one publisher. */
const ratePublisher = ({ mode, taxauthTc: { origin, textUrl } }: Config): string =>
  mode === 'sandbox' ? 'sandbox' : `${origin} ${textUrl}`

/** Everything a running service holds, built once. */
export const openServices = async (config: Config, clock: LimaClock, log: Log): Promise<Services> => {
  let storeErrors = 0
  const onStoreTrouble = (code: string | null): void => {
    if (code) storeErrors++
    if (code) log.error({ code }, 'the accounts store cannot be used')
    else log.info('the accounts store is well again')
  }
  const database = await openSharedDatabase(config, { waitMs: DATABASE_START_MS, onTrouble: onStoreTrouble })
  const accounts = await openAccounts({
    dataDir: config.dataDir,
    mode: config.mode,
    clock,
    store: database ? openSharedStore(database) : undefined,
    onStoreTrouble,
    onFailure: (error) => {
      storeErrors++
      log.error(errorFacts(error), 'accounts store failed')
    },
  }).catch(async (error) => {
    await database?.close()
    throw error
  })
  const answers = await openAnswers(config, clock, log, { database }).catch(async (error) => {
    // Its thread would keep a process alive that serves nobody.
    await accounts.close()
    await database?.close()
    throw error
  })
  const publication = openPublication(config, clock, log)
  return {
    ...answers,
    accounts,
    publication: () => publication?.status() ?? null,
    version,
    mode: config.mode,
    startedAt: new Date(clock.now()),
    fixedToday: config.mode === 'live' ? config.today : undefined,
    storeErrors: () => storeErrors,
    close: async () => {
      await accounts.close()
      await publication?.stop()
      await answers.close()
      await database?.close()
    },
  }
}

/** The mirrored lists of this installation; the command line refreshes the same ones. */
export const datasetsOf = (config: Config, clock: LimaClock) => {
  const userAgent = downloadUserAgent(config)
  const all = listDatasets({
    padron: config.padron,
    procurementList: config.procurementList,
    missingAddress: MISSING_ADDRESS,
    usList: config.usList,
    unList: config.unList,
    clock,
    userAgent,
  })
  const { from } = config.editions
  return from ? takeDatasets(all, openPlace({ from, userAgent }), userAgent) : all
}

const openPublication = (config: Config, clock: LimaClock, log: Log): Publication | null => {
  const { dataDir, editions } = config
  if (!editions.publish) return null
  return keepPublished({
    ...{ dataDir, folder: editions.publish, clock, log },
    datasets: Object.values(datasetsOf(config, clock)),
  })
}

const sourceUserAgent = ({ contact }: Config): string => `Chasqui/${version} (+${contact})`

// Publishers of files have refused user agents that do not begin like a browser's.
const downloadUserAgent = ({ contact }: Config): string => `Mozilla/5.0 (compatible; Chasqui/${version}; +${contact})`

/** Pretend upstreams have new addresses at every start, but are the same sources. */
const sourceSettings = (config: Config): SourcesSettings => {
  const settings = configuredSources(config)
  if (config.mode === 'live') return settings
  return Object.fromEntries(Object.entries(settings).map(([id, own]) => [id, { ...own, sharedAs: 'sandbox' }]))
}

const configuredSources = (config: Config): SourcesSettings => ({
  'taxauth-scraper': config.taxauth,
  'public-dni-directory': config.dniDirectory,
  'aggregator-a': config.aggregatorA,
  'aggregator-b': config.aggregatorB,
  'taxauth-tc': config.taxauthTc,
  'central-bank': config.centralBank,
  'insurance-registry': config.insurance,
})
