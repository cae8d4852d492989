import { type Accounts, openAccounts } from './accounts/index.ts'
import { type Config, MISSING_ADDRESS, NOT_LOADED } from './config.ts'
import { openRateHistory } from './datasets/exchange-rate-history/index.ts'
import { type DatasetId, type DatasetStatus, listDatasets, openDatasets } from './datasets/index.ts'
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
import { logSourceEvent, openSources, type SourcesSettings } from './sources/index.ts'
import type { LiveSources } from './sources/source.ts'

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
}

interface AnswersOptions {
  /** The mirrored lists to open; all of them unless said. */
  only?: readonly DatasetId[]
}

/** Opens the live sources and the mirrored lists, and joins them into the nine lookups. */
export const openAnswers = async (
  config: Config,
  clock: LimaClock,
  log: Log,
  { only }: AnswersOptions = {},
): Promise<Answers> => {
  const history = openHistory(config, log)
  const sources = openLiveSources(config, clock, log)
  const datasets = await openDatasets(datasetsOf(config, clock), {
    dataDir: config.dataDir,
    clock,
    log,
    floor: config.datasetFloor ?? undefined,
    refresh: config.refresh,
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

const openLiveSources = (config: Config, clock: LimaClock, log: Log): LiveSources =>
  openSources(sourceSettings(config), {
    clock,
    userAgent: sourceUserAgent(config),
    timeoutMs: config.sourceTimeoutMs ?? undefined,
    spacingMs: config.sourceSpacingMs ?? undefined,
    // Nobody who tries out faults should wait half a minute after each.
    recoveryMs: config.mode === 'sandbox' ? 2_000 : undefined,
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
  const accounts = await openAccounts({
    dataDir: config.dataDir,
    mode: config.mode,
    clock,
    onStoreTrouble: (code) => {
      if (code) storeErrors++
      if (code) log.error({ code }, 'the accounts store cannot be used')
      else log.info('the accounts store is well again')
    },
    onFailure: (error) => {
      storeErrors++
      log.error(errorFacts(error), 'accounts store failed')
    },
  })
  const answers = await openAnswers(config, clock, log).catch(async (error) => {
    // Its thread would keep a process alive that serves nobody.
    await accounts.close()
    throw error
  })
  return {
    ...answers,
    accounts,
    version,
    mode: config.mode,
    startedAt: new Date(clock.now()),
    fixedToday: config.mode === 'live' ? config.today : undefined,
    storeErrors: () => storeErrors,
    close: async () => {
      await accounts.close()
      await answers.close()
    },
  }
}

/** The mirrored lists of this installation; the command line refreshes the same ones. */
export const datasetsOf = (config: Config, clock: LimaClock) =>
  listDatasets({
    padron: config.padron,
    procurementList: config.procurementList,
    missingAddress: MISSING_ADDRESS,
    usList: config.usList,
    unList: config.unList,
    clock,
    userAgent: downloadUserAgent(config),
  })

const sourceUserAgent = ({ contact }: Config): string => `Chasqui/${version} (+${contact})`

// Publishers of files have refused user agents that do not begin like a browser's.
const downloadUserAgent = ({ contact }: Config): string => `Mozilla/5.0 (compatible; Chasqui/${version}; +${contact})`

const sourceSettings = (config: Config): SourcesSettings => ({
  'taxauth-scraper': config.taxauth,
  'public-dni-directory': config.dniDirectory,
  'aggregator-a': config.aggregatorA,
  'aggregator-b': config.aggregatorB,
  'taxauth-tc': config.taxauthTc,
  'central-bank': config.centralBank,
  'insurance-registry': config.insurance,
})
