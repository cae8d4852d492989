/** Lets everything that waits in the event loop run before long work goes on. */
export const yieldToEventLoop = (): Promise<void> => new Promise(setImmediate)
