import type { LimaCalendar } from '../quota/calendar.ts'
import type { Changes, StoredKey } from '../store/store.ts'
import { digestOf, hasValidChecksum, type Mode, modeOfKey, readCredential } from './keys.ts'

const UNKNOWN_MS = 1_000
const UNKNOWN_MOST = 10_000
const ASKED_MOST = 1_000
const ASKED_AT_ONCE = 100
const DIGESTS_MOST = 1_000

/** Who asks: a usable key and what it may do. The id is safe to log. */
export interface KeyHolder {
  readonly keyId: string
  readonly accountId: string
  readonly ratePerSecond: number
  readonly burst: number
  /** Null means every endpoint. */
  readonly endpoints: ReadonlySet<string> | null
  /** Last Lima date on which the key works. */
  readonly expires: string | null
}

export interface KeyRingDesk {
  mode: Mode
  calendar: LimaCalendar
  now: () => number
  /** Asks the store, and tells the ring what it said before resolving. */
  fetch: (digests: string[]) => Promise<void>
}

/** The keys of this mode in memory, by digest; what is not there yet is asked from the store, and not twice in a second. */
export class KeyRing {
  readonly #desk: KeyRingDesk
  /** Null marks a revoked key. */
  readonly #holders = new Map<string, KeyHolder | null>()
  /** Headers of keys that are in the ring, so that a caller who comes again is not read and hashed again. */
  readonly #digests = new Map<string, string>()
  readonly #unknownUntilMs = new Map<string, number>()
  readonly #asked = new Map<string, PromiseWithResolvers<KeyHolder | null>>()
  #asking = false

  constructor(desk: KeyRingDesk) {
    this.#desk = desk
  }

  identify(authorization: string | undefined): KeyHolder | null | Promise<KeyHolder | null> {
    const met = authorization === undefined ? undefined : this.#digests.get(authorization)
    if (met !== undefined) return this.#ifInForce(this.#holders.get(met) ?? null)
    const key = readCredential(authorization)
    if (key === null) return null
    const digest = digestOf(key)
    const holder = this.#holders.get(digest)
    if (holder) this.#remember(authorization as string, digest)
    if (holder !== undefined) return this.#ifInForce(holder)
    if (modeOfKey(key) !== this.#desk.mode || !hasValidChecksum(key)) return null
    return this.#askFor(digest)
  }

  learn({ keys }: Pick<Changes, 'keys'>): void {
    for (const key of keys) {
      if (key.mode !== this.#desk.mode) continue
      this.#holders.set(key.digest, key.revokedAtMs === null ? toHolder(key) : null)
      this.#unknownUntilMs.delete(key.digest)
    }
  }

  #remember(authorization: string, digest: string): void {
    if (this.#digests.size >= DIGESTS_MOST) this.#digests.clear()
    this.#digests.set(authorization, digest)
  }

  #ifInForce(holder: KeyHolder | null): KeyHolder | null {
    if (holder === null || holder.expires === null) return holder
    return this.#desk.calendar.today <= holder.expires ? holder : null
  }

  #askFor(digest: string): null | Promise<KeyHolder | null> {
    const until = this.#unknownUntilMs.get(digest)
    if (until !== undefined && this.#desk.now() < until) return null
    const asked = this.#asked.get(digest)
    if (asked) return asked.promise
    // Under a flood of invented keys a new one waits for the store's next telling, a moment later.
    if (this.#asked.size >= ASKED_MOST) return null
    const answer = Promise.withResolvers<KeyHolder | null>()
    this.#asked.set(digest, answer)
    this.#askStore()
    return answer.promise
  }

  async #askStore(): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    while (this.#asked.size > 0) {
      const batch = [...this.#asked].slice(0, ASKED_AT_ONCE)
      try {
        await this.#desk.fetch(batch.map(([digest]) => digest))
        for (const [digest, { resolve }] of batch) resolve(this.#answerTo(digest))
      } catch (error) {
        for (const [, { reject }] of batch) reject(error)
      }
      for (const [digest] of batch) this.#asked.delete(digest)
    }
    this.#asking = false
  }

  #answerTo(digest: string): KeyHolder | null {
    const holder = this.#holders.get(digest)
    if (holder !== undefined) return this.#ifInForce(holder)
    const [oldest] = this.#unknownUntilMs.keys()
    if (oldest !== undefined && this.#unknownUntilMs.size >= UNKNOWN_MOST) this.#unknownUntilMs.delete(oldest)
    this.#unknownUntilMs.set(digest, this.#desk.now() + UNKNOWN_MS)
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
})
