/** Whether a value is still to come. */
export const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

/**
 * Calls `next` with a value: at once when it is known, later when it is a promise. Nearly every step of a request is
 * known at once, and a promise for each would slow all of them: `npm run bench -- http` shows it.
 */
export const whenReady = <Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
  failed?: (error: Error) => Result | Promise<Result>,
): Result | Promise<Result> => (isPromise(value) ? value.then(next, failed) : next(value))
