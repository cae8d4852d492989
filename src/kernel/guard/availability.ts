import { type Clock, remainingMs, type Wait } from '../clock.ts'
import { Failure } from '../errors.ts'
import { openBreaker } from './breaker.ts'

/** A question that the guard rejected without asking the source; asking again at once would change nothing. */
export class Rejection extends Failure {}

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
    const open = breaker.open()
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

  return { check, run, circuit: breaker.circuit, blocked: () => block !== null }
}
