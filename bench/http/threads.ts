import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import Table from 'cli-table3'
import { type LoadPlan, type LoadResult, runLoad } from './load.ts'

const COUNTS = [2, 4]
const CONNECTIONS = 48
/** Many short rounds: the speed of a shared machine changes within seconds, and for all sides alike. */
const ROUNDS = 12
const SECONDS = 1
/** The functions of every thread are compiled by then. */
const WARM_UP_SECONDS = 5
const DELAY_SECONDS = 6
const SCRAPE_MS = 500
/** With half of the requests that one thread can answer, cores are left to the threads and to the generator. */
const EASY_SHARE = 0.5
/** V8 collects what a load left behind when a thread has been idle for a while. */
const IDLE_MS = 25_000
/** Clock ticks of a second in `/proc/PID/stat`. */
const TICKS = 100

export interface ThreadedServer {
  port: number
  admin: string
  pid: number
  stop(): Promise<void>
}

const TABLE = ['threads', 'route', 'requests/s', 'to one', 'p99 ms', 'CPU µs', 'to one', 'control to one', 'to control']

type Start = (threads: number) => Promise<ThreadedServer>
type Route = Pick<LoadPlan, 'path' | 'paths' | 'headers' | 'checkBody'>
type Routes = Readonly<Record<string, Route>>

/** What a round measured of one or several processes under one load. */
interface Measured {
  requests: number
  perSecond: number
  p99Ms: number
  cpuSeconds: number
}

/**
 * One thread, N threads, and as a control N processes of one thread each, in turn within every round. The control shows what
 * the machine makes of N busy cores: their share of caches and clock, and the generator, which needs a core too. What a
 * request costs more than in the control is ours.
 */
export const measureThreads = async (start: Start, routes: Routes): Promise<void> => {
  if (process.platform !== 'linux') return
  const one = await start(1)
  await settle()
  const memory = new Map([[1, { rest: memoryOf(one), loaded: 0 }]])
  const table = newTable(...TABLE)
  for (const threads of COUNTS) {
    const many = await start(threads)
    await settle()
    const rest = memoryOf(many)
    const control = await Promise.all(Array.from({ length: threads }, () => start(1)))
    for (const [name, route] of Object.entries(routes)) {
      const rounds = await compare(route, [[one], [many], control])
      const ratio = (of: number, to: number): string => (cpuMicros(rounds, of) / cpuMicros(rounds, to)).toFixed(2)
      const [alone, own] = [0, 1].map((side) => rounds.map((round) => round[side] as Measured)) as [
        Measured[],
        Measured[],
      ]
      table.push([
        ...[threads, name, median(own.map((round) => round.perSecond)).toFixed(0)],
        ...[median(own.map((round, at) => round.perSecond / (alone[at] as Measured).perSecond)).toFixed(2)],
        ...[median(own.map(({ p99Ms }) => p99Ms)).toFixed(1), cpuMicros(rounds, 1).toFixed(1)],
        ...[ratio(1, 0), ratio(2, 0), ratio(1, 2)],
      ])
    }
    await Promise.all(control.map((server) => server.stop()))
    await pause(IDLE_MS)
    memory.set(threads, { rest, loaded: memoryOf(many) })
    memory.set(1, { ...(memory.get(1) as Memory), loaded: memoryOf(one) })
    await many.stop()
  }
  process.stdout.write(
    `${table}\nCPU of a request, to that with one thread: at most 1.15 where every thread has a core to itself\n${memoryLines(memory)}\n`,
  )
  await one.stop()
  await measureDelay(start, Object.values(routes).at(-1) as Route)
}

const compare = async (route: Route, sides: readonly ThreadedServer[][]): Promise<Measured[][]> => {
  // Every round asks questions of its own, so that none is remembered.
  const parts = sides.length * (ROUNDS + 1)
  const rounds: Measured[][] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const measured: Measured[] = []
    for (const [side, servers] of sides.entries()) {
      const part = partOf(route, round * sides.length + side, parts)
      measured.push(await measure(servers, part, round === 0 ? WARM_UP_SECONDS : SECONDS))
    }
    // The first round warms everything up.
    if (round > 0) rounds.push(measured)
  }
  return rounds
}

