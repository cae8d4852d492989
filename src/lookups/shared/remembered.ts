import { LRUCache } from 'lru-cache'
import type { EditionFacts, EditionReader, Mirror } from '../../datasets/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { isPromise } from '../../kernel/when-ready.ts'
import type { Answer } from './answer.ts'

/** What of a lookup's answers is kept, and for how long. */
interface RememberPolicy<Query, Kept extends Answer<unknown>> {
  /** How many answers are kept by all HTTP threads together; the least recently asked go first. */
  limit: number
  /** HTTP threads that each keep a share of them; one unless said. */
  threads?: number | undefined
  /**
   * What tells one question from another; undefined for a question whose answer must not be kept. Give checked input: a
   * key of raw text could mix up a parameter that is absent with one that is empty and therefore refused.
   */
  keyOf(query: Query): string | undefined
  /**
   * The datasets behind the answers. When one of them changes its edition all answers are dropped. An answer that had to
   * wait is not kept, because another edition may be in service by then.
   */
  mirrors?: readonly Pick<Mirror<EditionReader>, 'current'>[]
  /** True when most questions are asked once: an answer is then kept from the second asking on. */
  fromSecondAsking?: boolean
  /** Whether an answer is worth its memory; every one is unless said. */
  isWorthKeeping?(answer: Kept): boolean
  /** How long an answer may be given again, never past Lima's midnight; without it, as long as the editions last. */
  expiry?: { clock: LimaClock; keepMs(answer: Kept): number }
}

/** The same lookup with a cache around it. Failures are never kept. */
export const remembered = <Query, Found extends Answer<unknown> | Promise<Answer<unknown>>>(
  lookup: (query: Query) => Found,
  policy: RememberPolicy<Query, Awaited<Found>>,
): ((query: Query) => Found | Awaited<Found>) => {
  type Kept = Awaited<Found>
  const { keyOf, mirrors, expiry, isWorthKeeping = () => true } = policy
  const limit = Math.ceil(policy.limit / (policy.threads ?? 1))
  const cache = new LRUCache<string, { answer: Kept; until: number }>({ max: limit })
  const isAskedAgain = policy.fromSecondAsking ? askedBefore(4 * limit) : () => true
  const haveChanged = editionChanges(mirrors ?? [])

  const keep = (key: string, answer: Kept, midnight: number): void => {
    if (!isWorthKeeping(answer)) return
    const until = expiry ? Math.min(expiry.clock.now() + expiry.keepMs(answer), midnight) : Number.POSITIVE_INFINITY
    cache.set(key, { answer: asRemembered(answer), until })
  }

  return (query) => {
    const key = keyOf(query)
    if (key === undefined || !isAskedAgain(key)) return lookup(query)
    if (haveChanged()) cache.clear()
    const kept = cache.get(key)
    if (kept && (!expiry || expiry.clock.now() < kept.until)) return kept.answer
    const midnight = expiry ? expiry.clock.now() + expiry.clock.untilLimaMidnightMs() : 0
    const found = lookup(query)
    if (!isPromise(found)) keep(key, found as Kept, midnight)
    // The caller gets the promise itself, and with it any failure.
    else if (!mirrors)
      found.then(
        (answer) => keep(key, answer as Kept, midnight),
        () => {},
      )
    return found
  }
}

/** The answer as it is given again: what was live comes from the cache then. */
const asRemembered = <Kept extends Answer<unknown>>(answer: Kept): Kept => {
  const { origins } = answer
  const isLive = origins.some(({ channel }) => channel === 'live')
  return {
    ...answer,
    origins: isLive ? origins.map((origin) => ({ ...origin, channel: 'cache' as const })) : origins,
    recurs: true,
  }
}

/** Says whether an edition changed since the last call. It holds on to the small facts of an edition, never to its data. */
const editionChanges = (mirrors: readonly Pick<Mirror<EditionReader>, 'current'>[]): (() => boolean) => {
  const seen: (EditionFacts | undefined)[] = mirrors.map(() => undefined)
  return () => {
    let changed = false
    for (let at = 0; at < mirrors.length; at++) {
      const facts = mirrors[at]?.current()?.facts
      if (facts === seen[at]) continue
      seen[at] = facts
      changed = true
    }
    return changed
  }
}

const FNV_PRIME = 0x01000193
const FNV_BASIS = 0x811c9dc5

/** Notes a question and says whether it was asked not long ago, in four bytes a question. False positives are possible but rare. */
const askedBefore = (slots: number): ((key: string) => boolean) => {
  const fingerprints = new Uint32Array(slots)
  return (key) => {
    let hash = FNV_BASIS
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), FNV_PRIME)
    const fingerprint = hash >>> 0
    const slot = fingerprint % slots
    if (fingerprints[slot] === fingerprint) return true
    fingerprints[slot] = fingerprint
    return false
  }
}
