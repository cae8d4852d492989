/** How long this process computes in `run`, in milliseconds. Other work of the machine makes it no longer. */
export const cpuMs = (run: () => unknown): number => {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
