/** Milliseconds since the epoch; handed in, so that tests can move time. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
