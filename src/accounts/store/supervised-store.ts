import { rmSync, statSync, writeFileSync } from 'node:fs'
import { storageErrorCode } from '../../kernel/files/sqlite-errors.ts'
import { type SqliteStore, sqliteStore } from './sqlite/store.ts'
import type { Changes, Instance } from './store.ts'
import { storeUnavailable } from './store-failure.ts'

/** How long a service waits for another process that writes. Requests wait meanwhile. */
const BUSY_MS = 4_000
/** Without other writes, the file is tried out this often. */
const IDLE_PROBE_MS = 5_000
/** How soon a file in trouble is tried again; after a relapse later and later. */
const FIRST_RETRY_MS = 200
const LAST_RETRY_MS = 2_000
const RELAPSE_MS = 5_000
/** After a full disk, this much must be free again: a single small write may succeed on a disk that is as good as full. */
const FREE_BYTES = 256 * 1024
/** A connection that survives these; after all others a new one is opened. */
const KEEPS_CONNECTION = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_FULL', 'ENOENT']

type Method = Exclude<keyof SqliteStore, 'changes' | 'probe' | 'waitWhenBusy' | 'copyInto' | 'close'>

export interface StoreEvents {
  /** The code of the trouble with the file, null when it is over. Called once per change. */
  onTrouble(code: string | null): void
  onChanges(changes: Changes): void
}

/**
 * The SQLite store of a running service. When its file cannot be used, every call is refused at once until `poll` finds
 * that it can be used again: the same file, or another one that was put in its place.
 */
export class SupervisedStore {
  readonly #path: string
  readonly #events: StoreEvents
  #store: SqliteStore | null
  #fileId: string
  #trouble: string | null = null
  #instance: { joined: Instance; nowMs: number } | null = null
  #replaced = false
  #triedAtMs = performance.now()
  #retryMs = FIRST_RETRY_MS
  #recoveredAtMs = Number.NEGATIVE_INFINITY

  constructor(path: string, events: StoreEvents) {
    this.#path = path
    this.#events = events
    this.#store = sqliteStore(path, { check: true })
    this.#store.waitWhenBusy(BUSY_MS)
    this.#fileId = fileIdOf(path)
  }

  /** Runs one method of the store. */
  run<Name extends Method>(name: Name, args: Parameters<SqliteStore[Name]>): ReturnType<SqliteStore[Name]> {
    if (this.#trouble !== null || !this.#store) throw storeUnavailable(this.#trouble ?? 'closed')
    const method = this.#store[name] as (...args: unknown[]) => ReturnType<SqliteStore[Name]>
    return this.#guard(() => {
      this.#checkFile()
      const result = method(...args)
      if (name === 'join') this.#instance = { joined: args[0] as Instance, nowMs: args[1] as number }
      this.#triedAtMs = performance.now()
      return result
    })
  }

  /** Looks for changes of other processes, and after trouble whether the file can be used again. */
  poll(month: string): void {
    try {
      const idleMs = performance.now() - this.#triedAtMs
      if (this.#trouble !== null) {
        if (idleMs >= this.#retryMs) this.#recover(month)
      } else if (idleMs > IDLE_PROBE_MS) this.#guard(() => this.#probe())
      else this.#guard(() => this.#checkFile())
      if (this.#trouble === null) this.#sendChanges(month)
    } catch {
      // The trouble is noted. The next poll tries again.
    }
  }

  close(): void {
    this.#store?.close()
    this.#store = null
    this.#trouble ??= 'closed'
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      const code = storageErrorCode(error)
      if (code === null) throw error
      this.#note(code)
      throw storeUnavailable(code)
    }
  }

  #note(code: string | null): void {
    if (code === this.#trouble) return
    const now = performance.now()
    if (code === null) this.#recoveredAtMs = now
    else if (this.#trouble === null) {
      const relapsed = now - this.#recoveredAtMs < RELAPSE_MS
      this.#retryMs = relapsed ? Math.min(LAST_RETRY_MS, this.#retryMs * 2) : FIRST_RETRY_MS
      this.#triedAtMs = now
    }
    this.#trouble = code
    this.#events.onTrouble(code)
  }

  #recover(month: string): void {
    this.#triedAtMs = performance.now()
    try {
      const fileId = fileIdOf(this.#path)
      if (!this.#store || fileId !== this.#fileId || !KEEPS_CONNECTION.includes(this.#trouble ?? ''))
        this.#reopen(fileId)
      if (this.#trouble === 'SQLITE_FULL') writeAside(this.#path)
      this.#probe()
      // Told before the end of the trouble: a unit must not be leased from another file for counts of the one before it.
      this.#sendChanges(month)
    } catch (error) {
      const code = storageErrorCode(error) ?? 'SQLITE_ERROR'
      return this.#note(code === 'ENOSPC' ? 'SQLITE_FULL' : code)
    }
    this.#note(null)
  }

  #reopen(fileId: string): void {
    const store = this.#store
    this.#store = null
    try {
      store?.close()
    } catch {
      // Its file may be gone or broken; nothing of it is needed any more.
    }
    this.#store = sqliteStore(this.#path, { file: 'existing', check: true, busyMs: 0 })
    if (fileId === this.#fileId) return
    this.#fileId = fileId
    this.#replaced = true
  }

  /** Writes to the file, without waiting for anybody. */
  #probe(): void {
    this.#triedAtMs = performance.now()
    this.#checkFile()
    this.#store?.waitWhenBusy(0)
    try {
      this.#store?.probe(this.#instance?.joined ?? null, this.#instance?.nowMs ?? 0)
    } finally {
      this.#store?.waitWhenBusy(BUSY_MS)
    }
  }

  // SQLite would go on writing into a file that was deleted or moved away, and all of that would be lost.
  #checkFile(): void {
    if (fileIdOf(this.#path) !== this.#fileId) throw Object.assign(new Error(), { code: 'ESTALE', syscall: 'stat' })
  }

  #sendChanges(month: string): void {
    const changes = this.#store?.changes(month)
    if (!changes) return
    this.#events.onChanges(this.#replaced ? { ...changes, replaced: true } : changes)
    this.#replaced = false
  }
}

/** Fails with `ENOSPC` when the disk has no room for a few writes. */
const writeAside = (path: string): void => {
  const aside = `${path}.probe-${process.pid}`
  try {
    writeFileSync(aside, Buffer.alloc(FREE_BYTES), { mode: 0o600 })
  } finally {
    rmSync(aside, { force: true })
  }
}

const fileIdOf = (path: string): string => {
  const { dev, ino } = statSync(path)
  return `${dev}:${ino}`
}
