import { ACCOUNTS_MIGRATIONS, openAccountsStore, openSharedStore, type Store } from './accounts/index.ts'
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
import { type PostgresDatabase as Database, type DatabaseOptions, openDatabase } from './kernel/postgres/database.ts'
import { waitForTurn } from './kernel/postgres/turn.ts'
import type { SigningKey } from './kernel/signing/signing-key.ts'
import type { Database as FileDatabase, Sql } from './kernel/sql/database.ts'
import { POSTGRES } from './kernel/sql/dialect.ts'
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
): Promise<Database | null> => {
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
  return { ...openSharedStore(database), close: () => database.close() }
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

export interface RatesAndKeys {
  rates: readonly PublicationRow[]
  signingKeys: readonly SigningKey[]
}

/** Adds to what an installation has: to a shared database by these statements, else to the files of its data folder. */
export const addRatesAndKeys = async (
  { rates, signingKeys }: RatesAndKeys,
  to: Sql | { dataDir: string; onSetAside: (path: string) => void },
): Promise<number> => {
  if (!('dataDir' in to)) {
    await addKeys(to, signingKeys)
    return addRates(to, POSTGRES, rates)
  }
  if (signingKeys.length > 0) await inFile(await openFolderKeys(to.dataDir), (sql) => addKeys(sql, signingKeys))
  const file = await openFolderRates(to.dataDir, to.onSetAside)
  return inFile(file, (sql) => addRates(sql, file.dialect, rates))
}

const inFile = <Result>(file: FileDatabase, work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  file.transaction(work, { durable: true }).finally(() => file.close())
