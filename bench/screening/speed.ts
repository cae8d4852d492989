interface AskedName {
  nombre: string
  documento?: string | undefined
}

interface Latency {
  p50: number
  p99: number
  max: number
  /** The slowest question at its best: what the matcher needs, without what the machine did meanwhile. */
  slowest: number
}

/** What is measured: one name read, screened and answered. */
export type Ask = (name: AskedName) => void

/** Milliseconds per question, after the machine has warmed up on all of them. */
export const measureLatency = (asked: readonly AskedName[], ask: Ask, rounds: number): Latency => {
  for (let round = 0; round < 3; round++) for (const name of asked) ask(name)
  const times: number[] = []
  const best = asked.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++)
    for (const [at, name] of asked.entries()) {
      const start = performance.now()
      ask(name)
      const taken = performance.now() - start
      times.push(taken)
      best[at] = Math.min(best[at] as number, taken)
    }
  times.sort((a, b) => a - b)
  const quantile = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] as number
  return { p50: quantile(0.5), p99: quantile(0.99), max: quantile(1), slowest: Math.max(...best) }
}

/** Bytes allocated per question: growth of the heap over short runs, leaving out those the collector cut into. */
export const measureAllocation = (asked: readonly AskedName[], ask: Ask): number => {
  const growth: number[] = []
  for (let start = 0; start + 20 <= asked.length; start += 20) {
    const before = process.memoryUsage().heapUsed
    for (const name of asked.slice(start, start + 20)) ask(name)
    const grown = process.memoryUsage().heapUsed - before
    if (grown > 0) growth.push(grown / 20)
  }
  growth.sort((a, b) => a - b)
  return growth[growth.length >> 1] ?? 0
}
