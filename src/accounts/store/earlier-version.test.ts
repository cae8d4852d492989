import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { openAccounts } from '../accounts.ts'
import { digestOf, makeKey } from '../keys/key-format.ts'
import { FILE_MIGRATIONS } from './migrations.ts'

const clock = limaClock('2026-11-15')
const [key, revoked] = [makeKey('live'), makeKey('live')]

/** A file as the first versions left it: a server that was killed held three units. */
const writeEarlier = (dataDir: string, version: number): void => {
  const file = new DatabaseSync(join(dataDir, 'accounts.sqlite'))
  for (const entry of FILE_MIGRATIONS.slice(0, version)) file.exec(entry)
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
    const accounts = await openAccounts({ dataDir, mode: 'live', clock, flushMs: 0 })
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
