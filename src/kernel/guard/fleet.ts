import type { FailureKind } from '../errors.ts'

/** What the processes that ask one source know of it together. Times are milliseconds from now. */
export interface SharedState {
  /** Asked for a captcha, and how long until the next probe; null when it did not. */
  blockedMs: number | null
  /** The source asked to wait. */
  backoffMs: number
  /** The breaker is open, or half-open when nothing is left of the time; null when it is closed. */
  open: { kind: FailureKind; ms: number } | null
  /** Milliseconds since the epoch. */
  lastSuccess: number | null
  lastError: { kind: FailureKind | 'bug'; at: number } | null
}

/** An answer, and how old it is when another process got it. */
export interface FleetAnswer<T> {
  value: T
  /** Null: this process asked for it just now. */
  ageMs: number | null
}

/** One question of this process to a source that several processes share. */
export interface FleetQuestion {
  /** The answer that another process got; null when there is none. Its failure is thrown when it was met meanwhile. */
  find<T>(): Promise<FleetAnswer<T> | null>
  /** Calls when no other process does and the pace allows it, unless another process has answered by then. The signal ends the wait. */
  ask<T>(call: () => Promise<T>, signal: AbortSignal): Promise<FleetAnswer<T>>
}

/** Several processes that share one source: one calls at a time, and all know the answers and the state. */
export interface Fleet {
  question(key: string): FleetQuestion
  /** Calls the listener with the common state, now and then. */
  watchState(listener: (state: SharedState) => void): void
}
