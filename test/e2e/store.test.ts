import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { repeated } from '../helpers/repeated.ts'
import { chasqui, createKey, type RunningServer, type Settings, startServer } from '../helpers/server.ts'
import { upstreamServer } from '../helpers/upstream-server.ts'

const textFile = await upstreamServer(() => ({ type: 'text/plain', body: '13/11/2026|3.354|3.362|\n' }))
const settingsFor = (dataDir: string): Settings => ({
  CHASQUI_DATA_DIR: dataDir,
  CHASQUI_TODAY: '2026-11-13',
  CHASQUI_TAXAUTH_TC_TXT_URL: `${textFile.url}/tipoCambio.txt`,
  CHASQUI_CENTRAL_BANK_URL: textFile.url,
})

/** Between two questions of a connection: more of them would only take the machine from the server. */
const ASK_MS = 20

/** Asks with four connections until it is stopped; counts the answers by status and code. */
const underLoad = (url: string, key: string) => {
  const seen: Record<string, number> = {}
  let running = true
  const ask = async (): Promise<void> => {
    while (running) {
      const reply = await request(`${url}/api/tipo-cambio`, { headers: { authorization: key } })
      const { error } = (await reply.body.json()) as { error?: { codigo: string } }
      const outcome = error ? `${reply.statusCode} ${error.codigo}` : String(reply.statusCode)
      seen[outcome] = (seen[outcome] ?? 0) + 1
      await pause(ASK_MS)
    }
  }
  const asking = Promise.all([ask(), ask(), ask(), ask()])
  const count = (outcome: string): number => seen[outcome] ?? 0
  return {
    seen,
    /** Waits until this many more answers of one kind have come. */
    more: async (outcome: string, answers = 20): Promise<void> => {
      const [before, end] = [count(outcome), Date.now() + 120_000]
      while (count(outcome) < before + answers) {
        assert.ok(Date.now() < end, `no ${outcome}: ${JSON.stringify(seen)}`)
        await pause(10)
      }
    },
    stop: async (): Promise<void> => {
      running = false
      await asking
    },
  }
}

const usedUnits = async (settings: Settings): Promise<number[]> => {
  const { out } = await runInProcess(settings, 'keys', 'usage', '--json')
  const accounts = JSON.parse(out) as { used: number; usage: { charged: number }[] }[]
  return accounts.flatMap(({ used, usage }) => [used, usage.reduce((sum, { charged }) => sum + charged, 0)])
}

const logged = (server: RunningServer, text: string): number => server.output().split(text).length - 1

const UNAVAILABLE = '503 almacen_no_disponible'

test('a store that goes away and comes back under load: only 200 and 503, and every charge is counted once', async () => {
  const settings = settingsFor(temporaryFolder())
  const file = join(settings.CHASQUI_DATA_DIR as string, 'accounts.sqlite')
  const { key } = await createKey(settings, '--quota', '500000')
  const server = await startServer(settings)
  const load = underLoad(server.url, key)
  await load.more('200')

  // Another process holds the write lock for longer than requests wait.
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  await load.more(UNAVAILABLE)
  const unknownKey = (await createKey(settingsFor(temporaryFolder()))).key
  const refused = await request(`${server.url}/api/tipo-cambio`, { headers: { authorization: unknownKey } })
  assert.equal(refused.statusCode, 503)
  assert.ok(refused.headers['retry-after'])
  other.exec('ROLLBACK')
  other.close()
  await load.more('200')

  // The file is moved away and back.
  renameSync(file, `${file}.away`)
  await load.more(UNAVAILABLE)
  renameSync(`${file}.away`, file)
  await load.more('200')
  await load.stop()

  assert.deepEqual(Object.keys(load.seen).sort(), ['200', UNAVAILABLE])
  assert.equal(await server.end(), 0)
  const granted = load.seen['200'] ?? 0
  assert.deepEqual(await usedUnits(settings), [granted, granted])
  assert.equal(logged(server, 'the accounts store cannot be used'), 2)
  assert.equal(logged(server, 'the accounts store is well again'), 2)
  assert.match(server.output(), /"code":"SQLITE_BUSY".*"code":"ENOENT"/s)
})

