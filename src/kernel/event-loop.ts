/** Lets everything that waits in the event loop run before long work goes on. */
export const yieldToEventLoop = (): Promise<void> => new Promise(setImmediate)

const BEAT_MS = 100
const LONG_DELAY_MS = 500

/** Counts the long delays of a thread's event loop: work of our own that kept answers waiting which had arrived. */
export interface LoopWatch {
  /** So far, one that has not ended yet among them. */
  longDelays(): number
  stop(): void
}

export const watchLoop = (): LoopWatch => {
  let delays = 0
  let beatMs = performance.now()
  const isLate = (): boolean => performance.now() - beatMs > BEAT_MS + LONG_DELAY_MS
  const beat = (): void => {
    if (isLate()) delays++
    beatMs = performance.now()
  }
  const timer = setInterval(beat, BEAT_MS).unref()
  return { longDelays: () => delays + (isLate() ? 1 : 0), stop: () => clearInterval(timer) }
}
