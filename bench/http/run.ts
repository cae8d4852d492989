import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { refreshDataset } from '../../src/datasets/editions/refresh.ts'
import { unList } from '../../src/datasets/screening-lists/un/index.ts'
import { usList } from '../../src/datasets/screening-lists/us/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { inventNames } from '../../test/helpers/screening/invented-peruvians.ts'
import { gatherUsFiles, sharedData } from '../../test/helpers/screening/lists.ts'
import { measureAccounts } from '../accounts.ts'
import { useLargeRegister } from './large-register.ts'
import { type LoadPlan, type LoadResult, runLoad } from './load.ts'
import { measureThreads, type ThreadedServer } from './threads.ts'

const CONNECTIONS = 50
const ROUNDS = 5
const SECONDS = 2
const NEW_NAMES = 600_000
/** More rows than a run can ask: no RUC is asked twice. `--rows` gives another number. */
const REGISTER_ROWS = '600000'
/** More RUCs than a run can ask. */
const MOST_RUCS = 1_500_000
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

interface Server {
  port: number
  stop(): void
}

interface Chasqui extends Server {
  admin: string
  pid: number
  ended: Promise<unknown>
}

type Route = Pick<LoadPlan, 'port' | 'path' | 'paths' | 'headers' | 'checkBody'>

const TIPO_CAMBIO = '/api/tipo-cambio'
const rucPath = (ruc: string): string => `/api/ruc?numero=${ruc}`
const amlPath = (nombre: string): string => `/api/aml?nombre=${encodeURIComponent(nombre).replaceAll('%20', '+')}`
const AML = amlPath('RAMIREZ QUISPE CARLOS ALBERTO')

/**
 * The API with key, quota and rate limit on, first with one thread, against a bare node:http route that sends the same bytes.
 * Rounds alternate between the routes, so that all of them run under the same conditions; ratios are within a round.
 * `--only threads` leaves that part out, and measures the threads alone.
 */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: REGISTER_ROWS }, only: { type: 'string' } },
  })
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  const ours = await startChasqui(folder, 1)
  try {
    const headers = { authorization: `Bearer ${createKey(folder)}` }
    await useRealLists(folder, () => amlSource(ours.port, headers))
    const [ruc = '', ...rucs] = await largeRegister(folder, ours.port, headers, Number(values.rows))
    const routes: Record<string, Route> = {
      'tipo-cambio': await routeOf(ours.port, TIPO_CAMBIO, headers),
      ruc: await routeOf(ours.port, rucPath(ruc), headers),
      'ruc-new': newRoute(ours.port, headers, rucs.map(rucPath)),
      aml: await routeOf(ours.port, AML, headers),
      'aml-new-names': newRoute(ours.port, headers, newNames().map(amlPath)),
    }
    if (values.only !== 'threads') await compareRoutes(routes, await bodyOf(ours.port, TIPO_CAMBIO, headers))
    ours.stop()
    await ours.ended
    const { 'ruc-new': many, 'aml-new-names': names } = routes as Record<string, Route>
    const threaded = { 'ruc-new': many, 'aml-new-names': names } as Record<string, Route>
    await measureThreads((threads) => startThreads(folder, threads), threaded)
  } finally {
    ours.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const { microsPerRequest, requests } = await measureAccounts()
  process.stdout.write(
    `key, rate and quota of one request: ${microsPerRequest.toFixed(2)} µs over ${requests} requests (at most 5)\n`,
  )
}

const compareRoutes = async (routes: Readonly<Record<string, Route>>, body: string): Promise<void> => {
  const bare = await startBare(body)
  report(await measure({ ...routes, bare: await routeOf(bare.port, '/', {}) }))
  bare.stop()
}

/** Screens against the real lists when their copies are beside the project, because the pretend ones are small. */
const useRealLists = async (folder: string, source: () => Promise<string>): Promise<void> => {
  const shared = sharedData()
  if (!shared) {
    process.stdout.write('../shared/data is absent: /api/aml is measured on the pretend lists\n')
    return
  }
  const clock = limaClock()
  const settings = { dataDir: join(folder, 'sandbox'), clock, log: quiet, floor: 1 }
  const us = usList({ from: gatherUsFiles(shared, join(folder, 'us-copy')), clock })
  const un = unList({ from: join(shared, 'un-list/2026-02-27/consolidated.xml'), clock })
  // The pretend edition in service is newer.
  const run = { force: true }
  for (const { outcome } of [await refreshDataset(us, settings, run), await refreshDataset(un, settings, run)])
    assert.equal(outcome, 'switched')
  while (!(await source()).includes('edition="2026-02-27"')) await pause(100)
}

