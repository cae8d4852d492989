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
  // Keys in the order they came: a map that loses its oldest key again and again is slow to tell the next one.
  const order: string[] = []
  let oldest = 0
  const isOf = (editions: Editions): boolean => editions[0] === first && editions[1] === second
  const forgetAll = (editions: Editions): void => {
    kept.clear()
    order.length = 0
    oldest = 0
    first = editions[0]
    second = editions[1]
  }
  return {
    recall: (editions, key) => (isOf(editions) ? kept.get(key) : undefined),
    keep(editions, key, value) {
      if (!isOf(editions)) forgetAll(editions)
      if (!kept.has(key)) {
        if (order.length < limit) order.push(key)
        else {
          kept.delete(order[oldest] as string)
          order[oldest] = key
          oldest = (oldest + 1) % limit
        }
      }
      kept.set(key, value)
    },
  }
}
