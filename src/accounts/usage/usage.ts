import type { LimaClock } from '../../domain/lima-time.ts'
import type { Store } from '../store/sql-store.ts'
import type { AccountUsage, UsageCount } from '../store/store.ts'

const POLL_MS = 20
const POLLS = 40

/** Counts charged answers by key and endpoint until the next settlement takes them, in memory that threads may share. */
export class UsageCounter {
  readonly #endpoints: readonly string[]
  readonly #newMemory: (bytes: number) => ArrayBufferLike
  readonly #byKey = new Map<string, KeyUsage>()

  constructor(endpoints: readonly string[], newMemory: (bytes: number) => ArrayBufferLike) {
    this.#endpoints = endpoints
    this.#newMemory = newMemory
  }

  add(keyId: string, endpoint: string, charged = 1): void {
    this.#usageOf(keyId).add(endpoint, charged)
  }

  memoryOf(keyId: string): ArrayBufferLike {
    return this.#usageOf(keyId).memory
  }

  /** Returns the counts and starts again at zero. */
  take(): UsageCount[] {
    return [...this.#byKey].flatMap(([keyId, usage]) => usage.take().map((count) => ({ keyId, ...count })))
  }

  #usageOf(keyId: string): KeyUsage {
    let usage = this.#byKey.get(keyId)
    if (!usage) {
      usage = new KeyUsage(this.#endpoints, this.#newMemory(this.#endpoints.length * 4))
      this.#byKey.set(keyId, usage)
    }
    return usage
  }
}

/** The charged answers of one key, by endpoint. */
export class KeyUsage {
  readonly memory: ArrayBufferLike
  readonly #endpoints: readonly string[]
  readonly #counts: Int32Array

  constructor(endpoints: readonly string[], memory: ArrayBufferLike) {
    this.#endpoints = endpoints
    this.memory = memory
    this.#counts = new Int32Array(memory)
  }

  add(endpoint: string, charged = 1): void {
    const at = this.#endpoints.indexOf(endpoint)
    if (at < 0) throw new RangeError('no such endpoint')
    Atomics.add(this.#counts, at, charged)
  }

  take(): Omit<UsageCount, 'keyId'>[] {
    const counted = this.#endpoints.map((endpoint, at) => ({
      endpoint,
      charged: Atomics.exchange(this.#counts, at, 0),
    }))
    return counted.filter(({ charged }) => charged !== 0)
  }
}

/** Usage of one Lima month (`YYYY-MM`). Running servers are asked to settle first, and waited for up to 0.8 seconds. */
export const readUsage = async (
  store: Store,
  month: string,
  clock: LimaClock,
  pause: (ms: number) => Promise<unknown>,
): Promise<AccountUsage[]> => {
  await waitForSettlements(store, month, clock, pause)
  return store.usage(month, clock.now())
}

/** Asks running servers to settle, and waits for them. */
export const waitForSettlements = async (
  store: Pick<Store, 'requestSettlements' | 'countUnsettled'>,
  month: string,
  clock: LimaClock,
  pause: (ms: number) => Promise<unknown>,
): Promise<void> => {
  await store.requestSettlements(month, clock.now())
  for (let poll = 0; poll < POLLS && (await store.countUnsettled(month, clock.now())) > 0; poll++) {
    await pause(POLL_MS)
  }
}
