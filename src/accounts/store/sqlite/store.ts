import { type Changes, SIGN_OF_LIFE_MS, type Store } from '../store.ts'
import { openSqliteFile } from './file.ts'
import { findAccount, findKeys, insertKey, listKeys, readChanges, retireOwnKeys, revokeKey } from './keys.ts'
import { joinInstance, lease, leaveInstance, livingInstances, settle } from './quota.ts'
import { callReports, missingReports, readUsage } from './usage.ts'

/** The questions of the port, answered at once: SQLite works in the thread that asks. */
export type SyncStore = {
  [Name in Exclude<keyof Store, 'watch'>]: (...args: Parameters<Store[Name]>) => Awaited<ReturnType<Store[Name]>>
} & {
  /** What other connections changed since the last call, everything from `month` on at first; null when nothing did. */
  changes(month: string): Changes | null
}

/** Accounts in one SQLite file, which several processes may open at the same time. */
export const sqliteStore = (path: string): SyncStore => {
  const db = openSqliteFile(path)
  let seenVersion = -1
  let seenRevision = 0
  // A connection's own writes do not move `data_version`; those about keys must be told here too.
  const writeKeys = <Answer>(work: () => Answer): Answer => {
    seenVersion = -1
    return db.writeDurably(work)
  }

  return {
    changes: (month) => {
      const { data_version: version } = db.get<{ data_version: number }>('PRAGMA data_version') ?? { data_version: 0 }
      if (version === seenVersion) return null
      const { revision, ...changes } = readChanges(db, seenRevision, month)
      seenVersion = version
      seenRevision = revision
      return changes
    },
    join: (instance, nowMs) => db.write(() => joinInstance(db, instance, nowMs)),
    leave: (instanceId) => db.write(() => leaveInstance(db, instanceId)),
    findKeys: (digests) => findKeys(db, digests),
    lease: (request) => db.write(() => lease(db, request)),
    settle: (instanceId, nowMs, settlements) => db.write(() => settle(db, instanceId, nowMs, settlements)),
    createKey: (request) => writeKeys(() => insertKey(db, request, null)),
    replaceOwnKey: (request, instanceId, nowMs) =>
      writeKeys(() => {
        retireOwnKeys(db, livingInstances(db, nowMs, 10 * SIGN_OF_LIFE_MS), nowMs)
        insertKey(db, request, instanceId)
      }),
    findAccount: (id) => findAccount(db, id),
    revokeKey: (id, nowMs) => writeKeys(() => revokeKey(db, id, nowMs)),
    listKeys: () => listKeys(db),
    callReports: (month, nowMs) => db.write(() => callReports(db, month, nowMs)),
    missingReports: (month, nowMs) => db.read(() => missingReports(db, month, nowMs)),
    usage: (month, nowMs) => db.read(() => readUsage(db, month, nowMs)),
    close: () => db.close(),
  }
}
