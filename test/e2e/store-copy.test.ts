import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openAccounts } from '../../src/accounts/index.ts'
import { openRateHistory, readRates } from '../../src/datasets/exchange-rate-history/index.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { SCOPES } from '../../src/endpoints/index.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { readFolderContents } from '../helpers/folder-contents.ts'
import { testDatabase } from '../helpers/postgres.ts'
import { type Settings, startServer } from '../helpers/server.ts'

const clock = limaClock('2026-11-13')
const folder = (): Settings => ({ CHASQUI_DATA_DIR: join(temporaryFolder(), 'data'), CHASQUI_TODAY: '2026-11-13' })
const database = async (): Promise<Settings> => ({ ...folder(), CHASQUI_DATABASE_URL: await testDatabase() })
const dirOf = (settings: Settings): string => settings.CHASQUI_DATA_DIR as string
const urlOf = (settings: Settings): string => settings.CHASQUI_DATABASE_URL as string

const json = async (settings: Settings, ...args: string[]) => {
  const { out, err, code } = await runInProcess(settings, ...args, '--json')
  assert.deepEqual([err, code], ['', 0])
  return JSON.parse(out)
}
const ok = async (settings: Settings, ...args: string[]): Promise<string> => {
  const { err, code } = await runInProcess(settings, ...args)
  assert.equal(code, 0, err)
  return err
}
const keysAndUsage = async (settings: Settings) => [
  await json(settings, 'keys', 'list'),
  await json(settings, 'keys', 'usage'),
]

const spend = async (settings: Settings, key: string, units: number): Promise<void> => {
  const accounts = await openAccounts({ dataDir: dirOf(settings), mode: 'live', clock, endpoints: SCOPES, flushMs: 0 })
  const holder = await accounts.identify(key)
  assert.ok(holder)
  for (let i = 0; i < units; i++) (await accounts.reserve(holder))?.charge(i % 2 ? 'ruc' : 'aml')
  await accounts.close()
}

/** An installation with two accounts, a revoked key, spent units and exchange rates. */
const usedInstallation = async () => {
  const settings = folder()
  const first = await json(settings, 'keys', 'create', '--name', 'Ñandú', '--quota', '500', '--endpoints', 'ruc,aml')
  const options = ['--account', first.account, '--expires', '2026-12-31', '--rate', '7', '--burst', '9']
  const second = await json(settings, 'keys', 'create', '--name', 'Dos', ...options)
  await json(settings, 'keys', 'create', '--name', 'Otra cuenta')
  await ok(settings, 'keys', 'revoke', second.id)
  await spend(settings, first.key, 37)
  const history = await openRateHistory({ dir: dirOf(settings), publisher: 'x' })
  history.save([{ fecha: '2026-11-12', compra: 3.351, venta: 3.36 }])
  await history.close()
  return { settings, key: first.key as string, id: first.id as string }
}

test('from SQLite to PostgreSQL and back: the same keys, quotas, usage, secret and rates', async () => {
  const { settings, key } = await usedInstallation()
  const shared = await database()
  const report = await json(settings, 'store', 'copy', dirOf(settings), urlOf(shared))
  assert.deepEqual(report, { accounts: 2, keys: 3, rates: 1, subjects: 0 })
  assert.deepEqual(await keysAndUsage(shared), await keysAndUsage(settings))

  const back = { ...shared, CHASQUI_DATA_DIR: join(temporaryFolder(), 'back') }
  await ok(back, 'store', 'copy', 'postgres', 'sqlite')
  const embedded: Settings = { CHASQUI_DATA_DIR: dirOf(back), CHASQUI_TODAY: '2026-11-13' }
  assert.deepEqual(await keysAndUsage(embedded), await keysAndUsage(settings))
  assert.deepEqual(await readFolderContents(dirOf(back)), await readFolderContents(dirOf(settings)))
  assert.deepEqual(await readRates(dirOf(back), null), await readRates(dirOf(settings), null))
  await spend(embedded, key, 1)
})

