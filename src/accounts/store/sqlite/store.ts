import { randomBytes } from 'node:crypto'
import { type OpenSqliteOptions, openSqliteFile, type SqliteFile } from '../../../kernel/files/sqlite.ts'
import type { Changes, Instance, Store } from '../store.ts'
import { isJoined, joinInstance, leaveInstance } from './instances.ts'
import { chargeJob } from './job-charges.ts'
import { findAccount, findKeys, insertKey, listKeys, readChanges, revokeKey } from './keys.ts'
import { migrate } from './migrations.ts'
import { lease, settle } from './quota.ts'
import { countUnsettled, requestSettlements, selectUsage } from './usage.ts'

/** The methods of the port without promises: SQLite works in the thread that calls it. */
export type SqliteStore = {
  [Name in Exclude<keyof Store, 'watch' | 'isUsable' | 'kind' | 'takeTokens' | 'countInstances'>]: (
    ...args: Parameters<Store[Name]>
  ) => Awaited<ReturnType<Store[Name]>>
} & {
  /** What other connections changed since the last call; at first everything from `month` on. Null: no change. */
  changes(month: string): Changes | null
  /** Writes to the file; a file that does not know this instance learns of it. */
  probe(instance: Instance | null, nowMs: number): void
  waitWhenBusy(ms: number): void
  /** Copies one snapshot into an empty file, while others write. */
  copyInto(file: string): void
}

export interface SqliteStoreOptions extends OpenSqliteOptions {
  file?: 'create' | 'existing'
  /** Reads the whole file first, to find damage. */
  check?: boolean
}

const SECRET = 'etag-secret'
const SECRET_BYTES = 32

/** Keys, quota and usage in one SQLite file, which several processes may have open. */
export const sqliteStore = (path: string, { check = false, ...options }: SqliteStoreOptions = {}): SqliteStore => {
  const db = openSqliteFile(path, options)
  try {
    if (check) db.check()
    migrate(db, options.file ?? 'create')
  } catch (error) {
    db.close()
    throw error
  }
  let seenVersion = -1
  let seenRevision = 0
  // A connection's own writes do not change its `data_version`. Its own changes of keys must be reported as well.
  const writeKeys = <Result>(work: () => Result): Result => {
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
    chargeJob: (charge) => db.write(() => chargeJob(db, charge)),
    createKey: (request) => writeKeys(() => insertKey(db, request)),
    findAccount: (id) => findAccount(db, id),
    revokeKey: (id, nowMs) => writeKeys(() => revokeKey(db, id, nowMs)),
    listKeys: () => listKeys(db),
    requestSettlements: (month, nowMs) => db.write(() => requestSettlements(db, month, nowMs)),
    countUnsettled: (month, nowMs) => db.read(() => countUnsettled(db, month, nowMs)),
    usage: (month, nowMs, accountId) => db.read(() => selectUsage(db, month, nowMs, accountId)),
    installationSecret: () => readSecret(db) ?? db.writeDurably(() => readSecret(db) ?? makeSecret(db)),
    probe: (instance, nowMs) =>
      db.write(() => {
        db.run('UPDATE revision SET n = n')
        if (instance && !isJoined(db, instance.id)) joinInstance(db, instance, nowMs)
      }),
    waitWhenBusy: (ms) => db.waitWhenBusy(ms),
    copyInto: (file) => void db.run('VACUUM INTO ?', file),
    close: () => db.close(),
  }
}

const readSecret = (db: SqliteFile): Uint8Array | undefined =>
  db.get<{ value: Uint8Array }>('SELECT value FROM installation WHERE name = ?', SECRET)?.value

const makeSecret = (db: SqliteFile): Uint8Array => {
  const secret = new Uint8Array(randomBytes(SECRET_BYTES))
  db.run('INSERT INTO installation (name, value) VALUES (?, ?)', SECRET, secret)
  return secret
}
