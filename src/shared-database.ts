import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import {
  ACCOUNTS_MIGRATIONS,
  openAccountsDatabase,
  openAccountsStore,
  type Store,
  sqlStore,
  storePath,
} from './accounts/index.ts'
import { JOBS_MIGRATIONS } from './batches/stored-jobs.ts'
import { CERTIFICATES_MIGRATIONS } from './certificates/index.ts'
import type { Config } from './config.ts'
import { RATES_MIGRATIONS } from './datasets/exchange-rate-history/index.ts'
import type { RefreshSettings } from './datasets/index.ts'
import { Failure } from './kernel/errors.ts'
import { type DatabaseOptions, openDatabase, type PostgresDatabase } from './kernel/postgres/database.ts'
import { waitForTurn } from './kernel/postgres/turn.ts'
import type { Database } from './kernel/sql/database.ts'
import { SOURCES_MIGRATIONS } from './sources/index.ts'
import { WATCH_MIGRATIONS } from './watch/store/migrations.ts'
import { openFolderWatch } from './watch/store/open-store.ts'
import { readSecret, Vault } from './watch/vault.ts'

/** The tables of every room that keeps something in it. */
const MIGRATIONS = {
  accounts: ACCOUNTS_MIGRATIONS,
  'exchange-rates': RATES_MIGRATIONS,
  sources: SOURCES_MIGRATIONS,
  jobs: JOBS_MIGRATIONS,
  certificates: CERTIFICATES_MIGRATIONS,
  watch: WATCH_MIGRATIONS,
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

const LEAST_SECRET_BYTES = 32

/** The secret that encrypts document numbers on disk: of the file that the operator names, or of the store. Read when it is first needed. */
export const documentSecretOf = (
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'mode' | 'documentKey'>,
): (() => Promise<Uint8Array>) => {
  let asked: Promise<Uint8Array> | undefined
  const read = () => (config.documentKey ? secretOfFile(config.documentKey) : secretOfStore(config))
  return () => {
    asked ??= read().catch((error) => {
      asked = undefined
      throw error
    })
    return asked
  }
}

const secretOfFile = async (path: string): Promise<Uint8Array> => {
  const secret = await readFile(path).catch(() => null)
  if (!secret || secret.length < LEAST_SECRET_BYTES)
    throw new Failure(
      'not-configured',
      `CHASQUI_DOCUMENT_KEY debe ser un archivo con ${LEAST_SECRET_BYTES} bytes o más`,
      { detail: 'no document key' },
    )
  return createHash('sha256').update(secret).digest()
}

const secretOfStore = async (config: Pick<Config, 'databaseUrl' | 'dataDir' | 'mode'>): Promise<Uint8Array> => {
  const store = await openStore(config)
  try {
    return await store.installationSecret()
  } finally {
    await store.close()
  }
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

/** Where the watch keeps what it knows: the shared database, or a file of its own. */
export const openWatchStore = async (
  { dataDir, watchKey }: Pick<Config, 'dataDir' | 'watchKey'>,
  storeSecret: Uint8Array,
  { shared, onStoreTrouble }: { shared: Database | null; onStoreTrouble(code: string | null): void },
) => {
  const vault = new Vault(watchKey === '' ? storeSecret : readSecret(watchKey, 'CHASQUI_WATCH_KEY'))
  const onFailure = (): void => onStoreTrouble('the thread has ended')
  const database = shared ?? (await openFolderWatch(dataDir, { onTrouble: onStoreTrouble, onFailure }))
  return { database, vault, close: async () => (shared ? undefined : database.close()) }
}

/** Runs one piece of work with what the watch keeps, wherever this installation has it, and with the shared database where that is it. */
export const withWatch = <Result>(
  place: Pick<Config, 'databaseUrl' | 'dataDir' | 'mode'>,
  work: (database: Database, shared: Database | null) => Promise<Result>,
): Promise<Result> =>
  withDatabase(place, async (shared) => {
    if (shared) return work(shared, shared)
    const database = await openFolderWatch(place.dataDir)
    return work(database, null).finally(() => database.close())
  })
