import { AbortError, type ChasquiError, TimeoutError } from '../errors.ts'
import type { Signal } from '../options.ts'

// Longer timers fire at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The end of one call with all its attempts: its time is over, or its caller does not want it any more. */
export interface Deadline {
  /** For `fetch`. */
  signal: AbortSignal
  /** Why it ended; undefined as long as it has not. */
  failure(): ChasquiError | undefined
  remainingMs(): number
  /** The promise's outcome, or the failure of the deadline when that comes first. */
  race<Value>(promise: Promise<Value>): Promise<Value>
  /** Waits, at most until the deadline. */
  pause(ms: number): Promise<void>
  close(): void
}

export const openDeadline = (timeoutMs: number, caller: Signal | undefined): Deadline => {
  const controller = new AbortController()
  const until = Date.now() + timeoutMs
  let ended: ChasquiError | undefined
  let fail: (failure: ChasquiError) => void = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Nobody may be waiting for it.
  failed.catch(() => {})
  const end = (failure: ChasquiError): void => {
    ended ??= failure
    fail(failure)
    controller.abort(failure)
  }
  const onAbort = (): void => end(abortFailure(caller?.reason))
  const timer = Number.isFinite(timeoutMs)
    ? setTimeout(() => end(timeoutFailure(timeoutMs)), Math.min(timeoutMs, LONGEST_TIMER_MS))
    : undefined
  if (caller?.aborted) onAbort()
  else caller?.addEventListener('abort', onAbort)
  const race = <Value>(promise: Promise<Value>): Promise<Value> => Promise.race([failed, promise])
  return {
    signal: controller.signal,
    failure: () => ended,
    remainingMs: () => until - Date.now(),
    race,
    pause: async (ms) => {
      let waiting: ReturnType<typeof setTimeout> | undefined
      const waited = new Promise<void>((resolve) => {
        waiting = setTimeout(resolve, Math.min(ms, LONGEST_TIMER_MS))
      })
      await race(waited).finally(() => clearTimeout(waiting))
    },
    close: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', onAbort)
    },
  }
}

const timeoutFailure = (timeoutMs: number): TimeoutError =>
  new TimeoutError(`La consulta no terminó en ${timeoutMs / 1000} s`, { codigo: 'tiempo_agotado' })

/** A signal of `AbortSignal.timeout` is a time-out too. */
const abortFailure = (reason: unknown): ChasquiError =>
  (reason as { name?: unknown } | undefined)?.name === 'TimeoutError'
    ? new TimeoutError('Se acabó el tiempo dado a la consulta', { codigo: 'tiempo_agotado', cause: reason })
    : new AbortError('La consulta fue cancelada', { codigo: 'cancelado', cause: reason })
