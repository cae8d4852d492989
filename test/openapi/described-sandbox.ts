import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '../../sandbox/main.ts'
import { issueKey, type KeyRequest, openAccountsStore } from '../../src/accounts/index.ts'
import { storeUnavailable } from '../../src/accounts/store/store-failure.ts'
import { openCertifier } from '../../src/certificates/certifier.ts'
import { loadConfig } from '../../src/config.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import type { Alert } from '../../src/domain/records.ts'
import { healthReport } from '../../src/health-report.ts'
import { buildApp } from '../../src/http/app.ts'
import { createListener } from '../../src/http/listener.ts'
import { ownDocuments } from '../../src/http/own-documents.ts'
import { serveStarting } from '../../src/http/starting.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { inlineWorker } from '../../src/kernel/worker.ts'
import { type Lookups, openAnswers, openServices } from '../../src/services.ts'
import { screeningTasks } from '../../src/watch/review/screen-subjects.ts'
import { openWatch } from '../../src/watch/watch.ts'
import type { EditionInService } from '../../src/watch/watch-runner.ts'
import { openWebhooks } from '../../src/watch/webhooks/webhooks.ts'
import { openTestBatches } from '../helpers/batches.ts'
import { until } from '../helpers/until.ts'
import { BODIES } from './questions.ts'

/** Lima's date in every example, and noon of it. */
export const TODAY = '2026-11-13'
const NOON = Date.parse(`${TODAY}T12:00:00-05:00`)
const HOUR_MS = 3_600_000
/** Small, so that a small file is too large. */
const LIMITS = { bytes: 4_096, hours: 24 }

/** Of a batch that has none. */
const NO_RESULT = { columns: [], separator: ',', mark: false, rowCount: 2, longestCell: 1 }

/** What is open: everything, the live sources without any list, or neither lists nor tokens. */
export type World = 'complete' | 'without lists' | 'without lists or tokens'

/** Something that is wrong with the service itself. */
export type Trouble = 'overloaded' | 'store away' | 'bug' | null

export interface Reply {
  status: number
  headers: Record<string, string>
  body: unknown
}

export interface DescribedSandbox {
  /** Asks with the main key, or with the one of `authorization`; null sends none. */
  ask(path: string, headers?: Record<string, string>, authorization?: string | null): Promise<Reply>
  /** Asks a service that is still starting. */
  askStarting(path: string, headers?: Record<string, string>): Promise<Reply>
  makeKey(request: Partial<KeyRequest>): Promise<string>
  setWorld(world: World): void
  setTrouble(trouble: Trouble): void
  faults: Sandbox['faults']
  /** Lets an hour pass, so that a source that failed is asked again. */
  passAnHour(): void
  close(): Promise<void>
}

