import { workerData } from 'node:worker_threads'
import type { AskedOfRows } from '../../batches/check/check-row.ts'
import { checksHere, packChecked, unpackRows } from '../../batches/check/row-checks.ts'
import type { Columns } from '../../batches/read/header.ts'
import type { Cell } from '../../batches/table.ts'
import { cleanQuery } from '../../endpoints/shared/clean-query.ts'
import { serveTasks } from '../../kernel/worker.ts'
import { type BatchSetup, type FollowerTasks, followerTasks, openBatchLookups } from '../../thread-services.ts'

/** What a thread that checks rows is started with. */
export interface CheckSetup {
  services: BatchSetup
  asked: AskedOfRows
  /** The columns of the rows as they are sent. */
  columns: Columns
  width: number
}

export type CheckTasks = FollowerTasks & {
  checkRows(texts: readonly string[]): Promise<Cell[]>
}

/** The script of a thread that checks rows of `chasqui lote`. */
const openThread = (): CheckTasks => {
  const { services, asked, columns, width } = workerData as CheckSetup
  const { lookups, follower } = openBatchLookups(services)
  const { check } = checksHere({ lookups, clean: cleanQuery }, asked, columns)
  return {
    ...followerTasks(follower),
    checkRows: async (texts) => packChecked(await check(unpackRows(texts, width))),
  }
}

serveTasks(openThread)
