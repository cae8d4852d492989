import { join } from 'node:path'
import type { Database } from '../../kernel/sql/database.ts'
import { openSqlite } from '../../kernel/sql/open-sqlite.ts'
import { workerScript } from '../../kernel/worker.ts'
import { WATCH_FILE_MIGRATIONS } from './migrations.ts'

const THREAD = workerScript('./store-worker', import.meta.url)

/** For a service: the file is in a thread of its own. */
interface ServiceOptions {
  onTrouble(code: string | null): void
  onFailure(error: Error): void
}

export const watchPath = (dataDir: string): string => join(dataDir, 'watch.sqlite')

/** Where a folder keeps what is watched. A running server and commands may have it open at the same time. */
export const openFolderWatch = async (dataDir: string, service?: ServiceOptions): Promise<Database> => {
  const database = await openSqlite({
    path: watchPath(dataDir),
    migrations: WATCH_FILE_MIGRATIONS,
    // What is erased is overwritten.
    pragmas: 'PRAGMA secure_delete = ON',
    ...(service && { ...service, thread: THREAD }),
  })
  // One service has the folder, and whoever had an account before it has ended: nobody needs to wait until its time is over.
  if (service) await database.run('UPDATE watch_accounts SET held_by = NULL, held_until = 0 WHERE held_until > 0')
  return database
}
