import { workerData } from 'node:worker_threads'
import type { BatchKind } from '../../batches/check/check-row.ts'
import { checksHere, packChecked, unpackRows } from '../../batches/check/row-checks.ts'
import type { Columns } from '../../batches/read/header.ts'
import type { Cell } from '../../batches/table.ts'
import { cleanQuery } from '../../endpoints/shared/clean-query.ts'
import { serveTasks } from '../../kernel/worker.ts'
import { type BatchSetup, type FollowerTasks, followerTasks, openBatchLookups } from '../../thread-services.ts'

/** What a thread that checks rows is started with. */
export interface CheckSetup {
  services: BatchSetup
  tipo: BatchKind
  /** The columns of the rows as they are sent. */
  columns: Columns
  width: number
  listas: string | undefined
}

export type CheckTasks = FollowerTasks & {
  checkRows(texts: readonly string[]): Promise<Cell[]>
}

/** The script of a thread that checks rows of `chasqui lote`. */
const openThread = (): CheckTasks => {
  const { services, tipo, columns, width, listas } = workerData as CheckSetup
  const { lookups, follower } = openBatchLookups(services)
  const { check } = checksHere({ lookups, clean: cleanQuery, listas }, tipo, columns)
  return {
    ...followerTasks(follower),
    checkRows: async (texts) => packChecked(await check(unpackRows(texts, width))),
  }
}

serveTasks(openThread)
