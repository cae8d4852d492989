import { inlineWorker, startWorker, type TaskWorker, workerScript } from '../../kernel/worker.ts'
import { type SqliteStore, sqliteStore } from './sqlite/store.ts'
import type { Changes, Store } from './store.ts'

/** The methods of the port that are one call with one result. */
type StoreMethod = Exclude<keyof Store, 'watch' | 'close'>

/** The methods as tasks of a worker; the arguments travel as one list. */
type MethodTasks = { [Name in StoreMethod]: (args: Parameters<Store[Name]>) => Awaited<ReturnType<Store[Name]>> }

/** What the worker thread can be asked to do. */
export type StoreTasks = MethodTasks & {
  watch: (input: { month: string; pollMs: number }) => void
  close: (input: null) => void
}

// The one list of methods at run time. The compiler asks for each of them.
const METHODS = Object.keys({
  join: true,
  leave: true,
  findKeys: true,
  lease: true,
  settle: true,
  createKey: true,
  replaceOwnKey: true,
  findAccount: true,
  revokeKey: true,
  listKeys: true,
  requestSettlements: true,
  countUnsettled: true,
  usage: true,
  installationSecret: true,
} satisfies Record<StoreMethod, true>) as StoreMethod[]

export interface StoreThreadOptions {
  path: string
  /** How often the thread looks for changes made by other processes. */
  pollMs: number
  /** Called when the thread ends without `close`. */
  onFailure: (error: Error) => void
}

/** The SQLite store in a thread of its own, so that the event loop of the service never waits for the disk. */
export const openStoreThread = ({ path, pollMs, onFailure }: StoreThreadOptions): Store => {
  let listener: (changes: Changes) => void = () => {}
  let open = true
  const worker = startWorker<StoreTasks>(workerScript('./store-worker', import.meta.url), {
    data: { path },
    onEvent: (changes: Changes) => listener(changes),
    onExit: (error) => {
      open = false
      onFailure(error)
    },
  })
  return {
    ...storeMethods(worker),
    watch: (month, onChanges) => {
      listener = onChanges
      return worker.run('watch', { month, pollMs })
    },
    close: async () => {
      if (!open) return
      await worker.run('close', null)
      open = false
      await worker.stop()
    },
  }
}

/** The SQLite store in the calling thread, for short commands and tests. `poll` looks for changes of other processes. */
export const openStoreInline = (path: string): Store & { poll(): void } => {
  const store = sqliteStore(path)
  let poll = (): void => {}
  return {
    ...storeMethods(inlineWorker(methodTasks(store))),
    poll: () => poll(),
    watch: async (month, onChanges) => {
      poll = () => {
        const changes = store.changes(month)
        if (changes) onChanges(changes)
      }
      poll()
    },
    close: async () => store.close(),
  }
}

/** The methods of a SQLite store as tasks. */
export const methodTasks = (store: SqliteStore): MethodTasks =>
  Object.fromEntries(
    METHODS.map((name) => [name, (args: unknown[]) => (store[name] as (...args: unknown[]) => unknown)(...args)]),
  ) as unknown as MethodTasks

const storeMethods = (worker: Pick<TaskWorker<MethodTasks>, 'run'>): Pick<Store, StoreMethod> =>
  Object.fromEntries(
    METHODS.map((name) => [name, (...args: unknown[]) => worker.run(name, args as never)]),
  ) as unknown as Pick<Store, StoreMethod>
