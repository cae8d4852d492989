import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Accounts,
  issueKey,
  type KeyHolder,
  openAccounts,
  openAccountsStore,
  type RateState,
} from '../src/accounts/index.ts'
import { limaClock } from '../src/domain/lima-time.ts'
import { SCOPES } from '../src/endpoints/index.ts'
import { yieldToEventLoop } from '../src/kernel/event-loop.ts'
import { isPromise } from '../src/kernel/when-ready.ts'

const ROUNDS = 400
const PER_ROUND = 1_000
const WARM_UP_ROUNDS = 100
const QUOTA = 10_000_000

export interface AccountsFigures {
  /** Key check, rate, unit taken, figures for the headers, unit charged: together, from memory. */
  microsPerRequest: number
  /** Requests that found no leased unit in memory and had to wait for the store. */
  waits: number
  requests: number
}

/** One request's worth of accounts. Returns false when the unit was not in memory. */
const ask = (accounts: Accounts, header: string): boolean => {
  const holder = accounts.identify(header) as KeyHolder
  assert.equal((accounts.takeRate(holder) as RateState).allowed, true)
  const reservation = accounts.reserve(holder)
  assert.ok(reservation)
  if (isPromise(reservation)) {
    reservation.then((late) => late?.charge('tipo-cambio'))
    return false
  }
  accounts.quotaOf(holder)
  reservation.charge('tipo-cambio')
  return true
}

/** What the check of a key and the counting of a unit cost one request, on a real file. */
export const measureAccounts = async (): Promise<AccountsFigures> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  const clock = limaClock()
  try {
    const store = await openAccountsStore(dataDir)
    const limits = { quota: QUOTA, ratePerSecond: 1_000_000, burst: 10_000_000 }
    const { key } = await issueKey(store, { name: 'Medición', mode: 'live', ...limits }, clock)
    const accounts = await openAccounts({ dataDir, mode: 'live', clock, endpoints: SCOPES })
    const header = `Bearer ${key}`
    await accounts.identify(header)

    let spentMs = 0
    let waits = 0
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      const startedAt = performance.now()
      for (let i = 0; i < PER_ROUND; i++) if (!ask(accounts, header) && round >= 0) waits++
      if (round >= 0) spentMs += performance.now() - startedAt
      // Lets the answers of the store's thread come in, as between two batches of requests.
      await yieldToEventLoop()
    }
    await accounts.close()

    const requests = ROUNDS * PER_ROUND
    const [usage] = await store.usage(clock.limaDate().slice(0, 7), clock.now())
    assert.equal(usage?.used, requests + WARM_UP_ROUNDS * PER_ROUND, 'every unit is charged once')
    await store.close()
    return { microsPerRequest: (spentMs * 1_000) / requests, waits, requests }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) console.table(await measureAccounts())
