import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Tells when the process is too busy to take on more, so that requests are refused before everybody waits. */
export interface Load {
  isOverloaded(): boolean
  /** Delay of the event loop over the last window, in milliseconds. */
  loopDelayMs(): number
  close(): void
}

const RESOLUTION_MS = 20
const WINDOW_MS = 500
// A loop that comes round only twice a second answers nobody in time: better a quick 503 than a slow everything.
const OVERLOADED_MS = 500

type DelayMonitor = Pick<ReturnType<typeof monitorEventLoopDelay>, 'mean' | 'enable' | 'disable' | 'reset'>

export const watchLoad = (delay: DelayMonitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS })): Load => {
  let current = 0
  let before = 0
  delay.enable()
  const timer = setInterval(() => {
    before = current
    current = Math.max(0, delay.mean / 1e6 - RESOLUTION_MS) || 0
    delay.reset()
  }, WINDOW_MS)
  timer.unref()
  return {
    // Two windows in a row: one long stop, as at the start or while a large page is read, is over when it is seen.
    isOverloaded: () => current > OVERLOADED_MS && before > OVERLOADED_MS,
    loopDelayMs: () => current,
    close: () => {
      clearInterval(timer)
      delay.disable()
    },
  }
}
