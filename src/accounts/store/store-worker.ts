import { workerData } from 'node:worker_threads'
import { serveTasks } from '../../kernel/worker.ts'
import { methodTasks, type StoreEvent, type StoreTasks } from './embedded-store.ts'
import { storeNotOpened } from './store-failure.ts'
import { SupervisedStore } from './supervised-store.ts'

/** The script of the store's thread: answers the port's methods and sends changes and troubles as events. */
serveTasks((emit): StoreTasks => {
  const { path } = workerData as { path: string }
  const send = (event: StoreEvent): void => emit(event)
  const open = () =>
    new SupervisedStore(path, {
      onTrouble: (code) => send({ kind: 'trouble', code }),
      onChanges: (changes) => send({ kind: 'changes', changes }),
    })
  let store: SupervisedStore | null = null
  let timer: NodeJS.Timeout | undefined
  return {
    ...methodTasks((name, args) => {
      if (!store) throw new Error('the store is not open')
      return store.run(name, args as never)
    }),
    open: () => {
      try {
        store = open()
      } catch (error) {
        throw storeNotOpened(path, error)
      }
    },
    watch: ({ month, pollMs }) => {
      store?.poll(month)
      timer = setInterval(() => store?.poll(month), pollMs)
    },
    close: () => {
      clearInterval(timer)
      store?.close()
    },
  }
})
