import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Mode } from '../../accounts/index.ts'
import { type BackupFacts, readBackup, readBackupContents } from '../../backup-file.ts'
import { backUpKeys, readBackupKeys, readKeys } from '../../certificates/index.ts'
import {
  backUpRates,
  type PublicationRow,
  readBackupRates,
  readRates,
} from '../../datasets/exchange-rate-history/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { backUpAccounts, type RestoreOutcome, replaceInstallation } from '../../installation.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Database, Sql } from '../../kernel/sql/database.ts'
import { openSqlite } from '../../kernel/sql/open-sqlite.ts'
import { withAccounts, withWatch } from '../../shared-database.ts'
import { copyWatch, createWatchTables } from '../../watch/store/copy-watch.ts'
import { watchPath } from '../../watch/store/open-store.ts'
import { ExitCode } from '../exit-code.ts'
import { type Output, printJson } from '../output.ts'
import { countText, timeText } from '../render/forms.ts'

interface StoreSettings {
  dataDir: string
  databaseUrl: string
  clock: LimaClock
}

export interface BackupDeps {
  settings: (mode: Mode) => StoreSettings | Promise<StoreSettings>
  output: Output
}

export interface BackupFlags {
  force?: boolean
  sandbox?: boolean
  json?: boolean
}

/** `chasqui backup`: everything that cannot be loaded again, in one file. */
export const runBackup = (deps: BackupDeps, file: string, flags: BackupFlags): Promise<void> =>
  explained(deps.output, () => backUp(deps, resolve(file), flags))

/** `chasqui restore` */
export const runRestore = (deps: BackupDeps, file: string, flags: BackupFlags): Promise<void> =>
  explained(deps.output, () => restore(deps, resolve(file), flags))

const backUp = async ({ settings, output }: BackupDeps, file: string, flags: BackupFlags): Promise<void> => {
  const mode = flags.sandbox ? 'sandbox' : 'live'
  const { clock, ...chosen } = await settings(mode)
  if (!flags.force && existsSync(file)) throw alreadyThere(file)
  const temporary = `${file}.tmp-${process.pid}`
  try {
    createPrivate(temporary, file)
    let subjects: number | null = null
    const { facts, rates, signingKeys } = await withAccounts({ ...chosen, mode }, async (accounts, shared) => ({
      facts: await backUpAccounts(accounts, temporary, { clock, pause }),
      rates: shared ? await readRates('', shared) : await readFolderRates(chosen.dataDir, output),
      signingKeys: await readKeys(chosen.dataDir, shared),
    }))
    await inFile(temporary, 'backup', async (backup) => {
      await backUpRates(backup, rates ?? [])
      await backUpKeys(backup, signingKeys)
      await backup.transaction(async (sql) => {
        await createWatchTables(sql)
        subjects = await watchCopier({ ...chosen, mode })(sql)
      })
    })
    putInPlace(temporary, file, flags.force === true)
    report(
      output,
      flags,
      { ...factsOf(facts), rates: rates?.length ?? null, signingKeys: signingKeys.length, subjects, file },
      `Respaldo escrito en ${file}: ${contents(facts)}.`,
    )
  } finally {
    rmSync(temporary, { force: true })
  }
}

