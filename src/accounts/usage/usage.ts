import type { LimaClock } from '../../domain/lima-time.ts'
import type { AccountUsage, Store, UsageCount } from '../store/store.ts'

const POLL_MS = 20
const POLLS = 40

/** Counts charged answers by key and endpoint until the next settlement takes them. */
export class UsageCounter {
  #byKey = new Map<string, Map<string, number>>()

  add(keyId: string, endpoint: string, charged = 1): void {
    let counts = this.#byKey.get(keyId)
    if (!counts) this.#byKey.set(keyId, (counts = new Map()))
    counts.set(endpoint, (counts.get(endpoint) ?? 0) + charged)
  }

  /** Returns the counts and starts again at zero. */
  take(): UsageCount[] {
    const counted = [...this.#byKey].flatMap(([keyId, counts]) =>
      [...counts].map(([endpoint, charged]) => ({ keyId, endpoint, charged })),
    )
    this.#byKey = new Map()
    return counted
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
