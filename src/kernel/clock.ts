/** Milliseconds since the epoch; passed as an argument, so that tests can move time. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A wait that began at a moment of the clock. */
export interface Wait {
  since: number
  ms: number
}

/** What is left of a wait. Nothing when the clock was set back, because then its age is unknown. */
export const remainingMs = (wait: Wait | null, clock: Clock): number => {
  if (!wait) return 0
  const age = clock.now() - wait.since
  return age >= 0 ? Math.max(0, wait.ms - age) : 0
}
