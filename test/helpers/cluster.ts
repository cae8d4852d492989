import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Accounts, openAccounts, openAccountsDatabase } from '../../src/accounts/accounts.ts'
import { type IssuedKey, issueKey, type KeyRequest } from '../../src/accounts/keys/issue-key.ts'
import type { KeyHolder } from '../../src/accounts/keys/key-cache.ts'
import type { Reservation } from '../../src/accounts/quota/reservation.ts'
import { ACCOUNTS_MIGRATIONS } from '../../src/accounts/store/migrations.ts'
import { type Store, sqlStore } from '../../src/accounts/store/sql-store.ts'
import { type LimaClock, limaClock } from '../../src/domain/lima-time.ts'
import { SCOPES } from '../../src/endpoints/index.ts'
import { openTestDatabase, runSql, schemaOf, testDatabase } from './postgres.ts'

/** A store whose changes by others are looked for by `poll`. */
export type PolledStore = Store & { poll(): void | Promise<void> }

/** Opens a store for a folder that several instances of one test share. */
export type OpenStore = (dataDir: string) => Promise<PolledStore>

const openPostgresStore = async (dataDir: string): Promise<PolledStore> => {
  const database = await openTestDatabase(await postgresUrl(), schemaOf(dataDir), { accounts: ACCOUNTS_MIGRATIONS })
  return tracked({ ...sqlStore(database), close: () => database.close() })
}

let url: Promise<string> | undefined
const postgresUrl = (): Promise<string> => (url ??= testDatabase())

/** A test looks for changes by itself. */
const NEVER_MS = 2 ** 31 - 1

/** The accounts tests run on every store of this list. */
export const STORES: Record<string, OpenStore> = {
  sqlite: async (dataDir) => {
    const database = await openAccountsDatabase(dataDir, { pollMs: NEVER_MS })
    return tracked({ ...sqlStore(database), close: () => database.close() })
  },
  postgres: openPostgresStore,
}

/** All that such a store has written. */
export const WRITTEN: Record<string, (dataDir: string) => Promise<Buffer>> = {
  sqlite: async (dataDir) =>
    Buffer.concat(['', '-wal'].map((suffix) => readFileSync(join(dataDir, `accounts.sqlite${suffix}`)))),
  postgres: async (dataDir) => {
    const rows = ['accounts', 'keys', 'usage'].map(
      async (table) => await runSql(await postgresUrl(), `SELECT t::text FROM ${schemaOf(dataDir)}.${table} t`),
    )
    return Buffer.from(JSON.stringify(await Promise.all(rows)))
  },
}

/** Calls to a server that have not been answered yet. */
const answers = new Set<Promise<unknown>>()
/** Pauses after which an instance asks the store again. */
const pauses = new Set<Promise<unknown>>()

const remember = <Result>(all: Set<Promise<unknown>>, one: Promise<Result>): Promise<Result> => {
  all.add(one)
  one.catch(() => {}).finally(() => all.delete(one))
  return one
}

const tracked = (store: PolledStore): PolledStore => {
  const track = <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) => {
    return (...args: Args): Promise<Result> => remember(answers, method(...args))
  }
  const { lease, settle, findKeys, takeTokens } = store
  return {
    ...store,
    ...{ lease: track(lease), settle: track(settle), findKeys: track(findKeys) },
    ...(takeTokens && { takeTokens: track(takeTokens) }),
  }
}

/** Longer than an instance keeps rejecting after it found the quota used up. */
export const AFTER_REJECTION_MS = 300

export interface MovableClock extends LimaClock {
  advance(ms: number): void
}

export const movableClock = (start = '2026-11-15T12:00:00Z'): MovableClock => {
  let now = Date.parse(start)
  return { ...limaClock(undefined, { now: () => now }), advance: (ms) => void (now += ms) }
}

export const temporaryDataDir = (): { dataDir: string; remove: () => void } => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chasqui-accounts-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Resolves when everything has run that waits only for promises, for answers of a store, and for pauses of an instance. */
export const settlePromises = (): Promise<void> => settleAll(answers, pauses)

const settleAll = async (...sets: readonly Set<Promise<unknown>>[]): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve))
  while (sets.some(({ size }) => size > 0)) {
    await Promise.allSettled(sets.flatMap((set) => [...set]))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** One running service of a cluster, with the key that all tests use. */
export interface ClusterInstance {
  accounts: Accounts
  store: PolledStore
  holder: KeyHolder
  /** Reservations that the test has not decided yet. */
  undecided: Reservation[]
}

/** Reserves one unit after the other and charges each; returns how many were granted. */
export const spend = async (
  { accounts, holder }: Pick<ClusterInstance, 'accounts' | 'holder'>,
  times: number,
): Promise<number> => {
  let charged = 0
  for (let i = 0; i < times; i++) {
    const reservation = await accounts.reserve(holder)
    reservation?.charge('ruc')
    if (reservation) charged++
  }
  return charged
}

/** Several instances of the service over one store, in one process, with a clock that the test moves. */
export class Cluster {
  readonly clock = movableClock()
  readonly instances: ClusterInstance[] = []
  readonly #openStore: OpenStore
  readonly #folder = temporaryDataDir()
  issued: IssuedKey = { id: '', account: '', key: '' }

  constructor(openStore: OpenStore) {
    this.#openStore = openStore
  }

  /** Creates the key of the cluster. */
  async start(request: Partial<KeyRequest>): Promise<this> {
    this.issued = await this.issue(request)
    return this
  }

  async issue(request: Partial<KeyRequest>): Promise<IssuedKey> {
    return this.withStore((store) => issueKey(store, { name: 'Prueba', mode: 'live', ...request }, this.clock))
  }

  /** Opens the store for one piece of work, as a command of the operator does while instances run. */
  async withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    const store = await this.#openStore(this.#folder.dataDir)
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }

  async startInstance(): Promise<ClusterInstance> {
    const store = await this.#openStore(this.#folder.dataDir)
    const accounts = await openAccounts({
      dataDir: this.#folder.dataDir,
      mode: 'live',
      clock: this.clock,
      endpoints: SCOPES,
      store,
      flushMs: 0,
      pause: (ms) => remember(pauses, this.#pause(ms)),
    })
    const holder = await accounts.identify(this.issued.key)
    if (!holder) throw new Error('the key of the cluster is not known')
    const instance = { accounts, store, holder, undecided: [] }
    this.instances.push(instance)
    return instance
  }

  async #pause(ms: number): Promise<void> {
    this.clock.advance(ms)
    await this.poll()
    await settleAll(answers)
  }

  async poll(): Promise<void> {
    for (const { store } of [...this.instances]) await store.poll()
  }

  /** As after `kill -9`: nothing is settled. */
  async killInstance(instance: ClusterInstance): Promise<void> {
    this.instances.splice(this.instances.indexOf(instance), 1)
    await instance.store.close()
  }

  async stopInstance(instance: ClusterInstance): Promise<void> {
    await instance.accounts.close()
    this.instances.splice(this.instances.indexOf(instance), 1)
  }

  async remove(): Promise<void> {
    for (const instance of [...this.instances]) await this.killInstance(instance)
    this.#folder.remove()
  }
}
