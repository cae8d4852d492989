/** Remembers answers for as long as the editions they were made from are in service. */
export interface EditionMemory<Value> {
  recall(editions: Editions, key: string): Value | undefined
  keep(editions: Editions, key: string, value: Value): void
}

/** The edition, or the pair of editions, that an answer depends on. */
export type Editions = readonly [object] | readonly [object, object]

/** A bounded memory: when it is full the oldest answer goes; when an edition changes, all of them. */
export const editionMemory = <Value>(limit: number): EditionMemory<Value> => {
  let first: object | undefined
  let second: object | undefined
  const kept = new Map<string, Value>()
  const isOf = (editions: Editions): boolean => editions[0] === first && editions[1] === second
  return {
    recall: (editions, key) => (isOf(editions) ? kept.get(key) : undefined),
    keep(editions, key, value) {
      if (!isOf(editions)) {
        kept.clear()
        first = editions[0]
        second = editions[1]
      }
      if (kept.size >= limit) kept.delete(kept.keys().next().value as string)
      kept.set(key, value)
    },
  }
}