test('a copy over other accounts needs --force, sets them aside, and grants no spent unit again', async () => {
  const { settings, key, id } = await usedInstallation()
  const shared = await database()
  await ok(settings, 'store', 'copy', dirOf(settings), urlOf(shared))
  await spend(settings, key, 5)
  await ok(settings, 'keys', 'revoke', id)
  const refused = await runInProcess(shared, 'store', 'copy', urlOf(shared), dirOf(settings))
  assert.deepEqual([refused.code, refused.out], [2, ''])
  assert.match(refused.err, /^Ya hay cuentas en \S+; use --force para reemplazarlas\.\n$/)
  const before = await keysAndUsage(settings)
  assert.match(await ok(shared, 'store', 'copy', urlOf(shared), dirOf(settings), '--force'), /^Las cuentas anteriores/)
  assert.deepEqual(await keysAndUsage(settings), before)
  assert.match(
    await ok(settings, 'store', 'copy', dirOf(settings), urlOf(shared), '--force'),
    /^Las cuentas anteriores/,
  )
  assert.deepEqual(await keysAndUsage(shared), before)
})

test('a backup of either engine restores into the other; one that is replaced is kept as a backup', async () => {
  const { settings, id } = await usedInstallation()
  const [shared, other] = [await database(), await database()]
  const file = join(temporaryFolder(), 'b')
  await ok(settings, 'backup', file)
  assert.deepEqual((await json(shared, 'restore', file)).rates, 1)
  assert.deepEqual(await keysAndUsage(shared), await keysAndUsage(settings))
  await ok(shared, 'backup', `${file}2`)
  await ok(shared, 'keys', 'revoke', id)
  const before = await keysAndUsage(shared)

  for (const target of [other, folder()]) {
    await ok(target, 'restore', `${file}2`)
    assert.deepEqual(await keysAndUsage(target), await keysAndUsage(settings))
  }
  const refused = await runInProcess(shared, 'restore', file)
  assert.deepEqual([refused.code, /^Ya hay cuentas en /.test(refused.err)], [2, true])
  await ok(shared, 'restore', file, '--force')
  assert.deepEqual(await keysAndUsage(shared), before, 'the revocation stays')
  const [aside] = readdirSync(dirOf(shared)).filter((name) => name.includes('.replaced-'))
  await ok(await database(), 'restore', join(dirOf(shared), aside ?? ''))
})

test('nothing is copied or restored while a server uses it', async () => {
  const { settings } = await usedInstallation()
  const shared = await database()
  await ok(settings, 'store', 'copy', dirOf(settings), urlOf(shared))
  const file = join(temporaryFolder(), 'b')
  await ok(shared, 'backup', file)
  const server = await startServer(shared)
  for (const args of [
    ['restore', file, '--force'],
    ['store', 'copy', 'postgres', join(temporaryFolder(), 'data')],
    ['store', 'copy', dirOf(settings), 'postgres', '--force'],
  ]) {
    const { code, err } = await runInProcess(shared, ...args)
    assert.match(err, /^Un servidor usa 127\.0\.0\.1:\d+\/\w+; deténgalo primero\.\n$/)
    assert.equal(code, 2)
  }
  await ok(shared, 'backup', file, '--force')
  assert.equal(await server.end(), 0)
  await ok(shared, 'restore', file, '--force')
})

test('a mistake in a name is one line without a password', async () => {
  const settings = folder()
  const rows: [string, string, RegExp][] = [
    ['mysql://u:secreta@h/d', 'sqlite', /^La dirección de la base de datos debe tener la forma [^\n]+\n$/],
    ['sqlite', 'postgres', /^Indique la base de datos en CHASQUI_DATABASE_URL\.\n$/],
    ['sqlite', dirOf(settings), /^El origen y el destino son el mismo\.\n$/],
    ['sqlite', '/other', /^No hay cuentas en \S+\.\n$/],
  ]
  for (const [from, to, line] of rows) {
    const { code, err } = await runInProcess(settings, 'store', 'copy', from, to)
    assert.match(err, line)
    assert.ok(code === 2 && !err.includes('secreta'))
  }
})