const createPrivate = (temporary: string, file: string): void => {
  try {
    closeSync(openSync(temporary, 'wx', 0o600))
  } catch (error) {
    throw new Failure('invalid-input', `No se puede escribir ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** The rates can be loaded again, so a history that cannot be read does not stop a backup. */
const readFolderRates = async (dataDir: string, output: Output): Promise<PublicationRow[] | null> => {
  try {
    return await readRates(dataDir, null)
  } catch {
    output.err('Aviso: el historial de tipos de cambio no se puede leer; el respaldo no lo contiene.\n')
    return null
  }
}

const inFile = async <Result>(
  path: string,
  file: 'backup' | 'read',
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const database = await openSqlite({ path, file })
  return work(database).finally(() => database.close())
}

/** Appears whole under its name, or not at all. */
const putInPlace = (temporary: string, file: string, replace: boolean): void => {
  const written = openSync(temporary, 'r+')
  fsyncSync(written)
  closeSync(written)
  if (replace) return renameSync(temporary, file)
  try {
    linkSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyThere(file)
    renameSync(temporary, file)
  }
}

const alreadyThere = (file: string): Failure =>
  new Failure('invalid-input', `Ya existe ${file}; use --force para reemplazarlo`)

const restore = async ({ settings, output }: BackupDeps, file: string, flags: BackupFlags): Promise<void> => {
  const mode = flags.sandbox ? 'sandbox' : 'live'
  const { clock, ...chosen } = await settings(mode)
  const facts = await readBackup(file)
  const installation = {
    contents: await readBackupContents(file),
    ...(await inFile(file, 'read', async (backup) => ({
      rates: await readBackupRates(backup),
      signingKeys: await readBackupKeys(backup),
    }))),
    copyWatch: (to: Sql) => inFile(file, 'read', (backup) => copyWatch(backup, to)),
  }
  const options = replaceOptions(chosen.dataDir, flags, clock.now())
  const replaced = await replaceInstallation(installation, { ...chosen, mode }, options, setAsideLine(output))
  printAside(replaced, output)
  const { name: place, rates, subjects } = replaced
  report(
    output,
    flags,
    { ...factsOf(facts), rates, signingKeys: installation.signingKeys.length, subjects, dataDir: place },
    `Respaldo recuperado en ${place}: ${contents(facts)}.`,
  )
}

/** Copies the watch of a place in one snapshot; the service may go on meanwhile. */
export const watchCopier =
  (place: Parameters<typeof withWatch>[0]) =>
  async (to: Sql): Promise<number | null> => {
    if (place.databaseUrl === '' && !existsSync(watchPath(place.dataDir))) return null
    return withWatch(place, (database) =>
      database.transaction(async (from) => {
        if (database.dialect.snapshot) await from.run(database.dialect.snapshot)
        return copyWatch(from, to)
      }),
    )
  }

export const replaceOptions = (dataDir: string, { force }: BackupFlags, nowMs: number) => ({
  replace: force === true,
  asideFile: asideFile(dataDir, nowMs),
  nowMs,
})

export const setAsideLine =
  (output: Output) =>
  (path: string): void =>
    output.err(`Un archivo dañado quedó en ${path}.\n`)

/** Where the accounts are kept that others replace. */
const asideFile = (dataDir: string, nowMs: number): string => {
  mkdirSync(dataDir, { recursive: true })
  return join(dataDir, `accounts.replaced-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}.backup`)
}

export const printAside = ({ aside, keptCounts }: RestoreOutcome, output: Output): void => {
  if (aside) output.err(`Las cuentas anteriores quedaron en ${aside}.\n`)
  if (aside && !keptCounts) {
    output.err('Aviso: no se pudieron leer; no se conoce lo consumido ni las claves revocadas después del respaldo.\n')
  }
}

const factsOf = ({ createdAtMs, accounts, keys }: BackupFacts) => ({
  created: new Date(createdAtMs).toISOString(),
  accounts,
  keys,
})

const contents = ({ createdAtMs, accounts, keys }: BackupFacts): string =>
  `${countText(accounts, 'cuenta', 'cuentas')}, ${countText(keys, 'clave', 'claves')}, del ${timeText(createdAtMs)}`

const report = (output: Output, { json }: BackupFlags, facts: object, line: string): void =>
  json ? printJson(output, facts) : output.out(`${line}\n`)

/** A mistake of the operator, or a store that cannot be used, is one line. */
export const explained = async (output: Output, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'invalid-input') throw error
    const hint = error.campo === 'force' ? '; use --force para reemplazarlas' : ''
    output.err(`${error.message}${hint}.\n`)
    output.setExitCode(ExitCode.badInput)
  }
}
