import { existsSync, rmSync } from 'node:fs'
import {
  keepHigherCounts,
  lockPath,
  openAccountsDatabase,
  readContents,
  type StoreContents,
  sqlStore,
  storePath,
  waitForSettlements,
  writeContents,
} from './accounts/index.ts'
import { type BackupFacts, writeBackup } from './backup-file.ts'
import { addKeys, openFolderKeys } from './certificates/index.ts'
import type { Config } from './config.ts'
import { addRates, openFolderRates, type PublicationRow } from './datasets/exchange-rate-history/index.ts'
import type { LimaClock } from './domain/lima-time.ts'
import { Failure } from './kernel/errors.ts'
import { setAside } from './kernel/files/replaceable-sqlite.ts'
import type { SigningKey } from './kernel/signing/signing-key.ts'
import type { Database, Sql } from './kernel/sql/database.ts'
import { claimFile } from './kernel/sql/file-use.ts'
import { openSharedDatabase } from './shared-database.ts'
import { openFolderWatch } from './watch/store/open-store.ts'

// Everything that an installation keeps: its backup, and what takes its place.

/** A large store is written whole, in one transaction. */
const WRITE_MS = 600_000

export interface BackupDeps {
  clock: LimaClock
  pause: (ms: number) => Promise<unknown>
}

/**
 * Writes accounts, keys, usage, quota and the installation's secret into `target`, an empty file. Servers go on meanwhile:
 * they are asked to settle first, and the copy is one snapshot. What they had leased stays taken: some of it was spent already,
 * and which units is not known. So a restored account loses what a killed server would have cost it, and no unit is granted twice.
 */
export const backUpAccounts = async (
  database: Database,
  target: string,
  { clock, pause }: BackupDeps,
): Promise<BackupFacts> => {
  const store = sqlStore(database)
  if ((await store.listKeys()).length === 0) throw new Failure('invalid-input', `No hay cuentas en ${database.name}`)
  await waitForSettlements(store, clock.limaDate().slice(0, 7), clock, pause)
  await store.installationSecret()
  const contents = await database.transaction(async (sql) => {
    if (database.dialect.snapshot) await sql.run(database.dialect.snapshot)
    return readContents(sql)
  })
  return writeBackup(target, contents, clock.now())
}

/** Everything that lasts in a store that no server uses. */
export const readIdleContents = async (database: Database): Promise<StoreContents> => {
  // Made here when no server has asked for it yet, so that it stays the same wherever the store goes.
  await sqlStore(database).installationSecret()
  const contents = await database.alone(readContents, WRITE_MS)
  if (!contents) throw inUse(database)
  return contents
}

const inUse = ({ name, dialect }: Pick<Database, 'name' | 'dialect'>): Failure => {
  const who = dialect.engine === 'sqlite' ? 'Un servidor u otra orden' : 'Un servidor'
  return new Failure('invalid-input', `${who} usa ${name}; deténgalo primero`)
}

const alreadyThere = (name: string): Failure =>
  new Failure('invalid-input', `Ya hay cuentas en ${name}`, { campo: 'force' })

export interface ReplaceOptions {
  /** May other accounts be replaced? */
  replace: boolean
  /** Where the accounts that were there before are kept, as a backup. */
  asideFile: string
  nowMs: number
}

export interface RestoreOutcome {
  /** Where the accounts are that were there before; null when there were none. */
  aside: string | null
  /** True when those accounts could be read: no unit spent since the backup is granted again, and no revoked key works again. */
  keptCounts: boolean
}

/**
 * Puts contents in place of those of a store. Refuses while servers use it, and over other accounts unless told. `also` writes
 * more in the same transaction.
 */
const replaceContents = async (
  database: Database,
  contents: StoreContents,
  { replace, asideFile, nowMs }: ReplaceOptions,
  also: (sql: Sql) => Promise<unknown> = async () => {},
): Promise<RestoreOutcome> => {
  const { name, dialect } = database
  const outcome = await database.alone(async (sql) => {
    if (dialect.lockTables) await sql.run(dialect.lockTables(['accounts', 'keys', 'account_months', 'usage']))
    const before = await readContents(sql)
    const isReplacing = before.keys.length > 0
    if (isReplacing && !replace) throw alreadyThere(name)
    if (isReplacing) await writeBackup(asideFile, before, nowMs)
    await also(sql)
    await writeContents(sql, isReplacing ? keepHigherCounts(contents, before) : contents)
    return { aside: isReplacing ? asideFile : null, keptCounts: isReplacing }
  }, WRITE_MS)
  if (!outcome) throw inUse(database)
  return outcome
}

/** The accounts of a folder that are to be replaced. Those that cannot be read are set aside, where told. */
const openReplacedAccounts = async (
  dataDir: string,
  replace: boolean,
): Promise<{ database: Database; aside: string | null }> => {
  // As an earlier version left it that was killed.
  rmSync(`${storePath(dataDir)}.restoring`, { force: true })
  try {
    return { database: await openAccountsDatabase(dataDir, { check: true }), aside: null }
  } catch (error) {
    if (!existsSync(storePath(dataDir))) throw error
    if (!replace) throw alreadyThere(dataDir)
    const lock = await claimFile(lockPath(dataDir))
    if (!lock) throw error
    const aside = setAside(storePath(dataDir), 'replaced')
    lock.release()
    return { database: await openAccountsDatabase(dataDir), aside }
  }
}

export interface Installation {
  contents: StoreContents
  rates: readonly PublicationRow[]
  signingKeys: readonly SigningKey[]
  /** Writes the watch in the place of another; null when there is none to write. */
  copyWatch(to: Sql): Promise<number | null>
}

export interface Replaced extends RestoreOutcome {
  /** Of the place, for a line to the operator. */
  name: string
  /** Rates that were not there before. */
  rates: number
  /** Subjects under watch; null when none were brought. */
  subjects: number | null
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
  let added: Added = { rates: 0, subjects: null }
  try {
    const outcome = await replaceContents(database, contents, options, async (sql) => {
      added = shared ? await addToShared(sql, kept) : await addToFolder(dataDir, kept, onSetAside)
    })
    return { ...outcome, aside: aside ?? outcome.aside, name: database.name, ...added }
  } finally {
    await database.close()
  }
}

type RatesAndKeys = Omit<Installation, 'contents'>

type Added = Pick<Replaced, 'rates' | 'subjects'>

const addToShared = async (sql: Sql, { rates, signingKeys, copyWatch }: RatesAndKeys): Promise<Added> => {
  await addKeys(sql, signingKeys)
  return { rates: await addRates(sql, rates), subjects: await copyWatch(sql) }
}

const addToFolder = async (
  dataDir: string,
  { rates, signingKeys, copyWatch }: RatesAndKeys,
  onSetAside: (path: string) => void,
): Promise<Added> => {
  if (signingKeys.length > 0) await inFile(await openFolderKeys(dataDir), (sql) => addKeys(sql, signingKeys))
  const file = await openFolderRates(dataDir, onSetAside)
  const subjects = await inFile(await openFolderWatch(dataDir), copyWatch)
  return { rates: await inFile(file, (sql) => addRates(sql, rates)), subjects }
}

const inFile = <Result>(file: Database, work: (sql: Sql) => Promise<Result>): Promise<Result> =>
  file.transaction(work, { durable: true }).finally(() => file.close())
