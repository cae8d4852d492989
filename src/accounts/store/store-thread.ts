import { parentPort, workerData } from 'node:worker_threads'
import { sqliteStore } from './sqlite/store.ts'
import type { StoreCall, StoreReply } from './store-messages.ts'

/** The thread that waits for the disk, so that the event loop of the service never does. */
const serve = (path: string): void => {
  const store = sqliteStore(path)
  const say = (reply: StoreReply): void => parentPort?.postMessage(reply)
  let timer: NodeJS.Timeout | undefined

  const tellChanges = (month: string): void => {
    try {
      const changes = store.changes(month)
      if (changes) say({ kind: 'changes', changes })
    } catch {
      // A busy or briefly unreadable file: the next look finds the same changes.
    }
  }
  const answer = (call: StoreCall): unknown => {
    if (call.method === 'watch') {
      tellChanges(call.month)
      timer = setInterval(tellChanges, call.pollMs, call.month)
      return undefined
    }
    if (call.method === 'close') {
      clearInterval(timer)
      store.close()
      return undefined
    }
    return (store[call.method] as (...args: unknown[]) => unknown)(...call.args)
  }

  parentPort?.on('message', (call: StoreCall) => {
    try {
      say({ kind: 'answer', id: call.id, answer: answer(call) })
    } catch (error) {
      say({ kind: 'failure', id: call.id, error })
    }
  })
}

serve((workerData as { path: string }).path)
