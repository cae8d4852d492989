import type { Clock } from '../clock.ts'

/** A stretch of time that began at a moment of the clock. */
export interface Stretch {
  since: number
  ms: number
}

/** What is left of it; nothing once the clock was set back, because then nobody knows. */
export const timeLeft = (stretch: Stretch | null, clock: Clock): number => {
  const age = stretch ? clock.now() - stretch.since : -1
  return stretch && age >= 0 ? Math.max(0, stretch.ms - age) : 0
}
