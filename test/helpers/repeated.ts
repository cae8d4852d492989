const EFFORT = Number(process.env.TEST_EFFORT ?? 1)

/** How often a test repeats something (edits, requests, switches, runs of a property): as usual, or `TEST_EFFORT` times as often. */
export const repeated = (usual: number): number => Math.max(1, Math.round(usual * EFFORT))

/** Every n-th of a long list, or all of it when the effort is that high. `from` says which: a seed takes others in every run. */
export const sampled = <One>(all: readonly One[], every: number, from = 0): readonly One[] => {
  const step = Math.max(1, Math.round(every / EFFORT))
  return all.filter((_, at) => (at + from) % step === 0)
}
