import { existsSync } from 'node:fs'
import {
  ACCOUNTS_MIGRATIONS,
  openAccountsDatabase,
  openAccountsStore,
  openReplacedAccounts,
  type ReplaceOptions,
  type RestoreOutcome,
  replaceContents,
  type Store,
  type StoreContents,
  sqlStore,
  storePath,
} from './accounts/index.ts'
import { JOBS_MIGRATIONS } from './batches/stored-jobs.ts'
import { addKeys, CERTIFICATES_MIGRATIONS, openFolderKeys } from './certificates/index.ts'
import type { Config } from './config.ts'
import {
  addRates,
  openFolderRates,
  type PublicationRow,
  RATES_MIGRATIONS,
} from './datasets/exchange-rate-history/index.ts'
import type { RefreshSettings } from './datasets/index.ts'
import { Failure } from './kernel/errors.ts'
import { type DatabaseOptions, openDatabase, type PostgresDatabase } from './kernel/postgres/database.ts'
import { waitForTurn } from './kernel/postgres/turn.ts'
import type { SigningKey } from './kernel/signing/signing-key.ts'
import type { Database, Sql } from './kernel/sql/database.ts'
import { SOURCES_MIGRATIONS } from './sources/index.ts'

/** The tables of every room that keeps something in it. */
const MIGRATIONS = {
  accounts: ACCOUNTS_MIGRATIONS,
  'exchange-rates': RATES_MIGRATIONS,
  sources: SOURCES_MIGRATIONS,
  jobs: JOBS_MIGRATIONS,
  certificates: CERTIFICATES_MIGRATIONS,
}

const SCHEMAS = { live: 'chasqui', sandbox: 'chasqui_sandbox' } as const

/** The database that this installation shares with others; null when everything is kept in its data folder. */
export const openSharedDatabase = async (
  { databaseUrl, mode }: Pick<Config, 'databaseUrl' | 'mode'>,
  options: Pick<DatabaseOptions, 'waitMs' | 'onTrouble'> = {},
): Promise<PostgresDatabase | null> => {
  if (databaseUrl === '') return null
  return openDatabase({ ...options, url: databaseUrl, schema: SCHEMAS[mode], migrations: MIGRATIONS })
}

/** The turns in which the installations on one database ask a publisher; undefined when there is none to share. */
export const fleetTurnOf = ({
  databaseUrl: url,
  mode,
}: Pick<Config, 'databaseUrl' | 'mode'>): RefreshSettings['fleetTurn'] =>
  url === '' ? undefined : (id, signal) => waitForTurn({ url, schema: SCHEMAS[mode], name: `refresh/${id}` }, signal)

/** The store of accounts for a short command, wherever this installation keeps it. */
export const openStore = async (config: Pick<Config, 'databaseUrl' | 'dataDir' | 'mode'>): Promise<Store> => {
  const database = await openSharedDatabase(config)
  if (!database) return openAccountsStore(config.dataDir)
  return { ...sqlStore(database), close: () => database.close() }
}

/** Runs one piece of work with the shared database, or with null when everything is kept in the data folder. */
export const withDatabase = async <Result>(
  config: Pick<Config, 'databaseUrl' | 'mode'>,
  work: (database: Database | null) => Promise<Result>,
): Promise<Result> => {
  const database = await openSharedDatabase(config)
  try {
    return await work(database)
  } finally {
    await database?.close()
  }
}

/** Runs one piece of work with the database of the accounts, and with the shared one where that is it. */
export const withAccounts = async <Result>(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'mode'>,
  work: (accounts: Database, shared: Database | null) => Promise<Result>,
): Promise<Result> => {
  const shared = await openSharedDatabase(config)
  const { dataDir } = config
  if (!shared && !existsSync(storePath(dataDir))) throw new Failure('invalid-input', `No hay cuentas en ${dataDir}`)
  const accounts = shared ?? (await openAccountsDatabase(dataDir))
  return work(accounts, shared).finally(() => accounts.close())
}

export interface Installation {
  contents: StoreContents
  rates: readonly PublicationRow[]
  signingKeys: readonly SigningKey[]
}

export interface Replaced extends RestoreOutcome {
  /** Of the place, for a line to the operator. */
  name: string
  /** Rates that were not there before. */
  rates: number
}

/**
 * Puts an installation in the place of another. Rates and signing keys are added to those that are there: certificates of both
 * stay verifiable, and the newest key signs. They come with the accounts, or before them: whoever finds the accounts has everything.
 */
export const replaceInstallation = async (
  { contents, ...kept }: Installation,
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'mode'>,
  options: ReplaceOptions,
  onSetAside: (path: string) => void,
): Promise<Replaced> => {
  const shared = await openSharedDatabase(config)
  const { dataDir } = config
  const opened = shared ? { database: shared, aside: null } : await openReplacedAccounts(dataDir, options.replace)
  const { database, aside } = opened
  let rates = 0
  try {
    const outcome = await replaceContents(database, contents, options, async (sql) => {
      rates = shared ? await addToShared(sql, kept) : await addToFolder(dataDir, kept, onSetAside)
    })
    return { ...outcome, aside: aside ?? outcome.aside, name: database.name, rates }
  } finally {
    await database.close()
  }
}

type RatesAndKeys = Omit<Installation, 'contents'>

const addToShared = async (sql: Sql, { rates, signingKeys }: RatesAndKeys): Promise<number> => {
  await addKeys(sql, signingKeys)
  return addRates(sql, rates)
}

const addToFolder = async (
  dataDir: string,
  { rates, signingKeys }: RatesAndKeys,
  onSetAside: (path: string) => void,
): Promise<number> => {
  if (signingKeys.length > 0) await inFile(await openFolderKeys(dataDir), (sql) => addKeys(sql, signingKeys))
  const file = await openFolderRates(dataDir, onSetAside)
  return inFile(file, (sql) => addRates(sql, rates))
}

const inFile = <Result>(file: Database, work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  file.transaction(work, { durable: true }).finally(() => file.close())
