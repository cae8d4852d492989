import { availableParallelism, loadavg } from 'node:os'

/**
 * How long something may take, in milliseconds. Where others use up the machine, it waits for its turn longer than for anything
 * of ours.
 */
export const patience = (quietMs: number, crowdedMs = 4 * quietMs): number =>
  (loadavg()[0] as number) > 2 * availableParallelism() ? crowdedMs : quietMs
