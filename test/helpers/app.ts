import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { DestinationStream } from 'pino'
import { type Accounts, issueKey, type KeyRequest, openAccounts, openAccountsStore } from '../../src/accounts/index.ts'
import { type LimaClock, limaClock } from '../../src/domain/lima-time.ts'
import type { Health } from '../../src/domain/records.ts'
import { buildApp } from '../../src/http/app.ts'
import { openLog } from '../../src/kernel/log.ts'
import type { Lookups } from '../../src/services.ts'

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
}

export interface TestAppOptions {
  lookups?: Partial<Lookups>
  key?: Partial<KeyRequest>
  today?: string
  clock?: LimaClock
  health?: () => Health
  corsOrigins?: string[]
  isOverloaded?: () => boolean
  isReady?: () => boolean
}

const unreachable = (): never => {
  throw new Error('this lookup is not part of the test')
}

const NO_LOOKUPS: Lookups = {
  persona: unreachable,
  ruc: unreachable,
  dni: unreachable,
  nombre: unreachable,
  sanciones: unreachable,
  soat: unreachable,
  tipoCambio: unreachable,
  indicadores: unreachable,
  aml: unreachable,
}

/** The real edge over a real accounts file and the lookups a test brings; closed when the test file ends. */
export const testApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chasqui-test-'))
  const clock = options.clock ?? limaClock(options.today)
  const accounts = await openAccounts({ dataDir, mode: 'live', clock })
  const lines: string[] = []
  const log = openLog({ write: (line: string) => void lines.push(line) } as DestinationStream)
  const store = openAccountsStore(dataDir)
  const makeKey = async (request: Partial<KeyRequest> = {}) =>
    issueKey(store, { name: 'pruebas', mode: 'live', ...request }, clock)
  const { key } = await makeKey(options.key)
  const app = await buildApp({
    accounts,
    lookups: { ...NO_LOOKUPS, ...options.lookups },
    health: options.health ?? (unreachable as () => Health),
    probes: { isReady: options.isReady ?? (() => true) },
    clock,
    log,
    load: { isOverloaded: options.isOverloaded ?? (() => false), loopDelayMs: () => 0, close: () => {} },
    corsOrigins: options.corsOrigins ?? [],
    version: '0.0.0-test',
  })
  after(async () => {
    await app.close()
    await store.close()
    await accounts.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${key}`, ...headers } })
  return { app, accounts, key, get, inject: (one) => app.inject(one), makeKey, logged: () => lines.join('') }
}
