import { workerData } from 'node:worker_threads'
import { serveTasks } from '../../kernel/worker.ts'
import { methodTasks, type StoreTasks } from './embedded-store.ts'
import { sqliteStore } from './sqlite/store.ts'

/** The script of the store's thread: answers the port's methods and sends changes of other processes as events. */
serveTasks((emit): StoreTasks => {
  const store = sqliteStore((workerData as { path: string }).path)
  let timer: NodeJS.Timeout | undefined
  const sendChanges = (month: string): void => {
    try {
      const changes = store.changes(month)
      if (changes) emit(changes)
    } catch {
      // The file is busy or cannot be read right now. The next poll finds the same changes.
    }
  }
  return {
    ...methodTasks(store),
    watch: ({ month, pollMs }) => {
      sendChanges(month)
      timer = setInterval(sendChanges, pollMs, month)
    },
    close: () => {
      clearInterval(timer)
      store.close()
    },
  }
})
