/** An answer that may be given again when the service says that it has not changed. */
export interface RememberedReply {
  etag: string
  body: string
  source: string | null
}

export interface RememberedReplies {
  get(url: string): RememberedReply | undefined
  set(url: string, reply: RememberedReply): void
}

/** Longer bodies are not worth their memory. */
const LONGEST_BODY = 200_000

/** The last so many answers. They are kept as text, so that a caller who changes an answer does not change the next one. */
export const rememberReplies = (limit: number): RememberedReplies => {
  const kept = new Map<string, RememberedReply>()
  return {
    get: (url) => {
      const found = kept.get(url)
      if (found) {
        // A Map keeps the order of insertion: the first one is the least recently used.
        kept.delete(url)
        kept.set(url, found)
      }
      return found
    },
    set: (url, reply) => {
      kept.delete(url)
      if (reply.body.length > LONGEST_BODY || limit < 1) return
      kept.set(url, reply)
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break
        kept.delete(oldest)
      }
    },
  }
}