/** The whole service over the sandbox, at a fixed time: the same questions always have the same answers. */
export const openDescribedSandbox = async (more: Record<string, string> = {}): Promise<DescribedSandbox> => {
  const closing: (() => unknown)[] = []
  const close = async (): Promise<void> => {
    for (const one of closing.reverse()) await one()
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'chasqui-examples-'))
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }))
  let now = NOON
  const clock = limaClock(TODAY, { now: () => now })
  const sandbox = await startSandbox({ today: TODAY })
  closing.push(() => sandbox.close())
  const log = silentLog()
  const settings = {
    ...sandbox.settings,
    CHASQUI_DATA_DIR: dataDir,
    CHASQUI_TODAY: TODAY,
    CHASQUI_SOURCE_SPACING_MS: '0',
    CHASQUI_DATASET_FLOOR: '1',
    ...more,
  }
  const config = loadConfig(settings, 'sandbox')
  const services = await openServices(config, clock, log)
  closing.push(() => services.close())
  const openWithoutLists = async (env: Record<string, string>) => {
    const apart = { ...env, CHASQUI_DATA_DIR: join(dataDir, String(closing.length)), CHASQUI_REFRESH: 'off' }
    const answers = await openAnswers(loadConfig(apart, 'sandbox'), clock, log)
    closing.push(() => answers.close())
    return answers.lookups
  }
  const tokenless = Object.fromEntries(
    Object.entries(settings).filter(([name]) => !/_TOKEN$|_SUNAT_(?:RUC|CLIENT)/.test(name)),
  )
  const lookupsOf: Record<World, Lookups> = {
    complete: services.lookups,
    'without lists': await openWithoutLists(settings),
    'without lists or tokens': await openWithoutLists(tokenless),
  }
  await services.firstEditions()

  let world: World = 'complete'
  let trouble: Trouble = null
  const orBug = <Value>(value: () => Value): Value => {
    if (trouble === 'bug') throw new TypeError('a bug for the example')
    return value()
  }
  const names = Object.keys(services.lookups) as (keyof Lookups)[]
  const lookups = Object.fromEntries(
    names.map((name) => [name, (query: never) => orBug(() => lookupsOf[world][name](query) as unknown)]),
  ) as unknown as Lookups
  const orBugInEach = <Requests extends object>(requests: Requests): Requests =>
    Object.fromEntries(
      Object.entries(requests).map(([name, request]) => [name, (input: never) => orBug(() => request(input))]),
    ) as Requests
  const accounts: typeof services.accounts = {
    ...services.accounts,
    identify: (header) => {
      if (trouble === 'store away') throw storeUnavailable('SQLITE_FULL')
      return services.accounts.identify(header)
    },
    // The same account in every run.
    usageOf: (holder, month) =>
      orBug(async () => ({ ...(await services.accounts.usageOf(holder, month)), accountId: 'acc_00000000000001' })),
  }
  let batchCount = 0
  const batches = await openTestBatches({
    ...{ dataDir, accounts, lookups, clock, log, limits: LIMITS },
    newId: () => (++batchCount).toString(16).padStart(32, '0'),
  })
  closing.push(() => batches.stop())
  let watchCount = 0
  const watch = openWatch({
    ...{ ...services.watchStore, accounts: services.accounts, clock, log, pollMs: 5, instanceId: 'ejemplos' },
    screener: inlineWorker(screeningTasks({ lookups: services.lookups })),
    editions: () =>
      services.datasetStatuses().map(({ id, edicion, sha256 }) => ({ id, edicion, sha256 }) as EditionInService),
    sign: () => '',
    newId: () => (++watchCount).toString(16).padStart(32, 'b'),
  })
  closing.push(() => watch.stop())
  const webhooks = openWebhooks({
    ...{ ...services.watchStore, clock, log, pollMs: 5 },
    newId: () => (++watchCount).toString(16).padStart(32, 'b'),
    // Nobody is there.
    dialing: { allowPrivate: true, userAgent: 'ejemplos', resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  })
  closing.push(() => webhooks.stop())
  const { app } = await buildApp({
    ...{ accounts, lookups, clock, log },
    certifier: openCertifier(services.signingKeys.current(), clock),
    batches: { ...batches, requests: orBugInEach(batches.requests) },
    watch: orBugInEach({ ...watch.requests, ...webhooks.requests }),
    health: () => orBug(async () => healthReport(services, await watch.activity())),
    probes: { isReady: () => true },
    load: {
      isOverloaded: () => trouble === 'overloaded',
      loopDelayMs: () => 0,
      loopDelayP99Ms: () => 0,
      close: () => {},
    },
    corsOrigins: [],
    documents: ownDocuments(services.version),
  })
  closing.push(() => app.close())
  const listener = createListener('service')
  closing.push(() => listener.close())
  await serveStarting(listener, log)
  await listener.open({ host: '127.0.0.1', port: 0, backlog: 16 })

  const store = await openAccountsStore(dataDir)
  closing.push(() => store.close())
  const makeKey = async (request: Partial<KeyRequest>): Promise<string> =>
    (await issueKey(store, { name: 'ejemplos', mode: 'sandbox', ...request }, clock)).key
  const main = await issueKey(
    store,
    {
      name: 'ejemplos',
      mode: 'sandbox',
      persona: 'Rosa Huamán',
      quota: 1_000_000_000,
      ratePerSecond: 1_000_000,
      burst: 1_000_000,
    },
    clock,
  )

  const ask: DescribedSandbox['ask'] = async (question, headers = {}, authorization = main.key) => {
    const { url, body, ...request } = await requestOf(question)
    const reply = await app.inject({
      ...{ ...request, url },
      headers: { ...request.headers, ...headers, ...(authorization && { authorization }) },
      ...(body !== undefined && { body }),
    })
    // The same ids in every run: nothing is asked while a subject is being screened.
    if (request.method === 'POST') await until(isQuiet)
    return {
      status: reply.statusCode,
      headers: reply.headers as Record<string, string>,
      body: /json/.test(String(reply.headers['content-type'])) ? reply.json() : reply.body,
    }
  }
  /** A question as a request: a path for GET, or `METHOD path body`, in which `{name}` stands for a batch. */
  const requestOf = async (question: string) => {
    const [, method = 'GET', path = '', name] = /^(?:([A-Z]+) )?(\S+)(?: (\w+))?$/.exec(question) ?? []
    const [type, body] = name ? (BODIES[name] ?? []) : []
    let url = path
    for (const [placeholder, make] of Object.entries(prepared))
      if (url.includes(placeholder)) url = url.replaceAll(placeholder, await withoutTrouble(make))
    return { method: method as 'GET' | 'POST' | 'DELETE', url, headers: type ? { 'content-type': type } : {}, body }
  }
  const withoutTrouble = async (make: () => Promise<string>): Promise<string> => {
    const before = trouble
    trouble = null
    return make().finally(() => (trouble = before))
  }
  const finished = async (tipo = 'aml'): Promise<string> => {
    const created = await ask(`POST /api/lotes?tipo=${tipo} clientes`)
    const { id } = (created.body as { data: { id: string } }).data
    await until(async () => {
      const { body } = await ask(`/api/lotes/${id}`)
      return (body as { data: { estado: string } }).data.estado === 'terminado'
    })
    return id
  }
  /** Held by an instance that does nothing. */
  const unfinished = async (digit = 'a'): Promise<string> => {
    const id = digit.repeat(32)
    const job = { id, accountId: main.account, task: { tipo: 'ruc', named: {}, keyId: main.id, result: NO_RESULT } }
    const { jobs } = batches.store
    const hold = { instanceId: 'otra', nowMs: clock.now(), holdMs: 1_000 * HOUR_MS }
    const times = { createdAtMs: clock.now(), expiresAtMs: clock.now() + 24 * HOUR_MS }
    await jobs.add({ ...job, ...times }, { most: 100, usualMs: 24 * HOUR_MS }, hold)
    await jobs.release(id, 'otra')
    await jobs.take(hold)
    return id
  }
  const cancelled = async (): Promise<string> => {
    const id = await unfinished('c')
    await batches.store.jobs.cancel(id, { tipo: 'ruc', named: {}, keyId: main.id, result: NO_RESULT }, clock.now())
    return id
  }
  /** Every subject was screened, and every event that a webhook is to have was sent once. */
  const isQuiet = async (): Promise<boolean> => {
    const { database } = services.watchStore
    const behind = await database.all(
      `SELECT 1 FROM watch_webhooks w JOIN watch_accounts a ON a.account_id = w.account_id WHERE w."cursor" < a.events
       UNION ALL SELECT 1 FROM watch_deliveries WHERE attempts = 0`,
    )
    return behind.length === 0 && (await watch.activity()).pendientes === 0
  }
  const webhook = async (name: string): Promise<string> => {
    const { body } = await ask(`POST /api/avisos ${name}`)
    return (body as { data: { id: string } }).data.id
  }
  const watched = async (referencia: string): Promise<string> => {
    const { body } = await ask(`POST /api/vigilados ${referencia === 'C-0001' ? 'vigilado' : 'otroVigilado'}`)
    return (body as { data: { id: string } }).data.id
  }
  const once = (make: () => Promise<string>): (() => Promise<string>) => {
    let made: Promise<string> | undefined
    return () => (made ??= make())
  }
  // Those that are kept longer leave the usual ones their places.
  const prepared: Record<string, () => Promise<string>> = {
    '{terminado}': once(() => finished()),
    '{deOtroTipo}': once(() => finished('sanciones&conservar=30')),
    '{procesando}': once(() => unfinished()),
    '{cancelado}': once(cancelled),
    '{continuable}': once(() => finished('aml&conservar=30')),
    '{borrable}': () => finished(),
    '{aviso}': once(() => webhook('aviso')),
    '{otroAviso}': () => webhook('otroAviso'),
    '{vigilado}': once(() => watched('C-0001')),
    '{borrado}': () => watched('C-0002'),
    '{alerta}': once(async () => {
      const sujeto = await watched('C-0001')
      const { body } = await ask('/api/alertas')
      return (body as { data: Alert[] }).data.find((alert) => alert.sujeto.id === sujeto)?.id as string
    }),
    // Its first event is not kept any more.
    '{vencido}': async () => {
      await watched('C-0001')
      await services.watchStore.database.run('DELETE FROM watch_events WHERE number = 1')
      return '0'
    },
  }
  return {
    ask,
    askStarting: async (question, headers = {}) => {
      const { url, method, body, headers: own } = await requestOf(question)
      const reply = await fetch(listener.address() + url, {
        ...{ method, headers: { ...own, ...headers, connection: 'close' } },
        ...(body !== undefined && { body }),
      })
      return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.json() }
    },
    makeKey,
    setWorld: (next) => void (world = next),
    setTrouble: (next) => void (trouble = next),
    faults: sandbox.faults,
    passAnHour: () => void (now += HOUR_MS),
    close,
  }
}
