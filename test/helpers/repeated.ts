const EFFORT = Number(process.env.TEST_EFFORT ?? 1)

/** How often a test repeats something (edits, requests, switches, runs of a property): as usual, or `TEST_EFFORT` times as often. */
export const repeated = (usual: number): number => Math.max(1, Math.round(usual * EFFORT))

/** Every n-th of a long list, or all of it when the effort is that high. */
export const sampled = <One>(all: readonly One[], every: number): readonly One[] => {
  const step = Math.max(1, Math.round(every / EFFORT))
  return step === 1 ? all : all.filter((_, at) => at % step === 0)
}