test('another file in place of the store is taken over; what was charged before is counted in it', async () => {
  const settings = settingsFor(temporaryFolder())
  const file = join(settings.CHASQUI_DATA_DIR as string, 'accounts.sqlite')
  const { key } = await createKey(settings, '--quota', '500000')
  copyFileSync(file, `${file}.copy`)
  const server = await startServer(settings)
  const load = underLoad(server.url, key)
  await load.more('200')
  for (const suffix of ['', '-wal', '-shm']) renameSync(file + suffix, `${file}.old${suffix}`)
  await load.more(UNAVAILABLE)
  renameSync(`${file}.copy`, file)
  await load.more('200')
  await load.stop()
  assert.deepEqual(Object.keys(load.seen).sort(), ['200', UNAVAILABLE])
  assert.equal(await server.end(), 0)
  const [used = 0, charged] = await usedUnits(settings)
  assert.equal(used, charged)
  assert.ok(used > 20 && used <= (load.seen['200'] ?? 0), `${used} of ${load.seen['200']}`)
})

test('a second server on a folder ends with a line that names the first; commands work beside it', async () => {
  const settings: Settings = { ...settingsFor(temporaryFolder()), CHASQUI_PORT: '0', CHASQUI_TODAY: '' }
  const server = await startServer(settings)
  const { code, out, err } = chasqui(settings, 'serve')
  assert.deepEqual([code, out], [2, ''])
  const since = '[0-9]{2}/[0-9]{2}/[0-9]{4} [0-9]{2}:[0-9]{2}'
  assert.match(
    err,
    new RegExp(`^Otro servidor ya atiende con \\S+: el proceso ${server.process.pid}, desde el ${since}[^\n]+\n$`),
  )
  const { id } = await createKey(settings)
  for (const args of [
    ['keys', 'usage'],
    ['keys', 'revoke', id],
    ['backup', join(temporaryFolder(), 'b')],
    ['data', 'status'],
  ])
    assert.equal((await runInProcess(settings, ...args)).code, 0, args.join(' '))
  await server.end('SIGKILL')
  const next = await startServer(settings)
  assert.equal(await next.end(), 0)
})

test('a damaged rate history is set aside with a line, and the service starts', async () => {
  const settings = settingsFor(temporaryFolder())
  const dataDir = settings.CHASQUI_DATA_DIR as string
  const { key } = await createKey(settings)
  const file = join(dataDir, 'exchange-rates.sqlite')
  const damages = [Buffer.from('no database at all, but long enough to be read as one'.repeat(20)), Buffer.alloc(8_192)]
  for (const [index, damage] of damages.entries()) {
    writeFileSync(file, damage)
    const server = await startServer(settings)
    const reply = await request(`${server.url}/api/tipo-cambio`, { headers: { authorization: key } })
    assert.equal(reply.statusCode, 200)
    assert.equal(await server.end(), 0)
    assert.match(server.output(), /"file":"[^"]*exchange-rates\.sqlite\.damaged-/)
    const aside = readdirSync(dataDir).filter((name) => name.includes('.damaged-') && !/-(?:wal|shm)$/.test(name))
    assert.equal(aside.length, index + 1)
    assert.ok(aside.some((name) => readFileSync(join(dataDir, name)).equals(damage)))
  }
})

test('a damaged store of accounts stops the start with one line and exit code 1, and stays as it is', async () => {
  // Without a fixed date, of which the start would warn.
  const ports = { CHASQUI_PORT: '0', CHASQUI_REFRESH: 'off', CHASQUI_TODAY: '' }
  const settings: Settings = { ...settingsFor(temporaryFolder()), ...ports }
  const file = join(settings.CHASQUI_DATA_DIR as string, 'accounts.sqlite')
  await createKey(settings)
  const damaged = readFileSync(file)
  damaged.fill(0xa5, 4_096)
  for (const content of [damaged, Buffer.from('not a database'.repeat(100))]) {
    writeFileSync(file, content)
    const { code, out, err } = chasqui(settings, 'serve')
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /^El almacén de cuentas \S+ está dañado \(SQLITE_(?:CORRUPT|NOTADB)\)\. [^\n]+\n$/)
    assert.deepEqual(readFileSync(file), content)
  }
})

