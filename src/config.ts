import { hostname } from 'node:os'
import { LIST_IDS, type ListId, listRow } from './domain/lists.ts'
import { EDITIONS_SETTINGS, type EditionsConfig, editionsConfig } from './editions-settings.ts'
import { LOG_LEVELS, type LogLevel } from './kernel/log.ts'
import { addressProblem } from './kernel/postgres/connection.ts'
import { type AskedTracing, tracingSettings } from './kernel/tracing/settings.ts'
import { LIST_SETTINGS, LISTS_NOT_LOADED, listPlaces, MISSING_LISTS } from './list-settings.ts'
import {
  atLeastOne,
  ConfigError,
  calendarDate,
  oneOf,
  origin,
  origins,
  place,
  webAddress,
  wholeNumber,
  words,
  workerCount,
} from './setting-values.ts'
import { VOUCHER_SETTINGS, type VoucherConfig, voucherConfig } from './voucher-settings.ts'

const DATASETS = [
  'padron',
  ...LIST_IDS.map((id) => listRow(id).dataset),
  ...(['sanciones', 'judiciales', 'vinculados', 'agentes', 'ssco'] as const),
] as const
type DatasetName = (typeof DATASETS)[number]

/** What the operator reads of a dataset whose address is not set. */
export const MISSING_ADDRESS = {
  padron: 'Indique en CHASQUI_PADRON_URL la dirección o el archivo del padrón',
  sanciones: 'Indique en CHASQUI_PROCUREMENT_LIST la dirección o el archivo de la lista',
  judiciales: 'Indique en CHASQUI_PROCUREMENT_FILES_URL la dirección o la carpeta de los archivos',
  vinculados: 'Indique en CHASQUI_PROCUREMENT_FILES_URL la dirección o la carpeta de los archivos',
  ...MISSING_LISTS,
} as const

/** What callers are told while a dataset has no edition: which one it is, and the command that loads it. */
export const NOT_LOADED = {
  padron: 'El padrón de contribuyentes todavía no está cargado; se carga con «chasqui data sync padron»',
  sanciones: 'La lista de inhabilitados todavía no está cargada; se carga con «chasqui data sync sanciones»',
  judiciales:
    'La lista de inhabilitados por orden judicial todavía no está cargada; se carga con «chasqui data sync judiciales»',
  vinculados:
    'Las personas vinculadas a proveedores todavía no están cargadas; se cargan con «chasqui data sync vinculados»',
  ...LISTS_NOT_LOADED,
  agentes: 'Los padrones de agentes todavía no están cargados; se cargan con «chasqui data sync agentes»',
  ssco: 'La lista de sujetos sin capacidad operativa todavía no está cargada; se carga con «chasqui data sync ssco»',
} as const

