import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { movableClock, settlePromises, spend } from '../../../test/helpers/cluster.ts'
import { openTestDatabase, runSql, testDatabase } from '../../../test/helpers/postgres.ts'
import { SCOPES } from '../../endpoints/index.ts'
import type { Database } from '../../kernel/sql/database.ts'
import { openAccounts } from '../accounts.ts'
import { issueKey } from '../keys/issue-key.ts'
import { readContents, writeContents } from './contents.ts'
import { ACCOUNTS_MIGRATIONS } from './migrations.ts'
import { sqlStore } from './sql-store.ts'

const url = await testDatabase()
const databases: Database[] = []
after(async () => {
  for (const database of databases) await database.close()
})
const open = async (schema: string) => {
  const database = await openTestDatabase(url, schema, { accounts: ACCOUNTS_MIGRATIONS })
  databases.push(database)
  return { database, store: sqlStore(database) }
}

/** A running service on a schema, with a key of 1,000 units of which ten were spent before everything was saved. */
const start = async (schema: string) => {
  const clock = movableClock()
  const operator = await open(schema)
  const { key } = await issueKey(operator.store, { name: 'Prueba', mode: 'live', quota: 1_000 }, clock)
  const { store } = await open(schema)
  const accounts = await openAccounts({ dataDir: '', mode: 'live', clock, endpoints: SCOPES, store, flushMs: 0 })
  after(() => accounts.close())
  const holder = await accounts.identify(key)
  assert.ok(holder)
  const used = async (): Promise<number | undefined> => {
    await accounts.flush()
    return (await operator.store.usage('2026-11', clock.now()))[0]?.used
  }
  assert.equal(await spend({ accounts, holder }, 10), 10)
  assert.equal(await used(), 10)
  return { clock, operator, accounts, holder, key, used, poll: () => store.poll() }
}

test('other contents in place of a database are taken over; what was charged before is counted in them', async () => {
  const { operator, accounts, holder, used, poll } = await start('contents')
  const saved = await readContents(operator.database)
  assert.equal(await spend({ accounts, holder }, 7), 7)
  await operator.database.transaction((sql) => writeContents(sql, saved))
  await poll()
  await settlePromises()
  // Ten that were saved as taken with what was leased then, and the seven that the new contents knew nothing of.
  const after = (await used()) as number
  assert.ok(after >= 17 && after <= 27, `${after} units`)
  assert.equal(await spend({ accounts, holder }, 1_000), 1_000 - after)
})

test('a database that went back in time is read anew, and rows of another server are not read for ever', async () => {
  const { accounts, holder, used, poll, key } = await start('past')
  // As after a dump from a server with more transactions behind it.
  await runSql(url, 'UPDATE past.keys SET revision = 4000000000000; UPDATE past.accounts SET revision = 4000000000000')
  await runSql(url, "UPDATE past.installation SET value = '\\x00' WHERE name = 'store-id'")
  await poll()
  await settlePromises()
  const rows = await runSql(url, 'SELECT revision::int AS revision FROM past.keys')
  assert.deepEqual(rows, [{ revision: 0 }])
  assert.ok(await accounts.identify(key))
  assert.equal(await spend({ accounts, holder }, 3), 3)
  assert.ok(((await used()) as number) >= 13)
})
