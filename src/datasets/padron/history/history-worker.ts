import { serveTasks } from '../../../kernel/worker.ts'
import type { EditionFacts } from '../../editions/dataset.ts'
import { carryHistory, insertCopy, insertMonth } from './carry-history.ts'

export type HistoryTasks = ReturnType<typeof historyTasks>

export interface HistoryProgress {
  done: number
  total: number
}

/** The script of the thread that compares editions, so that a server beside it keeps answering. */
const historyTasks = (emit: (progress: HistoryProgress) => void) => {
  const report = (done: number, total: number): void => emit({ done, total })
  return {
    carry: (edition: Parameters<typeof carryHistory>[0]) => carryHistory(edition, report),
    insert: (input: {
      copy: { dir: string; fecha: string }
      inService: { dir: string; facts: EditionFacts }
      dir: string
    }) => insertCopy(input.copy, input.inService, input.dir, report),
    month: (input: {
      path: string
      wanted: string | undefined
      inService: { dir: string; facts: EditionFacts }
      dir: string
    }) => insertMonth(input.path, input.wanted, input.inService, input.dir, report),
  }
}

serveTasks(historyTasks)
