import type { Clock } from '../clock.ts'
import { Failure } from '../errors.ts'
import { openBreaker } from './breaker.ts'
import { type Stretch, timeLeft } from './stretch.ts'

/** The guard's own no: nobody was asked, so asking again at once would change nothing. */
export class Refusal extends Failure {}

export interface GateRules {
  breakMs: number
  blockedMs: number
}

export type GateEvent = 'opened' | 'half-opened' | 'closed' | 'blocked' | 'unblocked'

/** Whether a source may be asked at all: its breaker, its captcha state and the pauses it asked for. */
export interface Gate {
  /** Throws a Refusal while it may not. */
  check(): void
  /** Lets one call through and learns from how it ends. */
  pass<T>(key: string, call: () => Promise<T>): Promise<T>
  circuit(): 'closed' | 'open' | 'half-open'
  /** Asked for a captcha, and has not answered since. */
  blocked(): boolean
}

const LONGEST_BREAK_MS = 30_000
const LONGEST_BLOCK_MS = 60_000
const LONGEST_PAUSE_MS = 300_000

export const openGate = (rules: GateRules, clock: Clock, onEvent: (event: GateEvent) => void): Gate => {
  const breaker = openBreaker(Math.min(rules.breakMs, LONGEST_BREAK_MS), clock, onEvent)
  let wall: Stretch | null = null
  let pause: Stretch | null = null

  const learn = (error: unknown): void => {
    if (!(error instanceof Failure)) return
    if (error.kind === 'upstream-blocked') {
      if (!wall) onEvent('blocked')
      wall = { since: clock.now(), ms: Math.min(rules.blockedMs, LONGEST_BLOCK_MS) }
    }
    if (error.retryAfterMs !== undefined) {
      pause = { since: clock.now(), ms: Math.min(error.retryAfterMs, LONGEST_PAUSE_MS) }
    }
  }

  const learnSuccess = (): void => {
    if (wall) onEvent('unblocked')
    wall = null
    pause = null
  }

  const check = (): void => {
    if (timeLeft(wall, clock) > 0) {
      throw new Refusal('upstream-blocked', 'La fuente exige una verificación captcha', { detail: 'still blocked' })
    }
    const retryAfterMs = timeLeft(pause, clock)
    if (retryAfterMs > 0) {
      const mensaje = 'La fuente pide esperar antes de volver a consultar'
      throw new Refusal('upstream-unavailable', mensaje, { detail: 'paused', retryAfterMs })
    }
    const open = breaker.open()
    if (open) {
      const mensaje = 'La fuente ha fallado varias veces seguidas; se volverá a consultar en unos segundos'
      throw new Refusal(open.kind, mensaje, { detail: 'circuit open', retryAfterMs: open.leftMs })
    }
  }

  const pass = async <T>(key: string, call: () => Promise<T>): Promise<T> => {
    try {
      const value = await breaker.execute(key, call)
      learnSuccess()
      return value
    } catch (error) {
      learn(error)
      throw error
    }
  }

  return { check, pass, circuit: breaker.circuit, blocked: () => wall !== null }
}
