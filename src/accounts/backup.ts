import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LimaClock } from '../domain/lima-time.ts'
import { Failure } from '../kernel/errors.ts'
import { setAside } from '../kernel/files/replaceable-sqlite.ts'
import { storageErrorCode } from '../kernel/files/sqlite-errors.ts'
import { storePath } from './accounts.ts'
import type { StoreContents } from './store/contents.ts'
import { claimFolder, joinFolder } from './store/folder-lock.ts'
import {
  type BackupFacts,
  finishBackup,
  keepHigherCounts,
  openBackup,
  readFacts,
  toStore,
} from './store/sqlite/backup.ts'
import { readSqliteContents, writeSqliteContents } from './store/sqlite/contents.ts'
import { type SqliteStore, sqliteStore } from './store/sqlite/store.ts'
import { storeNotOpened } from './store/store-failure.ts'
import { waitForSettlements } from './usage/usage.ts'

export type { BackupFacts } from './store/sqlite/backup.ts'

export interface BackupDeps {
  dataDir: string
  clock: LimaClock
  pause: (ms: number) => Promise<unknown>
}

/**
 * Writes accounts, keys, usage, quota and the installation's secret into `target`, an empty file. Servers go on
 * meanwhile: they are asked to settle first, and the copy is one snapshot.
 */
export const backUpAccounts = async (target: string, deps: BackupDeps): Promise<BackupFacts> => {
  const path = storePath(deps.dataDir)
  if (!existsSync(path)) throw new Failure('invalid-input', `No hay cuentas en ${deps.dataDir}`)
  const lock = await joinFolder(deps.dataDir)
  try {
    const store = sqliteStore(path, { file: 'existing' })
    try {
      const month = deps.clock.limaDate().slice(0, 7)
      const port = {
        requestSettlements: async (...args: Parameters<typeof store.requestSettlements>) =>
          store.requestSettlements(...args),
        countUnsettled: async (...args: Parameters<typeof store.countUnsettled>) => store.countUnsettled(...args),
      }
      await waitForSettlements(port, month, deps.clock, deps.pause)
      await store.installationSecret()
      return writeCopy(store, target, deps.clock.now())
    } finally {
      store.close()
    }
  } catch (error) {
    throw storeNotOpened(path, error)
  } finally {
    lock.release()
  }
}

const writeCopy = (store: SqliteStore, target: string, nowMs: number): BackupFacts => {
  try {
    store.copyInto(target)
    return finishBackup(target, nowMs)
  } catch (error) {
    const code = storageErrorCode(error)
    throw code === null ? error : new Failure('store-unavailable', `No se pudo escribir el respaldo: ${code}`)
  }
}

/** What a backup holds. Refuses a file that is no backup, is damaged, or is of a later version. */
export const readBackup = (file: string): BackupFacts => {
  const db = openBackup(file)
  try {
    return readFacts(db, file)
  } finally {
    db.close()
  }
}

export interface RestoreOutcome {
  /** Where the accounts are that were there before; null when there were none. */
  aside: string | null
  /** True when those accounts could be read: no unit spent since the backup is granted again, and no revoked key works again. */
  keptCounts: boolean
}

/** Puts the accounts of a backup in place. Refuses while anybody uses the folder, and over other accounts unless told. */
export const restoreAccounts = async (file: string, dataDir: string, replace: boolean): Promise<RestoreOutcome> => {
  readBackup(file)
  return replaceAccounts(dataDir, replace, (fresh) => {
    copyFileSync(file, fresh)
    chmodSync(fresh, 0o600)
    toStore(fresh)
  })
}

/** Puts contents in place of the accounts of a folder, under the same conditions. `before` runs just before they are in place. */
export const replaceContents = (
  dataDir: string,
  contents: StoreContents,
  replace: boolean,
  before: () => Promise<unknown>,
): Promise<RestoreOutcome> =>
  replaceAccounts(dataDir, replace, async (fresh) => {
    writeSqliteContents(fresh, contents)
    await before()
  })

/** Everything that lasts in the accounts of a folder that nobody uses. */
export const readContents = async (dataDir: string): Promise<StoreContents> => {
  const path = storePath(dataDir)
  if (!existsSync(path)) throw new Failure('invalid-input', `No hay cuentas en ${dataDir}`)
  return alone(dataDir, () => {
    try {
      return readSqliteContents(path)
    } catch (error) {
      throw storeNotOpened(path, error)
    }
  })
}

const alone = async <Result>(dataDir: string, work: () => Result | Promise<Result>): Promise<Result> => {
  const lock = await claimFolder(dataDir)
  if (!lock) throw new Failure('invalid-input', `Un servidor u otra orden usa ${dataDir}; deténgalo primero`)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

const replaceAccounts = (
  dataDir: string,
  replace: boolean,
  make: (fresh: string) => void | Promise<void>,
): Promise<RestoreOutcome> =>
  alone(dataDir, async () => {
    const path = storePath(dataDir)
    const fresh = join(dataDir, 'accounts.sqlite.restoring')
    const isReplacing = existsSync(path) && !isEmptyStore(path)
    if (isReplacing && !replace) throw new Failure('invalid-input', `Ya hay cuentas en ${dataDir}`, { campo: 'force' })
    try {
      rmSync(fresh, { force: true })
      await make(fresh)
      const keptCounts = isReplacing && keepHigherCounts(fresh, path)
      const aside = existsSync(path) ? setAside(path, 'replaced') : null
      renameSync(fresh, path)
      return { aside: isReplacing ? aside : null, keptCounts }
    } finally {
      rmSync(fresh, { force: true })
    }
  })

/** A damaged store is not empty: it may be worth repairing. */
const isEmptyStore = (path: string): boolean => {
  try {
    const store = sqliteStore(path)
    try {
      return store.listKeys().length === 0
    } finally {
      store.close()
    }
  } catch {
    return false
  }
}
