import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '../../kernel/sql/database.ts'
import type { JobStore } from '../job-store.ts'
import { openFolderJobs, storedJobs } from '../stored-jobs.ts'
import { type BatchFiles, localFiles } from './batch-files.ts'
import { sharedFiles } from './shared-files.ts'
import { openWorkFolder, type WorkFolder } from './work-folder.ts'

/** Where batches are kept: their jobs, their files, and a folder for what is on its way. */
export interface BatchStore {
  jobs: JobStore
  files: BatchFiles
  work: WorkFolder
  /** Names this process among those that take jobs. */
  instanceId: string
  close(): Promise<void>
}

/** With a database all of it is there, so that any instance can go on with a batch; without one it is in the data folder. */
export const openBatchStore = async (dataDir: string, database: Database | null): Promise<BatchStore> => {
  const folder = join(dataDir, 'batches')
  const work = await openWorkFolder(folder)
  const instanceId = randomUUID()
  const jobs = database ? storedJobs(database) : await openFolderJobs(dataDir)
  return {
    jobs,
    files: database ? sharedFiles(database, work, instanceId) : localFiles(folder),
    work,
    instanceId,
    close: async () => {
      await jobs.close()
      await work.close()
    },
  }
}
