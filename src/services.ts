import type { Accounts } from './accounts/index.ts'
import { openAccounts } from './accounts/index.ts'
import type { Config } from './config.ts'
import type { DatasetId, DatasetStatus } from './datasets/dataset.ts'
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
import { Failure } from './kernel/errors.ts'
import { errorFacts, type Log } from './kernel/log.ts'
import { version } from './kernel/version.ts'
import type { Answer } from './lookups/answer.ts'
import { indicadoresLookup } from './lookups/indicadores.ts'
import { tipoCambioLookup } from './lookups/tipo-cambio.ts'
import { openSources, type SourcesSettings } from './sources/index.ts'
import type { LiveSources, ProviderHealth } from './sources/source.ts'
import { openRateHistory } from './sources/taxauth-tc/index.ts'

type Asked<Fields extends string> = { [Field in Fields]?: string | undefined }
type Lookup<Fields extends string, Data> = (query: Asked<Fields>) => Answer<Data> | Promise<Answer<Data>>

/** The nine questions, as the edge and the command line ask them. */
export interface Lookups {
  persona: Lookup<'nombre' | 'dni' | 'detalle', PersonSearch>
  ruc: Lookup<'numero' | 'proveedor', Taxpayer>
  dni: Lookup<'numero' | 'proveedor', PersonNames>
  nombre: Lookup<'q' | 'limite', CompanyMatch[]>
  sanciones: Lookup<'ruc' | 'nombre', SanctionSearch>
  soat: Lookup<'placa' | 'numero', Policy>
  tipoCambio: Lookup<'fecha', ExchangeRate>
  indicadores: Lookup<'codigo' | 'desde' | 'hasta', Series>
  aml: Lookup<'nombre' | 'documento' | 'detalle', Screening>
}

/** The rooms that answer, joined: all that a lookup needs, without callers or HTTP. */
export interface Answers {
  lookups: Lookups
  sources: LiveSources
  clock: LimaClock
  datasetStatuses(): readonly DatasetStatus[]
  /** Resolves when every dataset has been loaded or has failed to: what a first start waits for. */
  firstEditions(): Promise<void>
  close(): Promise<void>
}

export interface Services extends Answers {
  accounts: Accounts
  version: string
  mode: Config['mode']
  startedAt: Date
}

export const openAnswers = async (
  config: Config,
  clock: LimaClock,
  log: Log,
  _options: { only?: readonly DatasetId[] } = {},
): Promise<Answers> => {
  const sources = openSources(sourceSettings(config), {
    clock,
    userAgent: `Chasqui/${version} (+${config.contact})`,
    timeoutMs: config.sourceTimeoutMs ?? undefined,
    spacingMs: config.sourceSpacingMs ?? undefined,
  })
  const history = openRateHistory({ dir: config.dataDir, publisher: config.taxauthTc.textUrl })
  const later = () => {
    throw new Failure('dataset-unavailable', 'La lista todavía no está cargada')
  }
  return {
    lookups: {
      persona: later,
      ruc: later,
      dni: later,
      nombre: later,
      sanciones: later,
      soat: later,
      aml: later,
      tipoCambio: tipoCambioLookup({ sources, history, clock }),
      indicadores: indicadoresLookup({ sources, clock }),
    },
    sources,
    clock,
    datasetStatuses: () => [],
    firstEditions: async () => {},
    close: async () => {
      await sources.close()
      await history.close()
    },
  }
}

/** Everything a running service holds, built once. */
export const openServices = async (config: Config, clock: LimaClock, log: Log): Promise<Services> => {
  const accounts = await openAccounts({
    dataDir: config.dataDir,
    mode: config.mode,
    clock,
    onFailure: (error) => log.error(errorFacts(error), 'accounts store failed'),
  })
  const answers = await openAnswers(config, clock, log)
  return {
    ...answers,
    accounts,
    version,
    mode: config.mode,
    startedAt: new Date(clock.now()),
    close: async () => {
      await accounts.close()
      await answers.close()
    },
  }
}

const sourceSettings = (config: Config): SourcesSettings => ({
  'taxauth-scraper': config.taxauth,
  'public-dni-directory': config.dniDirectory,
  'aggregator-a': config.aggregatorA,
  'aggregator-b': config.aggregatorB,
  'taxauth-tc': config.taxauthTc,
  'central-bank': config.centralBank,
  'insurance-registry': config.insurance,
})

export type { DatasetStatus, ProviderHealth }
