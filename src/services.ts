import { type Accounts, openAccounts, sqlStore } from './accounts/index.ts'
import { type BatchStore, openBatchStore } from './batches/jobs/batch-store.ts'
import { openKeyStore, openSigningKeys, type SigningKeys } from './certificates/index.ts'
import { type Config, MISSING_ADDRESS, NOT_LOADED } from './config.ts'
import { openRateHistory, type RateHistory } from './datasets/exchange-rate-history/index.ts'
import {
  type DatasetId,
  type DatasetStatus,
  FollowerList,
  listDatasets,
  openDatasets,
  openPlace,
  type PublicationStatus,
  takeDatasets,
} from './datasets/index.ts'
import type { LimaClock } from './domain/lima-time.ts'
import { SCOPES } from './endpoints/index.ts'
import { joinLookups, type Lookups } from './endpoints/join-lookups.ts'
import { errorFacts, type Log } from './kernel/log.ts'
import { openTogether } from './kernel/open-together.ts'
import type { PostgresDatabase } from './kernel/postgres/database.ts'
import type { Database } from './kernel/sql/database.ts'
import type { Tracer } from './kernel/tracing/tracer.ts'
import { version } from './kernel/version.ts'
import { documentSecretOf, fleetTurnOf, openSharedDatabase, openWatchStore } from './shared-database.ts'
import { downloadUserAgent, openPublication, trustedKeys } from './shared-editions.ts'
import { logSourceEvent, type OpenFleet, openFleets, openSources, type SourcesSettings } from './sources/index.ts'
import { offlineSources } from './sources/offline-sources.ts'
import { shareSources } from './sources/remote-sources.ts'
import type { LiveSources } from './sources/source.ts'
import type { BatchSetup, ServicesSetup, ServiceTasks } from './thread-services.ts'
import type { Vault } from './watch/vault.ts'

/** How long a start waits for a database that is away. */
const DATABASE_START_MS = 60_000

/** The lookups with everything below them; no accounts and no HTTP. */
export interface Answers {
  lookups: Lookups
  sources: LiveSources
  history: RateHistory
  clock: LimaClock
  datasetStatuses(): readonly DatasetStatus[]
  /** Resolves when every dataset has been loaded or has failed to load. */
  firstEditions(): Promise<void>
  close(): Promise<void>
}

export type { Lookups } from './endpoints/join-lookups.ts'

export interface Services extends Answers {
  accounts: Accounts
  signingKeys: SigningKeys
  batchStore: BatchStore
  /** Where the watch keeps what it knows, and what encrypts it. */
  watchStore: { database: Database; vault: Vault }
  /** HTTP threads of the process, this one included. */
  threads: number
  /** The other HTTP threads, which answer with the same editions. */
  followers: FollowerList
  version: string
  mode: Config['mode']
  startedAt: Date
  /** The date that a setting holds as today; undefined when the clock rules. */
  fixedToday: string | undefined
  /** Datasets that this installation has no address of. */
  unconfigured: readonly DatasetId[]
  /** How often the store of accounts has failed. */
  storeErrors(): number
  /** How the publication of editions goes; null when none was asked for. */
  publication(): PublicationStatus | null
}

export interface AnswersOptions {
  /** The mirrored lists to open; all of them unless said. */
  only?: readonly DatasetId[] | undefined
  /** Opened by the caller, who closes it after the answers. */
  database?: PostgresDatabase | null
  /** HTTP threads of the process, this one included. */
  threads?: number | undefined
  followers?: FollowerList | undefined
  /** Answers from the local copies alone: no live source is ever asked. */
  offline?: boolean | undefined
}

/** Opens the live sources and the mirrored lists, and joins them into the lookups. */
export const openAnswers = (
  config: Config,
  clock: LimaClock,
  log: Log,
  { only, database = null, threads, followers, offline }: AnswersOptions = {},
): Promise<Answers> =>
  openTogether(async (keep) => {
    const history = keep(await openHistory(config, log, database))
    const sources = keep(openLiveSources(config, clock, log, database ? await openFleets(database) : undefined))
    const { mirrors, statuses, firstEditions } = keep(
      await openDatasets(datasetsOf(config, clock, threads), {
        dataDir: config.dataDir,
        clock,
        log,
        floor: config.datasetFloor ?? undefined,
        refresh: config.refresh,
        fleetTurn: fleetTurnOf(config),
        only,
        followers,
        notLoaded: NOT_LOADED,
      }),
    )
    const asked = offline ? offlineSources(sources) : sources
    const lookups = joinLookups({
      ...mirrors,
      sources: asked,
      history,
      clock,
      threads,
      unconfigured: unconfiguredIn(config),
    })
    return { lookups, sources, history, clock, datasetStatuses: statuses, firstEditions }
  })

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

const openHistory = (config: Config, log: Log, shared: Database | null): Promise<RateHistory> =>
  openRateHistory({
    dir: config.dataDir,
    shared,
    publisher: ratePublisher(config),
    onSetAside: (file, code) => log.error({ file, code }, 'the rate history was damaged: set aside, begun anew'),
    onTrouble: (code) =>
      code ? log.error({ code }, 'the rate history cannot be written') : log.info('the rate history is written again'),
  })

