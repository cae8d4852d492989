import type { LimaCalendar } from '../lima-calendar.ts'
import type { Changes, StoredKey } from '../store/store.ts'
import { digestOf, hasValidChecksum, type Mode, modeOfKey, readCredential } from './key-format.ts'

/** How long the store's "no such key" is cached, and for how many keys. */
const UNKNOWN_MS = 1_000
const MOST_UNKNOWN = 10_000
/** Keys that may wait for the store; more are rejected. */
const MOST_PENDING = 1_000
const BATCH_SIZE = 100
const MOST_HEADERS = 1_000

/** The owner of a usable key, and what the key may do. The id is safe to log. */
export interface KeyHolder {
  readonly keyId: string
  readonly accountId: string
  readonly name: string
  readonly ratePerSecond: number
  readonly burst: number
  /** Null means every endpoint. */
  readonly endpoints: ReadonlySet<string> | null
  /** Last Lima date on which the key works. */
  readonly expires: string | null
  /** Whose key it is; null where nobody was named. */
  readonly persona: string | null
  /** It may see document numbers of the people behind a supplier. */
  readonly documentos: boolean
}

export interface KeyCacheDeps {
  mode: Mode
  calendar: LimaCalendar
  now: () => number
  /** Asks the store for keys, and calls `update` with them before it resolves. */
  fetch: (digests: string[]) => Promise<void>
}

/** All keys of this mode in memory, by digest. A key that is not there is looked up in the store, once a second at most. */
export class KeyCache {
  readonly #deps: KeyCacheDeps
  /** Null marks a revoked key. */
  readonly #holders = new Map<string, KeyHolder | null>()
  /** The same by id. */
  readonly #byId = new Map<string, KeyHolder | null>()
  /** Digests of known keys by the header they came in: a caller who comes again is not parsed and hashed again. */
  readonly #digestByHeader = new Map<string, string>()
  readonly #unknownUntilMs = new Map<string, number>()
  readonly #pending = new Map<string, PromiseWithResolvers<KeyHolder | null>>()
  #fetching = false

  constructor(deps: KeyCacheDeps) {
    this.#deps = deps
  }

  /** The holder of the key in this header; null when there is no usable key. A promise only for a key not in memory. */
  identify(authorization: string | undefined): KeyHolder | null | Promise<KeyHolder | null> {
    const cached = authorization === undefined ? undefined : this.#digestByHeader.get(authorization)
    if (cached !== undefined) return this.#unlessExpired(this.#holders.get(cached) ?? null)
    const key = readCredential(authorization)
    if (key === null) return null
    const digest = digestOf(key)
    const holder = this.#holders.get(digest)
    if (holder) this.#cacheHeader(authorization as string, digest)
    if (holder !== undefined) return this.#unlessExpired(holder)
    if (modeOfKey(key) !== this.#deps.mode || !hasValidChecksum(key)) return null
    return this.#lookUp(digest)
  }

  /** True once a key is revoked or has expired. One that another instance made a moment ago may not be known here yet. */
  hasEnded(keyId: string): boolean {
    const holder = this.#byId.get(keyId)
    return holder !== undefined && this.#unlessExpired(holder) === null
  }

  /** Takes over new and changed keys from the store. */
  update({ keys, replaced }: Pick<Changes, 'keys' | 'replaced'>): void {
    if (replaced)
      for (const cache of [this.#holders, this.#byId, this.#digestByHeader, this.#unknownUntilMs]) cache.clear()
    for (const key of keys) {
      if (key.mode !== this.#deps.mode) continue
      const holder = key.revokedAtMs === null ? toHolder(key) : null
      this.#holders.set(key.digest, holder)
      this.#byId.set(key.id, holder)
      this.#unknownUntilMs.delete(key.digest)
    }
  }

  #cacheHeader(authorization: string, digest: string): void {
    if (this.#digestByHeader.size >= MOST_HEADERS) this.#digestByHeader.clear()
    this.#digestByHeader.set(authorization, digest)
  }

  #unlessExpired(holder: KeyHolder | null): KeyHolder | null {
    if (holder === null || holder.expires === null) return holder
    return this.#deps.calendar.today <= holder.expires ? holder : null
  }

  #lookUp(digest: string): null | Promise<KeyHolder | null> {
    const until = this.#unknownUntilMs.get(digest)
    if (until !== undefined && this.#deps.now() < until) return null
    const pending = this.#pending.get(digest)
    if (pending) return pending.promise
    // In a flood of invented keys a new real one is rejected until the store's next changes bring it, a moment later.
    if (this.#pending.size >= MOST_PENDING) return null
    const answer = Promise.withResolvers<KeyHolder | null>()
    this.#pending.set(digest, answer)
    this.#fetchPending()
    return answer.promise
  }

  async #fetchPending(): Promise<void> {
    if (this.#fetching) return
    this.#fetching = true
    while (this.#pending.size > 0) {
      const batch = [...this.#pending].slice(0, BATCH_SIZE)
      try {
        await this.#deps.fetch(batch.map(([digest]) => digest))
        for (const [digest, { resolve }] of batch) resolve(this.#afterFetch(digest))
      } catch (error) {
        for (const [, { reject }] of batch) reject(error)
      }
      for (const [digest] of batch) this.#pending.delete(digest)
    }
    this.#fetching = false
  }

  #afterFetch(digest: string): KeyHolder | null {
    const holder = this.#holders.get(digest)
    if (holder !== undefined) return this.#unlessExpired(holder)
    const [oldest] = this.#unknownUntilMs.keys()
    if (oldest !== undefined && this.#unknownUntilMs.size >= MOST_UNKNOWN) this.#unknownUntilMs.delete(oldest)
    this.#unknownUntilMs.set(digest, this.#deps.now() + UNKNOWN_MS)
    return null
  }
}

const toHolder = (key: StoredKey): KeyHolder => ({
  keyId: key.id,
  accountId: key.accountId,
  ratePerSecond: key.ratePerSecond,
  burst: key.burst,
  endpoints: key.endpoints && new Set(key.endpoints),
  expires: key.expires,
  name: key.name,
  persona: key.persona,
  documentos: key.documentos,
})
