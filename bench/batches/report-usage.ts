// Loaded with `--import` into a process that is measured: tells at its end how much memory it had at most, and its processor time.
import { readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

export interface Usage {
  peakMb: number
  cpuSeconds: number
}

/** The peak of this process alone; `maxRSS` would count what the parent had when it started this one. */
const peakMb = (): number => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024

const file = process.env.BENCH_USAGE_FILE
if (isMainThread && file)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    writeFileSync(file, JSON.stringify({ peakMb: peakMb(), cpuSeconds: (user + system) / 1e6 } satisfies Usage))
  })