/** Names whose publications the rate history holds. The sandbox has new addresses at every start, but is one publisher. */
const ratePublisher = ({ mode, taxauthTc: { origin, textUrl } }: Config): string =>
  mode === 'sandbox' ? 'sandbox' : `${origin} ${textUrl}`

/** Everything a running service holds, built once. */
export const openServices = (config: Config, clock: LimaClock, log: Log, threads = 1): Promise<Services> =>
  openTogether(async (keep) => {
    let storeErrors = 0
    const followers = new FollowerList()
    const onStoreTrouble = (code: string | null): void => {
      if (code) storeErrors++
      if (code) log.error({ code }, 'the accounts store cannot be used')
      else log.info('the accounts store is well again')
    }
    const database = keep(await openSharedDatabase(config, { waitMs: DATABASE_START_MS, onTrouble: onStoreTrouble }))
    const accounts = keep(
      await openAccounts({
        dataDir: config.dataDir,
        mode: config.mode,
        clock,
        threads,
        endpoints: SCOPES,
        store: database ? sqlStore(database) : undefined,
        onStoreTrouble,
        onFailure: (error) => {
          storeErrors++
          log.error(errorFacts(error), 'accounts store failed')
        },
      }),
    )
    const answers = keep(
      await openAnswers(config, clock, log, { database, followers, ...(threads > 1 && { threads }) }),
    )
    const signingKeys = keep(await openKeys(config, clock, database))
    const batchStore = keep(await openBatchStore(config.dataDir, database))
    const watchStore = await openWatchStore(config, accounts.installationSecret, { shared: database, onStoreTrouble })
    keep(watchStore)
    const publication = openPublication(config, {
      datasets: Object.values(datasetsOf(config, clock)),
      signingKeys,
      clock,
      log,
    })
    keep({ close: () => publication?.stop() })
    return {
      ...answers,
      accounts,
      batchStore,
      watchStore,
      followers,
      signingKeys,
      threads,
      publication: () => publication?.status() ?? null,
      version,
      mode: config.mode,
      startedAt: new Date(clock.now()),
      fixedToday: config.today,
      unconfigured: unconfiguredIn(config),
      storeErrors: () => storeErrors,
    }
  })

/** The keys of certificates, wherever this installation keeps them. */
export const openKeys = async (
  { dataDir, mode, signingKey: file, institution }: Pick<Config, 'dataDir' | 'mode' | 'signingKey' | 'institution'>,
  clock: LimaClock,
  database: Database | null,
): Promise<SigningKeys> => {
  const store = await openKeyStore(dataDir, database)
  return openSigningKeys({ store, mode, file, institution, nowMs: clock.now() })
}

/** The mirrored lists of this installation; the command line refreshes the same ones. */
export const datasetsOf = (
  config: Config,
  clock: LimaClock,
  threads = 1,
  documentSecret: () => Promise<Uint8Array> = documentSecretOf(config),
) => {
  const userAgent = downloadUserAgent(config)
  const all = listDatasets({
    // Each HTTP thread has one of its own.
    searchThreads: threads > 1 ? 1 : undefined,
    padron: config.padron,
    procurementList: config.procurementList,
    procurementFiles: config.procurementFiles,
    documentSecret,
    missingAddress: MISSING_ADDRESS,
    lists: config.lists,
    taxLists: config.taxLists,
    clock,
    userAgent,
  })
  const { from } = config.editions
  return from ? takeDatasets(all, openPlace({ from, userAgent, keys: trustedKeys(config) }), { clock, userAgent }) : all
}

/** Datasets that are not loaded because nobody said where they are. A place of editions may have any of them. */
export const unconfiguredIn = ({ editions, procurementFiles, taxLists }: Config): readonly DatasetId[] =>
  editions.from !== ''
    ? []
    : [
        ...(procurementFiles === '' ? (['judiciales', 'vinculados'] as const) : []),
        ...(taxLists.ssco === '' ? (['ssco'] as const) : []),
      ]

/** What the other HTTP threads ask of this one, and what they are opened with. */
export const shareServices = (
  { accounts, signingKeys, sources, history, mode, fixedToday, threads, unconfigured }: Services,
  tracer: Tracer | undefined,
) => {
  const shared = shareSources(sources, tracer)
  const setup = (): ServicesSetup => ({
    ...{ mode, today: fixedToday, providers: shared.providers, notLoaded: NOT_LOADED, threads, unconfigured },
    accounts: accounts.threadHost.setup,
    signingKeys: signingKeys.current(),
  })
  const tasksOf = (thread: number): ServiceTasks => ({
    ...accounts.threadHost.tasksOf(thread),
    ...shared.tasks,
    publishedOn: (fecha) => history.publishedOn(fecha),
    lastPublished: ({ desde, hasta }) => history.lastPublished(desde, hasta),
    saveRates: (rates) => history.save(rates),
  })
  return { setup, tasksOf }
}

/** What the thread of batches is opened with. */
export const batchSetup = ({ sources, fixedToday: today, threads, unconfigured }: Services): BatchSetup => ({
  ...{ today, threads, unconfigured, providers: shareSources(sources, undefined).providers, notLoaded: NOT_LOADED },
})

const sourceUserAgent = ({ contact }: Config): string => `Chasqui/${version} (+${contact})`

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
  'taxauth-cpe': config.voucher,
})
