import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Failure } from '../../kernel/errors.ts'
import type { Check } from './check.ts'

/** How busy the process is. */
export interface Load {
  isOverloaded(): boolean
  /** Delay of the event loop over the last window, in milliseconds. */
  loopDelayMs(): number
  /** The 99th percentile of that delay. */
  loopDelayP99Ms(): number
  close(): void
}

const RESOLUTION_MS = 20
const WINDOW_MS = 500
// An event loop that turns only twice a second answers nobody in time: a quick 503 is better.
const OVERLOADED_MS = 500

type DelayMonitor = Pick<
  ReturnType<typeof monitorEventLoopDelay>,
  'mean' | 'percentile' | 'enable' | 'disable' | 'reset'
>

/** Refuses requests while the process is overloaded, so that requests do not pile up. */
export const shedLoad =
  (load: Load): Check =>
  () =>
    load.isOverloaded() ? OVERLOADED : undefined

const OVERLOADED = new Failure('overloaded', 'El servicio está sobrecargado; reintente en unos segundos', {
  retryAfterMs: 2_000,
})

/**
 * Watches the event loop's delay. Ours in place of a plugin because it costs a request one comparison, and because it
 * looks at two windows: `npm run bench -- http` runs with it on.
 */
export const watchLoad = (delay: DelayMonitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS })): Load => {
  let current = 0
  let previous = 0
  let p99 = 0
  delay.enable()
  const timer = setInterval(() => {
    previous = current
    current = Math.max(0, delay.mean / 1e6 - RESOLUTION_MS) || 0
    p99 = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS) || 0
    delay.reset()
  }, WINDOW_MS)
  timer.unref()
  return {
    // One long pause is over by the time it is noticed; only two slow windows in a row are overload.
    isOverloaded: () => current > OVERLOADED_MS && previous > OVERLOADED_MS,
    loopDelayMs: () => current,
    loopDelayP99Ms: () => p99,
    close: () => {
      clearInterval(timer)
      delay.disable()
    },
  }
}