const measure = async (servers: readonly ThreadedServer[], route: Route, seconds: number): Promise<Measured> => {
  const cpuSeconds = (): number => servers.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0)
  const before = cpuSeconds()
  const connections = CONNECTIONS / servers.length
  const results = await Promise.all(
    servers.map(({ port }, at) => runLoad({ ...partOf(route, at, servers.length), port, connections, seconds })),
  )
  const sum = (of: (result: LoadResult) => number): number => results.reduce((total, one) => total + of(one), 0)
  return {
    perSecond: sum(({ perSecond }) => perSecond),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    requests: sum(({ requests }) => requests),
    cpuSeconds: cpuSeconds() - before,
  }
}

/** One of so many equal parts of a route's questions. */
const partOf = (route: Route, part: number, parts: number): Route => {
  if (!route.paths) return route
  const share = Math.floor(route.paths.length / parts)
  return { ...route, paths: route.paths.slice(part * share, (part + 1) * share) }
}

interface Memory {
  rest: number
  loaded: number
}

const memoryLines = (memory: ReadonlyMap<number, Memory>): string => {
  const one = memory.get(1) as Memory
  const lines = COUNTS.map((threads) => {
    const { rest, loaded } = memory.get(threads) as Memory
    const each = (of: number, to: number): string => ((of - to) / (threads - 1)).toFixed(0)
    return `memory, ${threads} threads: ${rest.toFixed(0)} MB at rest, ${loaded.toFixed(0)} MB after a load and a pause; each further thread ${each(rest, one.rest)} and ${each(loaded, one.loaded)} MB (at most 60)`
  })
  return [
    `memory, 1 thread: ${one.rest.toFixed(0)} MB at rest, ${one.loaded.toFixed(0)} MB after a load and a pause`,
    ...lines,
  ].join('\n')
}

/**
 * The delay of every thread's event loop, with as many threads as cores at most: under all the load that the generator can
 * make, and under a share of it that leaves room on the cores.
 */
const measureDelay = async (start: Start, route: Route): Promise<void> => {
  const table = newTable('threads', 'load', 'requests/s', "p99 of each thread's delay, ms")
  for (const threads of [1, Math.min(2, availableParallelism())]) {
    const server = await start(threads)
    const plan = { port: server.port, connections: CONNECTIONS, seconds: DELAY_SECONDS }
    const { perSecond } = await runLoad({ ...partOf(route, 0, 6), ...plan, seconds: WARM_UP_SECONDS })
    const easy = Math.ceil((1000 * CONNECTIONS) / (perSecond * EASY_SHARE))
    for (const [at, everyMs] of [undefined, easy].entries()) {
      const delay = watchDelay(server.admin)
      const result = await runLoad({ ...partOf(route, 2 * threads + at - 1, 6), ...plan, everyMs })
      const delays = (await delay.end()).map((ms) => ms.toFixed(1)).join(', ')
      table.push([threads, everyMs ? 'half' : 'all', result.perSecond.toFixed(0), delays])
    }
    await server.stop()
  }
  process.stdout.write(`${table}\nat most 10 ms, where cores are left to the threads\n`)
}

const newTable = (...head: string[]): Table.Table => new Table({ head, style: { head: [], border: [] } })

/** Of a request of one side, over all rounds. */
const cpuMicros = (rounds: readonly Measured[][], side: number): number => {
  const sum = (of: (one: Measured) => number): number =>
    rounds.reduce((total, round) => total + of(round[side] as Measured), 0)
  return (sum(({ cpuSeconds }) => cpuSeconds) / sum(({ requests }) => requests)) * 1e6
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** What a start leaves behind is collected. */
const settle = (): Promise<void> => pause(3_000)

const cpuSecondsOf = (pid: number): number => {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number) as [number, number]
  return (user + system) / TICKS
}

const memoryOf = ({ pid }: ThreadedServer): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Of each thread, the median over the run of its 99th percentile within half a second. */
const watchDelay = (admin: string): { end(): Promise<number[]> } => {
  const seen: number[][] = []
  const scrape = async (): Promise<void> => {
    const text = await (await fetch(`${admin}/metrics`)).text()
    const delays = text.matchAll(/^chasqui_thread_event_loop_delay_p99_seconds\{thread="(\d+)"\} (\S+)$/gm)
    for (const [, thread, seconds] of delays) (seen[Number(thread)] ??= []).push(Number(seconds) * 1000)
  }
  const timer = setInterval(() => void scrape(), SCRAPE_MS)
  return {
    end: async () => {
      clearInterval(timer)
      await scrape()
      return seen.map(median)
    },
  }
}
