import { inlineWorker, startWorker, type TaskWorker, workerScript } from '../../kernel/worker.ts'
import { type SqliteStore, sqliteStore } from './sqlite/store.ts'
import type { Changes, Store } from './store.ts'
import { storeUnavailable } from './store-failure.ts'

/** The methods of the port that are one call with one result. */
type StoreMethod = Exclude<keyof Store, 'watch' | 'isUsable' | 'close' | 'kind' | 'takeTokens' | 'countInstances'>

/** The methods as tasks of a worker; the arguments travel as one list. */
type MethodTasks = { [Name in StoreMethod]: (args: Parameters<Store[Name]>) => Awaited<ReturnType<Store[Name]>> }

/** What the worker thread can be asked to do. */
export type StoreTasks = MethodTasks & {
  open: (input: null) => void
  watch: (input: { month: string; pollMs: number }) => void
  close: (input: null) => void
}

/** What the worker thread sends by itself. */
export type StoreEvent = { kind: 'changes'; changes: Changes } | { kind: 'trouble'; code: string | null }

// The one list of methods at run time. The compiler asks for each of them.
const METHODS = Object.keys({
  join: true,
  leave: true,
  findKeys: true,
  lease: true,
  settle: true,
  chargeJob: true,
  createKey: true,
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
  /** Called with the code of a trouble with the file, and with null when it is over. */
  onTrouble: (code: string | null) => void
  /** Called when the thread ends without `close`. */
  onFailure: (error: Error) => void
}

/** The SQLite store in a thread of its own, so that the event loop of the service never waits for the disk. */
export const openStoreThread = async ({ path, pollMs, onTrouble, onFailure }: StoreThreadOptions): Promise<Store> => {
  let listener: (changes: Changes) => void = () => {}
  let open = true
  let trouble: string | null = null
  const worker = startWorker<StoreTasks>(workerScript('./store-worker', import.meta.url), {
    data: { path },
    onEvent: (event: StoreEvent) => {
      if (event.kind === 'changes') return listener(event.changes)
      trouble = event.code
      onTrouble(trouble)
    },
    onExit: (error) => {
      open = false
      onFailure(error)
    },
  })
  await worker.run('open', null).catch(async (error) => {
    open = false
    await worker.stop()
    throw error
  })
  return {
    // During a trouble the thread is not asked: its queue stays short, and callers know at once.
    ...storeMethods({
      run: (name, input) => {
        if (trouble !== null) return Promise.reject(storeUnavailable(trouble))
        return worker.run(name, input).catch((error) => {
          throw open ? error : storeUnavailable('ERR_WORKER_EXIT')
        })
      },
    }),
    kind: 'sqlite',
    isUsable: () => open && trouble === null,
    watch: (month, onChanges) => {
      listener = onChanges
      return worker.run('watch', { month, pollMs })
    },
    close: async () => {
      if (!open) return
      open = false
      await worker.run('close', null)
      await worker.stop()
    },
  }
}

/** The SQLite store in the calling thread, for short commands and tests. `poll` looks for changes of other processes. */
export const openStoreInline = (path: string): Store & { poll(): void } => {
  const store = sqliteStore(path)
  let poll = (): void => {}
  return {
    ...storeMethods(
      inlineWorker(methodTasks((name, args) => (store[name] as (...args: unknown[]) => unknown)(...args))),
    ),
    kind: 'sqlite',
    isUsable: () => true,
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

/** The methods of a store as tasks, each made of one call. */
export const methodTasks = (call: (name: StoreMethod & keyof SqliteStore, args: unknown[]) => unknown): MethodTasks =>
  Object.fromEntries(METHODS.map((name) => [name, (args: unknown[]) => call(name, args)])) as unknown as MethodTasks

const storeMethods = (worker: Pick<TaskWorker<MethodTasks>, 'run'>): Pick<Store, StoreMethod> =>
  Object.fromEntries(
    METHODS.map((name) => [name, (...args: unknown[]) => worker.run(name, args as never)]),
  ) as unknown as Pick<Store, StoreMethod>
