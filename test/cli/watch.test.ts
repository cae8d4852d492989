import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openKeyStore } from '../../src/certificates/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { newSigningKey } from '../../src/kernel/signing/signing-key.ts'
import { fourEyesOf } from '../../src/watch/store/accounts.ts'
import { openFolderWatch } from '../../src/watch/store/open-store.ts'
import { closeAfterTests, temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { until } from '../helpers/until.ts'
import { openTestWatch, WatchedLists } from '../helpers/watched-world.ts'

const whenDone = closeAfterTests()
const dataDir = join(temporaryFolder(), 'data')
mkdirSync(dataDir)
const run = (...args: readonly string[]) => runInProcess({ CHASQUI_DATA_DIR: dataDir }, ...args)

test('the log of an account is verified, and every change of it is found', async () => {
  assert.deepEqual(await run('eventos', 'verificar'), { out: 'No hay eventos.\n', err: '', code: 0 })
  const key = newSigningKey(0)
  const keys = await openKeyStore(dataDir, null)
  await keys.add(key)
  await keys.close()
  const database = await openFolderWatch(dataDir)
  whenDone(() => database.close())
  const watch = openTestWatch({ database, lists: new WatchedLists(), clock: limaClock('2026-11-15'), signingKey: key })
  const subjects = ['C-1', 'C-2', 'C-3'].map(
    (referencia) => ({ referencia, tipo: 'persona', nombre: 'Zenobio Tarquillo Huanca' }) as const,
  )
  // Put together, so that one round screens them all.
  await watch.requests.putSubjects({ accountId: 'acc', keyId: 'key', subjects })
  await watch.settled()
  await until(
    async () => (await database.get('SELECT 1 FROM watch_accounts WHERE signed = events AND events = 7')) !== undefined,
  )
  await watch.stop()
  const verified = await run('eventos', 'verificar')
  assert.deepEqual([verified.code, verified.out], [0, 'acc: 7 eventos, enteros y en orden; firmados hasta el 7.\n'])

  const { events } = { events: await database.all<{ number: number; body: string }>('SELECT * FROM watch_events') }
  const verdictAfter = async (change: string, ...values: unknown[]): Promise<string> => {
    await database.run(change, ...values)
    const { code, out } = await run('eventos', 'verificar', '--json')
    assert.equal(code, 1)
    return JSON.parse(out)[0].problema
  }
  const third = events.find(({ number }) => number === 3)?.body as string
  const otherId = third.replace(/"sujeto":"[0-9a-f]{32}"/, `"sujeto":"${randomBytes(16).toString('hex')}"`)
  const write = 'UPDATE watch_events SET body = $1 WHERE number = 3'
  assert.equal(await verdictAfter(write, otherId), 'el evento 3 no sigue al anterior')
  await database.run(write, third)
  assert.equal((await run('eventos', 'verificar')).code, 0)
  assert.equal(
    await verdictAfter('UPDATE watch_accounts SET signature = signature || $1', 'A'),
    'la firma no es de esta instalación',
  )
  assert.equal(await verdictAfter('DELETE FROM watch_events WHERE number = 7'), 'faltan eventos tras el 6')
  assert.equal(await verdictAfter('DELETE FROM watch_events WHERE number = 4'), 'el evento 5 no sigue al anterior')
})

test('four eyes are set for an account that exists', async () => {
  const created = await run('keys', 'create', '--name', 'Caja', '--json')
  const { account } = JSON.parse(created.out)
  const set = await run('accounts', 'set', account, '--cuatro-ojos', 'descartes')
  assert.deepEqual([set.code, set.out], [0, 'Desde ahora un descarte vale cuando otra persona lo repite.\n'])
  const database = await openFolderWatch(dataDir)
  assert.equal(await fourEyesOf(database, account), 'descartes')
  await database.close()
  assert.match((await run('accounts', 'set', account, '--cuatro-ojos', 'tres')).err, /no, descartes, todo/)
  const unknown = await run('accounts', 'set', 'acc_x', '--cuatro-ojos', 'todo')
  assert.deepEqual([unknown.code, unknown.err], [2, 'No existe la cuenta acc_x.\n'])
})
