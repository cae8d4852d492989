import type { Changes, Store } from './store.ts'

/** What the two sides of the store thread say to each other. */
export type StoreMethod = Exclude<keyof Store, 'watch' | 'close'>

export type StoreCall =
  | { id: number; method: StoreMethod; args: unknown[] }
  | { id: number; method: 'watch'; month: string; pollMs: number }
  | { id: number; method: 'close' }

export type StoreReply =
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'failure'; id: number; error: unknown }
  | { kind: 'changes'; changes: Changes }