/** Every setting: its default and one sentence. `docs/configuration.md` lists the same names, and a test holds it to that. */
export const SETTINGS = {
  CHASQUI_HOST: ['127.0.0.1', 'Address the service listens on'],
  CHASQUI_PORT: ['8080', 'Port the service listens on; 0 takes any free one'],
  CHASQUI_BACKLOG: ['1024', 'Connections that may wait to be accepted; the system may allow fewer'],
  CHASQUI_ADMIN_HOST: ['127.0.0.1', 'Address of the admin listener'],
  CHASQUI_ADMIN_PORT: ['', 'Port of a second listener for metrics, probes and fault rehearsal; off unless set'],
  CHASQUI_READY_NEEDS: [
    '',
    `Datasets (${DATASETS.join(',')}) that must be loaded before /readyz says 200; none unless set`,
  ],
  CHASQUI_DRAIN_MS: [
    '0',
    'After SIGTERM: how long /readyz says 503 while requests are still taken, before the listener closes',
  ],
  CHASQUI_LOG_LEVEL: ['info', 'Least level that is logged: trace, debug, info, warn, error, fatal or silent'],
  CHASQUI_CORS_ORIGINS: ['', 'Browser origins that may call the API, separated by commas; none unless set'],
  CHASQUI_DATA_DIR: ['./data', 'Folder of the embedded store and the editions of the mirrored data'],
  CHASQUI_DATABASE_URL: [
    '',
    'PostgreSQL 14 or newer (postgres://…) in place of the embedded store, shared by all instances; TLS by its sslmode',
  ],
  CHASQUI_SIGNING_KEY: [
    '',
    'File with the Ed25519 private key (PKCS#8 PEM or JWK) that signs certificates; made and kept in the store unless set',
  ],
  CHASQUI_INSTITUTION: ['', 'Name of the institution on certificates; none unless set'],
  CHASQUI_WATCH_KEY: [
    '',
    'File with at least 32 secret bytes that encrypt watched subjects, the same for all instances; else the secret of the store does',
  ],
  CHASQUI_WEBHOOK_PRIVATE: ['', '1 lets webhooks lead to private addresses and plain http; link-local ones never'],
  CHASQUI_WORKERS: ['', 'HTTP threads that share the port; one per core, at most 8, unless set'],
  ...EDITIONS_SETTINGS,
  CHASQUI_BATCH_ROWS: ['10000', 'Most rows of a batch over HTTP; an upload may have 4 KB for each'],
  CHASQUI_BATCH_HOURS: ['24', 'How long batches and their files are kept'],
  CHASQUI_PADRON_URL: [
    'https://www2.sunat.gob.pe/padron_reducido_ruc.zip',
    'The register, zip or txt: address or path',
  ],
  CHASQUI_PADRON_TIPOS_URL: ['', 'The open-data register with taxpayer types: address or path'],
  CHASQUI_BRANCHES_URL: ['', 'Branches of taxpayers (padron_reducido_local_anexo.zip): address or path'],
  CHASQUI_PROCUREMENT_LIST: [
    'https://osce-gob-pe.atlassian.net/wiki',
    "Disqualified suppliers: the agency's wiki, or address or path of its sancionados.csv or of the tribunal's export",
  ],
  CHASQUI_PROCUREMENT_FILES_URL: [
    '',
    "The agency's wiki, base address or folder of its files of court orders, partners, representatives and boards",
  ],
  CHASQUI_DOCUMENT_KEY: [
    '',
    'File with a secret of 32 bytes or more that encrypts document numbers on disk; one of the store unless set',
  ],
  ...LIST_SETTINGS,
  CHASQUI_TAX_LISTS_URL: ['https://www.sunat.gob.pe/descarga', 'Base address or folder of the zips of tax agents'],
  CHASQUI_SSCO_URL: [
    'https://www.sunat.gob.pe/padronesnotificaciones/ssco/sujesincapacidadOperativa.xlsx',
    'The list of subjects without operating capacity: address or path',
  ],
  CHASQUI_TAXAUTH_URL: ['https://e-consultaruc.sunat.gob.pe', 'Origin of the taxpayer pages'],
  CHASQUI_TAXAUTH_TOKEN: ['', 'Token of the taxpayer pages; without it they are not asked'],
  CHASQUI_TAXAUTH_TC_URL: ['https://e-consulta.sunat.gob.pe', 'Origin of the exchange-rate month service'],
  CHASQUI_TAXAUTH_TC_TXT_URL: [
    'https://www.sunat.gob.pe/a/txt/tipoCambio.txt',
    "Address of today's exchange-rate text file",
  ],
  CHASQUI_TAXAUTH_TC_TOKEN: ['', 'Token of the month service; without it the month service is not asked'],
  CHASQUI_DNI_DIRECTORY_URL: ['https://eldni.com', 'Origin of the public DNI directory'],
  CHASQUI_AGGREGATOR_A_URL: ['https://api.decolecta.com', 'Origin of aggregator-a'],
  CHASQUI_AGGREGATOR_A_TOKEN: ['', 'Token of aggregator-a; without it it is not asked'],
  CHASQUI_AGGREGATOR_B_URL: ['https://apiperu.dev', 'Origin of aggregator-b'],
  CHASQUI_AGGREGATOR_B_TOKEN: ['', 'Token of aggregator-b; without it it is not asked'],
  CHASQUI_INSURANCE_URL: ['https://api.apeseg.org.pe', 'Origin of the insurance certificates service'],
  CHASQUI_INSURANCE_TOKEN: ['', 'Partner token of the insurance registry; without it SOAT answers 503'],
  ...VOUCHER_SETTINGS,
  CHASQUI_CENTRAL_BANK_URL: ['https://estadisticas.bcrp.gob.pe', "Origin of the central bank's series service"],
  CHASQUI_CONTACT: [
    '',
    'Contact named in the User-Agent of every request to a source; default postmaster at this host',
  ],
  CHASQUI_SOURCE_TIMEOUT_MS: ['', "Overrides every live source's time-out, that of the series catalogue excepted"],
  CHASQUI_SOURCE_SPACING_MS: ['', "Overrides every live source's spacing between requests"],
  CHASQUI_DATASET_FLOOR: ['', "Smallest first edition of a dataset, in place of each dataset's own floor"],
  CHASQUI_REFRESH: ['auto', 'auto refreshes each dataset on its cadence; off leaves it to `chasqui data sync`'],
  CHASQUI_TODAY: ['', "Fixes Lima's date (YYYY-MM-DD) for rehearsals and tests"],
  CHASQUI_URL: ['', 'For the command line: the server to ask, in place of `--url`'],
  CHASQUI_KEY: ['', 'For the command line: the key for that server, in place of `--key`'],
} as const satisfies Record<`CHASQUI_${string}`, readonly [string, string]>

