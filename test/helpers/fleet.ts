import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Accounts, openAccounts } from '../../src/accounts/accounts.ts'
import { type IssuedKey, issueKey, type KeyRequest } from '../../src/accounts/keys/issue-key.ts'
import type { KeyHolder } from '../../src/accounts/keys/key-ring.ts'
import type { Reservation } from '../../src/accounts/quota/reservation.ts'
import { sqliteStore } from '../../src/accounts/store/sqlite/store.ts'
import type { Store } from '../../src/accounts/store/store.ts'
import { inlineStore } from '../../src/accounts/store/store-inline.ts'
import { type LimaClock, limaClock } from '../../src/domain/lima-time.ts'

/** A store that several instances of one test open; `poll` looks for the others' changes. */
export type StoreFactory = (place: string) => Store & { poll(): void }

/** Every store that keeps accounts passes the same tests. */
export const STORES: Record<string, StoreFactory> = {
  sqlite: (place) => inlineStore(sqliteStore(join(place, 'accounts.sqlite'))),
}

/** Past the time for which a refusal is remembered. */
export const LATER_MS = 300

export interface Ship {
  accounts: Accounts
  store: Store & { poll(): void }
  holder: KeyHolder
  undecided: Reservation[]
}

export interface MovableClock extends LimaClock {
  advance(ms: number): void
}

export const movableClock = (start = '2026-11-15T12:00:00Z'): MovableClock => {
  let now = Date.parse(start)
  return { ...limaClock(undefined, { now: () => now }), advance: (ms) => void (now += ms) }
}

export const temporaryPlace = (): { place: string; remove: () => void } => {
  const place = mkdtempSync(join(tmpdir(), 'chasqui-accounts-'))
  return { place, remove: () => rmSync(place, { recursive: true, force: true }) }
}

/** Lets everything that waits on promises alone come to rest. */
export const rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Asks for one unit after the other and charges what it gets; returns how many. */
export const spend = async (
  { accounts, holder }: Pick<Ship, 'accounts' | 'holder'>,
  times: number,
): Promise<number> => {
  let charged = 0
  for (let i = 0; i < times; i++) {
    const reservation = await accounts.reserve(holder)
    reservation?.keep('ruc')
    if (reservation) charged++
  }
  return charged
}

/** Several instances over one store, with one key, and time that moves only when told. */
export class Fleet {
  readonly clock = movableClock()
  readonly ships: Ship[] = []
  readonly #factory: StoreFactory
  readonly #place = temporaryPlace()
  issued: IssuedKey = { id: '', account: '', key: '' }

  constructor(factory: StoreFactory) {
    this.#factory = factory
  }

  async start(request: Partial<KeyRequest>): Promise<this> {
    this.issued = await this.issue(request)
    return this
  }

  async issue(request: Partial<KeyRequest>): Promise<IssuedKey> {
    return this.ask((store) => issueKey(store, { name: 'Prueba', mode: 'live', ...request }, this.clock))
  }

  /** What an operator's command does beside the running instances. */
  async ask<Answer>(question: (store: Store) => Promise<Answer>): Promise<Answer> {
    const store = this.#factory(this.#place.place)
    try {
      return await question(store)
    } finally {
      await store.close()
    }
  }

  async launch(): Promise<Ship> {
    const store = this.#factory(this.#place.place)
    const accounts = await openAccounts({
      dataDir: this.#place.place,
      mode: 'live',
      clock: this.clock,
      store,
      flushMs: 0,
      pause: async (ms) => {
        this.clock.advance(ms)
        this.poll()
      },
    })
    const holder = await accounts.identify(this.issued.key)
    if (!holder) throw new Error('the key of the fleet is not known')
    const ship = { accounts, store, holder, undecided: [] }
    this.ships.push(ship)
    return ship
  }

  poll(): void {
    for (const { store } of this.ships) store.poll()
  }

  /** As after `kill -9`: nothing is written down. */
  async crash(ship: Ship): Promise<void> {
    this.ships.splice(this.ships.indexOf(ship), 1)
    await ship.store.close()
  }

  async stop(ship: Ship): Promise<void> {
    await ship.accounts.close()
    this.ships.splice(this.ships.indexOf(ship), 1)
  }

  async sink(): Promise<void> {
    for (const ship of [...this.ships]) await this.crash(ship)
    this.#place.remove()
  }
}
