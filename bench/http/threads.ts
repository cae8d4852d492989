import { readFileSync } from 'node:fs'
import Table from 'cli-table3'
import { type LoadPlan, runLoad } from './load.ts'

const COUNTS = [1, 2, 4]
const CONNECTIONS = 50
const WARM_UP_SECONDS = 3
const SECONDS = 5
const SCRAPE_MS = 500
/** Clock ticks of a second in `/proc/PID/stat`. */
const TICKS = 100

export interface ThreadedServer {
  port: number
  admin: string
  pid: number
  stop(): Promise<void>
}

type Route = Pick<LoadPlan, 'path' | 'paths' | 'headers' | 'checkBody'>

/**
 * The same questions with 1, 2 and 4 HTTP threads: requests a second, CPU a request, memory, and the event loop's delay of
 * the slowest thread. The load generator needs a core too, so throughput grows only with the cores that are left.
 */
export const measureThreads = async (
  start: (threads: number) => Promise<ThreadedServer>,
  routes: Readonly<Record<string, Route>>,
): Promise<void> => {
  if (process.platform !== 'linux') return
  const table = new Table({
    head: ['threads', 'route', 'requests/s', 'p99 ms', 'CPU µs/request', 'loop p99 ms', 'memory MB'],
    style: { head: [], border: [] },
  })
  for (const threads of COUNTS) {
    const server = await start(threads)
    for (const [name, route] of Object.entries(routes)) {
      const half = Math.floor((route.paths?.length ?? 0) / 2)
      const plan = { ...route, port: server.port, connections: CONNECTIONS }
      await runLoad({ ...plan, paths: route.paths?.slice(0, half), seconds: WARM_UP_SECONDS })
      const before = cpuSeconds(server.pid)
      const delay = watchDelay(server.admin)
      const result = await runLoad({ ...plan, paths: route.paths?.slice(half), seconds: SECONDS })
      const micros = ((cpuSeconds(server.pid) - before) / result.requests) * 1e6
      table.push([
        ...[threads, name, result.perSecond.toFixed(0), result.p99Ms.toFixed(2), micros.toFixed(1)],
        ...[(await delay.end()).toFixed(1), memoryMegabytes(server.pid).toFixed(0)],
      ])
    }
    await server.stop()
  }
  process.stdout.write(`${table.toString()}\n`)
}

const cpuSeconds = (pid: number): number => {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number) as [number, number]
  return (user + system) / TICKS
}

const memoryMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The median over the run of the slowest thread's 99th percentile. */
const watchDelay = (admin: string): { end(): Promise<number> } => {
  const seen: number[] = []
  const scrape = async (): Promise<void> => {
    const text = await (await fetch(`${admin}/metrics`)).text()
    const delays = [...text.matchAll(/^chasqui_thread_event_loop_delay_p99_seconds\{[^}]*\} (\S+)$/gm)]
    seen.push(Math.max(...delays.map(([, seconds]) => Number(seconds) * 1000)))
  }
  const timer = setInterval(() => void scrape(), SCRAPE_MS)
  return {
    end: async () => {
      clearInterval(timer)
      await scrape()
      return seen.toSorted((a, b) => a - b)[Math.floor(seen.length / 2)] as number
    },
  }
}
