import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { openTestDatabase, schemaOf, testDatabase } from '../../../test/helpers/postgres.ts'
import { until } from '../../../test/helpers/until.ts'
import { newSigningKey, privateKeyOf } from '../../kernel/signing/signing-key.ts'
import type { KeySet } from '../certifier.ts'
import { openSigningKeys, rotateKey } from '../signing-keys.ts'
import { CERTIFICATES_MIGRATIONS, type KeyStore, openKeyStore, signingKeysPath } from './key-store.ts'

const url = await testDatabase()
const folder = temporaryFolder()
const closing: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closing) await close()
})

const ENGINES: Record<string, (name: string) => Promise<KeyStore>> = {
  sqlite: async (name) => openKeyStore(join(folder, name), null),
  postgres: async (name) =>
    openKeyStore('', await openTestDatabase(url, schemaOf(name), { c: CERTIFICATES_MIGRATIONS })),
}

const SAME_MOMENT = 1_000

for (const [engine, open] of Object.entries(ENGINES)) {
  describe(`signing keys on ${engine}`, () => {
    const openKeys = async (name: string, file = '') => {
      const store = await open(`${engine}-${name}`)
      const keys = await openSigningKeys({ store, mode: 'live', file, nowMs: SAME_MOMENT })
      closing.push(keys.close)
      return { store, keys }
    }

    test('several first starts at once make one key', async () => {
      const opened = await Promise.all(Array.from({ length: 4 }, () => openKeys('first')))
      const sets = opened.map(({ keys }) => keys.current())
      assert.equal(new Set(sets.map(({ signing }) => signing.kid)).size, 1)
      assert.equal(sets[0]?.known.length, 1)
    })

    test('a new key is used by all soon, and the old one stays', async () => {
      const [one, two] = [await openKeys('rotated'), await openKeys('rotated')]
      const first = one.keys.current().signing.kid
      let told: KeySet | undefined
      two.keys.watch((keys) => {
        told = keys
      })
      const other = await open(`${engine}-rotated`)
      // Dated before the first one: the clock of another machine may be behind.
      const { kid } = await rotateKey(other, 0)
      await other.close()
      await until(async () => one.keys.current().signing.kid === kid && told?.signing.kid === kid)
      assert.deepEqual(
        one.keys.current().known.map((known) => known.kid),
        [first, kid],
      )
    })

    test("the operator's file signs, and only its public part is kept", async () => {
      const own = newSigningKey(0)
      const file = join(folder, `${engine}.pem`)
      writeFileSync(file, privateKeyOf(own).export({ type: 'pkcs8', format: 'pem' }))
      const before = (await openKeys('file')).keys.current().signing.kid
      const { store, keys } = await openKeys('file', file)
      assert.equal(keys.current().signing.kid, own.kid)
      assert.deepEqual(
        (await store.list()).map(({ kid, d }) => [kid, d === null]),
        [
          [before, false],
          [own.kid, true],
        ],
      )
      const again = (await openKeys('file')).keys.current()
      assert.deepEqual([again.signing.kid, again.known.length], [before, 2])
    })

    test('a file without a key is refused, and is not quoted', async () => {
      const file = join(folder, `${engine}.txt`)
      writeFileSync(file, 'secret words')
      await assert.rejects(openKeys('refused', file), (error: Error) => {
        assert.match(error.message, /CHASQUI_SIGNING_KEY/)
        assert.doesNotMatch(error.message, /secret/)
        return true
      })
      await assert.rejects(openKeys('refused', join(folder, 'absent.pem')), { kind: 'not-configured' })
    })
  })
}

test('the file of a folder is its owner’s alone, and is never begun anew when it is damaged', async () => {
  const dir = join(folder, 'private')
  await (await openKeyStore(dir, null)).close()
  assert.equal(statSync(signingKeysPath(dir)).mode & 0o777, 0o600)
  writeFileSync(signingKeysPath(dir), 'no database'.repeat(500))
  await assert.rejects(openKeyStore(dir, null), { kind: 'store-unavailable' })
})
