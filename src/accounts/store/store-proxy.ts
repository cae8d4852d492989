import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Changes, Store } from './store.ts'
import type { StoreCall, StoreMethod, StoreReply } from './store-messages.ts'

export interface StoreThreadOptions {
  path: string
  /** How often the thread looks for changes made by other processes. */
  pollMs: number
  /** Told when the thread ends unasked. */
  onFailure: (error: Error) => void
}

type Unnumbered<Call> = Call extends { id: number } ? Omit<Call, 'id'> : never

/** The store port answered by a thread of its own. */
export const openStoreThread = ({ path, pollMs, onFailure }: StoreThreadOptions): Store => {
  // The same module is `.ts` in a checkout and `.js` once built.
  const worker = new Worker(new URL(`./store-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: { path },
    // Flags of the main program (`--eval`, `--input-type`) make no sense to a thread.
    execArgv: [],
  })
  const pending = new Map<number, { resolve: (answer: never) => void; reject: (error: unknown) => void }>()
  let listener: (changes: Changes) => void = () => {}
  let lastId = 0
  let ended: Error | null = null

  const send = <Answer>(call: Unnumbered<StoreCall>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      const id = ++lastId
      pending.set(id, { resolve, reject })
      worker.postMessage({ ...call, id })
    })
  const call =
    <Name extends StoreMethod>(method: Name) =>
    (...args: Parameters<Store[Name]>) =>
      send<Awaited<ReturnType<Store[Name]>>>({ method, args }) as ReturnType<Store[Name]>

  worker.on('message', (reply: StoreReply) => {
    if (reply.kind === 'changes') return listener(reply.changes)
    const waiting = pending.get(reply.id)
    pending.delete(reply.id)
    if (reply.kind === 'answer') waiting?.resolve(reply.answer as never)
    else waiting?.reject(reply.error)
  })
  const end = (error: Error): void => {
    if (ended) return
    ended = error
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
    onFailure(error)
  }
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => end(new Error('the accounts store has stopped')))

  return {
    watch: (month, tell) => {
      listener = tell
      return send<void>({ method: 'watch', month, pollMs })
    },
    join: call('join'),
    leave: call('leave'),
    findKeys: call('findKeys'),
    lease: call('lease'),
    settle: call('settle'),
    createKey: call('createKey'),
    replaceOwnKey: call('replaceOwnKey'),
    findAccount: call('findAccount'),
    revokeKey: call('revokeKey'),
    listKeys: call('listKeys'),
    callReports: call('callReports'),
    missingReports: call('missingReports'),
    usage: call('usage'),
    close: async () => {
      if (ended) return
      await send<void>({ method: 'close' })
      ended = new Error('the accounts store is closed')
      await worker.terminate()
    },
  }
}
