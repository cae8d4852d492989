import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { openTestDatabase, runSql, testDatabase } from '../../../test/helpers/postgres.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { SCOPES } from '../../endpoints/index.ts'
import { openAccounts } from '../accounts.ts'
import { issueKey } from '../keys/issue-key.ts'
import { digestOf, makeKey } from '../keys/key-format.ts'
import { ACCOUNTS_MIGRATIONS } from './migrations.ts'
import { sqlStore } from './sql-store.ts'

const clock = limaClock('2026-11-15')
const [key, revoked] = [makeKey('live'), makeKey('live')]

/** What the first three versions of the file added. */
const EARLIER = [
  `
  CREATE TABLE revision (n INTEGER NOT NULL) STRICT;
  INSERT INTO revision VALUES (0);

  CREATE TABLE accounts (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, quota INTEGER NOT NULL CHECK (quota >= 0),
    created_at INTEGER NOT NULL, revision INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX accounts_by_revision ON accounts (revision);

  CREATE TABLE keys (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id), name TEXT NOT NULL,
    mode TEXT NOT NULL CHECK (mode IN ('live', 'sandbox')), digest TEXT NOT NULL UNIQUE,
    rate INTEGER NOT NULL CHECK (rate > 0), burst INTEGER NOT NULL CHECK (burst > 0),
    endpoints TEXT, expires TEXT, created_at INTEGER NOT NULL, revoked_at INTEGER,
    made_by TEXT, revision INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX keys_by_revision ON keys (revision);

  CREATE TABLE account_months (
    account_id TEXT NOT NULL REFERENCES accounts (id), month TEXT NOT NULL,
    taken INTEGER NOT NULL CHECK (taken >= 0), demand INTEGER NOT NULL DEFAULT 0,
    wanted_at INTEGER NOT NULL DEFAULT 0, revision INTEGER NOT NULL,
    PRIMARY KEY (account_id, month)
  ) STRICT;
  CREATE INDEX months_by_revision ON account_months (revision);

  CREATE TABLE instances (
    id TEXT PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, seen_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE leases (
    account_id TEXT NOT NULL, month TEXT NOT NULL, instance_id TEXT NOT NULL,
    units INTEGER NOT NULL CHECK (units >= 0), answered INTEGER NOT NULL,
    PRIMARY KEY (account_id, month, instance_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX leases_by_instance ON leases (instance_id);

  CREATE TABLE usage (
    month TEXT NOT NULL, account_id TEXT NOT NULL, key_id TEXT NOT NULL, endpoint TEXT NOT NULL,
    charged INTEGER NOT NULL,
    PRIMARY KEY (month, account_id, key_id, endpoint)
  ) STRICT, WITHOUT ROWID;
  `,
  'CREATE TABLE installation (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;',
  `
  CREATE TABLE job_charges (
    job_id TEXT PRIMARY KEY, month TEXT NOT NULL, units INTEGER NOT NULL CHECK (units >= 0), expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
]

/** A file as the first versions left it: a server that was killed held three units. */
const writeEarlier = (dataDir: string, version: number): void => {
  const file = new DatabaseSync(join(dataDir, 'accounts.sqlite'))
  for (const entry of EARLIER.slice(0, version)) file.exec(entry)
  const keyRow = (id: string, secret: string, revokedAt: string): string =>
    `('${id}', 'acc_a', 'Uno', 'live', '${digestOf(secret)}', 10, 10, '["ruc"]', NULL, 1, ${revokedAt}, NULL, 1)`
  file.exec(`
    PRAGMA user_version = ${version};
    UPDATE revision SET n = 7;
    INSERT INTO accounts VALUES ('acc_a', 'Uno', 40, 1, 1);
    INSERT INTO keys VALUES ${keyRow('key_a', key, 'NULL')}, ${keyRow('key_b', revoked, '5')};
    INSERT INTO account_months (account_id, month, taken, demand, wanted_at, revision) VALUES ('acc_a', '2026-11', 13, 2, 9, 7);
    INSERT INTO instances VALUES ('gone', 'elsewhere', 1, 1);
    INSERT INTO leases VALUES ('acc_a', '2026-11', 'gone', 3, 0);
    INSERT INTO usage VALUES ('2026-11', 'acc_a', 'key_a', 'ruc', 10);`)
  file.close()
}

for (const version of [1, 2, 3]) {
  test(`a store of version ${version} keeps its keys, quota and usage`, async () => {
    const dataDir = temporaryFolder()
    writeEarlier(dataDir, version)
    const accounts = await openAccounts({ dataDir, mode: 'live', clock, flushMs: 0, endpoints: SCOPES })
    assert.equal(await accounts.identify(revoked), null)
    const holder = await accounts.identify(key)
    assert.deepEqual([holder?.keyId, [...(holder?.endpoints ?? [])]], ['key_a', ['ruc']])
    assert.ok(holder)
    let granted = 0
    for (let one = await accounts.reserve(holder); one; one = await accounts.reserve(holder), granted++)
      one.charge('ruc')
    assert.equal(granted, 27)
    const { used, usage } = await accounts.usageOf(holder, '2026-11')
    assert.deepEqual([used, usage], [40, [{ keyId: 'key_a', endpoint: 'ruc', charged: 37 }]])
    await accounts.close()
  })
}

test('a shared database of version 1 keeps its keys, and charges jobs', async () => {
  const url = await testDatabase()
  const open = () => openTestDatabase(url, 'earlier', { accounts: ACCOUNTS_MIGRATIONS })
  const before = await open()
  const issued = await issueKey(sqlStore(before), { name: 'Uno', mode: 'live', quota: 10 }, clock)
  await before.close()
  await runSql(
    url,
    `ALTER TABLE earlier.keys ADD COLUMN made_by text; ALTER TABLE earlier.keys DROP COLUMN persona;
     ALTER TABLE earlier.keys DROP COLUMN documentos;
     DROP TABLE earlier.job_charges;
     UPDATE earlier.schema_parts SET version = 1 WHERE part = 'accounts'`,
  )
  const database = await open()
  const accounts = await openAccounts({
    dataDir: '',
    mode: 'live',
    clock,
    store: sqlStore(database),
    flushMs: 0,
    endpoints: SCOPES,
  })
  assert.equal((await accounts.identify(issued.key))?.keyId, issued.id)
  const cost = { jobId: 'job', accountId: issued.account, keyId: issued.id, endpoint: 'lotes', total: 12 }
  assert.equal(await accounts.chargeJob({ ...cost, lowers: false, expiresAtMs: clock.now() + 1_000 }), 10)
  await accounts.close()
  await database.close()
})
