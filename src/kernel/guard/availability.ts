import { type Clock, remainingMs, type Wait } from '../clock.ts'
import { Failure, type FailureKind } from '../errors.ts'
import { openBreaker } from './breaker.ts'
import type { SharedState } from './fleet.ts'
import { Rejection } from './rejection.ts'

interface AvailabilityRules {
  breakMs: number
  blockedMs: number
}

export type AvailabilityEvent = 'opened' | 'half-opened' | 'closed' | 'blocked' | 'unblocked'

/** Whether a source may be asked: its breaker, its captcha state and the backoff it asked for. */
export interface Availability {
  /** Throws a Rejection while the source may not be asked. */
  check(): void
  /** Makes one call and learns from how it ends. */
  run<T>(key: string, call: () => Promise<T>): Promise<T>
  circuit(): 'closed' | 'open' | 'half-open'
  /** Asked for a captcha, and has not answered since. */
  blocked(): boolean
  /** Takes over what all processes know of the source together. */
  adopt(state: SharedState): void
}

const MAX_BREAK_MS = 30_000
const MAX_BLOCK_MS = 60_000
const MAX_BACKOFF_MS = 300_000

export const openAvailability = (
  rules: AvailabilityRules,
  clock: Clock,
  onEvent: (event: AvailabilityEvent) => void,
): Availability => {
  const breaker = openBreaker(Math.min(rules.breakMs, MAX_BREAK_MS), clock, onEvent)
  let block: Wait | null = null
  let backoff: Wait | null = null
  let sharedBreak: (Wait & { kind: FailureKind }) | null = null

  const noteFailure = (error: unknown): void => {
    if (!(error instanceof Failure)) return
    if (error.kind === 'upstream-blocked') {
      if (!block) onEvent('blocked')
      block = { since: clock.now(), ms: Math.min(rules.blockedMs, MAX_BLOCK_MS) }
    }
    if (error.retryAfterMs !== undefined) {
      backoff = { since: clock.now(), ms: Math.min(error.retryAfterMs, MAX_BACKOFF_MS) }
    }
  }

  const noteSuccess = (): void => {
    if (block) onEvent('unblocked')
    block = null
    backoff = null
    sharedBreak = null
  }

  const check = (): void => {
    if (remainingMs(block, clock) > 0) {
      throw new Rejection('upstream-blocked', 'La fuente exige una verificación captcha', { detail: 'still blocked' })
    }
    const retryAfterMs = remainingMs(backoff, clock)
    if (retryAfterMs > 0) {
      const mensaje = 'La fuente pide esperar antes de volver a consultar'
      throw new Rejection('upstream-unavailable', mensaje, { detail: 'backoff', retryAfterMs })
    }
    const sharedMs = remainingMs(sharedBreak, clock)
    const open =
      breaker.open() ?? (sharedBreak && sharedMs > 0 ? { kind: sharedBreak.kind, remainingMs: sharedMs } : null)
    if (open) {
      const mensaje = 'La fuente ha fallado varias veces seguidas; se volverá a consultar en unos segundos'
      throw new Rejection(open.kind, mensaje, { detail: 'circuit open', retryAfterMs: open.remainingMs })
    }
  }

  const run = async <T>(key: string, call: () => Promise<T>): Promise<T> => {
    try {
      const value = await breaker.execute(key, call)
      noteSuccess()
      return value
    } catch (error) {
      noteFailure(error)
      throw error
    }
  }

  const adopt = ({ blockedMs, backoffMs, open }: SharedState): void => {
    const since = clock.now()
    if (blockedMs !== null && !block) onEvent('blocked')
    if (blockedMs === null && block) onEvent('unblocked')
    block = blockedMs === null ? null : { since, ms: blockedMs }
    backoff = backoffMs > 0 ? { since, ms: backoffMs } : null
    sharedBreak = open && { since, ms: open.ms, kind: open.kind }
  }

  const circuit = (): 'closed' | 'open' | 'half-open' => {
    const own = breaker.circuit()
    if (own !== 'closed' || !sharedBreak) return own
    return remainingMs(sharedBreak, clock) > 0 ? 'open' : 'half-open'
  }

  return { check, run, circuit, blocked: () => block !== null, adopt }
}