type SettingName = keyof typeof SETTINGS
export type Env = Record<string, string | undefined>

export interface Config {
  mode: 'live' | 'sandbox'
  host: string
  port: number
  /** HTTP threads. */
  workers: number
  backlog: number
  adminHost: string
  adminPort: number | null
  readyNeeds: DatasetName[]
  drainMs: number
  logLevel: LogLevel
  corsOrigins: string[]
  dataDir: string
  /** Empty: everything is kept in the data folder. */
  databaseUrl: string
  /** File with the key that signs certificates; empty: a key of the store does. */
  signingKey: string
  /** Named on certificates; empty: none. */
  institution: string
  /** File with the secret that encrypts watched subjects; empty: that of the store does. */
  watchKey: string
  /** May webhooks lead to private addresses? */
  privateWebhooks: boolean
  /** Where editions are taken from, the key that must have signed them, and where they are published to; empty where not. */
  editions: EditionsConfig
  /** Most rows of a batch over HTTP, and how long one is kept. */
  batches: { rows: number; hours: number }
  padron: { url: string; tiposUrl: string; anexosUrl: string }
  procurementList: string
  /** Empty: court orders and related parties are not loaded. */
  procurementFiles: string
  /** File with the secret that encrypts document numbers; empty: one of the store does. */
  documentKey: string
  /** Where each list is that names are screened against and that is loaded. */
  lists: Partial<Record<ListId, string>>
  taxLists: { agents: string; ssco: string }
  taxauth: { origin: string; token: string }
  taxauthTc: { origin: string; textUrl: string; token: string }
  dniDirectory: { origin: string }
  aggregatorA: { origin: string; token: string }
  aggregatorB: { origin: string; token: string }
  insurance: { origin: string; token: string }
  voucher: VoucherConfig
  centralBank: { origin: string }
  contact: string
  sourceTimeoutMs: number | null
  sourceSpacingMs: number | null
  datasetFloor: number | null
  refresh: 'auto' | 'off'
  today: string | undefined
  /** By the standard variables of OpenTelemetry, which have names of their own. */
  tracing: AskedTracing
}

const PREFIX = 'CHASQUI_'

/** Reads a setting: the environment's text, or its default. */
type ReadText = (name: SettingName) => string

