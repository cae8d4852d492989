import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDataDir } from '../../../test/helpers/cluster.ts'
import { until } from '../../../test/helpers/until.ts'
import { openStoreInline, openStoreThread } from './embedded-store.ts'

const INSTANCE = { id: 'a', host: 'host', pid: 1 }

test("a failed call to the store's thread rejects with the cause and its code, and later calls still work", async (t) => {
  const { dataDir, remove } = temporaryDataDir()
  const onFailure = t.mock.fn()
  const onTrouble = t.mock.fn()
  const store = await openStoreThread({ path: join(dataDir, 'accounts.sqlite'), pollMs: 1_000, onTrouble, onFailure })
  try {
    await store.join(INSTANCE, 0)
    await assert.rejects(store.join(INSTANCE, 0), { code: 'ERR_SQLITE_ERROR', message: /UNIQUE constraint failed/ })
    assert.deepEqual(await store.listKeys(), [])
  } finally {
    await store.close()
    remove()
  }
  await assert.rejects(store.listKeys())
  await store.close()
  assert.equal(onFailure.mock.callCount(), 0)
})

test('a store that cannot be opened is one line with the code of its error', async () => {
  const path = '/dev/null/none/accounts.sqlite'
  const options = { path, pollMs: 1_000, onTrouble: () => {}, onFailure: () => {} }
  await assert.rejects(openStoreThread(options), {
    kind: 'store-unavailable',
    message: `No se pudo abrir el almacén de cuentas ${path}: ENOTDIR`,
  })
})

test('another file in place of the store is told before its trouble is over', async () => {
  const { dataDir, remove } = temporaryDataDir()
  const [path, other] = [join(dataDir, 'accounts.sqlite'), join(dataDir, 'other.sqlite')]
  await openStoreInline(other).close()
  const told: string[] = []
  const onTrouble = (code: string | null): void => void told.push(code ?? 'over')
  const store = await openStoreThread({ path, pollMs: 5, onTrouble, onFailure: () => {} })
  try {
    await store.join(INSTANCE, 0)
    await store.watch('2026-11', ({ replaced }) => void (replaced && told.push('replaced')))
    for (const suffix of ['', '-wal', '-shm']) renameSync(path + suffix, `${path}.old${suffix}`)
    renameSync(other, path)
    await until(async () => told.includes('over'))
    assert.deepEqual(told.slice(-2), ['replaced', 'over'])
  } finally {
    await store.close()
    remove()
  }
})
