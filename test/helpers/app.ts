import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { DestinationStream } from 'pino'
import { type Accounts, issueKey, type KeyRequest, openAccounts, openAccountsStore } from '../../src/accounts/index.ts'
import { loadConfig } from '../../src/config.ts'
import type { DatasetId } from '../../src/datasets/index.ts'
import { type LimaClock, limaClock } from '../../src/domain/lima-time.ts'
import type { ProviderId } from '../../src/domain/records.ts'
import { buildApp } from '../../src/http/app.ts'
import { healthReport } from '../../src/http/health-report.ts'
import type { HealthReport } from '../../src/http/routes/health.ts'
import { openLog } from '../../src/kernel/log.ts'
import { type Answers, type Lookups, openAnswers, type Services } from '../../src/services.ts'
import { type UpstreamServer, upstreamServer } from './upstream-server.ts'
import { lookupsIn, sourcesIn, type World } from './world.ts'

export type { World } from './world.ts'

export interface TestApp {
  app: FastifyInstance
  accounts: Accounts
  key: string
  /** GET with the key, unless headers say otherwise. */
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
  makeKey(request?: Partial<KeyRequest>): Promise<{ id: string; account: string; key: string }>
  /** Everything that was logged. */
  logged(): string
  /** Replaces what the sources and datasets say; nothing of the world before is cached. */
  setWorld(world: World): void
}

export interface TestAppOptions extends World {
  key?: Partial<KeyRequest>
  today?: string
  clock?: LimaClock
  health?: () => HealthReport
  corsOrigins?: string[]
  isOverloaded?: () => boolean
  isReady?: () => boolean
  /** Providers whose `pages` some world of this test gives: each has a server on loopback. */
  recorded?: readonly ProviderId[]
}

const noHealth = (): never => {
  throw new Error('health is not part of the test')
}

/** Resources that are closed, in reverse order, when the test file ends. */
const closeAfterTests = (): ((close: () => unknown) => void) => {
  const closing: (() => unknown)[] = []
  after(async () => {
    for (const close of closing.reverse()) await close()
  })
  return (close) => void closing.push(close)
}

const temporaryFolder = (whenDone: (close: () => unknown) => void): string => {
  const folder = mkdtempSync(join(tmpdir(), 'chasqui-test-'))
  whenDone(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The real edge over a real accounts file and the sources and datasets a test brings; closed when the test file ends. */
export const testApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const whenDone = closeAfterTests()
  const dataDir = temporaryFolder(whenDone)
  const clock = options.clock ?? limaClock(options.today)
  const accounts = await openAccounts({ dataDir, mode: 'live', clock })
  whenDone(() => accounts.close())
  const store = openAccountsStore(dataDir)
  whenDone(() => store.close())
  const makeKey = async (request: Partial<KeyRequest> = {}) =>
    issueKey(store, { name: 'pruebas', mode: 'live', ...request }, clock)
  const { key } = await makeKey(options.key)
  const { lookups, setWorld, close } = await switchableWorld(options, clock)
  whenDone(close)
  const lines: string[] = []
  const app = await buildApp({
    accounts,
    lookups,
    health: options.health ?? noHealth,
    probes: { isReady: options.isReady ?? (() => true) },
    clock,
    log: openLog({ write: (line: string) => void lines.push(line) } as DestinationStream),
    load: { isOverloaded: options.isOverloaded ?? (() => false), loopDelayMs: () => 0, close: () => {} },
    corsOrigins: options.corsOrigins ?? [],
    version: '0.0.0-test',
  })
  whenDone(() => app.close())
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${key}`, ...headers } })
  return { app, accounts, key, get, inject: (one) => app.inject(one), makeKey, logged: () => lines.join(''), setWorld }
}

/** Lookups for an app that is built once, over a world that every test may replace. */
const switchableWorld = async ({ recorded = [], ...first }: TestAppOptions, clock: LimaClock) => {
  const opened = recorded.map(async (id) => [id, await upstreamServer(() => null)] as const)
  const servers: Partial<Record<ProviderId, UpstreamServer>> = Object.fromEntries(await Promise.all(opened))
  let sources = sourcesIn(first, servers, clock)
  let current = lookupsIn(first, sources, clock)
  const delegate =
    <Name extends keyof Lookups>(name: Name) =>
    (query: never) =>
      current[name](query)
  const names = Object.keys(current) as (keyof Lookups)[]
  return {
    lookups: Object.fromEntries(names.map((name) => [name, delegate(name)])) as unknown as Lookups,
    setWorld: (world: World): void => {
      void sources.close()
      sources = sourcesIn(world, servers, clock)
      current = lookupsIn(world, sources, clock)
    },
    close: () => sources.close(),
  }
}

/** An installation with these settings and these lists alone: real sources, and real lists loaded before it resolves. */
export const installedAnswers = async (
  settings: Record<string, string>,
  only: readonly DatasetId[],
  clock: LimaClock,
): Promise<Answers> => {
  const whenDone = closeAfterTests()
  const config = loadConfig({ CHASQUI_DATASET_FLOOR: '1', ...settings, CHASQUI_DATA_DIR: temporaryFolder(whenDone) })
  const answers = await openAnswers(config, clock, openLog({ write: () => {} } as DestinationStream), { only })
  whenDone(() => answers.close())
  // A refresh keeps no process alive by itself; a service has its listener for that.
  const alive = setInterval(() => {}, 60_000)
  await answers.firstEditions().finally(() => clearInterval(alive))
  return answers
}

/** What `/api/health` reports of such an installation. */
export const healthOf = (answers: Answers, startedAt: Date): HealthReport =>
  healthReport({ ...answers, version: '0.0.0-test', mode: 'live', startedAt } as Services)
