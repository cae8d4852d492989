import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { DestinationStream } from 'pino'
import { type Accounts, issueKey, type KeyRequest, openAccounts, openAccountsStore } from '../../src/accounts/index.ts'
import { type Certifier, openCertifier } from '../../src/certificates/certifier.ts'
import { type LimaClock, limaClock } from '../../src/domain/lima-time.ts'
import type { Health, ProviderId } from '../../src/domain/records.ts'
import { SCOPES } from '../../src/endpoints/index.ts'
import { buildApp } from '../../src/http/app.ts'
import type { ConsoleFiles } from '../../src/http/console/console.ts'
import { ownDocuments } from '../../src/http/own-documents.ts'
import type { RequestCounter } from '../../src/http/reply/request-counts.ts'
import type { InFlight } from '../../src/http/request/in-flight.ts'
import { openLog } from '../../src/kernel/log.ts'
import { newSigningKey } from '../../src/kernel/signing/signing-key.ts'
import type { Database } from '../../src/kernel/sql/database.ts'
import type { Lookups } from '../../src/services.ts'
import { NO_BATCHES, NO_WATCH, openTestBatches, type TestBatches } from './batches.ts'
import { closeAfterTests, temporaryFolder } from './cleanup.ts'
import { sourcesOf } from './taxpayers.ts'
import type { TestWatch, TestWatchOptions } from './watched-world.ts'
import { lookupsIn, type World } from './world.ts'

export type { World } from './world.ts'

export interface TestApp {
  app: FastifyInstance
  inFlight: InFlight
  accounts: Accounts
  certifier: Certifier
  /** When the test has batches. */
  batches: TestBatches | null
  /** When the test has a watch. */
  watch: TestWatch | null
  dataDir: string
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
  health?: () => Health
  corsOrigins?: string[]
  isOverloaded?: () => boolean
  isReady?: () => boolean
  metrics?: Pick<RequestCounter, 'observe'>
  console?: ConsoleFiles
  /** With batches, of these limits. */
  batches?: { rows?: number; hours?: number; bytes?: number }
  /** With a watch over these lists. */
  watch?: Pick<TestWatchOptions, 'lists' | 'dialing'>
  /** Where batches and the watch are then kept, in place of the data folder. */
  database?: Database | null
  /** Providers whose `pages` some world of this test gives: each has a server on loopback. */
  recorded?: readonly ProviderId[]
}

const noHealth = (): never => {
  throw new Error('health is not part of the test')
}

/** The real edge over a real accounts file and the sources and datasets a test brings; closed when the test file ends. */
export const testApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const whenDone = closeAfterTests()
  const dataDir = temporaryFolder(whenDone)
  const clock = options.clock ?? limaClock(options.today)
  const accounts = await openAccounts({ dataDir, mode: 'live', clock, endpoints: SCOPES })
  whenDone(() => accounts.close())
  const store = await openAccountsStore(dataDir)
  whenDone(() => store.close())
  // A key is made on its last day at the latest, so that a test can have one that has expired since.
  const makeKey = async ({ expires, ...request }: Partial<KeyRequest> = {}) =>
    issueKey(store, { name: 'pruebas', mode: 'live', expires, ...request }, expires ? limaClock(expires) : clock)
  const { key } = await makeKey(options.key)
  const { lookups, setWorld, close } = await switchableWorld(options, clock)
  whenDone(close)
  const lines: string[] = []
  const signing = newSigningKey(clock.now())
  const certifier = openCertifier({ mode: 'live', signing, known: [signing] }, clock)
  const log = openLog({ write: (line: string) => void lines.push(line) } as DestinationStream)
  const { database = null } = options
  const watch = options.watch
    ? await openAppWatch({ ...options.watch, dataDir, database, accounts, clock }, whenDone)
    : null
  const batches = options.batches
    ? await openTestBatches({
        dataDir,
        database,
        accounts,
        lookups,
        clock,
        log,
        limits: options.batches,
        ...watch?.requests,
      })
    : null
  if (batches) whenDone(() => batches.stop())
  const { app, inFlight } = await buildApp({
    accounts,
    lookups,
    certifier,
    batches: batches ?? NO_BATCHES,
    watch: watch?.requests ?? NO_WATCH,
    health: options.health ?? noHealth,
    probes: { isReady: options.isReady ?? (() => true) },
    clock,
    log,
    load: {
      isOverloaded: options.isOverloaded ?? (() => false),
      loopDelayMs: () => 0,
      loopDelayP99Ms: () => 0,
      close: () => {},
    },
    metrics: options.metrics,
    console: options.console,
    corsOrigins: options.corsOrigins ?? [],
    documents: ownDocuments('0.0.0-test'),
  })
  whenDone(() => app.close())
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${key}`, ...headers } })
  const inject = (one: InjectOptions) => app.inject(one)
  return {
    app,
    inFlight,
    accounts,
    certifier,
    batches,
    watch,
    dataDir,
    key,
    get,
    inject,
    makeKey,
    logged: () => lines.join(''),
    setWorld,
  }
}

/** Loaded only where it is used. */
const openAppWatch = async (
  { dataDir, database, ...deps }: Omit<TestWatchOptions, 'database'> & { dataDir: string; database: Database | null },
  whenDone: (close: () => unknown) => void,
): Promise<TestWatch> => {
  const { openTestWatch } = await import('./watched-world.ts')
  const { openFolderWatch } = await import('../../src/watch/store/open-store.ts')
  const own = database ?? (await openFolderWatch(dataDir))
  if (!database) whenDone(() => own.close())
  const watch = openTestWatch({ ...deps, database: own })
  whenDone(() => watch.stop())
  return watch
}

/** Lookups for an app that is built once, over a world that every test may replace. */
const switchableWorld = async ({ recorded, ...first }: TestAppOptions, clock: LimaClock) => {
  // Loaded only where it is used: the real sources take half of what a test file needs to start.
  const openRecorded = recorded && (await (await import('./recorded-sources.ts')).recordedSources(recorded))
  const open = (world: World) => {
    if (world.pages && !openRecorded) throw new Error('name the providers of these pages as `recorded`')
    const sources = world.pages && openRecorded ? openRecorded(world.pages, clock) : sourcesOf(world.sources).sources
    return { sources, lookups: lookupsIn(world, sources, clock) }
  }
  let current = open(first)
  const delegate =
    <Name extends keyof Lookups>(name: Name) =>
    (query: never) =>
      current.lookups[name](query)
  const names = Object.keys(current.lookups) as (keyof Lookups)[]
  return {
    lookups: Object.fromEntries(names.map((name) => [name, delegate(name)])) as unknown as Lookups,
    setWorld: (world: World): void => {
      void current.sources.close()
      current = open(world)
    },
    close: () => current.sources.close(),
  }
}
