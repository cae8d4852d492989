import { AsyncLocalStorage } from 'node:async_hooks'

/** The `detail` of a Failure whose call was ended by its signal. */
export const TIMED_OUT = 'timeout'

const signals = new AsyncLocalStorage<AbortSignal>()

/** Runs `call` so that every upstream request made inside it ends when `signal` does. */
export const withSignal = <T>(signal: AbortSignal, call: () => T): T => signals.run(signal, call)

/** The signal of the guarded call we are in, if any. */
export const currentSignal = (): AbortSignal | undefined => signals.getStore()
