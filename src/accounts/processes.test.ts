import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { spend, temporaryDataDir } from '../../test/helpers/cluster.ts'
import { limaClock } from '../domain/lima-time.ts'
import { SCOPES } from '../endpoints/index.ts'
import { type Accounts, openAccounts, openAccountsStore } from './accounts.ts'
import { type IssuedKey, issueKey, type KeyRequest } from './keys/issue-key.ts'
import type { KeyHolder } from './keys/key-cache.ts'

const clock = limaClock('2026-11-15')

/** Runs a program in another process, where this folder's functions are imported already. */
const runInProcess = (program: string, ...args: string[]) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { openSync, writeSync } from 'node:fs'
       const { openAccounts, openAccountsStore } = await import('${new URL('./accounts.ts', import.meta.url)}')
       const { limaClock } = await import('${new URL('../domain/lima-time.ts', import.meta.url)}')
       const clock = limaClock('2026-11-15')
       const [dataDir, key, killAt] = process.argv.slice(1)
       ${program}`,
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )

// Writes a byte to a file before each charge: the file survives a kill.
const SPEND = `
  const tally = openSync(dataDir + '/tally', 'a')
  const accounts = await openAccounts({ dataDir, mode: 'live', clock, endpoints: ['ruc'] })
  const holder = await accounts.identify(key)
  let granted = 0
  const spend = async () => {
    for (let reservation; (reservation = await accounts.reserve(holder)); ) {
      writeSync(tally, 'x')
      reservation.charge('ruc')
      if (++granted === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    }
  }
  await Promise.all([spend(), spend(), spend(), spend()])
  await accounts.close()`

describe('several processes on one file', () => {
  let folder: ReturnType<typeof temporaryDataDir>
  const opened: Accounts[] = []
  const open = async (): Promise<Accounts> => {
    const accounts = await openAccounts({ dataDir: folder.dataDir, mode: 'live', clock, endpoints: SCOPES })
    opened.push(accounts)
    return accounts
  }
  const issue = async (request: Partial<KeyRequest> = {}): Promise<IssuedKey> => {
    const store = await openAccountsStore(folder.dataDir)
    const issued = await issueKey(store, { name: 'Prueba', mode: 'live', ...request }, clock)
    await store.close()
    return issued
  }
  const identify = async (accounts: Accounts, key: string): Promise<KeyHolder> => {
    const holder = await accounts.identify(`Bearer ${key}`)
    assert.ok(holder)
    return holder
  }
  const readTally = (): number => statSync(join(folder.dataDir, 'tally')).size
  beforeEach(() => {
    folder = temporaryDataDir()
  })
  afterEach(async () => {
    for (const accounts of opened.splice(0)) await accounts.close()
    folder.remove()
  })

  test('killed processes never let more than the quota be granted, and cost at most ten units each', async () => {
    const { key } = await issue({ quota: 1_000 })
    for (const killAt of ['300', '5']) {
      const [, signal] = await once(runInProcess(SPEND, folder.dataDir, key, killAt), 'close')
      assert.equal(signal, 'SIGKILL')
    }
    assert.equal(readTally(), 305)
    const accounts = await open()
    const all = 305 + (await spend({ accounts, holder: await identify(accounts, key) }, 1_000))
    assert.ok(all <= 1_000 && all >= 980, `${all} units were granted`)
  })

  test('three processes at the same time grant exactly the quota', async () => {
    const { key } = await issue({ quota: 700 })
    await Promise.all([1, 2, 3].map(() => once(runInProcess(SPEND, folder.dataDir, key), 'close')))
    assert.equal(readTally(), 700)
  })

  test('processes that start together on an empty folder can all open the store', async () => {
    const program = `await (await openAccountsStore(dataDir)).close(); writeSync(1, 'ok')`
    const answers = await Promise.all([1, 2, 3, 4].map(() => text(runInProcess(program, folder.dataDir).stdout)))
    assert.deepEqual(answers, ['ok', 'ok', 'ok', 'ok'])
  })

  test('a key that another process created works at once, and stops soon after another process revoked it', async (t) => {
    const accounts = await open()
    const { key, id } = await issue()
    assert.equal((await identify(accounts, key)).keyId, id)
    const child = runInProcess(
      `const store = await openAccountsStore(dataDir); await store.revokeKey('${id}', Date.now()); await store.close()`,
      folder.dataDir,
    )
    await once(child, 'close')
    const revokedAt = performance.now()
    while (await accounts.identify(key)) await pause(5)
    assert.equal(accounts.identify(key), null)
    t.diagnostic(`noticed after ${Math.round(performance.now() - revokedAt)} ms`)
  })

  test('a closed store answers with an error', async () => {
    const { key } = await issue()
    const accounts = await openAccounts({ dataDir: folder.dataDir, mode: 'live', clock, endpoints: SCOPES })
    await accounts.close()
    await assert.rejects(async () => accounts.identify((await issue()).key))
    assert.ok(accounts.identify(key), 'keys in memory stay known')
  })

  test('a folder that cannot hold a file is an error at the start', async () => {
    await assert.rejects(openAccounts({ dataDir: '/dev/null/none', mode: 'live', clock, endpoints: SCOPES }))
  })
})