const amlSource = async (port: number, headers: Record<string, string>): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}${AML}`, { headers })).headers.get('chasqui-source') ?? ''

/** More different names than a run can ask, so that none is asked twice. Persons and companies alternate. */
const newNames = (): string[] => {
  const names = inventNames(NEW_NAMES / 3, 5).map(({ nombre }) => nombre)
  return names.map((_, at) => names[(at % 3) * (NEW_NAMES / 3) + Math.floor(at / 3)] as string)
}

/** Every path is asked once. */
const newRoute = (port: number, headers: Record<string, string>, paths: readonly string[]): Route => ({
  ...{ port, headers, path: '', paths },
  checkBody: (text, path) => {
    const { ok, data } = JSON.parse(text)
    assert.equal(ok, true)
    if (data.numero) assert.equal(rucPath(data.numero), path)
  },
})

/** Replaces the sandbox's register, which is small enough to be cached whole, by a large one. */
const largeRegister = async (
  folder: string,
  port: number,
  headers: Record<string, string>,
  rows: number,
): Promise<string[]> => {
  const all = await useLargeRegister(join(folder, 'register'), join(folder, 'sandbox'), rows)
  const rucs = all.slice(0, MOST_RUCS)
  const path = rucPath(rucs[0] as string)
  while ((await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status !== 200) await pause(100)
  return rucs
}

const measure = async (routes: Record<string, Route>): Promise<Record<string, LoadResult[]>> => {
  const results: Record<string, LoadResult[]> = Object.fromEntries(Object.keys(routes).map((name) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, route] of Object.entries(routes)) {
      const share = Math.floor((route.paths?.length ?? 0) / (ROUNDS + 1))
      const paths = route.paths?.slice(round * share, (round + 1) * share)
      const result = await runLoad({ ...route, paths, connections: CONNECTIONS, seconds: SECONDS })
      // The first round warms everything up.
      if (round > 0) results[name]?.push(result)
    }
  }
  return results
}

const bodyOf = async (port: number, path: string, headers: Record<string, string>): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  assert.equal(answer.status, 200)
  return answer.text()
}

const routeOf = async (port: number, path: string, headers: Record<string, string>): Promise<Route> => {
  const body = await bodyOf(port, path, headers)
  assert.equal(JSON.parse(body).ok, true)
  // Bodies are compared as bytes: the load generator reads Latin-1.
  const bytes = Buffer.from(body).toString('latin1')
  return { port, path, headers, checkBody: (text) => assert.equal(text, bytes) }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

const report = (results: Record<string, LoadResult[]>): void => {
  const ratio = (name: string, to: string, of: (one: LoadResult) => number): string => {
    const [own, other] = [results[name] as LoadResult[], results[to] as LoadResult[]]
    return median(own.map((one, round) => of(one) / of(other[round] as LoadResult))).toFixed(2)
  }
  const table = new Table({ head: ['route', 'requests/s', 'p50 ms', 'p99 ms'], style: { head: [], border: [] } })
  for (const [name, rounds] of Object.entries(results)) {
    const of = (pick: (one: LoadResult) => number, digits: number): string => median(rounds.map(pick)).toFixed(digits)
    table.push([name, of((one) => one.perSecond, 0), of((one) => one.p50Ms, 2), of((one) => one.p99Ms, 2)])
  }
  const lines = [
    table.toString(),
    `tipo-cambio / bare, requests per second: ${ratio('tipo-cambio', 'bare', (one) => one.perSecond)} (at least 0.52)`,
    `tipo-cambio / bare, p99: ${ratio('tipo-cambio', 'bare', (one) => one.p99Ms)} (at most 2.5)`,
    `ruc, never asked before / bare: ${ratio('ruc-new', 'bare', (one) => one.perSecond)} (at least 0.38)`,
    `aml, names never asked before / bare: ${ratio('aml-new-names', 'bare', (one) => one.perSecond)} (at least 0.28)`,
    `ruc, one again and again / tipo-cambio: ${ratio('ruc', 'tipo-cambio', (one) => one.perSecond)} (at least 0.9)`,
    `aml, one name again and again / tipo-cambio: ${ratio('aml', 'tipo-cambio', (one) => one.perSecond)} (at least 0.6)`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Its log goes to a file, as in service, so that the load generator does not have to read it. */
const startChasqui = async (folder: string, threads: number): Promise<Chasqui> => {
  const printed = join(mkdtempSync(join(folder, 'printed-')), 'printed.log')
  const log = openSync(printed, 'w')
  const child = spawn(process.execPath, ['bin/chasqui.js', 'serve', '--sandbox'], {
    env: {
      ...process.env,
      CHASQUI_PORT: '0',
      CHASQUI_ADMIN_PORT: '0',
      CHASQUI_DATA_DIR: folder,
      CHASQUI_WORKERS: String(threads),
    },
    stdio: ['ignore', log, 'inherit'],
  })
  closeSync(log)
  const ended = once(child, 'exit')
  for (;;) {
    const [, port, admin] = STARTED.exec(readFileSync(printed, 'utf8')) ?? []
    if (port && admin)
      return { port: Number(port), admin, pid: child.pid as number, ended, stop: () => child.kill('SIGTERM') }
    if (child.exitCode !== null) throw new Error('the service did not start')
    await pause(50)
  }
}

const STARTED = /atiende en http:\/\/[^:]+:(\d+).*Pruebe:.*Administración[^\n]* (http:\S+)/s

const startThreads = async (folder: string, threads: number): Promise<ThreadedServer> => {
  // One process serves a folder.
  const own = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  cpSync(folder, own, { recursive: true })
  const { port, admin, pid, stop, ended } = await startChasqui(own, threads)
  const end = async (): Promise<void> => {
    stop()
    await ended
    rmSync(own, { recursive: true, force: true })
  }
  return { port, admin, pid, stop: end }
}

/** A key whose limits are on, but out of reach. */
const createKey = (folder: string): string => {
  const options = ['--sandbox', '--json', '--name', 'bench', '--quota', '1000000000', '--rate', '1000000']
  const { stdout } = spawnSync(process.execPath, ['bin/chasqui.js', 'keys', 'create', ...options], {
    env: { ...process.env, CHASQUI_DATA_DIR: folder },
    encoding: 'utf8',
  })
  return JSON.parse(stdout).key
}

const startBare = async (body: string): Promise<Server> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-server.ts', import.meta.url)), body], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { port: Number(line), stop: () => child.kill() }
}