/** The whole configuration as one value; an unknown name with our prefix or a bad value stops the start. */
export const loadConfig = (env: Env, mode: Config['mode'] = 'live'): Config => {
  refuseUnknown(env)
  const text: ReadText = (name) => env[name]?.trim() || SETTINGS[name][0]
  return {
    mode,
    host: text('CHASQUI_HOST'),
    port: wholeNumber('CHASQUI_PORT', text('CHASQUI_PORT'), 65_535) ?? 8080,
    workers: workerCount('CHASQUI_WORKERS', text),
    backlog: wholeNumber('CHASQUI_BACKLOG', text('CHASQUI_BACKLOG'), 65_535) || 1,
    adminHost: text('CHASQUI_ADMIN_HOST'),
    adminPort: wholeNumber('CHASQUI_ADMIN_PORT', text('CHASQUI_ADMIN_PORT'), 65_535),
    readyNeeds: words('CHASQUI_READY_NEEDS', text('CHASQUI_READY_NEEDS'), DATASETS),
    drainMs: wholeNumber('CHASQUI_DRAIN_MS', text('CHASQUI_DRAIN_MS'), 600_000) ?? 0,
    logLevel: oneOf('CHASQUI_LOG_LEVEL', text('CHASQUI_LOG_LEVEL'), LOG_LEVELS),
    corsOrigins: origins('CHASQUI_CORS_ORIGINS', text('CHASQUI_CORS_ORIGINS')),
    dataDir: text('CHASQUI_DATA_DIR'),
    databaseUrl: databaseAddress(text('CHASQUI_DATABASE_URL')),
    signingKey: text('CHASQUI_SIGNING_KEY'),
    institution: text('CHASQUI_INSTITUTION'),
    watchKey: text('CHASQUI_WATCH_KEY'),
    privateWebhooks: oneOf('CHASQUI_WEBHOOK_PRIVATE', text('CHASQUI_WEBHOOK_PRIVATE') || '0', ['0', '1']) === '1',
    editions: editionsConfig(text),
    batches: {
      rows: atLeastOne('CHASQUI_BATCH_ROWS', text, 1e6),
      hours: atLeastOne('CHASQUI_BATCH_HOURS', text, 8_760),
    },
    padron: {
      url: text('CHASQUI_PADRON_URL'),
      tiposUrl: text('CHASQUI_PADRON_TIPOS_URL'),
      anexosUrl: text('CHASQUI_BRANCHES_URL'),
    },
    procurementList: text('CHASQUI_PROCUREMENT_LIST'),
    procurementFiles: place('CHASQUI_PROCUREMENT_FILES_URL', text),
    documentKey: text('CHASQUI_DOCUMENT_KEY'),
    lists: listPlaces(text),
    taxLists: { agents: text('CHASQUI_TAX_LISTS_URL'), ssco: text('CHASQUI_SSCO_URL') },
    taxauth: { origin: origin('CHASQUI_TAXAUTH_URL', text), token: text('CHASQUI_TAXAUTH_TOKEN') },
    taxauthTc: {
      origin: origin('CHASQUI_TAXAUTH_TC_URL', text),
      textUrl: webAddress('CHASQUI_TAXAUTH_TC_TXT_URL', text('CHASQUI_TAXAUTH_TC_TXT_URL')).href,
      token: text('CHASQUI_TAXAUTH_TC_TOKEN'),
    },
    dniDirectory: { origin: origin('CHASQUI_DNI_DIRECTORY_URL', text) },
    aggregatorA: { origin: origin('CHASQUI_AGGREGATOR_A_URL', text), token: text('CHASQUI_AGGREGATOR_A_TOKEN') },
    aggregatorB: { origin: origin('CHASQUI_AGGREGATOR_B_URL', text), token: text('CHASQUI_AGGREGATOR_B_TOKEN') },
    insurance: { origin: origin('CHASQUI_INSURANCE_URL', text), token: text('CHASQUI_INSURANCE_TOKEN') },
    voucher: voucherConfig(text),
    centralBank: { origin: origin('CHASQUI_CENTRAL_BANK_URL', text) },
    contact: text('CHASQUI_CONTACT') || `postmaster@${hostname()}`,
    sourceTimeoutMs: wholeNumber('CHASQUI_SOURCE_TIMEOUT_MS', text('CHASQUI_SOURCE_TIMEOUT_MS'), 600_000),
    sourceSpacingMs: wholeNumber('CHASQUI_SOURCE_SPACING_MS', text('CHASQUI_SOURCE_SPACING_MS'), 600_000),
    datasetFloor: wholeNumber('CHASQUI_DATASET_FLOOR', text('CHASQUI_DATASET_FLOOR'), 1e9),
    refresh: oneOf('CHASQUI_REFRESH', text('CHASQUI_REFRESH'), ['auto', 'off']),
    today: calendarDate('CHASQUI_TODAY', text('CHASQUI_TODAY')),
    tracing: tracingSettings(env),
  }
}

const refuseUnknown = (env: Env): void => {
  const unknown = Object.keys(env).filter((name) => name.startsWith(PREFIX) && !(name in SETTINGS))
  if (unknown.length > 0) {
    throw new ConfigError(`Ajuste desconocido: ${unknown.join(', ')}. docs/configuration.md lista los que existen.`)
  }
}

/** Never quoted in a message: it holds a password. */
const databaseAddress = (value: string): string => {
  const problem = value === '' ? null : addressProblem(value)
  if (problem) throw new ConfigError(`CHASQUI_DATABASE_URL ${problem}.`)
  return value
}
