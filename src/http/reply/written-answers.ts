import { LRUCache } from 'lru-cache'
import type { Answer } from '../../lookups/shared/answer.ts'

/** An answer as it was sent: its JSON body and the body's ETag. */
export interface WrittenAnswer {
  body: string
  etag: string
}

/** Bodies of answers that recur, so that each is serialised and hashed once. One per app. */
export type WrittenAnswers = LRUCache<Answer<unknown>, WrittenAnswer>

/** As many as the lookups remember, over all HTTP threads. */
const LIMIT = 20_480

// Not a WeakMap: thousands of weak entries cost the garbage collector more than they saved (`npm run bench -- http`, route ruc).
export const writtenAnswers = (threads = 1): WrittenAnswers => new LRUCache({ max: Math.ceil(LIMIT / threads) })
