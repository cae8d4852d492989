import { shareFile } from './file-use.ts'
import { SqliteDatabase } from './sqlite-database.ts'
import type { SqliteOptions } from './sqlite-tasks.ts'

/** Opens a SQLite file as a database. Without `onTrouble` it is in the calling thread, and errors are SQLite's. */
export const openSqlite = async (options: SqliteOptions): Promise<SqliteDatabase> => {
  const { useLock, pollMs, busyMs, onTrouble, thread, onFailure, ...settings } = options
  const lock = useLock === undefined ? null : await shareFile(useLock)
  const database = new SqliteDatabase(options, { ...settings, isWatched: onTrouble !== undefined }, lock)
  try {
    await database.open()
    return database
  } catch (error) {
    await database.close().catch(() => {})
    throw error
  }
}
