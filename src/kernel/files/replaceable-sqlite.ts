import { existsSync, renameSync } from 'node:fs'
import { lockSoon } from './file-lock.ts'
import { openSqliteFile, type SqliteFile, sqliteFileNames } from './sqlite.ts'
import { isDamageError, storageErrorCode } from './sqlite-errors.ts'

export interface ReplaceableOptions {
  path: string
  /** Makes the tables and reads from them; throws when the file holds something else. */
  prepare: (db: SqliteFile) => void
  /** Called with the new name of a damaged file. */
  onSetAside: (path: string, code: string) => void
}

/**
 * Opens a database whose content can be loaded again. A damaged file is renamed and a new one made in its place; of
 * several processes that find it damaged, one does so.
 */
export const openReplaceableSqlite = (options: ReplaceableOptions): SqliteFile => {
  try {
    return openWhileSetAside(options)
  } catch (error) {
    if (!isUnusable(error)) throw error
  }
  const lock = lockSoon(`${options.path}.lock`)
  try {
    return openChecked(options)
  } catch (error) {
    if (!isUnusable(error)) throw error
    options.onSetAside(setAside(options.path), storageErrorCode(error) ?? 'SQLITE_ERROR')
    return openChecked(options)
  } finally {
    lock.release()
  }
}

/** Another process may set the file aside between two steps of opening it. It is then made anew. */
const openWhileSetAside = (options: ReplaceableOptions): SqliteFile => {
  try {
    return openChecked(options)
  } catch (error) {
    if (!isGone(error)) throw error
    return openChecked(options)
  }
}

const isGone = (error: unknown): boolean => ['SQLITE_CANTOPEN', 'ENOENT'].includes(storageErrorCode(error) ?? '')

const openChecked = ({ path, prepare }: ReplaceableOptions): SqliteFile => {
  const db = openSqliteFile(path)
  try {
    db.check()
    db.write(() => prepare(db))
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Damaged, a folder, or a database with other tables. */
const isUnusable = (error: unknown): boolean =>
  isDamageError(error) ||
  storageErrorCode(error) === 'EISDIR' ||
  (storageErrorCode(error) === null && (error as { code?: string }).code === 'ERR_SQLITE_ERROR')

/** Renames a database with the files beside it; returns its new name. */
export const setAside = (path: string, label = 'damaged'): string => {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const aside = `${path}.${label}-${stamp}`
  const [names, targets] = [sqliteFileNames(path), sqliteFileNames(aside)]
  // The database comes last: while it is in its place, its log is not missing to anybody for long.
  for (const [index, name] of [...names.entries()].reverse()) {
    if (existsSync(name)) renameSync(name, targets[index] as string)
  }
  return aside
}
