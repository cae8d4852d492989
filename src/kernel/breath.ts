/** Lets everything that waits in the event loop have its turn. */
export const breath = (): Promise<void> => new Promise(setImmediate)
