import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { request } from 'undici'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { createKey, type Settings, spawnChasqui, startServer } from '../helpers/server.ts'
import { until } from '../helpers/until.ts'
import { upstreamServer } from '../helpers/upstream-server.ts'

const textFile = await upstreamServer(() => ({ type: 'text/plain', body: '13/11/2026|3.354|3.362|\n' }))
const settingsFor = (dataDir: string): Settings => ({
  CHASQUI_DATA_DIR: dataDir,
  CHASQUI_TODAY: '2026-11-13',
  CHASQUI_TAXAUTH_TC_TXT_URL: `${textFile.url}/tipoCambio.txt`,
  CHASQUI_CENTRAL_BANK_URL: textFile.url,
})
const QUOTA = 3_000

const json = async (settings: Settings, ...args: string[]) => {
  const { out, err } = await runInProcess(settings, ...args, '--json')
  assert.equal(err, '')
  return JSON.parse(out)
}
const keysOf = (settings: Settings) => json(settings, 'keys', 'list')
const usedOf = async (settings: Settings): Promise<number> => (await json(settings, 'keys', 'usage'))[0].used

/** Asks until it is told to stop or the quota is used up; counts the answers that cost a unit. */
const spend = (url: string, key: string) => {
  const spent = { units: 0 }
  let running = true
  const ask = async (): Promise<void> => {
    while (running) {
      const { statusCode, body } = await request(`${url}/api/tipo-cambio`, { headers: { authorization: key } })
      await body.dump()
      if (statusCode !== 200) return assert.equal(statusCode, 429)
      spent.units++
    }
  }
  const asking = Promise.all([ask(), ask(), ask()])
  return {
    spent,
    reach: async (units: number): Promise<void> => {
      await until(async () => spent.units >= units)
    },
    finished: asking,
    stop: async (): Promise<void> => {
      running = false
      await asking
    },
  }
}

test('a backup taken under load restores to the same keys and usage, and grants no unit twice', async () => {
  const settings = settingsFor(temporaryFolder())
  const { key } = await createKey(settings, '--quota', String(QUOTA))
  const server = await startServer(settings)
  const load = spend(server.url, key)
  await load.reach(200)
  const file = join(temporaryFolder(), 'chasqui.backup')
  const before = load.spent.units
  assert.equal(await spawnChasqui(settings, 'backup', file), 0)
  const after = load.spent.units
  await load.stop()
  assert.equal(statSync(file).mode & 0o777, 0o600)

  const restored = settingsFor(join(temporaryFolder(), 'data'))
  const report = await json(restored, 'restore', file)
  assert.deepEqual([report.accounts, report.keys, report.rates], [1, 1, 1])
  assert.deepEqual(await keysOf(restored), await keysOf(settings))
  const used = await usedOf(restored)
  assert.ok(used >= before && used <= after + 30, `${used}, between ${before} and ${after}`)

  const second = await startServer(restored)
  const rest = spend(second.url, key)
  await rest.finished
  assert.equal(rest.spent.units, QUOTA - used)
  assert.equal(await second.end(), 0)
  assert.equal(await server.end(), 0)

  await over(settings, file, load.spent.units)
})

/** The same backup over the store that went on: what was spent after the backup stays spent. */
const over = async (settings: Settings, file: string, spent: number): Promise<void> => {
  const refused = await runInProcess(settings, 'restore', file)
  assert.deepEqual([refused.code, refused.out], [2, ''])
  assert.match(refused.err, /^Ya hay cuentas en \S+; use --force para reemplazarlas\.\n$/)
  const forced = await runInProcess(settings, 'restore', file, '--force')
  assert.equal(forced.code, 0)
  assert.match(forced.err, /^Las cuentas anteriores quedaron en \S+\.\n$/)
  assert.ok((await usedOf(settings)) >= spent)
}

test('a key revoked after the backup stays revoked when the backup replaces its store', async () => {
  const settings = settingsFor(temporaryFolder())
  const [early, late, kept] = [await createKey(settings), await createKey(settings), await createKey(settings)]
  const revoke = async (id: string) => assert.equal((await runInProcess(settings, 'keys', 'revoke', id)).code, 0)
  await revoke(early.id)
  const file = join(temporaryFolder(), 'b')
  assert.equal((await runInProcess(settings, 'backup', file)).code, 0)
  await revoke(late.id)
  const before = await keysOf(settings)
  const forced = await runInProcess(settings, 'restore', file, '--force')
  assert.equal(forced.code, 0, forced.err)
  const after = await keysOf(settings)
  assert.deepEqual(after, before)
  assert.deepEqual(
    after.filter(({ revoked }: { revoked: unknown }) => revoked === null).map(({ id }: { id: string }) => id),
    [kept.id],
  )
})

test('restore refuses while a server runs, and what is no backup; backup does not overwrite', async () => {
  const settings = settingsFor(temporaryFolder())
  const dataDir = settings.CHASQUI_DATA_DIR as string
  const missing = await runInProcess(settings, 'backup', join(dataDir, 'b'))
  assert.deepEqual([missing.code, missing.err], [2, `No hay cuentas en ${dataDir}.\n`])
  await createKey(settings)
  const file = join(temporaryFolder(), 'b')
  assert.equal((await runInProcess(settings, 'backup', file)).code, 0)
  const twice = await runInProcess(settings, 'backup', file)
  assert.deepEqual([twice.code, twice.err], [2, `Ya existe ${file}; use --force para reemplazarlo.\n`])
  assert.equal((await runInProcess(settings, 'backup', file, '--force')).code, 0)
  assert.deepEqual(readdirSync(join(file, '..')), ['b'])

  const server = await startServer(settings)
  const busy = await runInProcess(settings, 'restore', file, '--force')
  assert.deepEqual([busy.code, busy.err], [2, `Un servidor u otra orden usa ${dataDir}; deténgalo primero.\n`])
  assert.equal(await server.end(), 0)

  const broken = readFileSync(file)
  broken.fill(0x5a, broken.length >> 1)
  const empty = settingsFor(join(temporaryFolder(), 'data'))
  for (const content of [
    broken,
    readFileSync(join(dataDir, 'accounts.sqlite')),
    Buffer.alloc(0),
    Buffer.from('text'),
  ]) {
    const bad = join(temporaryFolder(), 'bad')
    writeFileSync(bad, content)
    const { code, err } = await runInProcess(empty, 'restore', bad)
    assert.deepEqual([code, err], [2, `${bad} no es un respaldo de Chasqui, o está dañado.\n`])
    assert.ok(!existsSync(join(empty.CHASQUI_DATA_DIR as string, 'accounts.sqlite')))
  }
  const none = await runInProcess(empty, 'restore', '/none/at/all')
  assert.deepEqual([none.code, none.err], [2, 'No existe el archivo /none/at/all.\n'])
})
