import type { SyncStore } from './sqlite/store.ts'
import type { Store } from './store.ts'

/** The port over a store in this very thread, for commands that come and go. `poll` looks for others' changes. */
export const inlineStore = (store: SyncStore): Store & { poll(): void } => {
  let poll = () => {}
  return {
    poll: () => poll(),
    watch: async (month, listener) => {
      poll = () => {
        const changes = store.changes(month)
        if (changes) listener(changes)
      }
      poll()
    },
    join: async (...args) => store.join(...args),
    leave: async (...args) => store.leave(...args),
    findKeys: async (...args) => store.findKeys(...args),
    lease: async (...args) => store.lease(...args),
    settle: async (...args) => store.settle(...args),
    createKey: async (...args) => store.createKey(...args),
    replaceOwnKey: async (...args) => store.replaceOwnKey(...args),
    findAccount: async (...args) => store.findAccount(...args),
    revokeKey: async (...args) => store.revokeKey(...args),
    listKeys: async () => store.listKeys(),
    callReports: async (...args) => store.callReports(...args),
    missingReports: async (...args) => store.missingReports(...args),
    usage: async (...args) => store.usage(...args),
    close: async () => store.close(),
  }
}
