import type { UsageCount } from '../store/store.ts'

/** Charged answers by key and endpoint, until they are written down. */
export class UsageTally {
  #byKey = new Map<string, Map<string, number>>()

  add(keyId: string, endpoint: string, charged = 1): void {
    let counts = this.#byKey.get(keyId)
    if (!counts) this.#byKey.set(keyId, (counts = new Map()))
    counts.set(endpoint, (counts.get(endpoint) ?? 0) + charged)
  }

  /** Everything counted, leaving nothing behind. */
  take(): UsageCount[] {
    const counted = [...this.#byKey].flatMap(([keyId, counts]) =>
      [...counts].map(([endpoint, charged]) => ({ keyId, endpoint, charged })),
    )
    this.#byKey = new Map()
    return counted
  }
}