test('a data folder that cannot be used ends every command, in the sandbox too', () => {
  const folder = temporaryFolder()
  const settings: Settings = { CHASQUI_DATA_DIR: folder, CHASQUI_PORT: '0' }
  mkdirSync(join(folder, 'sandbox', 'exchange-rates.sqlite.lock'), { recursive: true })
  writeFileSync(join(folder, 'sandbox', 'exchange-rates.sqlite'), 'no database'.repeat(500))
  for (const args of [['tipo-cambio'], ['serve']]) {
    const { code, err } = chasqui(settings, ...args, '--sandbox')
    assert.equal(code, 2)
    assert.match(err, /^No se puede usar la carpeta de datos \(SQLITE_CANTOPEN\)[^\n]+\n$/)
  }
  writeFileSync(join(folder, 'sandbox', 'accounts.sqlite'), 'no database'.repeat(500))
  assert.equal(chasqui(settings, 'serve', '--sandbox').code, 1)
})

const module = (path: string): string => new URL(`../../src/${path}`, import.meta.url).href
const OPEN_STORES = `
  const { openAccounts } = await import('${module('accounts/index.ts')}')
  const { openRateHistory } = await import('${module('datasets/exchange-rate-history/index.ts')}')
  const { limaClock } = await import('${module('domain/lima-time.ts')}')
  const dir = process.argv[1]
  const accounts = await openAccounts({ dataDir: dir, mode: 'live', clock: limaClock('2026-11-15'), endpoints: [] })
  const history = await openRateHistory({ dir, publisher: 'x' })
  process.stdout.write(Buffer.from(accounts.installationSecret).toString('hex'))
  await history.close()
  await accounts.close()`

const TOGETHER = repeated(5)

/** What several processes print that open the stores of one folder at the same time. */
const openTogether = (dataDir: string): Promise<string[]> =>
  Promise.all(
    Array.from({ length: TOGETHER }, () => {
      const args = ['--input-type=module', '--eval', OPEN_STORES, dataDir]
      return text(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout)
    }),
  )

test('first starts on one folder at once succeed with one secret; its databases are readable by their owner alone', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const [secret = '', ...others] = await openTogether(dataDir)
  assert.match(secret, /^[0-9a-f]{64}$/)
  assert.deepEqual(others, Array(TOGETHER - 1).fill(secret))
  const databases = readdirSync(dataDir).filter((name) => name.endsWith('.sqlite'))
  assert.equal(databases.length, 2)
  for (const name of databases) assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600, name)
})

test('of several starts that find the rate history damaged, one sets it aside', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'exchange-rates.sqlite'), 'no database'.repeat(1_000))
  assert.equal(new Set(await openTogether(dataDir)).size, 1)
  assert.equal(readdirSync(dataDir).filter((name) => name.includes('.damaged-')).length, 1)
})

test('databases of an earlier version lose the rights of others when they are opened, with their logs', async () => {
  const settings = settingsFor(temporaryFolder())
  const file = join(settings.CHASQUI_DATA_DIR as string, 'accounts.sqlite')
  await createKey(settings)
  const other = new DatabaseSync(file)
  other.exec('UPDATE accounts SET name = name')
  const files = ['', '-wal', '-shm'].map((suffix) => file + suffix)
  for (const name of files) chmodSync(name, 0o644)
  assert.equal((await runInProcess(settings, 'keys', 'list')).code, 0)
  assert.deepEqual(
    files.map((name) => statSync(name).mode & 0o777),
    [0o600, 0o600, 0o600],
  )
  other.close()
})
