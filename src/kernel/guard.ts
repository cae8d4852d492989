/** How one source is treated. One guard per source: spacing, queue and breaker are shared by all its questions. */
export interface GuardPolicy {
  timeoutMs: number
  /** Calls in all, first one included; only `upstream-unavailable` is tried again. */
  attempts: number
  /** Least time between two starts. */
  spacingMs: number
  /** How many questions may wait in line; the next one fails at once. */
  queue: number
  /** How long an answer is fresh, and how long after that it may be served while a new one is fetched. */
  freshMs: number
  staleMs: number
  /** How long "I don't have it" is remembered. */
  emptyMs: number
  /** How long the breaker stays open (30 s at most) and how long a captcha state lasts before the next probe (60 s at most). */
  breakMs: number
  blockedMs: number
}
